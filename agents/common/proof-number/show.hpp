// Progress of a proof search, for spectators.
#pragma once

#include <cstddef>
#include <span>

#include "agents/common/proof-number/child_summary.hpp"
#include "core/agent/progress.hpp"

namespace ludex::agents::proof_number {

// Shows the numbers of the root, and the move they prefer.
template <class Node>
void show_root(ProgressBoard& board, const ChildSummary& root, std::span<const Node> children) noexcept {
  board.show([&](SearchProgress& shown) {
    shown.proof = root.value.phi.to_double();
    shown.disproof = root.value.delta.to_double();
    shown.pv_size = root.best == ChildSummary::kNone ? 0 : 1;
    if (shown.pv_size != 0) shown.pv[0] = children[root.best].move;
  });
}

inline void show_fill(ProgressBoard& board, double fill) noexcept {
  board.show([fill](SearchProgress& shown) { shown.table_fill = fill; });
}

}  // namespace ludex::agents::proof_number
