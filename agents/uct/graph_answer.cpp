// The answer of a search on a graph: move, report, and what is shown meanwhile or asked for afterwards.
#include <algorithm>
#include <cmath>

#include "agents/uct/graph_search.hpp"

namespace ludex::agents::uct {

namespace {

// The mean of what a move leads to, for a player.
double mean_for(const Child& child, Player player) noexcept {
  return player == 0 ? child.mean() : -child.mean();
}

}  // namespace

const Edge& GraphSearch::final_edge() noexcept {
  const Player mover = root().player;
  const auto merit = [&](const Edge& edge) {
    if (config_.final_move == mcts::FinalMove::kVisits) return static_cast<double>(edge.visits);
    const double doubt = 1.0 / std::sqrt(static_cast<double>(edge.visits));
    return mean_for(graph_.child(edge), mover) -
           (config_.final_move == mcts::FinalMove::kSecure ? doubt : 0.0);
  };
  const auto standing = [&](const Edge& edge) {
    if (!proves_) return 0;
    const Outcome known = outcome_for(graph_.child(edge).result, mover);
    return known == Outcome::kWin ? 1 : known == Outcome::kLoss ? -1 : 0;
  };
  const Edge* best = nullptr;
  std::uint32_t ties = 1;
  for (const Edge& edge : graph_.edges(root())) {
    const bool better = best == nullptr || standing(edge) > standing(*best) ||
                        (standing(edge) == standing(*best) && merit(edge) > merit(*best));
    if (better) {
      best = &edge;
      ties = 1;
    } else if (standing(edge) == standing(*best) && merit(edge) == merit(*best) && rng_.below(++ties) == 0) {
      best = &edge;
    }
  }
  return *best;
}

const Edge* GraphSearch::most_visited(const GraphNode& node) const noexcept {
  const auto edges = graph_.edges(node);
  const auto best = std::max_element(edges.begin(), edges.end(),
                                     [](const Edge& a, const Edge& b) { return a.visits < b.visits; });
  return edges.empty() ? nullptr : &*best;
}

const Edge* GraphSearch::most_visited_after(const Edge& edge) const noexcept {
  return edge.leaf != 0 ? nullptr : most_visited(graph_[edge.child]);
}

void GraphSearch::fill(SearchReport& report, const Edge& best) const noexcept {
  const Player mover = root().player;
  const Child chosen = graph_.child(best);
  report.value_unit = ValueUnit::kExpected;
  report.value = mean_for(chosen, mover);
  const Outcome known = outcome_for(root().result(), mover);
  if (known != Outcome::kUnknown && known == outcome_for(chosen.result, mover)) {
    report.outcome = known;
    report.value = known == Outcome::kDraw ? 0.0 : known == Outcome::kWin ? 1.0 : -1.0;
  }
  report.depth = static_cast<std::uint32_t>(deepest_);
  report.tree_bytes = graph_.used_bytes();
  for (const Edge& edge : graph_.edges(root())) {
    const Child child = graph_.child(edge);
    report.add_root({mean_for(child, mover), edge.visits, edge.move, outcome_for(child.result, mover)});
  }
  for (const Edge* edge = &best; edge != nullptr; edge = most_visited_after(*edge)) report.add_pv(edge->move);
  report.add_counter("pool_bytes", static_cast<double>(graph_.taken_bytes()));
  report.add_counter("positions", graph_.nodes());
}

void GraphSearch::show(ProgressBoard& board, std::uint32_t most) const noexcept {
  const Edge* const best = most_visited(root());
  if (best == nullptr) return;
  board.show([&](SearchProgress& shown) {
    shown.value = mean_for(graph_.child(*best), root().player);
    shown.value_unit = ValueUnit::kExpected;
    shown.bound = ValueBound::kExact;
    shown.pv_size = 0;
    for (const Edge* edge = best; edge != nullptr && shown.pv_size < most; edge = most_visited_after(*edge))
      shown.pv[shown.pv_size++] = edge->move;
  });
}

std::span<const char* const> GraphSearch::inspect_columns() const noexcept {
  static constexpr const char* kNames[]{"visits", "value"};
  return kNames;
}

bool GraphSearch::inspect(std::span<const Move> path, InspectRows& rows) const {
  if (root_ == Graph::kNone) return false;
  const GraphNode* node = &root();
  for (const Move move : path) {
    const auto edges = graph_.edges(*node);
    const auto next =
        std::find_if(edges.begin(), edges.end(), [move](const Edge& e) { return e.move == move; });
    if (next == edges.end()) return false;
    if (next->leaf != 0) return &move == &path.back();
    node = &graph_[next->child];
  }
  for (const Edge& edge : graph_.edges(*node)) {
    const Child child = graph_.child(edge);
    InspectRow row = InspectRow::of(edge.move);
    row.values[0] = edge.visits;
    row.values[1] = mean_for(child, node->player);
    row.outcome = outcome_for(child.result, node->player);
    row.children = edge.leaf == 0 && graph_[edge.child].size != 0 ? 1 : 0;
    rows.push_back(row);
  }
  return true;
}

}  // namespace ludex::agents::uct
