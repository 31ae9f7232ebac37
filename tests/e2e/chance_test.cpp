// Games with chance in the arena: the host rolls, the same dice for all games from one opening, in every
// mode.
#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

const std::string kTournament =
    "name: dice\ngames:\n  - {game: pig, params: {target: 20}, openings: {random_plies: 2}}\n"
    "  - {game: einstein}\n  - {game: backgammon, params: {scoring: single}}\n"
    "agents:\n  - {name: uct, agent: uct, params: {memory_mib: 16}, budget: {iterations: 20}}\n"
    "  - {name: ab, agent: alpha-beta, budget: {nodes: 20}}\n  - {name: random, agent: random}\n"
    "format: {games_per_pair: 4}\n";

std::string run(const TemporaryFolder& folder, const std::string& mode, const std::string& more = "",
                const std::string& name = "") {
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file, kTournament + more);
  const std::string out = (folder.path() / (name.empty() ? mode : name)).string();
  const auto answer = ludex("run " + file + " --mode " + mode + " --concurrency 2 --out " + out);
  REQUIRE_MESSAGE(answer.exit_code == 0, answer.err);
  return out;
}

// Games without their costs.
std::vector<std::string> moves_of(const std::string& out) {
  std::vector<std::string> list;
  for (const Json& game : games(out))
    list.push_back(game["id"].dump() + game["opening"].dump() + game["moves"].dump() +
                   game["outcome"].dump());
  return list;
}

}  // namespace

TEST_CASE("dice fall alike in every mode, and the rules agree with the log") {
  const TemporaryFolder folder;
  const std::string inside = run(folder, "inline");
  const auto moves = moves_of(inside);
  CHECK(moves.size() == 36);
  for (const std::string mode : {"shared", "dedicated"}) {
    CAPTURE(mode);
    CHECK(moves_of(run(folder, mode)) == moves);
  }
  const auto verified = ludex("verify " + inside);
  CHECK_MESSAGE(verified.exit_code == 0, verified.out << verified.err);
  const auto shown = ludex("show " + inside + " 1 --moves");
  CHECK(shown.exit_code == 0);
  CHECK(shown.out.find(" *  ") != std::string::npos);
  // Another seed for the dice alone changes the games.
  CHECK(moves_of(run(folder, "inline", "dice_seed: 7\n", "other")) != moves);
}

// Outcomes of einstein are one digit, of backgammon two; moves are longer.
TEST_CASE("duplicate dice: roll number i is the same in all games from one opening") {
  const TemporaryFolder folder;
  std::map<std::string, std::vector<std::string>> rolls;
  int compared = 0;
  for (const Json& game : games(run(folder, "inline"))) {
    if (game["game"].get<std::string>().starts_with("pig")) continue;
    std::vector<std::string> own;
    for (const Json& move : game["moves"]) {
      const std::string text = move.get<std::string>();
      const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
      if (digits && text.size() <= 2) own.push_back(text);
    }
    CHECK(own.size() > 3);
    const std::string key = game["game"].dump() + game["round"].dump();
    auto& first = rolls[key];
    for (std::size_t i = 0; i < std::min(first.size(), own.size()); ++i) {
      CHECK(first[i] == own[i]);
      ++compared;
    }
    if (own.size() > first.size()) first = own;
  }
  CHECK(compared > 100);
}

TEST_CASE("a tournament with dice resumes after any game") {
  const TemporaryFolder folder;
  const std::string out = run(folder, "shared");
  const auto whole = moves_of(out);
  const std::string log = out + "/games.jsonl";
  const std::string text = read_file(log);
  std::size_t at = 0;
  for (int line = 0; line < 7; ++line) at = text.find('\n', at) + 1;
  std::filesystem::resize_file(log, at + 10);  // in the middle of the eighth game
  const auto resumed = ludex("run " + (folder.path() / "t.yaml").string() +
                             " --mode shared --concurrency 2 --resume --out " + out);
  REQUIRE_MESSAGE(resumed.exit_code == 0, resumed.err);
  CHECK(moves_of(out) == whole);
}

TEST_CASE("a competition with dice needs a seed for them that nobody can guess") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file, kTournament + "mode: competition\n");
  const auto refused = ludex("check " + file);
  CHECK(refused.exit_code == 2);
  CHECK(refused.err.find("t.yaml:3:") != std::string::npos);
  CHECK(refused.err.find("needs 'dice_seed'") != std::string::npos);
}

TEST_CASE("play rolls, or takes the dice of a person; analyze shows values by outcome") {
  const TemporaryFolder folder;
  const auto in = [&](const std::string& arguments, const std::string& input) {
    write_file(folder.path() / "in", input);
    const std::string out = folder.path() / "out";
    const std::string command = "'" LUDEX_BUILD_DIR "/ludex' " + arguments + " < '" +
                                (folder.path() / "in").string() + "' > '" + out + "' 2> /dev/null";
    static_cast<void>(std::system(command.c_str()));
    return read_file(out);
  };
  const std::string own =
      in("play backgammon human human --dice", "31\n8/5,6/5\n66\n24/18(2),13/7(2)\nquit\n");
  CHECK(own.find("chance: 31") != std::string::npos);
  CHECK(own.find("chance: 66") != std::string::npos);
  CHECK(own.find("left after: 31 8/5,6/5 66 24/18(2),13/7(2)") != std::string::npos);
  const std::string rolled = in("play backgammon human human --seed 3", "undo\nquit\n");
  CHECK(rolled.find("chance: ") != std::string::npos);

  const auto analysis = ludex("analyze backgammon --agent alpha-beta --nodes 20 --json");
  REQUIRE_MESSAGE(analysis.exit_code == 0, analysis.err);
  const Json json = Json::parse(analysis.out);
  CHECK(json["outcomes"].size() == 15);
  double sum = 0;
  for (const Json& one : json["outcomes"]) sum += one["probability"].get<double>();
  CHECK(sum == doctest::Approx(1));
  const auto refused = ludex("solve einstein --agent df-pn");
  CHECK(refused.exit_code == 2);
}

}  // namespace ludex::tests
