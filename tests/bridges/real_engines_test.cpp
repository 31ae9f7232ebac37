// Debian's stockfish and fairy-stockfish as opponents: 300 games of chess and of MiniShogi without a fault,
// and in every position of every game the same legal moves as ours (a differential test of both rule
// modules).
#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <unistd.h>

#include "arena/base/json/value.hpp"
#include "arena/host/plugins/registry.hpp"
#include "core/game/extensions.hpp"
#include "core/game/position.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

std::string find_engine(const std::string& name) {
  for (const char* folder : {"/usr/games/", "/usr/bin/", "/usr/local/bin/"}) {
    if (access((folder + name).c_str(), X_OK) == 0) return folder + name;
  }
  // For machines without the packages.
  const char* const extra = std::getenv("LUDEX_ENGINES");
  if (extra != nullptr && access((extra + ("/" + name)).c_str(), X_OK) == 0) return extra + ("/" + name);
  MESSAGE(name, " is not installed (apt-get install ", name, "): the games against it are not played");
  return "";
}

constexpr bool kSlow = kSanitized;

// The moves after which "go perft 1" writes a count.
std::set<std::string> perft_moves(std::istringstream& lines) {
  std::set<std::string> moves;
  for (std::string line; std::getline(lines, line) && line.find("Nodes searched") == std::string::npos;) {
    const auto colon = line.find(": 1");
    if (colon != std::string::npos && line.find(' ') == colon + 1) moves.insert(line.substr(0, colon));
  }
  return moves;
}

void play_and_compare(const std::string& engine, const std::string& game_id, const std::string& opponent,
                      std::size_t games_wanted, const arena::host::Settings& params = {}) {
  std::string settings =
      params.empty() ? "" : ", params: {" + params[0].first + ": " + params[0].second + "}";
  const TemporaryFolder folder;
  const auto out = folder.path() / "out";
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file, "name: real\ngames: [ {game: " + game_id +
                       "} ]\nagents:\n  - {name: theirs, agent: uci-engine, "
                       "params: {command: '" +
                       engine + "', options: 'Hash=1'}, budget: {nodes: 1}}\n  - {name: ours, " + opponent +
                       ", budget: {nodes: 40}}\nopenings: {random_plies: 4}\nformat: {games_per_pair: " +
                       std::to_string(games_wanted) + "}\n");
  const auto run = ludex("run " + file + " --concurrency 2 --out " + out.string());
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);

  arena::host::Registry registry({{LUDEX_BUILD_DIR "/plugins"}, LUDEX_BUILD_DIR "/ludex"});
  const auto made = registry.make_game({game_id, params});
  REQUIRE(made.ok());
  const Game& game = **made;
  const auto& texts = *find<Uci>(game);
  const auto list = games(out);
  REQUIRE(list.size() == games_wanted);
  std::string questions = "setoption name UCI_Variant value " + game_id + "\n";
  std::vector<std::set<std::string>> expected;
  for (const Json& record : list) {
    CAPTURE(record.dump());
    REQUIRE(record["termination"] == "normal");
    Position position(game);
    std::string line = "position startpos moves";
    auto moves = record["opening"].get<std::vector<std::string>>();
    for (const auto& move : record["moves"]) moves.push_back(move);
    for (const std::string& text : moves) {
      const auto move = position.parse_move(text);
      REQUIRE(move.ok());
      StringSink uci;
      texts.write_move(position.state(), *move, UciDialect::kUci, uci);
      line += ' ' + uci.text();
      position.apply(*move);
      if (position.over()) break;
      std::set<std::string> legal;
      for (const Move m : position.legal_moves()) {
        StringSink out_text;
        texts.write_move(position.state(), m, UciDialect::kUci, out_text);
        legal.insert(out_text.take());
      }
      expected.push_back(std::move(legal));
      questions += line + "\ngo perft 1\n";
    }
    const auto winner = winner_of(position.status());
    CHECK(position.over());
    CHECK(record["outcome"] == (winner == kNobody ? "1/2-1/2" : winner == 0 ? "1-0" : "0-1"));
  }
  const std::string input = folder.path() / "in";
  const std::string output = folder.path() / "perft";
  write_file(input, questions + "quit\n");
  REQUIRE(std::system(("'" + engine + "' < '" + input + "' > '" + output + "' 2> /dev/null").c_str()) == 0);
  std::istringstream lines(read_file(output));
  std::size_t different = 0;
  for (const auto& legal : expected) different += perft_moves(lines) != legal ? 1 : 0;
  CHECK(different == 0);
  CHECK(expected.size() > 10 * games_wanted);
  MESSAGE(game_id, ": ", list.size(), " games, ", expected.size(), " positions compared");
}

}  // namespace

TEST_CASE("stockfish and our chess agree") {
  if (const std::string engine = find_engine("stockfish"); !engine.empty())
    play_and_compare(engine, "chess", "agent: alpha-beta, params: {tt_mib: 1}", kSlow ? 10 : 300);
}

TEST_CASE("fairy-stockfish and our MiniShogi agree") {
  if (const std::string engine = find_engine("fairy-stockfish"); !engine.empty())
    // Its perft counts mates by a dropped pawn, as uchifuzume=legal does.
    play_and_compare(engine, "minishogi", "agent: uct, params: {memory_mib: 16}", kSlow ? 10 : 300,
                     {{"uchifuzume", "legal"}});
}

TEST_CASE("an option of a real engine is tuned: each trial's value is what the engine is told") {
  const std::string engine = find_engine("stockfish");
  if (engine.empty()) return;
  const TemporaryFolder folder;
  const std::string told = folder.path() / "told";
  const std::string wrapper = folder.path() / "engine.sh";
  write_file(wrapper, "tee -a '" + told + "' | '" + engine + "'\n");
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(
      file,
      "name: skill\ngames: [ {game: chess, params: {max_plies: 40}} ]\nagents:\n"
      "  - {name: theirs, agent: uci-engine, params: {command: sh, args: '" +
          wrapper +
          "', options: 'Hash=1'}, budget: {nodes: 20}}\n  - {name: ours, agent: random}\n"
          "openings: {random_plies: 2}\nbudget: {nodes: 1}\nlimits: {processes: 8}\ntune:\n  agent: theirs\n"
          "  opponents: [ours]\n  parameters:\n"
          "    'options.Skill Level': {type: integer, range: [0, 20], default: 20}\n"
          "  method: spsa\n  games: 24\n  ahead: 2\n  validation: none\n");
  const std::string out = folder.path() / "out";
  const auto tune = ludex("tune " + file + " --quiet --out " + out);
  REQUIRE_MESSAGE(tune.exit_code == 0, tune.err);
  std::set<std::string> values;
  for (const Json& record : games(out)) {
    REQUIRE(record["termination"] != "crash");
    for (const Json& seat : record["params"]) {
      for (const auto& [name, value] : seat.items()) values.insert(value.get<std::string>());
    }
  }
  CHECK(values.size() > 1);
  const std::string input = read_file(told);
  for (const std::string& value : values) {
    const std::string level = value.substr(value.rfind('=') + 1);
    CHECK_MESSAGE(input.find("setoption name Skill Level value " + level + "\n") != std::string::npos, value);
  }
}

}  // namespace ludex::tests
