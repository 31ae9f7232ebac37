// Points so far, as a table and as one line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/model/forfeits.hpp"
#include "arena/model/game_record.hpp"
#include "arena/model/spec.hpp"

namespace ludex::arena {

// Not thread-safe.
class Standings {
 public:
  struct Row {
    std::string name;
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    std::uint64_t forfeits = 0;  // of the losses: by a fault of its own
    std::uint64_t late = 0;      // moves answered after the time, but within the grace
    double hidden = 0;           // seconds of CPU time outside its moves
    [[nodiscard]] std::uint64_t games() const noexcept { return wins + draws + losses; }
    [[nodiscard]] double points() const noexcept {
      return static_cast<double>(wins) + 0.5 * static_cast<double>(draws);
    }
    // Points a game; 0.5 before the first.
    [[nodiscard]] double score() const noexcept {
      return games() == 0 ? 0.5 : points() / static_cast<double>(games());
    }
  };

  // Agents that are not among these are added when they have played.
  explicit Standings(const std::vector<AgentSpec>& agents = {});

  // Games without a result are not counted.
  void add(const GameRecord& record);

  [[nodiscard]] std::vector<Row> sorted() const;  // best score first
  [[nodiscard]] std::string table() const;
  // Who lost by faults, and by which.
  [[nodiscard]] const Forfeits& forfeits() const noexcept { return forfeits_; }
  // "uct-4k 31.5/40, ab 28/40, ..." with as many agents as fit.
  [[nodiscard]] std::string line(std::size_t width) const;

 private:
  std::vector<Row> rows_;
  Forfeits forfeits_;
};

}  // namespace ludex::arena
