// The rules by which a search that is not exact leaves moves out or searches them less deeply; see
// search.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "agents/common/minimax/move_order.hpp"
#include "agents/common/minimax/score.hpp"

namespace ludex::agents::minimax {

// Margins of forward pruning, centi-units for each ply to the horizon.
struct Margins {
  Score reverse_futility = 85;  // so far above the window a node is cut off
  Score razoring = 220;         // so far below it captures decide
  Score futility = 90;          // so far below it, and 100 more, quiet moves are left out
  Score losses = 60;            // moves are left out that lose more
};

// Whether a late move of a node `depth` plies from the horizon can be left out. `rank`: of the move, by
// MoveOrder. `scouting`: the window is null. The node stands at `standing` by its evaluation, is to beat
// `lowest`, and `quiets` of its quiet moves have been searched.
[[nodiscard]] inline bool hopeless(const Margins& margins, const std::array<int, 24>& x, std::int32_t rank,
                                   std::uint32_t depth, bool scouting, Score standing, Score lowest,
                                   std::uint32_t quiets, bool improving) noexcept {
  const auto d = static_cast<Score>(depth);
  if (MoveOrder::is_loss(rank)) return depth <= 5 && MoveOrder::loss_of(rank) < -margins.losses * d;
  if (!scouting || !MoveOrder::is_quiet(rank) || MoveOrder::is_killer(rank)) return false;
  if (x[6] != 0 && depth <= 4 && quiets > 0 && rank < -x[6] * d) return true;
  const std::uint32_t most = static_cast<std::uint32_t>(5 + x[11]) + depth * depth;
  if (depth <= 5 && quiets >= (improving || (x[5] & 2) == 0 ? most : most / 2)) return true;
  return depth <= 5 && standing + 100 + margins.futility * d <= lowest;
}

struct Reductions {
  int base = -1;
  int divisor = -1;
  std::array<std::array<std::int16_t, 64>, 64> table;
  void set(int base_change, int divisor_change) noexcept {
    if (base == 100 + base_change && divisor == 150 + divisor_change) return;
    base = 100 + base_change;
    divisor = 150 + divisor_change;
    for (std::size_t d = 1; d < 64; ++d) {
      for (std::size_t i = 1; i < 64; ++i)
        table[d][i] = static_cast<std::int16_t>(base / 100.0 + std::log(static_cast<double>(d)) *
                                                                   std::log(static_cast<double>(i)) /
                                                                   (divisor / 100.0));
    }
  }
};
// By how many plies less than others the quiet move number `index` is searched, the first being 0.
[[nodiscard]] inline std::uint32_t late_move_reduction(const Reductions& reductions, std::uint32_t depth,
                                                       std::uint32_t index, bool scouting, std::int32_t rank,
                                                       int more, int history = 0) noexcept {
  int plies = reductions.table[std::min(depth, 63U)][std::min(index, 63U)] + more;
  if (!scouting) --plies;
  if (MoveOrder::is_killer(rank)) {
    --plies;
  } else {
    plies -= rank / (MoveOrder::kHistoryLimit / 2 + 128 * history);
  }
  return plies > 0 ? static_cast<std::uint32_t>(plies) : 0;
}

}  // namespace ludex::agents::minimax
