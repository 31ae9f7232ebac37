// Plain minimax to a fixed depth through the game interface: no cutoffs, no table, no order. The yardstick of
// every exact search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/game/extensions.hpp"
#include "core/game/position.hpp"

namespace ludex::tests {

class FixedDepth {
 public:
  // With `quiescence` captures are searched on beyond the horizon, all moves where the mover is in check or
  // forced, and otherwise the mover may stop at any time (ludex.draft.selective/2).
  FixedDepth(const Game& game, bool evaluation, bool quiescence) : game_(game) {
    if (evaluation) evaluate_ = find<Evaluate>(game);
    if (quiescence && evaluate_ != nullptr) {
      captures_ = find<Captures>(game);
      selective_ = find<Selective>(game);
    }
  }

  // For the mover; a win in n plies from here is 32000 - n.
  [[nodiscard]] int value(const Position& position, std::uint32_t depth) const {
    return search(position, depth, 0);
  }

 private:
  static constexpr std::uint32_t kQuiescencePlies = 24;

  [[nodiscard]] int search(const Position& position, std::uint32_t depth, int ply) const {
    if (depth == 0) return quiet(position, ply, kQuiescencePlies, -1'000'000, 1'000'000);
    int best = -1'000'000;
    for (const Move move : position.legal_moves())
      best = std::max(best, after(position, move, ply,
                                  [&](const Position& next) { return search(next, depth - 1, ply + 1); }));
    return best;
  }
  // Capture trees are too large for no cutoffs at all: alpha-beta, but in the game's order and without
  // anything else.
  [[nodiscard]] int quiet(const Position& position, int ply, std::uint32_t left, int alpha, int beta) const {
    if (evaluate_ == nullptr) return 0;
    const int standing = std::clamp(evaluate_->evaluate(position.state()), -30'000, 30'000);
    if (captures_ == nullptr || selective_ == nullptr || left == 0) return standing;
    const bool forced = selective_->in_check_or_forced(position.state());
    int best = forced ? -1'000'000 : standing;
    std::vector<Move> moves(game_.traits().max_moves);
    moves.resize(forced ? game_.legal_moves(position.state(), moves.data())
                        : captures_->captures(position.state(), moves.data()));
    for (const Move move : moves) {
      if (best >= beta) break;
      const int low = std::max(alpha, best);
      const int value = after(position, move, ply, [&](const Position& next) {
        const bool same_side = next.to_move() == position.to_move();
        return quiet(next, ply + 1, left - 1, same_side ? low : -beta, same_side ? beta : -low);
      });
      best = std::max(best, value);
    }
    return best;
  }
  template <class F>
  [[nodiscard]] int after(const Position& position, Move move, int ply, F&& value) const {
    Position next = position;
    const GameStatus status = next.apply(move);
    if (is_over(status)) {
      const Outcome outcome = outcome_for(status, position.to_move());
      return outcome == Outcome::kDraw ? 0 : outcome == Outcome::kWin ? 32000 - ply - 1 : -32000 + ply + 1;
    }
    const int result = value(next);
    return next.to_move() == position.to_move() ? result : -result;
  }

  const Game& game_;
  const Evaluate* evaluate_ = nullptr;
  const Captures* captures_ = nullptr;
  const Selective* selective_ = nullptr;
};

}  // namespace ludex::tests
