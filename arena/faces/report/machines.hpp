// A tournament played on several machines: each machine's share, and whether its results match the others'.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/model/game_record.hpp"
#include "arena/results/log/run_info.hpp"

namespace ludex::arena::report {

struct MachineReport {
  log::Machine machine;
  double reference_seconds = 0;  // of the reference work; 0: not measured
  std::uint64_t games = 0;
  double game_seconds = 0;  // mean elapsed time per game
  std::uint64_t forfeits = 0;
  // Tests whether agents score against each other here as elsewhere: compares one agent's points in each
  // pairing, by first player, with those expected for as many games drawn from all machines (E. Mantel, JASA
  // 58, 1963: mean and variance given the margins); adds the squares over the pairings with at least 5 games
  // here and 5 elsewhere. No value if there are none.
  struct Test {
    double chi_square = 0;
    std::uint32_t degrees = 0;
    double p = 1;  // times the number of machines compared (Bonferroni)
  };
  std::optional<Test> test;
};

class MachineTally {
 public:
  // Uses the machines of all segments that record which games they played.
  explicit MachineTally(const log::RunInfo& run);

  [[nodiscard]] bool several() const noexcept { return machines_.size() > 1; }
  // Adds game number `index` of the log.
  void add(std::uint64_t index, const GameRecord& record);
  // In the order of run.json; empty unless there are several.
  [[nodiscard]] std::vector<MachineReport> finish() const;

 private:
  struct Sums {
    std::uint64_t games = 0;
    double points = 0;  // of the agent whose name sorts first
    double squares = 0;
  };
  // Game and names in alphabetical order; BySeat: by whether the first of them moved first.
  using Pairing = std::tuple<std::string, std::string, std::string>;
  using BySeat = std::array<std::vector<Sums>, 2>;  // by machine

  [[nodiscard]] std::optional<MachineReport::Test> test(std::size_t machine) const;

  std::vector<MachineReport> machines_;
  struct Range {
    std::uint64_t first;
    std::uint64_t end;
    std::size_t machine;
  };
  std::vector<Range> ranges_;  // ascending
  std::size_t next_ = 0;       // games are added in order
  std::map<Pairing, BySeat> pairings_;
};

// A sentence for each machine whose results differ.
[[nodiscard]] std::vector<std::string> warnings_of(const std::vector<MachineReport>& machines);

}  // namespace ludex::arena::report
