// Legal plays as GNU Backgammon lists them: Debian's gnubg, run at the terminal; skipped where it is not
// installed. LUDEX_GNUBG_POSITIONS: how many positions (400).
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/backgammon/backgammon.hpp"
#include "games/backgammon/identifiers.hpp"
#include "tests/support/command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::tests {
namespace {

using games::backgammon::BackgammonRules;
using State = BackgammonRules::State;

constexpr const char* kGnubg = "/usr/games/gnubg";

// Positions of random games where a player decides.
std::vector<State> random_positions(const BackgammonRules& rules, std::size_t count) {
  std::vector<State> positions;
  Rng rng = Rng::seeded(count);
  std::vector<Move> moves(rules.traits().max_moves);
  while (positions.size() < count) {
    State s = rules.initial();
    while (s.status == 0) {
      if (s.high != 0 && rng.below(8) == 0) positions.push_back(s);
      rules.apply(
          s, s.high == 0 ? rules.draw_outcome(s, rng) : moves[rng.below(rules.legal_moves(s, moves.data()))]);
    }
  }
  positions.resize(count);
  return positions;
}

// The play of "    1. Cubeful 0-ply    8/5 6/5                      Eq.: +0.200"; "" in other lines.
std::string play_in(const std::string& line) {
  const auto begin = line.find("-ply ");
  const auto end = line.find(" Eq.:");
  if (begin == std::string::npos || end == std::string::npos || line.find(". Cube") == std::string::npos)
    return "";
  std::string play = line.substr(begin + 5, end - begin - 5);
  play.erase(0, play.find_first_not_of(' '));
  play.erase(play.find_last_not_of(' ') + 1);
  return play;
}

TEST_CASE("Backgammon: legal plays are those that GNU Backgammon lists") {
  if (!std::filesystem::exists(kGnubg)) {
    MESSAGE("skipped: no " << kGnubg << " here (Debian's package gnubg)");
    return;
  }
  const char* const wanted = std::getenv("LUDEX_GNUBG_POSITIONS");
  const BackgammonRules rules(true, 10'000);
  const auto positions = random_positions(rules, wanted == nullptr ? 400 : std::strtoul(wanted, nullptr, 10));
  const TemporaryFolder folder;
  std::string script =
      "set automatic roll off\nset automatic game off\nset automatic bearoff off\nset automatic move off\n"
      "set player 0 human\nset player 1 human\nset evaluation chequerplay evaluation plies 0\n"
      "set confirm new off\n";
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const State& s = positions[i];
    // It remembers the positions of a game, and slows down.
    if (i % 200 == 0) script += "new game\nset turn 1\n";
    script += "set board " + games::backgammon::gnubg_id(s.men[s.mover], s.men[1U - s.mover]) +
              "\nset dice " + std::to_string(s.high) + " " + std::to_string(s.low) + "\nhint 4000\n";
  }
  const auto run = run_shell(std::string(kGnubg) + " -t -q", "< '" + folder.write("commands", script) + "'");
  REQUIRE(run.exit_code == 0);
  // A list follows each roll.
  std::vector<std::vector<std::string>> lists;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) {
    CHECK_MESSAGE(line.find("Illegal") == std::string::npos, line);
    if (line.find("The dice have been set") != std::string::npos) lists.emplace_back();
    const std::string play = play_in(line);
    if (!play.empty() && !lists.empty()) lists.back().push_back(play);
  }
  REQUIRE(lists.size() == positions.size());
  std::size_t compared = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const State& s = positions[i];
    CAPTURE(rules.position_text(s));
    std::vector<Move> moves(rules.traits().max_moves);
    moves.resize(rules.legal_moves(s, moves.data()));
    std::sort(moves.begin(), moves.end());
    if (moves == std::vector{games::backgammon::kCannotMove}) {
      CHECK(lists[i].empty());
      continue;
    }
    std::vector<Move> listed;
    for (const std::string& play : lists[i]) {
      const auto read = rules.parse_move(s, play);
      REQUIRE_MESSAGE(read.ok(), (read.ok() ? "" : read.error()));
      listed.push_back(*read);
    }
    std::sort(listed.begin(), listed.end());
    REQUIRE(listed == moves);
    compared += moves.size();
  }
  MESSAGE(positions.size() << " positions, " << compared << " plays");
}

}  // namespace
}  // namespace ludex::tests
