// ReportTree: shows a search that keeps no tree (core/agent/inspect.hpp): the moves of the root with the
// known bounds of their values, and below the best one the principal variation.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "core/agent/inspect.hpp"
#include "core/agent/report.hpp"

namespace ludex::agents::minimax {

class ReportTree {
 public:
  // A window search knows only a bound of most moves.
  [[nodiscard]] static std::span<const char* const> columns() noexcept {
    static constexpr std::array<const char*, 3> kNames{"nodes", "at least", "at most"};
    return kNames;
  }

  // Call it after a search.
  void keep(const SearchReport& report) {
    root_.assign(report.root, report.root + report.root_size);
    line_.assign(report.pv, report.pv + report.pv_size);
  }
  void forget() noexcept {
    root_.clear();
    line_.clear();
  }

  [[nodiscard]] bool inspect(std::span<const Move> path, InspectRows& rows) const {
    if (root_.empty() || path.size() > line_.size() || !std::equal(path.begin(), path.end(), line_.begin()))
      return false;
    const auto more = [&](Move move, std::size_t ply) {
      return static_cast<std::uint16_t>(ply + 1 < line_.size() && line_[ply] == move ? 1 : 0);
    };
    if (!path.empty()) {
      if (path.size() == line_.size()) return false;
      rows.push_back(InspectRow::of(line_[path.size()]));
      rows.back().children = more(line_[path.size()], path.size());
      return true;
    }
    for (const RootMove& move : root_) {
      InspectRow row = InspectRow::of(move.move);
      row.values[0] = static_cast<double>(move.visits);
      if (move.bound == ValueBound::kExact || move.bound == ValueBound::kLower) row.values[1] = move.value;
      if (move.bound == ValueBound::kExact || move.bound == ValueBound::kUpper) row.values[2] = move.value;
      row.outcome = move.outcome;
      row.children = more(move.move, 0);
      rows.push_back(row);
    }
    return true;
  }

 private:
  std::vector<RootMove> root_;
  std::vector<Move> line_;
};

}  // namespace ludex::agents::minimax
