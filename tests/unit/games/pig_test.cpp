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
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using games::pig::kHold;
using games::pig::kRoll;
using games::pig::Pig;
using games::pig::PigRules;

// The chance of the player to move to win, for every position where a player decides: value iteration over
// the transitions of the rules, in place, from the ends of the game backwards (Neller & Presser 2004).
class ByIteration {
 public:
  explicit ByIteration(std::uint32_t target) : target_(target), rules_(target, 65'000) {
    values_.assign(std::size_t{target} * target * target, 0.5);
    // Positions of one sum of points depend on each other and on larger sums.
    for (std::uint32_t sum = 2 * (target - 1) + 1; sum-- > 0;) solve(sum);
  }
  // Points of the mover and of the other player, total of the turn.
  [[nodiscard]] double value(std::uint32_t i, std::uint32_t j, std::uint32_t k) const {
    return values_[(std::size_t{i} * target_ + j) * target_ + k];
  }

 private:
  struct Link {
    double* value;  // of the position, for its mover
    std::array<double*, 7> next;
    std::array<double, 7> sign;  // of the holding, then of the six outcomes; 1: the same mover
  };

  void solve(std::uint32_t sum) {
    std::vector<Link> links;
    for (std::uint32_t i = 0; i < target_ && i <= sum; ++i) {
      const std::uint32_t j = sum - i;
      if (j >= target_) continue;
      for (std::uint32_t k = 0; i + k < target_; ++k) {
        if (k != 1) links.push_back(link(i, j, k));
      }
    }
    for (double change = 1; change > 1e-13;) {
      change = 0;
      for (const Link& link : links) {
        const auto of = [&](std::size_t n) { return link.sign[n] > 0 ? *link.next[n] : 1 - *link.next[n]; };
        double roll = 0;
        for (std::size_t n = 1; n <= 6; ++n) roll += of(n) / 6;
        const double best = link.next[0] == nullptr ? roll : std::max(roll, of(0));
        change = std::max(change, std::abs(best - *link.value));
        *link.value = best;
      }
    }
  }
  Link link(std::uint32_t i, std::uint32_t j, std::uint32_t k) {
    const auto state = rules_.parse_position(std::to_string(i) + " " + std::to_string(j) + " first " +
                                             std::to_string(k) + " player 0");
    REQUIRE(state.ok());
    Link link{&at(*state), {}, {}};
    std::array<Move, 6> moves{};
    REQUIRE(rules_.legal_moves(*state, moves.data()) == (k == 0 ? 1 : 2));
    if (k > 0) connect(link, 0, after(*state, kHold));
    const PigRules::State rolled = after(*state, kRoll);
    REQUIRE(rules_.to_move(rolled) == kChance);
    const std::uint32_t outcomes = rules_.legal_moves(rolled, moves.data());
    REQUIRE(outcomes == 6);
    for (std::uint32_t n = 0; n < 6; ++n) connect(link, n + 1, after(rolled, moves[n]));
    return link;
  }
  [[nodiscard]] PigRules::State after(PigRules::State state, Move move) const {
    rules_.apply(state, move);
    return state;
  }
  void connect(Link& link, std::size_t n, const PigRules::State& state) {
    static double won = 1;
    if (is_over(rules_.status(state))) {
      REQUIRE(rules_.status(state) == win_for(0));
      link.next[n] = &won;
      link.sign[n] = 1;
    } else {
      link.next[n] = &at(state);
      link.sign[n] = state.mover == 0 ? 1 : -1;
    }
  }
  double& at(const PigRules::State& s) {
    return values_[(std::size_t{s.points[s.mover]} * target_ + s.points[1 - s.mover]) * target_ + s.total];
  }

  std::uint32_t target_;
  PigRules rules_;
  std::vector<double> values_;
};

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
  CHECK(std::abs(ByIteration(100).value(0, 0, 0) - 0.5306) < 0.00005);
}

TEST_CASE("Pig to small targets: two solvers agree on every position") {
  CHECK(ByIteration(2).value(0, 0, 0) == doctest::Approx(6.0 / 7));
  for (const std::uint32_t target : {3U, 7U, 11U}) {
    CAPTURE(target);
    const ByIteration one(target);
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
