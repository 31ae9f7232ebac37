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
[[nodiscard]] inline bool hopeless(const Margins& margins, std::int32_t rank, std::uint32_t depth,
                                   bool scouting, Score standing, Score lowest,
                                   std::uint32_t quiets) noexcept {
  const auto d = static_cast<Score>(depth);
  if (MoveOrder::is_loss(rank)) return depth <= 5 && MoveOrder::loss_of(rank) < -margins.losses * d;
  if (!scouting || !MoveOrder::is_quiet(rank) || MoveOrder::is_killer(rank)) return false;
  if (depth <= 5 && quiets >= 5 + depth * depth) return true;
  return depth <= 5 && standing + 100 + margins.futility * d <= lowest;
}

// By how many plies less than others the quiet move number `index` is searched, the first being 0.
[[nodiscard]] inline std::uint32_t late_move_reduction(std::uint32_t depth, std::uint32_t index,
                                                       bool scouting, std::int32_t rank) noexcept {
  static const auto kTable = [] {
    std::array<std::array<std::uint8_t, 64>, 64> table{};
    for (std::size_t d = 1; d < 64; ++d) {
      for (std::size_t i = 1; i < 64; ++i)
        table[d][i] = static_cast<std::uint8_t>(1 + std::log(static_cast<double>(d)) *
                                                        std::log(static_cast<double>(i)) / 1.5);
    }
    return table;
  }();
  int plies = kTable[std::min(depth, 63U)][std::min(index, 63U)];
  if (!scouting) --plies;
  if (MoveOrder::is_killer(rank)) {
    --plies;
  } else {
    plies -= rank / (MoveOrder::kHistoryLimit / 2);
  }
  return plies > 0 ? static_cast<std::uint32_t>(plies) : 0;
}

}  // namespace ludex::agents::minimax
