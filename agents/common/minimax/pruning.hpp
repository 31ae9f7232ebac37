// Pruning: the rules by which a selective search cuts off nodes, skips moves and changes their depths; see
// search.hpp. Margins are in options.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "agents/common/minimax/move_order.hpp"
#include "agents/common/minimax/node.hpp"
#include "agents/common/minimax/options.hpp"
#include "agents/common/minimax/score.hpp"
#include "agents/common/minimax/transposition_table.hpp"

namespace ludex::agents::minimax {

class Pruning {
 public:
  Pruning() noexcept { fill_reductions(); }
  void set(const Margins& margins) noexcept {
    const bool same =
        margins_.late_base == margins.late_base && margins_.late_divisor == margins.late_divisor;
    margins_ = margins;
    if (!same) fill_reductions();
  }

  // Reverse futility (Heinz 1998): the evaluation is so far above the window that the node is cut off, at
  // `bound`.
  [[nodiscard]] bool far_above(const Node& node, Score& bound) const noexcept {
    bound = node.standing - margins_.reverse_futility * static_cast<Score>(node.depth);
    return node.depth <= 6 && bound >= node.beta;
  }
  // Razoring: it is so far below that captures decide.
  [[nodiscard]] bool far_below(const Node& node) const noexcept {
    return node.depth <= 2 &&
           node.standing + margins_.razoring * static_cast<Score>(node.depth) <= node.alpha;
  }
  // Null move (Donninger 1993): true if passing may refute the node; the reduction of its search, in plies.
  [[nodiscard]] static bool passes(const Node& node) noexcept {
    return node.depth >= 3 && node.standing >= node.beta;
  }
  [[nodiscard]] std::uint32_t null_reduction(const Node& node) const noexcept {
    return margins_.null_base + node.depth / margins_.null_divisor +
           static_cast<std::uint32_t>(std::min((node.standing - node.beta) / 200, 3));
  }

  // Internal iterative reduction: without a move from the table, a shallower search finds one.
  [[nodiscard]] static std::uint32_t depth_of(const Node& node) noexcept {
    return node.depth >= 4 && node.entry.move == kNoMove ? node.depth - 1 : node.depth;
  }

  // Late pruning: true if the next move, which has this rank, may be skipped unless it threatens something.
  [[nodiscard]] bool skippable(const Node& node, std::int32_t rank) const noexcept {
    if (node.depth > 5) return false;
    const auto depth = static_cast<Score>(node.depth);
    if (MoveOrder::is_loss(rank)) return MoveOrder::loss_of(rank) < -margins_.losses * depth;
    if (!node.null_window || !MoveOrder::is_quiet(rank) || MoveOrder::is_killer(rank)) return false;
    return node.quiets >= margins_.quiets + node.depth * node.depth ||
           node.standing + 100 + margins_.futility * depth <= node.lowest;  // futility (Heinz 1998)
  }

  // Plies by which a move that threatens something is searched deeper.
  [[nodiscard]] static std::uint32_t extension(const Node& node, std::int32_t rank,
                                               std::uint32_t root_depth) noexcept {
    return node.ply < 2 * root_depth && !MoveOrder::is_loss(rank) ? 1 : 0;
  }
  // Late move reductions: plies by which quiet move number `index`, from 0, is searched less deeply.
  [[nodiscard]] std::uint32_t reduction(const Node& node, std::uint32_t index,
                                        std::int32_t rank) const noexcept {
    if (node.depth < 3 || index < (node.null_window ? 2U : 4U)) return 0;
    return reduction(node.depth, index, node.null_window, rank);
  }
  [[nodiscard]] std::uint32_t root_reduction(std::uint32_t depth, std::uint32_t index,
                                             std::int32_t rank) const noexcept {
    return depth < 3 || index < 3 ? 0 : reduction(depth, index, false, rank);
  }

 private:
  void fill_reductions() noexcept {
    for (std::size_t d = 1; d < 64; ++d) {
      for (std::size_t i = 1; i < 64; ++i) {
        const double plies = margins_.late_base + std::log(static_cast<double>(d)) *
                                                      std::log(static_cast<double>(i)) /
                                                      margins_.late_divisor;
        reductions_[d][i] = static_cast<std::uint8_t>(std::clamp(plies, 0.0, 60.0));
      }
    }
  }
  [[nodiscard]] std::uint32_t reduction(std::uint32_t depth, std::uint32_t index, bool null_window,
                                        std::int32_t rank) const noexcept {
    int plies = reductions_[std::min(depth, 63U)][std::min(index, 63U)];
    if (!null_window) --plies;
    if (MoveOrder::is_killer(rank)) {
      --plies;
    } else {
      plies -= rank / (MoveOrder::kHistoryLimit / 2);
    }
    return plies > 0 ? static_cast<std::uint32_t>(plies) : 0;
  }

  Margins margins_{};
  std::array<std::array<std::uint8_t, 64>, 64> reductions_{};  // [depth][index]
};

// The better estimate: the table's value if it is exact, or a bound that the evaluation violates.
[[nodiscard]] inline Score better_standing(Score standing, const TableEntry& entry) noexcept {
  if (entry.bound == Bound::kNone || is_win(std::abs(entry.value))) return standing;
  const bool says_more =
      entry.bound == Bound::kExact || (entry.bound == Bound::kLower) == (entry.value > standing);
  return says_more ? entry.value : standing;
}

}  // namespace ludex::agents::minimax
