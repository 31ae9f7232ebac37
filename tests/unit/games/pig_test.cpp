#include "games/pig/pig.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/game_contract.hpp"
#include "tests/support/make_rules.hpp"
#include "tests/support/pig_solver.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using games::pig::kRoll;
using games::pig::Pig;
using games::pig::PigRules;

// The same values from the text of the rules alone, by policy iteration: each policy's values are the
// solution of linear equations, found by elimination.
class ByPolicies {
 public:
  explicit ByPolicies(std::size_t target) : target_(target) {
    for (std::size_t i = 0; i < target; ++i)
      for (std::size_t j = 0; j < target; ++j)
        for (std::size_t k = 0; i + k < target; ++k) places_.push_back({i, j, k});
    std::vector<bool> holds(places_.size(), false);
    for (bool better = true; better;) {
      values_ = solution(holds);
      better = false;
      for (std::size_t n = 0; n < places_.size(); ++n) {
        const auto [i, j, k] = places_[n];
        if (k == 0) continue;
        const double hold = 1 - values_[index(j, i + k, 0)];
        double roll = (1 - values_[index(j, i, 0)]) / 6;
        for (std::size_t pips = 2; pips <= 6; ++pips)
          roll += (i + k + pips >= target_ ? 1 : values_[index(i, j, k + pips)]) / 6;
        const bool wanted = holds[n] ? hold > roll - 1e-12 : hold > roll + 1e-12;
        better = better || wanted != holds[n];
        holds[n] = wanted;
      }
    }
  }
  [[nodiscard]] double value(std::size_t i, std::size_t j, std::size_t k) const {
    return values_[index(i, j, k)];
  }

 private:
  using Row = std::vector<double>;

  [[nodiscard]] std::size_t index(std::size_t i, std::size_t j, std::size_t k) const {
    const auto found = std::lower_bound(places_.begin(), places_.end(), std::array{i, j, k});
    return static_cast<std::size_t>(found - places_.begin());
  }
  [[nodiscard]] Row solution(const std::vector<bool>& holds) const {
    const std::size_t size = places_.size();
    std::vector<Row> rows(size, Row(size + 1, 0));
    for (std::size_t n = 0; n < size; ++n) {
      const auto [i, j, k] = places_[n];
      Row& row = rows[n];
      row[n] += 1;
      if (holds[n]) {
        row[index(j, i + k, 0)] += 1;
        row[size] += 1;
        continue;
      }
      row[index(j, i, 0)] += 1.0 / 6;
      row[size] += 1.0 / 6;
      for (std::size_t pips = 2; pips <= 6; ++pips) {
        if (i + k + pips >= target_) {
          row[size] += 1.0 / 6;
        } else {
          row[index(i, j, k + pips)] -= 1.0 / 6;
        }
      }
    }
    for (std::size_t n = 0; n < size; ++n) {
      std::size_t pivot = n;
      for (std::size_t r = n; r < size; ++r)
        if (std::abs(rows[r][n]) > std::abs(rows[pivot][n])) pivot = r;
      std::swap(rows[n], rows[pivot]);
      for (std::size_t r = 0; r < size; ++r) {
        const double factor = r == n ? 0 : rows[r][n] / rows[n][n];
        if (factor == 0) continue;
        for (std::size_t c = n; c <= size; ++c) rows[r][c] -= factor * rows[n][c];
      }
    }
    Row values(size);
    for (std::size_t n = 0; n < size; ++n) values[n] = rows[n][size] / rows[n][n];
    return values;
  }

  std::size_t target_;
  std::vector<std::array<std::size_t, 3>> places_;
  Row values_;
};

TEST_CASE("Pig keeps the contract of games") {
  check_game_contract(PigRules(100, 20'000), 20, 1);
  check_game_contract(PigRules(5, 30), 200, 2);
  check_playouts(PigRules(100, 20'000), samples(5'000), 3);
  check_playouts(PigRules(6, 40), samples(20'000), 4);
}

TEST_CASE("Pig to 100: the first player wins 53.06 % under optimal play") {
  if (kSanitized) return;  // a million positions; the small targets below remain
  // Neller & Presser 2004.
  CHECK(std::abs(PigByIteration(100).value(0, 0, 0) - 0.5306) < 0.00005);
}

TEST_CASE("Pig to small targets: two solvers agree on every position") {
  CHECK(PigByIteration(2).value(0, 0, 0) == doctest::Approx(6.0 / 7));
  for (const std::uint32_t target : {3U, 7U, 11U}) {
    CAPTURE(target);
    const PigByIteration one(target);
    const ByPolicies other(target);
    for (std::uint32_t i = 0; i < target; ++i)
      for (std::uint32_t j = 0; j < target; ++j)
        for (std::uint32_t k = 0; i + k < target; ++k) {
          if (k == 1) continue;
          CHECK(std::abs(one.value(i, j, k) - other.value(i, j, k)) < 1e-9);
        }
  }
}

TEST_CASE("Pig: moves, outcomes and ends") {
  const PigRules rules(10, 60);
  PigRules::State s = rules.initial();
  const auto play = [&](const std::string& text) {
    std::array<Move, 6> moves{};
    const std::uint32_t n = rules.legal_moves(s, moves.data());
    for (std::uint32_t i = 0; i < n; ++i) {
      if (rules.move_text(s, moves[i]) == text) return rules.apply(s, moves[i]);
    }
    FAIL(text << " is not legal in " << rules.position_text(s));
    return GameStatus::kDraw;
  };
  CHECK(legal_texts(rules, s) == std::vector<std::string>{"roll"});
  for (const char* text : {"roll", "6", "hold", "roll", "5", "roll", "1", "roll"}) play(text);
  CHECK(rules.position_text(s) == "6 0 first 0 die 8");
  CHECK(rules.evaluate(s) == 6000);
  CHECK(play("2") == GameStatus::kOngoing);
  CHECK(legal_texts(rules, s) == std::vector<std::string>{"hold", "roll"});
  CHECK(rules.board_text(s) == " first  6 + 2 of 10\n second 0 of 10\nfirst to move\n");
  play("roll");
  CHECK(play("2") == win_for(0));
  CHECK(rules.position_text(s) == "10 0 first 0 player 11");
  CHECK(perft(rules, rules.initial(), 3) == 11);  // 1, 6; then roll alone after a 1, else hold or roll
  const PigRules brief(10, 2);
  s = brief.initial();
  brief.apply(s, kRoll);
  CHECK(brief.apply(s, games::pig::outcome(1)) == GameStatus::kDraw);
}

TEST_CASE("Pig: texts that contradict themselves or the grammar are refused") {
  const PigRules rules(10, 60);
  for (const char* text :
       {"", "0 0 first 0 player", "0 0 third 0 player 0", "0 0 first 0 referee 0", "16 0 first 0 player 0",
        "10 10 first 0 player 0", "0 10 first 0 player 0", "4 0 first 6 player 0", "4 0 first 1 player 0",
        "0 0 first 0 player 61", "10 0 first 0 die 9", "00 0 first 0 player 0", "0 0  first 0 player 0"}) {
    CAPTURE(text);
    const auto state = rules.parse_position(text);
    CHECK_FALSE(state.ok());
    if (!state.ok()) CHECK_FALSE(state.error().empty());
  }
  CHECK(refusal<Pig>({{"target", "1"}}) != "");
  CHECK(refusal<Pig>({{"target", "1000"}}).empty());
}

}  // namespace
}  // namespace ludex::tests
