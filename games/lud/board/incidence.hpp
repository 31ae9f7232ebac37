// Incidence of sites: (sites Incident Cell of:Vertex ...).
#pragma once

#include <array>
#include <vector>

#include "games/lud/board/graph.hpp"

namespace ludex::games::lud {

// Two sites touch if they share a vertex; two cells, or a cell and an edge, only if they share two.
class Incidence {
 public:
  explicit Incidence(const Graph& graph);

  // The sites of type `wanted` that touch the existing site `at` of type `of`, in order, without itself.
  [[nodiscard]] const std::vector<int>& touching(SiteType of, int at, SiteType wanted) const {
    return lists_[static_cast<std::size_t>(of)][static_cast<std::size_t>(wanted)]
                 [static_cast<std::size_t>(at)];
  }

 private:
  std::array<std::array<std::vector<std::vector<int>>, kSiteTypes>, kSiteTypes> lists_;
};

}  // namespace ludex::games::lud
