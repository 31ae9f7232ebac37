// One search of one position, with the agent's report.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "arena/base/json/value.hpp"
#include "core/agent/progress.hpp"
#include "core/agent/report.hpp"
#include "core/game/position.hpp"

namespace ludex::arena::host {

// A search report with room for the statistics of every root move.
struct Search {
  explicit Search(const Game& game)
      : root(game.traits().max_moves), report(SearchReport::empty(root.data(), game.traits().max_moves)) {}
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  // The report's entries for legal moves.
  [[nodiscard]] std::vector<RootMove> root_moves(const Position& start) const;

  std::vector<RootMove> root;
  SearchReport report;
  double cpu_seconds = 0;
  double wall_seconds = 0;
};

// The variation's moves, up to the first illegal one.
[[nodiscard]] std::vector<std::string> variation_text(const Position& start, std::span<const Move> moves);
[[nodiscard]] std::vector<std::string> variation_text(const Position& start, const SearchReport& report);

// One JSON document, with the members of the object `more`.
[[nodiscard]] std::string to_json(const Position& start, const Search& search, const json::Value& more);
// The known fields of a running search's report.
[[nodiscard]] std::string to_json(const Position& start, const SearchProgress& progress);

}  // namespace ludex::arena::host
