// Game-theoretic values by exhaustive search over all moves; a claimed proof must not contradict them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <unordered_map>

#include "core/game/position.hpp"

namespace ludex::contract {

// For games of two players. `key` identifies positions; the default suits games whose past is irrelevant.
class Exhaustive {
 public:
  using Key = std::uint64_t (*)(const Position&);
  // Answers kUnknown where that would take more than `limit` positions.
  explicit Exhaustive(
      Key key = [](const Position& p) { return p.hash(); },
      std::size_t limit = std::numeric_limits<std::size_t>::max())
      : key_(key), limit_(limit) {}

  // The value for the side to move of a position that is not over.
  Outcome solve(const Position& position) {
    const std::uint64_t key = key_(position);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    if (searched_ >= limit_) return Outcome::kUnknown;
    ++searched_;
    const Player mover = position.to_move();
    Outcome best = Outcome::kLoss;
    bool complete = true;
    for (const Move move : position.legal_moves()) {
      const Outcome outcome = after(position, move, mover);
      if (outcome == Outcome::kUnknown) complete = false;
      best = std::max(best, outcome);
      if (best == Outcome::kWin) break;
    }
    if (!complete && best != Outcome::kWin) return Outcome::kUnknown;
    known_[key] = best;
    return best;
  }
  // The value of a move for its mover.
  Outcome after(const Position& position, Move move, Player mover) {
    // One position per ply is reused: allocation would take most of the time.
    if (line_.size() == depth_) {
      line_.push_back(position);
    } else {
      line_[depth_] = position;
    }
    Position& next = line_[depth_++];
    const GameStatus status = next.apply(move);
    Outcome outcome = Outcome::kUnknown;
    if (is_over(status)) {
      outcome = outcome_for(status, mover);
    } else {
      outcome = solve(next);
      if (next.to_move() != mover) outcome = opposite(outcome);
    }
    --depth_;
    return outcome;
  }
  // Searched so far.
  [[nodiscard]] std::size_t positions() const noexcept { return searched_; }

 private:
  Key key_;
  std::size_t limit_;
  std::size_t searched_ = 0;
  std::unordered_map<std::uint64_t, Outcome> known_;
  std::deque<Position> line_;
  std::size_t depth_ = 0;
};

}  // namespace ludex::contract
