// Exact values of small games with chance and any number of players, by exhaustive search.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include <doctest/doctest.h>

#include "core/game/draft/chance.hpp"
#include "core/game/position.hpp"

namespace ludex::tests {

// The expected return of `root` where it maximises it and all others minimise it: with two players and a zero
// sum expectiminimax, with more the value of paranoid search. For games whose hash identifies a position.
class Expectation {
 public:
  explicit Expectation(Player root) : root_(root) {}

  double of(const Position& position) {
    if (position.over()) {
      std::array<float, kMaxPlayers> returns{};
      position.game().returns(position.state(), returns.data());
      return static_cast<double>(returns[root_]);
    }
    const auto known = known_.find(position.hash());
    if (known != known_.end()) return known->second;
    const std::vector<Move> moves = position.legal_moves();
    const Player mover = position.to_move();
    std::vector<double> shares(moves.size());
    if (mover == kChance)
      REQUIRE(find<Chance>(position.game())->probabilities(position.state(), shares.data()) == moves.size());
    double value = mover == kChance ? 0.0 : mover == root_ ? -2.0 : 2.0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const double next = after(position, moves[i]);
      value = mover == kChance ? value + shares[i] * next
              : mover == root_ ? std::max(value, next)
                               : std::min(value, next);
    }
    known_[position.hash()] = value;
    return value;
  }
  double after(const Position& position, Move move) {
    Position next = position;
    next.apply(move);
    return of(next);
  }

 private:
  Player root_;
  std::unordered_map<std::uint64_t, double> known_;
};

}  // namespace ludex::tests
