// Exhaustive judgement of a player that answers every position with one move.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "core/game/position.hpp"

namespace ludex::tests {

// Whether a player of a game of two, small enough to try everything, loses to any play of the other one.
class Losing {
 public:
  using Choose = std::function<Move(const Position&)>;
  Losing(Choose choose, Player player) : choose_(std::move(choose)), player_(player) {}

  bool operator()(const Position& position) {
    if (position.over()) return winner_of(position.status()) == 1 - player_;
    if (const auto known = known_.find(position.hash()); known != known_.end()) return known->second;
    bool loses = false;
    if (position.to_move() == player_) {
      loses = (*this)(after(position, choose_(position)));
    } else {
      for (const Move move : position.legal_moves()) loses = loses || (*this)(after(position, move));
    }
    return known_[position.hash()] = loses;
  }

  [[nodiscard]] static Position after(Position position, Move move) {
    position.apply(move);
    return position;
  }

 private:
  Choose choose_;
  Player player_;
  std::map<std::uint64_t, bool> known_;
};

// For how many of the two seats a player can be beaten.
inline int times_lost(const Game& game, const Losing::Choose& choose) {
  int lost = 0;
  for (const Player player : {0U, 1U}) {
    Losing losing(choose, player);
    lost += losing(Position(game)) ? 1 : 0;
  }
  return lost;
}

}  // namespace ludex::tests
