// Exact values of pig.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "games/pig/pig.hpp"

namespace ludex::tests {

// The chance of the player to move to win, for every position where a player decides: value iteration over
// the transitions of the rules, in place, from the ends of the game backwards (Neller & Presser 2004).
class PigByIteration {
 public:
  // Whether a player holds, by points of the mover and of the other player, total of the turn.
  using Holds = std::function<bool(std::uint32_t, std::uint32_t, std::uint32_t)>;

  // Without `holds` both play the best moves; with it, one player holds by it, and the other one plays the
  // best moves against that.
  explicit PigByIteration(std::uint32_t target, Holds holds = {})
      : target_(target), rules_(target, 65'000), holds_(std::move(holds)) {
    for (std::vector<double>& values : values_) {
      if (&values == values_.data() || holds_) values.assign(std::size_t{target} * target * target, 0.5);
    }
    // Positions of one sum of points depend on each other and on larger sums.
    for (std::uint32_t sum = 2 * (target - 1) + 1; sum-- > 0;) solve(sum);
  }
  // Points of the mover and of the other player, total of the turn. The mover is the player of `holds`, if
  // that is given.
  [[nodiscard]] double value(std::uint32_t i, std::uint32_t j, std::uint32_t k) const {
    return values_[0][(std::size_t{i} * target_ + j) * target_ + k];
  }

 private:
  struct Link {
    double* value;  // of the position, for its mover
    std::array<double*, 7> next;
    std::array<double, 7> sign;  // of the holding, then of the six outcomes; 1: the same mover
    bool may_hold;
    bool must_hold;
  };

  void solve(std::uint32_t sum) {
    std::vector<Link> links;
    for (std::size_t table = 0; table < (holds_ ? 2 : 1); ++table) {
      for (std::uint32_t i = 0; i < target_ && i <= sum; ++i) {
        const std::uint32_t j = sum - i;
        if (j >= target_) continue;
        for (std::uint32_t k = 0; i + k < target_; ++k) {
          if (k != 1) links.push_back(link(table, i, j, k));
        }
      }
    }
    for (double change = 1; change > 1e-13;) {
      change = 0;
      for (const Link& link : links) {
        const auto of = [&](std::size_t n) { return link.sign[n] > 0 ? *link.next[n] : 1 - *link.next[n]; };
        double best = 0;
        for (std::size_t n = 1; n <= 6; ++n) best += of(n) / 6;
        if (link.must_hold) {
          best = of(0);
        } else if (link.may_hold) {
          best = std::max(best, of(0));
        }
        change = std::max(change, std::abs(best - *link.value));
        *link.value = best;
      }
    }
  }
  Link link(std::size_t table, std::uint32_t i, std::uint32_t j, std::uint32_t k) {
    using games::pig::kHold;
    using games::pig::kRoll;
    const auto state = rules_.parse_position(std::to_string(i) + " " + std::to_string(j) + " first " +
                                             std::to_string(k) + " player 0");
    REQUIRE(state.ok());
    const bool chosen = holds_ && table == 0;
    Link link{&at(table, *state), {}, {}, k > 0 && !chosen, k > 0 && chosen && holds_(i, j, k)};
    std::array<Move, 6> moves{};
    REQUIRE(rules_.legal_moves(*state, moves.data()) == (k == 0 ? 1 : 2));
    if (k > 0) connect(link, table, 0, after(*state, kHold));
    const games::pig::PigRules::State rolled = after(*state, kRoll);
    REQUIRE(rules_.to_move(rolled) == kChance);
    const std::uint32_t outcomes = rules_.legal_moves(rolled, moves.data());
    REQUIRE(outcomes == 6);
    for (std::uint32_t n = 0; n < 6; ++n) connect(link, table, n + 1, after(rolled, moves[n]));
    return link;
  }
  [[nodiscard]] games::pig::PigRules::State after(games::pig::PigRules::State state, Move move) const {
    rules_.apply(state, move);
    return state;
  }
  void connect(Link& link, std::size_t table, std::size_t n, const games::pig::PigRules::State& state) {
    static double won = 1;
    if (is_over(rules_.status(state))) {
      REQUIRE(rules_.status(state) == win_for(0));
      link.next[n] = &won;
      link.sign[n] = 1;
    } else {
      const bool passed = state.mover != 0;
      link.next[n] = &at(passed && holds_ ? 1 - table : table, state);
      link.sign[n] = passed ? -1 : 1;
    }
  }
  double& at(std::size_t table, const games::pig::PigRules::State& s) {
    return values_[table]
                  [(std::size_t{s.points[s.mover]} * target_ + s.points[1 - s.mover]) * target_ + s.total];
  }

  std::uint32_t target_;
  games::pig::PigRules rules_;
  Holds holds_;
  // Of positions where the player of `holds` is to move, or any without it; then of those of the other one.
  std::array<std::vector<double>, 2> values_;
};

}  // namespace ludex::tests
