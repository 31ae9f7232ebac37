// Exact endgames by alpha-beta: scores of an independent solver (../shared/data/othello: Edax 4.6, checked by
// another), and lines that keep them.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>

#include "tests/support/csv.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {

namespace {

Outcome outcome_of(int score) {
  return score > 0 ? Outcome::kWin : score < 0 ? Outcome::kLoss : Outcome::kDraw;
}
// The score at the end of the report's line, for the side to move at its start, if it goes so far; the line
// must be legal.
std::optional<int> score_of_line(Position position, const SearchReport& report) {
  const Player mover = position.to_move();
  for (std::uint32_t i = 0; i < report.pv_size; ++i) {
    const auto moves = position.legal_moves();
    REQUIRE(std::find(moves.begin(), moves.end(), report.pv[i]) != moves.end());
    position.apply(report.pv[i]);
  }
  if (!position.over()) return std::nullopt;
  return find<Score>(position.game())->score(position.state(), mover);
}

}  // namespace

TEST_CASE("alpha-beta has every score of the Othello endgames") {
  const OwnedGame game = make_game("othello", {{"end", "no-moves"}});
  const OwnedAgent agent = make_agent("alpha-beta", {{"tt_mib", "16"}});
  begin(*agent, *game, 1);
  int whole = 0;  // lines to the end; a table loses some
  int broken = 0;
  for (const int empties : {10, 12, 14, 16, 18}) {
    const auto path = oracle("othello/endgames_" + std::to_string(empties) + ".csv");
    if (!path) return;
    if (kSanitized && empties > 14) continue;
    std::uint32_t left = samples(empties == 18 ? 5 : empties == 16 ? 60 : 250);
    for (const auto& row : read_csv(*path)) {
      if (left-- == 0) break;
      const auto position = Position::from_text(*game, row.at("position") + " " + row.at("side"));
      REQUIRE(position);
      const int score = std::stoi(row.at("score"));
      const Solution exact = solve(*agent, *position, Goal::kValue);
      CHECK(exact.report.value == score);
      CHECK(exact.report.value_unit == ValueUnit::kScore);
      CHECK(exact.report.outcome == outcome_of(score));
      const auto kept = score_of_line(*position, exact.report);
      if (kept) CHECK(*kept == score);
      ++(kept ? whole : broken);
      for (const Goal goal : {Goal::kWin, Goal::kDraw})
        CHECK(solve(*agent, *position, goal).report.outcome == outcome_of(score));
    }
  }
  CHECK(whole > 20 * broken);
}

TEST_CASE("alpha-beta has score and best moves of the FFO endgames") {
  const auto path = oracle("othello/ffo_1_20.csv");
  if (!path || kSanitized) return;
  const OwnedGame game = make_game("othello");
  const OwnedAgent agent = make_agent("alpha-beta", {{"endgame", "20"}});
  begin(*agent, *game, 1);
  for (const auto& row : read_csv(*path)) {
    if (std::stoi(row.at("empties")) > 17) continue;
    const auto position = Position::from_text(*game, row.at("position") + " " + row.at("side"));
    REQUIRE(position);
    CHECK(solve(*agent, *position, Goal::kValue).report.value == std::stoi(row.at("best_score")));
    // As a player, from so many empty squares on.
    const Answer played = ask(*agent, *position, nodes(20'000'000));
    CHECK(played.report.value == std::stoi(row.at("best_score")));
    std::string text = position->move_text(played.move);
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
    CHECK(row.at("best_moves").find(text) != std::string::npos);
  }
}

TEST_CASE("small Othello boards by alpha-beta") {
  // 4x4: 11-3 for the second player, two squares empty.
  const OwnedGame game = make_game("othello", {{"size", "4"}});
  const OwnedAgent agent = make_agent("alpha-beta", {{"tt_mib", "1"}});
  begin(*agent, *game, 1);
  const Solution solution = solve(*agent, Position(*game), Goal::kValue);
  CHECK(solution.report.outcome == Outcome::kLoss);
  CHECK(solution.report.value == -10);
}

TEST_CASE("an exact search that runs out of its budget claims nothing") {
  const OwnedGame game = make_game("othello");
  const OwnedAgent agent = make_agent("alpha-beta", {{"tt_mib", "1"}, {"endgame", "60"}});
  begin(*agent, *game, 1);
  const Position start(*game);
  const Solution solution = solve(*agent, start, Goal::kValue, 5'000);
  CHECK(solution.report.outcome == Outcome::kUnknown);
  CHECK(solution.report.nodes <= 5'000);
  // Playing goes on with what is left.
  const Answer played = ask(*agent, start, nodes(60'000));
  CHECK(played.report.outcome == Outcome::kUnknown);
  CHECK(played.report.depth > 3);
  CHECK(played.report.nodes <= 60'000);
}

// The scores of Connect Four positions, of a public solver. LUDEX_LONG=1: all 1,800 of them.
TEST_CASE("alpha-beta has the exact scores of Connect Four positions") {
  const auto path = oracle("connect-four/positions.csv");
  if (!path) return;
  const bool thorough = std::getenv("LUDEX_LONG") != nullptr;
  const OwnedGame game = make_game("connect-k");
  const OwnedAgent agent = make_agent("alpha-beta", {{"tt_mib", thorough ? "1024" : "16"}});
  begin(*agent, *game, 1);
  std::map<std::string, std::uint32_t> done;
  for (const auto& row : read_csv(*path)) {
    const std::string& set = row.at("set");
    const bool easy = set == "L3_R1" || set == "L2_R1" || set == "L1_R1";
    if (!thorough && done[set] >= samples(easy ? 60 : set == "L2_R2" ? 20 : 2)) continue;
    ++done[set];
    Position position(*game);
    for (const char column : row.at("columns_played")) {
      const auto move = position.parse_move(std::string(1, static_cast<char>(column - '1' + 'a')));
      REQUIRE(move);
      position.apply(*move);
    }
    const int score = std::stoi(row.at("score"));
    CAPTURE(row.at("columns_played"));
    const Solution exact = solve(*agent, position, Goal::kValue);
    CHECK(exact.report.value == score);
    CHECK(exact.report.outcome == outcome_of(score));
    if (const auto kept = score_of_line(position, exact.report)) CHECK(*kept == score);
    CHECK(solve(*agent, position, Goal::kWin).report.outcome == outcome_of(score));
  }
}

}  // namespace ludex::tests
