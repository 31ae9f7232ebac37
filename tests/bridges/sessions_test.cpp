// ludex uci and ludex gtp in scripted sessions, and against the bridges: an agent plays the same moves over a
// protocol as inside.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "core/util/rng.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/session.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

std::vector<Json> tournament(const std::string& game, const std::string& agents) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file, "name: same\ngames: [ {game: " + game + "} ]\nagents:\n" + agents +
                       "openings: {random_plies: 4}\nformat: {games_per_pair: 4}\n");
  const auto run = ludex("run " + file + " --concurrency 1 --out " + (folder.path() / "out").string());
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  return games(folder.path() / "out");
}

}  // namespace

TEST_CASE("ludex uci and gtp tell the score in their unit, bounds as bounds, and no nonsense") {
  const auto uci = [](const std::string& say) {
    return session(kMisbehaving + "uci chess reporter:say=" + say, "position startpos\ngo nodes 1\n");
  };
  CHECK(has(uci("expected"), " score cp 250\n"));
  CHECK(has(uci("score"), " score cp -200\n"));
  CHECK(has(uci("bounds"), " score cp 300 lowerbound\n"));
  const std::string nonsense = uci("all");
  CHECK(has(nonsense, "bestmove "));
  CHECK_FALSE(has(nonsense, "score"));
  CHECK_FALSE(has(nonsense, " pv "));
  const std::string gtp =
      session(kMisbehaving + "gtp hex:size=3 reporter:say=all --iterations 1", "genmove b\nquit\n");
  CHECK(gtp.starts_with("= a1\n"));
}

TEST_CASE("ludex uci answers") {
  const std::string out = session("uci chess alpha-beta",
                                  "uci\nisready\nposition startpos moves e2e4 e7e5\ngo nodes 500\nstop\n"
                                  "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 1\nstop\n"
                                  "position fen 6k1/8/6K1/8/8/8/8/R7 w - - 0 1\ngo depth 3\n");
  CHECK(has(out, "id name Ludex"));
  CHECK(has(out, "option name Threads type spin"));
  CHECK(has(out, "uciok\nreadyok\n"));
  CHECK(has(out, "bestmove (none)"));
  CHECK(has(out, "bestmove a1a8\n"));
  CHECK(has(session("uci chess alpha-beta", "position startpos moves e2e5\nnonsense\nposition fen x\nquit\n"),
            "info string error: 'e2e5'"));
  const std::string usi =
      session("uci minishogi uct", "usi\nposition sfen rbsgk/4p/5/P4/KGSBR b - 1\ngo nodes 50\n");
  CHECK(has(usi, "usiok"));
  CHECK(has(usi, "bestmove "));
}

TEST_CASE("ludex uci obeys searchmoves") {
  // Either mates at once, unless it may not.
  const std::string mate = "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n";
  for (const std::string agent : {"alpha-beta", "uct:memory_mib=16", "random", "greedy"}) {
    CAPTURE(agent);
    const std::string out = session("uci chess " + agent, mate + "go searchmoves g1f1 a1b1 nodes 200\n");
    CHECK(count(out, "bestmove ") == 1);
    CHECK((has(out, "bestmove g1f1") || has(out, "bestmove a1b1")));
  }
  const std::string out = session("uci chess alpha-beta", mate +
                                                              "go depth 3 searchmoves g1f1\n"
                                                              "go searchmoves a1a8 g1f1 depth 3\ngo depth 3\n"
                                                              "go searchmoves a1a1 nodes 50\n");
  CHECK(count(out, "bestmove g1f1") == 1);
  // What is no move is said, and the search is of all.
  CHECK(count(out, "bestmove a1a8\n") == 3);
  CHECK(count(out, "info string error: searchmoves: 'a1a1'") == 1);
}

TEST_CASE("ludex uci says mates as mates, and what it can say of a search while it goes on") {
  const std::string out = session("uci chess alpha-beta",
                                  "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo depth 4\n"
                                  "position fen 7k/8/5K2/8/8/8/8/6R1 b - - 0 1\ngo depth 6\n");
  CHECK(has(out, " score mate 1 pv a1a8"));
  CHECK(has(out, " score mate -"));
  CHECK_FALSE(has(out, "3199"));
  CHECK(has(out, " nps "));
  CHECK(has(session("uci chess greedy", "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo nodes 100\n"),
            " score mate 1"));
  // The last line belongs to the answer; others came before it.
  const std::string longer = session("uci chess alpha-beta", "position startpos\ngo movetime 3000\n");
  CHECK(count(longer, "info depth ") >= 2);
  CHECK(has(longer, " hashfull "));
}

TEST_CASE("ludex uci ponders: what is asked to ponder answers after ponderhit or stop, not before") {
  const std::string ponder = "position startpos moves e2e4 e7e5\n";
  for (const std::string limits : {"nodes 50", "depth 2", "movetime 50", "wtime 600 btime 600", ""}) {
    for (const std::string end : {"ponderhit\n", "stop\n", "ponderhit\nquit\n", ""}) {
      CAPTURE(limits);
      CAPTURE(end);
      const std::string out =
          session("uci chess alpha-beta", ponder + "go ponder " + limits + "\nisready\n" + end);
      CHECK(count(out, "bestmove ") == 1);
      CHECK(out.find("readyok") < out.find("bestmove "));
    }
  }
}

TEST_CASE("ludex uci plays Chess960: the king takes its rook") {
  const std::string out =
      session("uci chess:variant=chess960 alpha-beta",
              "uci\nsetoption name UCI_Chess960 value true\n"
              "position fen 1r3k1r/5p2/8/8/8/8/5P2/1R3K1R w HBhb - 0 1 moves f1h1 f8b8\nd\n"
              "go searchmoves g1g2 depth 1\nposition fen 4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1\n");
  CHECK(has(out, "option name UCI_Chess960 type check default true"));
  CHECK_FALSE(has(out, "error"));
  CHECK(has(out, "8 . . k r . . . r\n"));
  CHECK(has(out, "bestmove g1g2"));
  CHECK(has(out, "info string warning: castling right 'K' is ignored"));
  const std::string chess = session("uci chess random", "setoption name UCI_Chess960 value true\nuci\n");
  CHECK(has(chess, "info string error: UCI_Chess960"));
  CHECK_FALSE(has(chess, "option name UCI_Chess960"));
}

TEST_CASE("ludex uci: whatever waits behind a search without end, stop, quit and the end of input end it") {
  const std::string begin = "position startpos\ngo infinite\n";
  for (const std::string waiting :
       {"go nodes 5\n", "position startpos moves e2e4\n", "setoption name Seed value 3\n", "ucinewgame\n",
        "go infinite\nisready\n", "nonsense\n", ""}) {
    CAPTURE(waiting);
    for (const std::string end : {"stop\nquit\n", "quit\n", ""}) {
      CAPTURE(end);
      const std::string out = session("uci chess uct:memory_mib=16", begin + waiting + end);
      CHECK(count(out, "bestmove ") == (has(waiting, "go") && !has(waiting, "game") ? 2 : 1));
    }
  }
}

// The model: every `go` is answered once, every `isready` once, every unknown word and bad position by an
// error, whatever the order; and the process ends.
TEST_CASE("ludex uci keeps to its model in random sessions") {
  Rng rng = Rng::seeded(5);
  const auto one_of = [&](const std::vector<std::string>& list) {
    return list[rng.below(static_cast<std::uint32_t>(list.size()))];
  };
  for (int i = 0; i < (kSanitized ? 10 : 60); ++i) {
    std::string script;
    int searches = 0;
    int ready = 0;
    int errors = 0;
    for (std::uint32_t n = rng.below(40); n != 0; --n) {
      switch (rng.below(8)) {
        case 0:
          script += one_of({"position startpos\n", "position startpos moves e2e4 e7e5\n",
                            "position fen 7k/8/8/8/8/8/8/K5R1 w - - 0 1\n"});
          break;
        case 1:
        case 2:
          script +=
              one_of({"go infinite\n", "go nodes 20\n", "go depth 1\n", "go movetime 1\n", "go ponder\n"});
          ++searches;
          break;
        case 3:
          script += "isready\n";
          ++ready;
          break;
        case 4:
          script += one_of({"position fen x\n", "position\n", "setoption name Nothing value 1\n"});
          ++errors;
          break;
        case 5:
          // Answered, too, after what is wrong has been said.
          if (rng.below(4) == 0) script += "go nodes x\n", ++searches, ++errors;
          script +=
              one_of({"ucinewgame\n", "ponderhit\n", "setoption name Seed value 7\n", "debug on\n", "\n"});
          break;
        default:
          script += "stop\n";
      }
    }
    // A search without end is ended by the next `stop`, or the end.
    script += one_of({"quit\n", "stop\nquit\n", ""});
    // All that stands behind a search without end is done too, once it is over: `stop` comes for each.
    CAPTURE(script);
    const std::string out = session("uci chess random", script);
    CHECK(count(out, "bestmove ") == searches);
    CHECK(count(out, "readyok") == ready);
    CHECK(count(out, "info string error") == errors);
  }
}

TEST_CASE("ludex gtp answers") {
  const std::string out =
      session("gtp hex:swap=true uct --iterations 50",
              "1 protocol_version\n2 boardsize 5\n3 play b c3\n4 play w swap-pieces\n"
              "5 play b a1\n6 play w a1\n7 genmove b\n8 foo\n9 final_score\n10 undo\nquit\n");
  CHECK(has(out, "=1 2\n\n=2\n\n=3\n\n=4\n\n"));
  // After the swap the first player is white.
  CHECK(has(out, "?5 it is the other side's turn\n\n=6\n\n=7 "));
  CHECK(has(out, "?8 unknown command\n\n?9 cannot score\n\n=10\n\n"));
  // Vertices and passes are the same without regard to case (GTP 2, section 2.11).
  CHECK(session("gtp hex:size=5 random", "play b A1\nplay W b2\nplay b a1\nquit\n")
            .starts_with("=\n\n=\n\n? illegal"));
  CHECK(has(session("gtp othello random", "play b d3\nplay b a1\nplay w c3\nquit\n"), "?"));
  CHECK(has(session("gtp gomoku random", "play b j10\nplay w i10\n"), "? illegal move: 'i10'"));
}

TEST_CASE("over UCI an agent plays as it does inside") {
  for (const std::string game : {"chess, params: {max_plies: 60}", "minishogi"}) {
    const std::string inside =
        "  - {name: first, agent: alpha-beta, budget: {nodes: 300}}\n"
        "  - {name: second, agent: uct, params: {memory_mib: 16}, budget: {nodes: 300}}\n";
    const std::string id = game == "minishogi" ? game : "chess:max_plies=60";
    const std::string bridged =
        "  - {name: first, agent: uci-engine, params: {command: '" LUDEX_BUILD_DIR "/ludex', args: 'uci " +
        id +
        " alpha-beta', seed_option: Seed}, budget: {nodes: 300}}\n"
        "  - {name: second, agent: uci-engine, params: {command: '" LUDEX_BUILD_DIR "/ludex', args: 'uci " +
        id +
        " uct:memory_mib=16', seed_option: Seed}, "
        "budget: {nodes: 300}}\n";
    const auto a = tournament(game, inside);
    const auto b = tournament(game, bridged);
    REQUIRE(a.size() == 4);
    REQUIRE(b.size() == 4);
    for (std::size_t i = 0; i < a.size(); ++i) {
      CAPTURE(b[i].dump());
      CHECK(b[i]["termination"] == "normal");
      CHECK(a[i]["moves"] == b[i]["moves"]);
    }
  }
}

TEST_CASE("engines are told game clocks by their protocols") {
  const auto transcripts = [](const std::string& game, const std::string& agent, const std::string& args,
                              const std::string& clock) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "t.yaml").string();
    write_file(file, "name: clocks\ngames: [ {game: " + game + "} ]\nagents:\n  - {name: bridged, agent: " +
                         agent + ", params: {command: '" LUDEX_BUILD_DIR "/ludex', args: '" + args +
                         "', keep: all}, budget: {clock: " + clock +
                         "}}\n  - {name: random, agent: random}\nformat: {games_per_pair: 2}\n");
    const auto run = ludex("run " + file + " --concurrency 1 --out " + (folder.path() / "out").string());
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    for (const Json& game_line : games(folder.path() / "out")) {
      CAPTURE(game_line.dump());
      CHECK(game_line["termination"] == "normal");
      const std::size_t seat = game_line["agents"][0] == "bridged" ? 0 : 1;
      CHECK(game_line["stats"][seat]["by_move"]["clock_ms"].size() == game_line["stats"][seat]["moves"]);
      CHECK_FALSE(game_line["stats"][1 - seat].value("by_move", Json::object()).contains("clock_ms"));
    }
    std::string told;
    for (const auto& item : std::filesystem::directory_iterator(folder.path() / "out" / "transcripts"))
      told += read_file(item.path());
    return told;
  };
  // Less 10 ms of overhead.
  const std::string uci =
      transcripts("chess, params: {max_plies: 12}", "uci-engine", "uci chess:max_plies=12 uct", "40/6s+0.1s");
  CHECK(has(uci, "go wtime 5990 btime 5990 winc 100 binc 100 movestogo 40\n"));
  CHECK(has(uci, " movestogo 39\n"));
  const std::string usi =
      transcripts("minishogi", "uci-engine", "uci minishogi uct', protocol: 'usi", "6s+0.1s");
  CHECK(has(usi, "go btime 5990 wtime 5990 binc 100 winc 100\n"));
  const std::string gtp = transcripts("hex, params: {size: 3}", "gtp-engine", "gtp hex:size=3 uct", "40/6s");
  CHECK(has(gtp, "time_settings 0 6 40\n"));
  CHECK(has(gtp, "time_left b 5 40\n"));
  CHECK(has(gtp, "time_left b 5 39\n"));
  const std::string sudden =
      transcripts("hex, params: {size: 3}", "gtp-engine", "gtp hex:size=3 uct", "6s+1s");
  CHECK(has(sudden, "time_settings 6 0 0\n"));
  CHECK(has(sudden, "time_left b 5 0\n"));
}

TEST_CASE("Hex with swap over GTP, engine against engine") {
  const std::string engine = "agent: gtp-engine, params: {command: '" LUDEX_BUILD_DIR
                             "/ludex', args: 'gtp hex:size=5,swap=true uct --iterations 30', budget: own}";
  const auto list = tournament(
      "hex, params: {size: 5, swap: true}",
      "  - {name: first, " + engine + "}\n  - {name: second, agent: random}\nbudget: {wall: 2s}\n");
  for (const Json& game : list) {
    CAPTURE(game.dump());
    CHECK(game["termination"] == "normal");
  }
}

}  // namespace ludex::tests
