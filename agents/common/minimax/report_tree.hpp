// ReportTree: what a search that keeps no tree has to show of one (core/agent/inspect.hpp): the moves of the
// root with what is known of their values, and below the best one the principal variation.
#pragma once

#include <span>
#include <vector>

#include "core/agent/inspect.hpp"
#include "core/agent/report.hpp"

namespace ludex::agents::minimax {

class ReportTree {
 public:
  // A search tells of most moves a bound alone.
  [[nodiscard]] static std::span<const char* const> columns() noexcept;

  // After a search.
  void keep(const SearchReport& report);
  void forget() noexcept;

  [[nodiscard]] bool inspect(std::span<const Move> path, InspectRows& rows) const;

 private:
  std::vector<RootMove> root_;
  std::vector<Move> line_;
};

}  // namespace ludex::agents::minimax
