// Move ordering: first the table's move, then moves that gain material, killers, the countermove, the history
// heuristic, and last the moves that lose material by exchange (ludex.draft.selective/2).
//
// Killers (Akl & Newborn 1977): the last two quiet moves that caused a cutoff at this ply. Countermove
// (Uiterwijk, "The countermove heuristic", ICCA J. 1992): the last move that refuted the opponent's move.
// History (Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", IEEE PAMI
// 1989): every cutoff raises the move's class, per player, by depth^2 and lowers the quiet moves tried before
// it; the raise shrinks as the entry nears its limit. Continuation history, on request: the same for pairs,
// of the move with the last and with the last but one. Winning moves are found before any ordering
// (ludex.tactics/1).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/game/extensions.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::minimax {

class MoveOrder {
 public:
  // `pairs`: allow continuation history.
  void resize(const GameTraits& traits, std::size_t plies, bool pairs = false) {
    classes_ = traits.move_classes;
    history_.assign(std::size_t{traits.players} * classes_, 0);
    counter_.assign(std::size_t{traits.players} * classes_, kNoMove);
    killers_.assign(plies, {kNoMove, kNoMove});
    pairs_.assign(pairs ? kPairs : 0, 0);
  }
  void clear() noexcept {
    std::fill(history_.begin(), history_.end(), 0);
    std::fill(counter_.begin(), counter_.end(), kNoMove);
    std::fill(killers_.begin(), killers_.end(), std::array{kNoMove, kNoMove});
    std::fill(pairs_.begin(), pairs_.end(), std::int16_t{0});
  }
  // Prepares the next search of a game: halves the histories and clears the killers, whose plies have
  // changed.
  void age() noexcept {
    for (std::int32_t& entry : history_) entry /= 2;
    std::fill(killers_.begin(), killers_.end(), std::array{kNoMove, kNoMove});
  }

  static constexpr std::uint32_t kNoClass = 0xFFFFFFFFU;

  // The classes of the last moves, or kNoClass: the opponent's, and the mover's own before it.
  struct Context {
    std::uint32_t last = kNoClass;
    std::uint32_t own = kNoClass;
    bool pairs = false;  // use continuation history
  };

  // Higher ranks go first. If `gains` is set, `ranks` holds the gains of the moves on entry.
  void rank(const Game& game, const State* state, Player player, std::size_t ply, Move table_move,
            const Context& context, const Move* moves, std::uint32_t count, bool gains,
            std::int32_t* ranks) const noexcept {
    const std::int32_t* const history = history_.data() + std::size_t{player} * classes_;
    const Move counter =
        context.last == kNoClass ? kNoMove : counter_[(1 - player) * classes_ + context.last];
    const auto& killers = killers_[ply];
    for (std::uint32_t i = 0; i < count; ++i) {
      const Move move = moves[i];
      const std::int32_t gain = gains ? ranks[i] : Selective::kQuiet;
      ranks[i] = move == table_move          ? kTableRank
                 : gain != Selective::kQuiet ? (gain >= 0 ? kGainRank : kLossRank) + gain
                 : move == killers[0]        ? kKillerRank + 2
                 : move == killers[1]        ? kKillerRank + 1
                 : move == counter           ? kKillerRank
                                             : worth(history, context, game.move_class(state, move));
    }
  }

  // Moves the table's move, with its rank, to moves[0]; false if it is not in the list.
  [[nodiscard]] static bool table_move_first(Move table_move, Move* moves, std::int32_t* ranks,
                                             std::uint32_t count) noexcept {
    Move* const found = std::find(moves, moves + count, table_move);
    if (found == moves + count) return false;
    std::rotate(moves, found, found + 1);
    ranks[0] = kTableRank;
    return true;
  }

  // is_quiet: the rank belongs to a quiet move. is_killer: to a killer or countermove.
  [[nodiscard]] static bool is_quiet(std::int32_t rank) noexcept {
    return rank > -kHistoryLimit - 1 && rank <= kKillerRank + 2;
  }
  [[nodiscard]] static bool is_loss(std::int32_t rank) noexcept { return rank < -kHistoryLimit; }
  [[nodiscard]] static std::int32_t loss_of(std::int32_t rank) noexcept { return rank - kLossRank; }
  [[nodiscard]] static bool is_killer(std::int32_t rank) noexcept {
    return rank >= kKillerRank && rank <= kKillerRank + 2;
  }

  // Records that the quiet `move` cut off a search of `depth` plies.
  void cutoff(std::uint32_t move_class, Player player, std::size_t ply, Move move, std::uint32_t depth,
              const Context& context) noexcept {
    auto& killers = killers_[ply];
    if (killers[0] != move) {
      killers[1] = killers[0];
      killers[0] = move;
    }
    if (context.last != kNoClass) counter_[(1 - player) * classes_ + context.last] = move;
    change(move_class, player, context, bonus(depth));
  }
  // Records a quiet move that was tried before the one that cut off.
  void failed(std::uint32_t move_class, Player player, std::uint32_t depth, const Context& context) noexcept {
    change(move_class, player, context, -bonus(depth));
  }
  [[nodiscard]] std::int32_t history(std::uint32_t move_class, Player player) const noexcept {
    return history_[std::size_t{player} * classes_ + move_class];
  }

  static constexpr std::int32_t kHistoryLimit = 1 << 14;

  // Moves the best of moves[from..count) to moves[from]; of equal ones the first in the game's order.
  static void select(Move* moves, std::int32_t* ranks, std::uint32_t from, std::uint32_t count) noexcept {
    std::uint32_t best = from;
    std::int32_t highest = ranks[from];
    for (std::uint32_t i = from + 1; i < count; ++i) {
      if (ranks[i] > highest) {
        highest = ranks[i];
        best = i;
      }
    }
    std::swap(moves[from], moves[best]);
    std::swap(ranks[from], ranks[best]);
  }

  // Removes those of moves[from..count) for which unwanted(index) holds; returns the number left.
  template <class Unwanted>
  [[nodiscard]] static std::uint32_t drop(Move* moves, std::int32_t* ranks, std::uint32_t from,
                                          std::uint32_t count, Unwanted&& unwanted) noexcept {
    std::uint32_t kept = from;
    for (std::uint32_t i = from; i < count; ++i) {
      if (unwanted(i)) continue;
      moves[kept] = moves[i];
      ranks[kept++] = ranks[i];
    }
    return kept;
  }

 private:
  static constexpr std::int32_t kTableRank = 1 << 30;
  static constexpr std::int32_t kGainRank = 1 << 28;
  static constexpr std::int32_t kKillerRank = 1 << 26;
  static constexpr std::int32_t kLossRank = -(1 << 26);

  [[nodiscard]] static std::int32_t bonus(std::uint32_t depth) noexcept {
    const auto d = static_cast<std::int32_t>(std::min(depth, 40U));
    return std::min(16 * d * d + 16, 2048);
  }
  template <class Entry>
  static void change(Entry& entry, std::int32_t by) noexcept {
    entry = static_cast<Entry>(entry + by - entry * std::abs(by) / kHistoryLimit);
  }
  void change(std::uint32_t move_class, Player player, const Context& context, std::int32_t by) noexcept {
    change(history_[std::size_t{player} * classes_ + move_class], by);
    if (!context.pairs) return;
    if (context.last != kNoClass) change(pairs_[pair(context.last, move_class, 0)], by);
    if (context.own != kNoClass) change(pairs_[pair(context.own, move_class, 1)], by);
  }
  [[nodiscard]] std::int32_t worth(const std::int32_t* history, const Context& context,
                                   std::uint32_t move_class) const noexcept {
    std::int32_t sum = history[move_class];
    if (!context.pairs) return sum;
    if (context.last != kNoClass) sum += pairs_[pair(context.last, move_class, 0)];
    if (context.own != kNoClass) sum += pairs_[pair(context.own, move_class, 1)] / 2;
    return std::clamp(sum, -kHistoryLimit, kHistoryLimit);
  }
  // Pairs of classes share a table that fits a cache; some pairs share an entry.
  static constexpr unsigned kPairBits = 17;
  static constexpr std::size_t kPairs = std::size_t{1} << kPairBits;
  [[nodiscard]] static std::uint32_t pair(std::uint32_t earlier, std::uint32_t move_class,
                                          std::uint32_t which) noexcept {
    return ((2 * earlier + which) * 0x9E3779B1U ^ move_class * 0x85EBCA77U) * 0xC2B2AE3DU >> (32 - kPairBits);
  }

  std::size_t classes_ = 0;
  std::vector<std::int32_t> history_;         // [player][class]
  std::vector<Move> counter_;                 // [player][class of that player's move]
  std::vector<std::array<Move, 2>> killers_;  // [ply]
  std::vector<std::int16_t> pairs_;           // [pair()]
};

}  // namespace ludex::agents::minimax
