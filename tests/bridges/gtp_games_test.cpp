// GTP for every game of two players without chance, both ways: standard names where the game has them, else
// its own texts.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "arena/host/plugins/registry.hpp"
#include "core/game/gtp_texts.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

const std::string kLudex = LUDEX_BUILD_DIR "/ludex";
const std::string kHexRules = LUDEX_TEST_DIR "/../games/lud/descriptions/Hex.lud";

std::string session(const std::string& arguments, const std::string& input) {
  const TemporaryFolder folder;
  write_file(folder.path() / "in", input);
  const std::string out = folder.path() / "out";
  const std::string command = "'" + kLudex + "' " + arguments + " < '" + (folder.path() / "in").string() +
                              "' > '" + out + "' 2> /dev/null";
  REQUIRE(std::system(command.c_str()) == 0);
  return read_file(out);
}

std::vector<Json> tournament(const std::string& game, const std::string& agents) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file, "name: gtp\ngames: [ {game: " + game + "} ]\nagents:\n" + agents +
                       "openings: {random_plies: 3}\nformat: {games_per_pair: 2}\n");
  const auto run = ludex("run " + file + " --concurrency 1 --out " + (folder.path() / "out").string());
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  return games(folder.path() / "out");
}

std::string served(const std::string& name, const std::string& game, const std::string& agent) {
  return "  - {name: " + name + ", agent: gtp-engine, params: {command: '" + kLudex + "', args: 'gtp " +
         game + " " + agent + " --nodes 200', budget: own}}\n";
}

}  // namespace

TEST_CASE("GTP texts of every game are words, and are read back as they were") {
  arena::host::Registry registry({{LUDEX_BUILD_DIR "/plugins"}, LUDEX_BUILD_DIR "/ludex"});
  Rng rng = Rng::seeded(2);
  std::size_t seen = 0;
  const auto walk = [&](const Game& game, const std::string& name) {
    if (game.traits().players != 2 || (game.traits().flags & kDeterministic) == 0) return;
    ++seen;
    CAPTURE(name);
    const GtpTexts texts(game);
    for (int i = 0; i < (kSanitized ? 1 : 3); ++i) {
      int plies = 0;
      for (Position position(game); !position.over() && plies < 60; ++plies) {
        CAPTURE(position.text());
        const auto moves = position.legal_moves();
        for (const Move move : moves) {
          const std::string text = texts.move_text(position.state(), move);
          REQUIRE(text.find_first_of(" \t\n#") == std::string::npos);
          REQUIRE(!text.empty());
          const auto read = texts.read_move(position.state(), text);
          REQUIRE_MESSAGE(read.ok(), text);
          REQUIRE(*read == move);
        }
        const auto setup = texts.setup(position.state());
        if (!texts.standard()) {
          REQUIRE(setup.ok());
          REQUIRE(setup->starts_with("clear_board\n"));
          REQUIRE(setup->find('#') == std::string::npos);
        }
        position.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      }
    }
  };
  for (const auto& plugin : registry.plugins()) {
    if (plugin.kind != PluginKind::kGame || !plugin.accepted) continue;
    if (const auto made = registry.make_game({plugin.id, {}}); made) walk(**made, plugin.id);
  }
  const auto rules = registry.make_game({"lud", {{"file", kHexRules}}});
  REQUIRE(rules.ok());
  walk(**rules, "lud");
  CHECK(seen >= 13);
}

TEST_CASE("both ways: ludex gtp against gtp-engine, at any game, from any opening") {
  struct Case {
    std::string game;
    std::string id;
    std::string first = "alpha-beta";
  };
  for (const Case& c :
       {Case{"othello", "othello"}, Case{"loa", "loa"}, Case{"awari", "awari"},
        Case{"chess, params: {max_plies: 40}", "chess:max_plies=40"}, Case{"checkers", "checkers"},
        Case{"lud, params: {file: '" + kHexRules + "'}", "lud:file=" + kHexRules, "mtd"}}) {
    CAPTURE(c.id);
    const auto list =
        tournament(c.game, served("first", c.id, c.first) + served("second", c.id, "uct:memory_mib=16"));
    REQUIRE(list.size() == 2);
    for (const Json& record : list) {
      CAPTURE(record.dump());
      CHECK(record["termination"] == "normal");
      CHECK(record["opening"].size() == 3);
    }
  }
}

TEST_CASE("private commands of ludex gtp") {
  const std::string out =
      session("gtp mnk:m=3,n=3 random",
              "list_commands\nludex-game\nplay b a1\nplay w b2\nludex-position\nclear_board\n"
              "ludex-position nonsense\nboardsize 9\nfinal_score\nquit\n");
  CHECK(out.find("\nludex-game\nludex-position\n") != std::string::npos);
  CHECK(out.find("= mnk:m=3,n=3\n") != std::string::npos);
  CHECK(out.find("? unreadable position: ") != std::string::npos);
  CHECK(out.find("? unacceptable size\n") != std::string::npos);
  CHECK(out.find("? cannot score\n") != std::string::npos);
  // b moves first and fills a row; w's moves do not help.
  CHECK(session("gtp mnk:m=3,n=3 random",
                "play b a1\nplay w a2\nplay b b1\nplay w b2\nplay b c1\nfinal_score\ngenmove w\nquit\n")
            .find("= B+\n") != std::string::npos);
  const auto refused = ludex("gtp backgammon random");
  CHECK(refused.exit_code == 2);
  CHECK(refused.err.find("'backgammon' cannot be played over GTP, which needs a game without chance moves") !=
        std::string::npos);
  CHECK(ludex("gtp chinese-checkers:players=3 random").err.find("needs two players") != std::string::npos);
}

}  // namespace ludex::tests
