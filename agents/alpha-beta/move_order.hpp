// Move ordering: the table's move, then killers, then the history heuristic.
//
// Killers (Akl & Newborn 1977): the last two moves that caused a cutoff at this ply. History (Schaeffer, "The
// history heuristic and alpha-beta search enhancements in practice", IEEE PAMI 1989): every cutoff adds
// depth^2 to the move's class, per player. Winning moves are found before any ordering (ludex.tactics/1).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/game/game.hpp"

namespace ludex::agents::alpha_beta {

class MoveOrder {
 public:
  void resize(const GameTraits& traits, std::size_t plies) {
    classes_ = traits.move_classes;
    history_.assign(std::size_t{traits.players} * classes_, 0);
    killers_.assign(plies, {kNoMove, kNoMove});
  }
  void clear() noexcept {
    std::fill(history_.begin(), history_.end(), 0);
    std::fill(killers_.begin(), killers_.end(), std::array{kNoMove, kNoMove});
  }

  // Higher goes first.
  template <class G>
  void rank(const G& game, const State* state, Player player, std::size_t ply, Move table_move,
            const Move* moves, std::uint32_t count, std::int32_t* ranks) const noexcept {
    const std::int32_t* const history = history_.data() + std::size_t{player} * classes_;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Move move = moves[i];
      ranks[i] = move == table_move         ? kTableRank
                 : move == killers_[ply][0] ? kKillerRank + 1
                 : move == killers_[ply][1] ? kKillerRank
                                            : history[game.move_class(state, move)];
    }
  }

  // `move` cut off a search of `depth` plies.
  void cutoff(std::uint32_t move_class, Player player, std::size_t ply, Move move,
              std::uint32_t depth) noexcept {
    auto& killers = killers_[ply];
    if (killers[0] != move) {
      killers[1] = killers[0];
      killers[0] = move;
    }
    const std::uint32_t bonus = std::min(depth, 64U) * std::min(depth, 64U);
    std::int32_t& entry = history_[std::size_t{player} * classes_ + move_class];
    entry += static_cast<std::int32_t>(bonus);
    if (entry >= kKillerRank / 2) {
      for (std::int32_t& value : history_) value /= 2;
    }
  }

  // Brings the best of moves[from..count) to moves[from]; equals keep the game's order among themselves at
  // least for the first of them.
  static void select(Move* moves, std::int32_t* ranks, std::uint32_t from, std::uint32_t count) noexcept {
    const std::int32_t* const best = std::max_element(ranks + from, ranks + count);
    std::swap(moves[from], moves[best - ranks]);
    std::swap(ranks[from], ranks[best - ranks]);
  }

 private:
  static constexpr std::int32_t kTableRank = 1 << 30;
  static constexpr std::int32_t kKillerRank = 1 << 28;

  std::size_t classes_ = 0;
  std::vector<std::int32_t> history_;         // [player][class]
  std::vector<std::array<Move, 2>> killers_;  // [ply]
};

}  // namespace ludex::agents::alpha_beta
