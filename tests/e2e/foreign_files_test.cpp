// Files as other programs and people write them (tests/foreign): read on, count, name what was left out;
// --strict refuses. Each row is a file, what is read of it, and what is said.
#include <cstdint>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;
namespace fs = std::filesystem;

const fs::path kForeign = fs::path(LUDEX_TEST_DIR) / "foreign";

std::string foreign(const std::string& name) {
  return "'" + (kForeign / name).string() + "'";
}

struct Row {
  const char* file;
  int read;          // games or openings; 0: the command is refused
  const char* said;  // part of standard error; nullptr: nothing is said
};

}  // namespace

TEST_CASE("rate reads results of other programs' files") {
  const Row rows[] = {
      {"bom/games", 3, nullptr},
      {"bom/games.csv", 2, nullptr},
      {"bom/games.jsonl", 2, nullptr},
      {"bom/games.pgn", 3, nullptr},
      {"bye/games.pgn", 3, "1 bye left out"},
      {"csv/crlf.csv", 2, nullptr},
      {"csv/headerfirst.csv", 2, nullptr},
      {"csv/other-order.csv", 2, nullptr},
      {"csv/tab.tsv", 2, nullptr},
      {"csv/words.csv", 2, nullptr},
      {"empty-names/games.pgn", 2, "1 game without the names of both players left out"},
      {"headers-only/compact.pgn", 2, nullptr},
      {"headers-only/grep.pgn", 3, nullptr},
      {"names/games.pgn", 4, "2 names read without superfluous blanks: \"A \", \" A\""},
      {"names/games.pgn", 4, "\"A\", \"a\" differ in the case of letters only"},
      {"no-result-tag/games.pgn", 4, "1 game whose result only the end of its text gives"},
      {"pgn-forfeits/games.pgn", 11, "7 of 11 games lost by faults"},
      {"result-conflict/games.pgn", 2, "1 game whose tag Result differs from the end of its text"},
      {"result-question/games.pgn", 2, "1 game without a usable result left out: \"?\""},
      {"tags/cr-only.pgn", 3, nullptr},
      {"tags/crlf.pgn", 3, nullptr},
      {"tags/curly.pgn", 1, nullptr},
      {"tags/empty.pgn", 0, "no games to rate"},
      {"tags/html.pgn", 0, "1 passage without a tag"},
      {"tags/lower.pgn", 1, nullptr},
      {"tags/one-line.pgn", 1, nullptr},
      {"tags/quotes.pgn", 1, nullptr},
      {"tags/smart-quotes.pgn", 1, nullptr},
      {"tags/space-in-brackets.pgn", 1, nullptr},
      {"tags/tabs.pgn", 1, nullptr},
      {"tags/unterminated-value.pgn", 1, "1 tag without a quote or a bracket at the end"},
      {"unclosed-brace/games.pgn", 4, "1 comment never closed"},
      {"zst-skippable/lichess.pgn.zst", 3, nullptr},
      {"zst-skippable/multiframe.pgn.zst", 3, nullptr},
      {"zst-skippable/multimember.pgn.gz", 3, nullptr},
      {"zst-skippable/plain.pgn", 3, nullptr},
      {"zst-skippable/plain.pgn.bz2", 0, "it is compressed by bzip2"},
      {"zst-skippable/plain.pgn.xz", 0, "it is compressed by xz"},
      {"zst-skippable/plain.pgn.zip", 0, "it is compressed by zip"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.file);
    const auto rate = ludex("rate --json --advantage 0 --draw-elo 97.3 " + foreign(row.file));
    CAPTURE(rate.err);
    CHECK(rate.exit_code == (row.read == 0 ? 2 : 0));
    if (row.read != 0) CHECK(Json::parse(rate.out)["games"] == row.read);
    if (row.said == nullptr) {
      CHECK(rate.err.empty());
      CHECK(ludex("match --json --strict " + foreign(row.file)).exit_code == 0);
    } else {
      CHECK(rate.err.find(row.said) != std::string::npos);
    }
  }
  // What is said is in the document as well, with places.
  const Json json = Json::parse(ludex("rate --json " + foreign("result-question/games.pgn")).out);
  REQUIRE(json["findings"].size() == 1);
  CHECK(json["findings"][0]["count"] == 1);
  CHECK(json["findings"][0]["left_out"] == true);
  CHECK(json["findings"][0]["values"][0] == "\"?\"");
  CHECK(json["findings"][0]["places"][0].get<std::string>().ends_with("games.pgn:11"));
  for (const char* command : {"rate", "match"}) {
    const auto strict = ludex(std::string(command) + " --strict " + foreign("result-question/games.pgn"));
    CHECK(strict.exit_code == 2);
    CHECK(strict.err.find("--strict: 1 game without a usable result") != std::string::npos);
  }
}

TEST_CASE("suite reads all of a file before the first search") {
  const Row rows[] = {
      {"bom/suite.epd", 1, nullptr},
      {"suite/bad-second.epd", 2, "bad-second.epd:2: warning: bm: 'Qd9' is not a move"},
      {"suite/bm-am.epd", 1, nullptr},
      {"suite/bm-dots.epd", 1, nullptr},
      {"suite/bm-excl.epd", 1, nullptr},
      {"suite/bm-lan.epd", 1, nullptr},
      {"suite/bm-uci.epd", 1, nullptr},
      {"suite/dm.epd", 1, nullptr},
      {"suite/fen-then-ops.epd", 1, nullptr},
      {"suite/id-semicolon.epd", 1, nullptr},
      {"suite/mated.epd", 1, "mated.epd:1: warning: the game is over in this position"},
      {"suite/nopos.epd", 0, "nopos.epd:1: error: "},
      {"suite/nosemi.epd", 1, nullptr},
      {"suite/perft.epd", 1, nullptr},
      {"suite/queens.epd", 0, "queens.epd:1: error: bm: 'Qb6' is ambiguous"},
      {"opening/frc.epd", 1, "frc.epd:1: warning: castling right"},
      {"opening/counts.epd", 1, nullptr},
      {"opening/five.epd", 3, nullptr},
      {"opening/hmvc.epd", 1, nullptr},
      {"opening/percent.epd", 1, nullptr},
      {"opening/fen.txt", 1, nullptr},
  };
  for (const Row& row : rows) {
    CAPTURE(row.file);
    const auto suite = ludex("suite chess " + foreign(row.file) + " --agent greedy --depth 1 --json");
    CAPTURE(suite.err);
    CHECK(suite.exit_code == (row.read == 0 ? 2 : 0));
    if (row.read != 0) CHECK(Json::parse(suite.out)["count"] == row.read);
    if (row.said == nullptr) {
      CHECK(suite.err.empty());
    } else {
      CHECK(suite.err.find(row.said) != std::string::npos);
    }
  }
  const std::string bad = "suite chess " + foreign("suite/bad-second.epd") + " --agent greedy --depth 1";
  const Json json = Json::parse(ludex(bad + " --json").out);
  CHECK(json["left_out"][0]["line"] == 2);
  // Lines that are left out count among the positions.
  CHECK(Json::parse(ludex(bad + " --json --first 3").out)["positions"][0]["id"] == "third");
  CHECK(ludex(bad).out.find("; 1 line left out") != std::string::npos);
  const auto strict = ludex(bad + " --strict");
  CHECK(strict.exit_code == 2);
  CHECK(strict.out.empty());
}

TEST_CASE("opening files of other programs are read, and what is no opening is left out and counted") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file,
             "name: t\ngames: [chess]\nagents: [{name: a, agent: random}, {name: b, agent: random}]\n"
             "format: {games_per_pair: 2}\nopenings: {file: x}\n");
  const auto dry_run = [&](const std::string& book, const std::string& more = "") {
    return ludex("run " + file + " --dry-run --out " + (folder.path() / "out").string() +
                 " --set openings.file=" + foreign(book) + " " + more);
  };
  const Row rows[] = {
      {"opening/black-start.pgn", 1, nullptr},
      {"opening/bom.pgn", 1, nullptr},
      {"opening/comment-semicolon.pgn", 1, nullptr},
      {"opening/crlf.pgn", 1, nullptr},
      {"opening/fen.txt", 1, nullptr},
      {"opening/glyph-chesscom.pgn", 1, nullptr},
      {"opening/illegal-second.pgn", 1, "illegal-second.pgn:13:13: warning: 'Ke3' is not legal here"},
      {"opening/illegal-second.pgn", 1, "1 of 3 games left out"},
      {"opening/latin1.pgn", 1, nullptr},
      {"opening/lichess.pgn", 1, nullptr},
      {"opening/mate.pgn", 1, "1 of 2 games left out"},
      {"opening/moveno-wrong.pgn", 1, nullptr},
      {"opening/noresult.pgn", 1, nullptr},
      {"opening/nullmove.pgn", 0, "nullmove.pgn:6:7: error: '--' is not a move"},
      {"opening/percent.pgn", 1, nullptr},
      {"opening/perft.epd", 1, nullptr},
      {"opening/result-in-middle.pgn", 1,
       "result-in-middle.pgn:6:34: warning: words after the end of the game"},
      {"opening/threefold.pgn", 0, "the game is over after 8 plies"},
      {"opening/uci.pgn", 1, nullptr},
      {"opening/unbalanced.pgn", 1, "unbalanced.pgn:6:34: warning: a variation opened here is never closed"},
      {"opening/frc-cutechess.pgn", 0,
       "a game of the variant 'fischerandom', expected chess; castling right 'K'"},
      {"opening/frc-standard.pgn", 1, nullptr},
      {"opening/san-lan.pgn", 1, nullptr},
      {"opening/san-figurine.pgn", 1, nullptr},
      {"opening/san-nox.pgn", 1, nullptr},
      {"opening/variant-antichess.pgn", 0, "a game of the variant 'Antichess', expected chess"},
      {"opening/variant-from-position.pgn", 1, nullptr},
      {"opening-short-game/two.pgn", 1, "1 of 2 games left out"},
      {"zst-skippable/lichess.pgn.zst", 1, nullptr},
      {"zst-skippable/multimember.pgn.gz", 1, nullptr},
      {"zst-skippable/plain.pgn.zip", 0, "it is compressed by zip"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.file);
    const auto run = dry_run(row.file);
    CAPTURE(run.err);
    CHECK(run.exit_code == (row.read == 0 ? 2 : 0));
    if (row.said == nullptr) {
      CHECK(run.err.empty());
    } else {
      CHECK(run.err.find(row.said) != std::string::npos);
    }
  }
  const auto strict = dry_run("opening/illegal-second.pgn", "--strict");
  CHECK(strict.exit_code == 2);
  CHECK(strict.err.find("illegal-second.pgn:13:13: error: 'Ke3' is not legal here") != std::string::npos);
  // Moves behind the plies that are asked for do not matter.
  CHECK(dry_run("opening/illegal-second.pgn", "--set openings.plies=2").err.empty());
  // Who reads run.json later learns of it.
  const std::string out = (folder.path() / "played").string();
  const auto run =
      ludex("run " + file + " --quiet --out " + out +
            " --set adjudication.plies=6 --set openings.file=" + foreign("opening/illegal-second.pgn"));
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  CHECK(read_file(fs::path(out) / "run.json").find("1 of 3 games left out") != std::string::npos);
}

TEST_CASE("openings from SGF are those that ludex writes, and those of others") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  const std::string book = (folder.path() / "book.SGF").string();
  const std::string out = (folder.path() / "out").string();
  write_file(file,
             "name: t\ngames: [hex:size=5]\nagents: [{name: a, agent: random}, {name: b, agent: random}]\n"
             "format: {games_per_pair: 2}\nopenings: {file: '" +
                 book + "', plies: 2}\n");
  write_file(book,
             "(;FF[4]GM[11]SZ[5];B[a1](;W[B2];B[c3])(;W[e5]))\n(;GM[1]SZ[19];B[aa])\n(;GM[11];W[a1])\n"
             "(;SZ[7];B[a1])\n(;B[a1];W[a1])\n(;AB[a1];W[b2])\n(;B[a1]");
  const auto run = ludex("run " + file + " --quiet --out " + out);
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  CHECK(run.err.find("book.SGF:2:1: warning: GM[1] is another game, expected GM[11]") != std::string::npos);
  CHECK(run.err.find("book.SGF:3:11: warning: a move of White, but it is the other's turn") !=
        std::string::npos);
  CHECK(run.err.find("book.SGF:4:1: warning: SZ[7] is another board, expected SZ[5]") != std::string::npos);
  CHECK(run.err.find("book.SGF:5:10: warning: W[a1] is not a legal move here") != std::string::npos);
  CHECK(run.err.find("book.SGF:6:1: warning: the board is set up") != std::string::npos);
  CHECK(run.err.find("book.SGF:7:1: warning: the text ends within this game") != std::string::npos);
  CHECK(run.err.find("6 of 7 games left out") != std::string::npos);
  CHECK(read_file(fs::path(out) / "games.jsonl").find(R"("opening":["a1","b2"])") != std::string::npos);
  // Its own games are a book without a flaw.
  const auto exported = ludex("export " + out + " --format sgf --out '" + book + "'");
  REQUIRE_MESSAGE(exported.exit_code == 0, exported.err);
  CHECK(ludex("run " + file + " --dry-run --strict --out " + out + "2").exit_code == 0);
  // A game that the format does not know.
  const auto chess = ludex("run " + file + " --dry-run --out " + out + "3 --set games=[breakthrough]");
  CHECK(chess.exit_code == 2);
  CHECK(chess.err.find("the Smart Game Format does not know 'breakthrough'") != std::string::npos);
}

TEST_CASE("perft of a suite checks every count, and names those that differ") {
  const TemporaryFolder folder;
  const auto suite = [&](const std::string& text, const std::string& more = "") {
    write_file(folder.path() / "s.epd", text);
    return ludex("perft chess 3 --suite " + (folder.path() / "s.epd").string() + " " + more);
  };
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ";
  const auto right = ludex("perft chess 3 --suite " + foreign("suite/perft.epd"));
  REQUIRE_MESSAGE(right.exit_code == 0, right.err);
  CHECK(right.out.starts_with("chess: 0 of 3 counts differ, 1 of 1 position, 9322 nodes"));
  // No deeper than asked.
  CHECK(suite(start + ";D1 20 ;D2 400 ;D4 1\n").exit_code == 0);
  const auto wrong = suite(start + ";D1 20 ;D2 401\nno position\n", "--json");
  CHECK(wrong.exit_code == 3);
  const Json json = Json::parse(wrong.out);
  CHECK(json["different"] == 1);
  CHECK(json["counts"][1]["nodes"] == 400);
  CHECK(json["counts"][1]["told"] == 401);
  CHECK(wrong.err.find("s.epd:2: warning: ") != std::string::npos);
  CHECK(suite(start + ";D1 20\nno position\n", "--strict").exit_code == 2);
  CHECK(suite(start + "bm e4;\n").exit_code == 2);
  CHECK(suite(start + ";D1 20\n", "--divide").exit_code == 2);
}

TEST_CASE("a comma within a move of an EPD file does not split it, one between moves does") {
  const TemporaryFolder folder;
  const std::string start = "24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 first ";
  const std::string file = folder.write(
      "plays.epd", start + "31 0 bm 8/5,6/5; id \"31\";\n" + start + "42 0 bm 8/4,6/4 24/18; id \"42\";\n");
  const auto suite = ludex("suite backgammon '" + file + "' --agent alpha-beta --depth 1");
  CHECK_MESSAGE(suite.exit_code == 0, suite.err);
  CHECK(suite.out.find("2 of 2 solved") != std::string::npos);
  const std::string between =
      folder.write("moves.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e3,e2e4,Kd1,Kf1,Kd2,Kf2; id \"all\";\n");
  const auto all = ludex("suite chess '" + between + "' --agent alpha-beta --depth 1");
  CHECK_MESSAGE(all.out.find("1 of 1 solved") != std::string::npos, all.err);
}

}  // namespace ludex::tests
