// Rules by which a selective search skips moves or searches them less deeply; see search.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "agents/common/minimax/move_order.hpp"
#include "agents/common/minimax/options.hpp"
#include "agents/common/minimax/score.hpp"
#include "agents/common/minimax/transposition_table.hpp"

namespace ludex::agents::minimax {

// True if a late move of a node `depth` plies from the horizon can be skipped. `rank`: its rank by MoveOrder.
// `scouting`: the window is null. The evaluation of the node is `standing`, the bound to beat `lowest`;
// `quiets` of its quiet moves have been searched.
[[nodiscard]] inline bool hopeless(const Margins& margins, std::int32_t rank, std::uint32_t depth,
                                   bool scouting, Score standing, Score lowest,
                                   std::uint32_t quiets) noexcept {
  const auto d = static_cast<Score>(depth);
  if (MoveOrder::is_loss(rank)) return depth <= 5 && MoveOrder::loss_of(rank) < -margins.losses * d;
  if (!scouting || !MoveOrder::is_quiet(rank) || MoveOrder::is_killer(rank)) return false;
  if (depth <= 5 && quiets >= margins.quiets + depth * depth) return true;
  return depth <= 5 && standing + 100 + margins.futility * d <= lowest;
}

// Late move reductions, in plies.
class LateMoves {
 public:
  LateMoves() noexcept { set(Margins{}); }
  void set(const Margins& margins) noexcept {
    if (base_ == margins.late_base && divisor_ == margins.late_divisor) return;
    base_ = margins.late_base;
    divisor_ = margins.late_divisor;
    for (std::size_t d = 1; d < 64; ++d) {
      for (std::size_t i = 1; i < 64; ++i) {
        const double plies =
            base_ + std::log(static_cast<double>(d)) * std::log(static_cast<double>(i)) / divisor_;
        table_[d][i] = static_cast<std::uint8_t>(std::clamp(plies, 0.0, 60.0));
      }
    }
  }
  // Reduction of quiet move number `index`, counting from 0.
  [[nodiscard]] std::uint32_t reduction(std::uint32_t depth, std::uint32_t index, bool scouting,
                                        std::int32_t rank) const noexcept {
    int plies = table_[std::min(depth, 63U)][std::min(index, 63U)];
    if (!scouting) --plies;
    if (MoveOrder::is_killer(rank)) {
      --plies;
    } else {
      plies -= rank / (MoveOrder::kHistoryLimit / 2);
    }
    return plies > 0 ? static_cast<std::uint32_t>(plies) : 0;
  }

 private:
  double base_ = -1;
  double divisor_ = 0;
  std::array<std::array<std::uint8_t, 64>, 64> table_{};
};

// The better estimate: the table's value if it is exact, or a bound that the evaluation violates.
[[nodiscard]] inline Score better_standing(Score standing, const TableEntry& entry) noexcept {
  if (entry.bound == Bound::kNone || is_win(std::abs(entry.value))) return standing;
  const bool says_more =
      entry.bound == Bound::kExact || (entry.bound == Bound::kLower) == (entry.value > standing);
  return says_more ? entry.value : standing;
}

}  // namespace ludex::agents::minimax
