// Points so far, as a table and as one line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/model/forfeits.hpp"
#include "arena/model/game_record.hpp"
#include "arena/model/spec.hpp"

namespace ludex::arena::run {

// Not thread-safe.
class Standings {
 public:
  struct Row {
    std::string name;
    // Among more than two players: first places, shared ones, and all others.
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    std::uint64_t forfeits = 0;  // losses by faults of its own
    std::uint64_t late = 0;      // moves answered late, but within the grace
    double hidden = 0;           // seconds of CPU time outside its moves
    double points = 0;  // per game: the share of the other seats behind this one, half of it for ties
    [[nodiscard]] std::uint64_t games() const noexcept { return wins + draws + losses; }
    // Points per game; 0.5 before the first.
    [[nodiscard]] double score() const noexcept {
      return games() == 0 ? 0.5 : points / static_cast<double>(games());
    }
  };

  // Other agents are added after their first game.
  explicit Standings(const std::vector<AgentSpec>& agents = {});

  // Ignores games without a result.
  void add(const GameRecord& record);

  [[nodiscard]] std::vector<Row> sorted() const;  // best score first
  [[nodiscard]] std::string table() const;
  // Agents that lost by faults, by kind of fault.
  [[nodiscard]] const Forfeits& forfeits() const noexcept { return forfeits_; }
  // "uct-4k 31.5/40, ab 28/40, ..." with as many agents as fit into `width`.
  [[nodiscard]] std::string line(std::size_t width) const;

 private:
  std::vector<Row> rows_;
  Forfeits forfeits_;
};

}  // namespace ludex::arena::run
