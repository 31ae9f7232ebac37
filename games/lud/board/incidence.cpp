#include "games/lud/board/incidence.hpp"

#include <algorithm>
#include <utility>

namespace ludex::games::lud {
namespace {

std::vector<std::vector<int>> vertices_of_sites(const Graph& graph, SiteType type) {
  if (type == SiteType::kCell) return graph.faces;
  std::vector<std::vector<int>> list;
  if (type == SiteType::kEdge) {
    for (const auto& [a, b] : graph.edges) list.push_back({a, b});
  } else {
    for (int v = 0; v < static_cast<int>(graph.vertices.size()); ++v) list.push_back({v});
  }
  return list;
}

}  // namespace

Incidence::Incidence(const Graph& graph) {
  for (int w = 0; w < kSiteTypes; ++w) {
    const auto wanted = static_cast<SiteType>(w);
    const auto parts = vertices_of_sites(graph, wanted);
    std::vector<std::vector<int>> at_vertex(graph.vertices.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (const int v : parts[i]) at_vertex[static_cast<std::size_t>(v)].push_back(static_cast<int>(i));
    }
    std::vector<int> shared(parts.size(), 0);
    for (int o = 0; o < kSiteTypes; ++o) {
      const auto of = static_cast<SiteType>(o);
      const bool two = of != SiteType::kVertex && wanted != SiteType::kVertex &&
                       (of != SiteType::kEdge || wanted != SiteType::kEdge);
      auto& lists = lists_[static_cast<std::size_t>(o)][static_cast<std::size_t>(w)];
      const auto sites = vertices_of_sites(graph, of);
      for (std::size_t at = 0; at < sites.size(); ++at) {
        std::vector<int> found;
        for (const int v : sites[at]) {
          for (const int i : at_vertex[static_cast<std::size_t>(v)]) {
            if (++shared[static_cast<std::size_t>(i)] == 1) found.push_back(i);
          }
        }
        std::vector<int>& list = lists.emplace_back();
        for (const int i : found) {
          const int count = std::exchange(shared[static_cast<std::size_t>(i)], 0);
          if (count >= (two ? 2 : 1) && !(of == wanted && i == static_cast<int>(at))) list.push_back(i);
        }
        std::sort(list.begin(), list.end());
      }
    }
  }
}

}  // namespace ludex::games::lud
