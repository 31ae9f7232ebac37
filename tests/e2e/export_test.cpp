// ludex export and show, and openings from PGN and EPD: against a published game, pgn-extract and stockfish.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "tests/support/command.hpp"
#include "tests/support/markup.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> list;
  for (std::string word; in >> word;) list.push_back(word);
  return list;
}

// A game of a log.
Json game(const std::string& label, const std::string& moves, const std::string& outcome) {
  const Json stats{{"moves", 1},         {"iterations", 0},     {"nodes", 0},
                   {"cpu_seconds", 0.5}, {"wall_seconds", 0.5}, {"depth_max", 0}};
  return {{"id", label + "/1"},
          {"game", label},
          {"agents", {"first \"A\"", "second, B"}},
          {"round", 0},
          {"opening", Json::array()},
          {"moves", words(moves)},
          {"outcome", outcome},
          {"termination", "normal"},
          {"seed", 1},
          {"plies", words(moves).size()},
          {"stats", {stats, stats}}};
}

// Morphy against the Duke of Brunswick and Count Isouard, Paris 1858, as every collection has it.
const char* const kOperaUci =
    "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 "
    "c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8";
const char* const kOperaSan =
    "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 "
    "10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 "
    "17. Rd8# 1-0";
const char* const kOperaEnd = "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17";

std::string joined(const std::vector<std::string>& list) {
  std::string text;
  for (const auto& word : list) text += (text.empty() ? "" : " ") + word;
  return text;
}

// The move text of a PGN of one game.
std::string move_text(const std::string& pgn) {
  return joined(words(pgn.substr(pgn.find("\n\n"))));
}

// Where Debian puts it, or on the path; empty if it is not installed.
std::string find_program(const std::string& name) {
  const auto found = run_shell("PATH=\"$PATH:/usr/games\" command -v " + name);
  return found.exit_code == 0 ? words(found.out)[0] : std::string();
}

struct Log {
  TemporaryFolder folder;
  std::string path;
  explicit Log(const Json& game) {
    path = (folder.path() / "games.jsonl").string();
    write_file(path, game.dump() + "\n");
  }
};

}  // namespace

TEST_CASE("a famous game as PGN: the moves as they are published, the tags in their order") {
  Json record = game("chess", kOperaUci, "1-0");
  const Log log(record);
  const auto pgn = ludex("export " + log.path + " --comments none");
  REQUIRE_MESSAGE(pgn.exit_code == 0, pgn.err);
  CHECK(move_text(pgn.out) == kOperaSan);
  CHECK(
      pgn.out.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n"
                          "[White \"first \\\"A\\\"\"]\n[Black \"second, B\"]\n[Result \"1-0\"]\n"
                          "[Termination \"normal\"]\n[PlyCount \"33\"]\n"));
  std::istringstream lines(pgn.out);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() < 80);

  const auto shown = ludex("show " + log.path + " 1");
  REQUIRE_MESSAGE(shown.exit_code == 0, shown.err);
  CHECK(contains(shown.out, kOperaEnd));
  CHECK(contains(shown.out, "result  1-0 (normal)"));
  CHECK(contains(ludex("show " + log.path + " chess/1 --ply 1").out,
                 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
  const auto svg = ludex("show " + log.path + " 1 --svg --ply 5");
  CHECK(markup_error(svg.out) == "");
  CHECK(svg.out == ludex("draw chess --svg --moves 'e2e4 e7e5 g1f3 d7d6 d2d4'").out);

  // The second half of it, from the position after the tenth move.
  record["position"] = "rn2kb1r/p3qppp/5n2/1p2p1B1/2B1P3/1Q6/PPP2PPP/R3K2R w KQkq - 0 11";
  const auto half = words(kOperaUci);
  record["opening"] = std::vector<std::string>(half.begin() + 20, half.begin() + 21);
  record["moves"] = std::vector<std::string>(half.begin() + 21, half.end());
  record["termination"] = "over-time";
  record["note"] = "a {brace}";
  const Log later(record);
  const auto set_up = ludex("export " + later.path);
  REQUIRE_MESSAGE(set_up.exit_code == 0, set_up.err);
  CHECK(contains(set_up.out,
                 "[SetUp \"1\"]\n[FEN \"rn2kb1r/p3qppp/5n2/1p2p1B1/2B1P3/1Q6/PPP2PPP/R3K2R w "
                 "KQkq - 0 11\"]\n[Termination \"time forfeit\"]\n"));
  CHECK(move_text(set_up.out).starts_with("11. Bxb5+ {book} 11... Nbd7 12. O-O-O Rd8"));
  CHECK(move_text(set_up.out).ends_with("17. Rd8# {over-time: a (brace)} 1-0"));
}

TEST_CASE("PGN says what the agents said of their moves") {
  Json record = game("chess", "e2e4 e7e5 g1f3", "1/2-1/2");
  record["stats"][0]["by_move"] = {
      {"cpu_us", {1500000, 20}}, {"depth", {12, 3}}, {"unit", "centi"}, {"value", {24, -1050}}};
  record["stats"][1]["by_move"] = {{"cpu_us", {3661250000}}, {"unit", "centi"}, {"value", {7}}};
  const Log log(record);
  CHECK(move_text(ludex("export " + log.path).out) ==
        "1. e4 {+0.24/12 1.500s} 1... e5 {+0.07 3661.250s} 2. Nf3 {-10.50/3 0.000s} 1/2-1/2");
  CHECK(move_text(ludex("export " + log.path + " --comments commands").out) ==
        "1. e4 {[%eval 0.24] [%emt 0:00:01.500]} 1... e5 {[%eval -0.07] [%emt 1:01:01.250]} 2. Nf3 {[%eval "
        "-10.50] [%emt 0:00:00.000]} 1/2-1/2");
  const auto moves = ludex("export " + log.path + " --format moves");
  CHECK(contains(moves.out,
                 "\nchess/1,chess,2,1,\"second, B\",0,e7e5,7,centi,exact,,,,3661250000,3661250000\n"));
  const auto table = ludex("show " + log.path + " 1 --moves");
  CHECK(contains(table.out, "  1  first \"A\"  e2e4   +0.24     12      -     1.500 s\n"));
}

TEST_CASE("hundreds of chess moves: pgn-extract reads them as we meant them") {
  const std::string extract = find_program("pgn-extract");
  if (extract.empty()) {
    MESSAGE("skipped: pgn-extract is not installed (./setup.sh ci)");
    return;
  }
  const TemporaryFolder folder;
  const std::string spec = (folder.path() / "t.yaml").string();
  const std::string out = (folder.path() / "out").string();
  write_file(spec,
             "name: random chess\ngames: [{game: chess}]\nagents: [{agent: random}, {agent: random, "
             "name: other}]\n"
             "format: {type: round-robin, games_per_pair: 20}\nopenings: {random_plies: 6}\n");
  REQUIRE(ludex("run " + spec + " --quiet --out " + out).exit_code == 0);
  const std::string pgn = (folder.path() / "games.pgn").string();
  REQUIRE(ludex("export " + out + " --out " + pgn).exit_code == 0);
  std::vector<std::string> logged;
  std::istringstream log(read_file(out + "/games.jsonl"));
  for (std::string line; std::getline(log, line);) {
    const Json record = Json::parse(line);
    auto moves = record["opening"].get<std::vector<std::string>>();
    for (const auto& move : record["moves"]) moves.push_back(move);
    logged.push_back(joined(moves) + " " + record["outcome"].get<std::string>());
  }
  const auto read = run_shell(extract + " -s -C -Wuci -w100000 " + pgn);
  REQUIRE_MESSAGE(read.exit_code == 0, read.err);
  CHECK(read.err == "");
  std::vector<std::string> extracted;
  std::istringstream lines(read.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '[') continue;
    // Some versions write promotions as b7b8Q.
    std::transform(line.begin(), line.end(), line.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    extracted.push_back(line);
  }
  REQUIRE(extracted.size() == logged.size());
  for (std::size_t i = 0; i < logged.size(); ++i) CHECK(extracted[i] == logged[i]);
  // The ratings are those of the log.
  const auto players = [](const std::string& file) {
    Json table = Json::parse(ludex("rate " + file + " --json").out);
    return table["players"];
  };
  const std::string csv = (folder.path() / "games.csv").string();
  CHECK(ludex("export " + out + " --format csv --out " + csv).out == csv + "\n");
  CHECK(players(pgn) == players(out));
  // So are the matches, pairs of games and all.
  const auto matches = [](const std::string& file) {
    return Json::parse(ludex("match " + file + " --json").out)["matches"];
  };
  REQUIRE(matches(out)[0]["of"] == "pairs");
  CHECK(matches(pgn) == matches(out));
  CHECK(players(csv) == players(out));
}

TEST_CASE(
    "matches of the PGN are those of the log, for several games and agents; it tells the time controls") {
  const TemporaryFolder folder;
  const std::string spec = (folder.path() / "t.yaml").string();
  const std::string out = (folder.path() / "out").string();
  write_file(spec,
             "name: pairs\ngames: [{game: hex, params: {size: 3}}, {game: chess}]\n"
             "agents: [{agent: random, budget: {clock: 40/60s+0.6s}}, {agent: random, name: other, budget: "
             "{clock: 40/60s+0.6s}}, {agent: random, name: third, budget: {wall: 1500ms}}, "
             "{agent: random, name: fourth, budget: {nodes: 9}}]\n"
             "format: {type: round-robin, games_per_pair: 4}\nadjudication: {plies: 30}\n"
             "openings: {random_plies: 2}\n");
  REQUIRE(ludex("run " + spec + " --quiet --out " + out).exit_code == 0);
  const std::string pgn = (folder.path() / "games.pgn").string();
  REQUIRE(ludex("export " + out + " --out " + pgn).exit_code == 0);
  const auto matches = [](const std::string& file) {
    return Json::parse(ludex("match " + file + " --json").out)["matches"];
  };
  const Json of_log = matches(out);
  REQUIRE(of_log.size() == 6);
  for (const Json& match : of_log) CHECK(match["of"] == "pairs");
  CHECK(matches(pgn) == of_log);
  const std::string text = read_file(pgn);
  CHECK(contains(text, "[TimeControl \"40/60+0.6\"]\n"));
  CHECK(contains(text, "[WhiteTimeControl \"40/60+0.6\"]\n[BlackTimeControl \"1/1.5\"]\n"));
  CHECK(contains(text, "[WhiteTimeControl \"-\"]\n[BlackTimeControl \"1/1.5\"]\n"));
}

TEST_CASE("openings from PGN and EPD are played") {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "out").string();
  const auto openings_of = [&](const std::string& openings) {
    const std::string spec = (folder.path() / "t.yaml").string();
    write_file(spec,
               "name: t\ngames: [{game: chess}]\nagents: [{agent: random}, {agent: random, name: other}]\n"
               "format: {type: round-robin, games_per_pair: 4}\nadjudication: {plies: 40}\nopenings: " +
                   openings + "\n");
    std::filesystem::remove_all(out);
    const auto run = ludex("run " + spec + " --quiet --out " + out);
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    std::vector<std::string> list;
    std::istringstream log(read_file(out + "/games.jsonl"));
    for (std::string line; std::getline(log, line);) {
      const Json record = Json::parse(line);
      list.push_back(record.value("position", "") + "|" +
                     joined(record["opening"].get<std::vector<std::string>>()));
    }
    return list;
  };
  write_file(
      folder.path() / "book.pgn",
      std::string("[Event \"Paris\"]\n\n") + kOperaSan +
          "\n\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e3 {slow} (1. e4 Kd7) Ke7 *\n");
  const std::string opera = "|e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5";
  const std::string pawn = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1|e2e3 e8e7";
  CHECK(openings_of("{file: book.pgn, plies: 7}") == std::vector<std::string>{opera, opera, pawn, pawn});
  // Positions of the Bratko-Kopec test, and a full FEN.
  write_file(
      folder.path() / "book.epd",
      "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";\n"
      "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - hmvc 3; fmvn 24; bm d5; id \"BK.02; hmvc\";\n");
  const std::string first = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1|";
  const std::string second = "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 3 24|";
  CHECK(openings_of("{file: book.epd}") == std::vector<std::string>{first, first, second, second});
  write_file(folder.path() / "bad.pgn", "[Event \"x\"]\n\n1. e4 e5 2. Nf6 *\n");
  write_file(folder.path() / "t.yaml",
             "name: t\ngames: [{game: chess}]\nagents: [{agent: random}, {agent: random, name: other}]\n"
             "openings: {file: bad.pgn}\n");
  const auto bad = ludex("run " + (folder.path() / "t.yaml").string());
  CHECK(bad.exit_code == 2);
  CHECK(contains(bad.err, "bad.pgn:3:13: error: 'Nf6' is not legal here"));
}

TEST_CASE("SGF: points, passes and swaps as the format writes them") {
  const auto nodes = [](const Json& record) {
    const Log log(record);
    const auto sgf = ludex("export " + log.path + " --format sgf --comments none");
    CHECK_MESSAGE(sgf.exit_code == 0, sgf.err);
    return sgf.out;
  };
  // https://www.red-bean.com/sgf/hex.html
  const std::string hex = nodes(game("hex:size=11,swap=true", "a10 swap f6 k1", "*"));
  CHECK(hex.starts_with("(;FF[4]CA[UTF-8]AP[Ludex:"));
  CHECK(contains(hex, "]GM[11]SZ[11]\nPB[first \"A\"]PW[second, B]RO[1]"));
  CHECK(contains(hex, "RE[Void]\n;B[a10];W[swap-pieces];B[f6];W[k1])\n"));
  CHECK(contains(nodes(game("hex:width=4,height=3", "d3", "*")), "GM[11]SZ[4:3]\n"));
  // https://www.red-bean.com/sgf/loa.html
  const std::string loa = nodes(game("loa", "b1-b3", "*"));
  CHECK(contains(loa, "GM[9]SZ[8]"));
  CHECK(contains(loa, ";B[b1-b3])"));
  // Points as in Go: the column from the left, the row from the top.
  CHECK(contains(nodes(game("othello", "d3 c3", "*")), "GM[2]SZ[8]\n"));
  CHECK(contains(nodes(game("othello", "d3 c3", "*")), ";B[dc];W[cc])"));
  CHECK(contains(nodes(game("gomoku", "a1 h8 a15 o15", "*")), ";B[ao];W[hh];B[aa];W[oa])"));

  Json set_up = game("hex:size=3", "a3", "1-0");
  set_up["position"] = "b2/b1w/2w b";
  CHECK(contains(nodes(set_up), "RE[B+]\nAB[a1][a2]AW[c2][c3]PL[B]\n;B[a3])\n"));
  set_up = game("gomoku:size=5", "e1", "0-1");
  set_up["position"] = "b4/5/5/5/b3w w";
  set_up["termination"] = "over-time";
  set_up["moves"] = {"c3"};
  CHECK(contains(nodes(set_up), "RE[W+Time]\nAB[ae][aa]AW[ee]PL[W]\n;W[cc])\n"));
  set_up["game"] = "loa:size=5";
  set_up["position"] = "4w/2b2/5/w1b2/5 w 0 1";
  set_up["moves"] = {"a2xc2"};
  CHECK(contains(nodes(set_up), "SU[Custom]AB[c2][c4]AW[a2][e5]PL[W]\n;W[a2:c2])"));

  const Log other(game("awari", "C", "*"));
  const auto refused = ludex("export " + other.path + " --format sgf");
  CHECK(refused.exit_code == 2);
  CHECK(contains(refused.err, "the Smart Game Format does not know 'awari', expected another format"));
  CHECK(ludex("export " + other.path).exit_code == 0);
}

TEST_CASE("the games of a tournament, by the labels of its specification") {
  const TemporaryFolder folder;
  const std::string spec = (folder.path() / "t.yaml").string();
  const std::string out = (folder.path() / "out").string();
  write_file(spec,
             "name: labels\ngames: [{game: hex, params: {size: 3}, label: small}, {game: awari}]\n"
             "agents: [{agent: random}, {agent: random, name: other}]\n"
             "format: {type: round-robin, games_per_pair: 2}\n");
  REQUIRE(ludex("run " + spec + " --quiet --out " + out).exit_code == 0);
  const auto hex = ludex("export " + out + " --format sgf --game small");
  REQUIRE_MESSAGE(hex.exit_code == 0, hex.err);
  CHECK(contains(hex.out, "GM[11]SZ[3]"));
  CHECK(contains(hex.out, "EV[labels]"));
  CHECK(contains(ludex("export " + out + " --game awari").out, "[Variant \"awari\"]"));
  const auto unknown = ludex("export " + out + " --game smal");
  CHECK(unknown.exit_code == 2);
  CHECK(contains(unknown.err, "--game: the log has no game 'smal'; did you mean 'small'?"));
  // A log by itself does not tell what its labels mean.
  const std::string alone = (folder.path() / "alone.jsonl").string();
  write_file(alone, read_file(out + "/games.jsonl"));
  const auto guess = ludex("show " + alone + " 1");
  CHECK(guess.exit_code == 2);
  CHECK(contains(guess.err, "the game of label 'small' is unknown: "));
  CHECK(contains(guess.err, "give it with --as id:param=value"));
  CHECK(ludex("show " + alone + " 1 --as hex:size=3").exit_code == 0);
  CHECK(contains(ludex("show " + alone + " 1 --as hex:size=1").err, "game '"));
  // Requests that make no sense.
  CHECK(contains(ludex("show " + out + " 5").err, "no game 5, expected a number from 1 to 4"));
  CHECK(contains(ludex("show " + out + " 0").err, "no game 0, expected a number from 1 to 4"));
  CHECK(contains(ludex("show " + out + " 1 --ply 99").err, "--ply: 99, expected 0 to "));
  CHECK(contains(ludex("show " + out + " nosuch").err,
                 "no game 'nosuch', expected an id or a number from 1 to 4"));
  CHECK(ludex("export /nowhere.jsonl").exit_code == 2);
  const std::string picture = (folder.path() / "no.pgn").string();
  CHECK(ludex("export /nowhere.jsonl --out " + picture).exit_code == 2);
  CHECK_FALSE(std::filesystem::exists(picture));
}

TEST_CASE("a sweep is played, and its strength drawn") {
  const TemporaryFolder folder;
  const std::string spec = (folder.path() / "t.yaml").string();
  const std::string out = (folder.path() / "out").string();
  write_file(spec,
             "name: sweep\ngames: [{game: mnk}]\nagents:\n"
             "  - {agent: uct, sweep: {budget.iterations: [5, 20, 80]}}\n  - {agent: random}\n"
             "  - {name: flat, agent: flat-mc, sweep: {budget.iterations: [10, 40, 90]}}\n"
             "format: {type: round-robin, games_per_pair: 2}\n");
  const auto run = ludex("run " + spec + " --quiet --out " + out);
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  CHECK(contains(read_file(out + "/spec.yaml"), "name: uct-80\n"));
  REQUIRE(ludex("report " + out).exit_code == 0);
  CHECK(contains(read_file(out + "/report.html"), "Strength over budget.iterations"));
  const auto figure = ludex("report " + out + " --figure strength:budget.iterations");
  REQUIRE_MESSAGE(figure.exit_code == 0, figure.err);
  CHECK(markup_error(figure.out) == "");
  // Six points in two curves: each a ring, and one in the legend for either.
  std::size_t rings = 0;
  for (std::size_t at = 0; (at = figure.out.find("<circle", at)) != std::string::npos; ++at) ++rings;
  CHECK(rings == 8);
  for (const char* word : {">uct<", ">flat<", ">5<", ">80<"}) CHECK(contains(figure.out, word));
}

TEST_CASE("figures and tables for a paper") {
  const TemporaryFolder folder;
  const std::string spec = (folder.path() / "t.yaml").string();
  const std::string out = (folder.path() / "out").string();
  write_file(
      spec,
      "name: paper\ngames: [{game: mnk}]\nagents: [{agent: random}, {agent: random, name: a_b & 50%}]\n"
      "format: {type: round-robin, games_per_pair: 8}\n");
  REQUIRE(ludex("run " + spec + " --quiet --out " + out).exit_code == 0);
  for (const char* name : {"ratings", "seats", "match", "lengths:mnk"}) {
    const auto figure = ludex("report " + out + " --figure " + name);
    CAPTURE(name);
    REQUIRE_MESSAGE(figure.exit_code == 0, figure.err);
    CHECK(figure.out.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" font-family="));
    CHECK(markup_error(figure.out) == "");
  }
  const auto unknown = ludex("report " + out + " --figure rating");
  CHECK(unknown.exit_code == 2);
  CHECK(contains(unknown.err, "no figure 'rating' (did you mean 'ratings'?); there are: ratings, seats, "));
  CHECK(ludex("report " + out + " --figure ratings --out x.png").exit_code == 2);
  const std::string pdf = (folder.path() / "ratings.pdf").string();
  const auto made = ludex("report " + out + " --figure ratings --out " + pdf);
  if (find_program("rsvg-convert").empty()) {
    MESSAGE("not drawn: rsvg-convert is not installed (./setup.sh ci)");
    CHECK(made.exit_code == 1);
    CHECK(contains(made.err, "rsvg-convert --format=pdf --output=" + pdf));
  } else {
    CHECK_MESSAGE(made.exit_code == 0, made.err);
    CHECK(made.out == pdf + "\n");
    CHECK(read_file(pdf).starts_with("%PDF-"));
    CHECK_FALSE(std::filesystem::exists(pdf + ".svg"));
  }
  for (const std::string& command : {"report " + out + " --latex", "rate " + out + " --latex"}) {
    const auto table = ludex(command);
    REQUIRE_MESSAGE(table.exit_code == 0, table.err);
    CHECK(contains(table.out, "\\toprule\n"));
    CHECK(contains(table.out, "a\\_b \\& 50\\%"));
    // Every row has as many cells as the table has columns.
    std::istringstream lines(table.out);
    std::size_t columns = 0;
    for (std::string line; std::getline(lines, line);) {
      const std::string start = "\\begin{tabular}{@{}";
      if (line.starts_with(start)) columns = line.find("@{}}") - start.size();
      if (!line.ends_with("\\\\")) continue;
      std::size_t cells = 1;
      for (std::size_t i = 1; i < line.size(); ++i) cells += line[i] == '&' && line[i - 1] != '\\' ? 1 : 0;
      CAPTURE(line);
      CHECK(cells == columns);
    }
  }
}

}  // namespace ludex::tests
