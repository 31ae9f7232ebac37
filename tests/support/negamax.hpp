// A plain solver for small games: alpha-beta over {loss, draw, win} with a memo of exact bounds. The
// yardstick for published game values; it knows nothing of any game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/game/game_module.hpp"

namespace ludex::tests {

template <GameRules R>
class Negamax {
 public:
  explicit Negamax(const R& rules) : rules_(rules), max_moves_(rules.traits().max_moves) {}

  // The value for the side to move of a position that is not over: -1, 0 or 1.
  int solve(const typename R::State& state) { return search(state, -1, 1); }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  struct Bounds {
    std::int8_t lower = -1;
    std::int8_t upper = 1;
  };

  int search(const typename R::State& state, int alpha, int beta) {
    ++nodes_;
    const std::uint64_t key = rules_.hash(state);
    if (const auto known = memo_.find(key); known != memo_.end()) {
      alpha = std::max<int>(alpha, known->second.lower);
      beta = std::min<int>(beta, known->second.upper);
      if (alpha >= beta) return alpha;
    }
    std::vector<Move> moves(max_moves_);
    moves.resize(rules_.legal_moves(state, moves.data()));
    const Player mover = rules_.to_move(state);
    int best = -1;
    std::vector<typename R::State> open;
    for (const Move move : moves) {
      typename R::State next = state;
      const GameStatus status = rules_.apply(next, move);
      if (winner_of(status) == mover) best = 1;
      if (status == GameStatus::kDraw) best = std::max(best, 0);
      if (!is_over(status)) open.push_back(next);
    }
    for (std::size_t i = 0; i < open.size() && best < beta; ++i)
      best = std::max(best, -search(open[i], -beta, -std::max(alpha, best)));
    Bounds& bounds = memo_[key];
    if (best >= beta) {
      bounds.lower = static_cast<std::int8_t>(std::max<int>(best, bounds.lower));
    } else if (best <= alpha) {
      bounds.upper = static_cast<std::int8_t>(std::min<int>(best, bounds.upper));
    } else {
      bounds.lower = bounds.upper = static_cast<std::int8_t>(best);
    }
    return best;
  }

  const R& rules_;
  std::uint32_t max_moves_;
  std::uint64_t nodes_ = 0;
  std::unordered_map<std::uint64_t, Bounds> memo_;
};

}  // namespace ludex::tests
