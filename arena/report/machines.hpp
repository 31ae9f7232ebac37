// A tournament that several machines have played: what each had of it, and whether its results are like those
// of the others.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/log/run_info.hpp"
#include "arena/model/game_record.hpp"

namespace ludex::arena::report {

struct MachineReport {
  Machine machine;
  double reference_seconds = 0;  // of the reference work; 0: not measured
  std::uint64_t games = 0;
  double game_seconds = 0;  // elapsed, a game
  std::uint64_t forfeits = 0;
  // Whether agents have scored against each other here as elsewhere: in each pairing the points of one agent,
  // by who moved first, are compared with what as many games drawn from all machines would have (E. Mantel,
  // JASA 58, 1963: mean and variance given the margins); the squares are added up over the pairings that have
  // at least 5 games here and 5 elsewhere. Nothing if there is none.
  struct Test {
    double chi_square = 0;
    std::uint32_t degrees = 0;
    double p = 1;  // times the number of machines compared (Bonferroni)
  };
  std::optional<Test> test;
};

class MachineTally {
 public:
  // The machines of all stretches that say which games they played.
  explicit MachineTally(const RunInfo& run);

  [[nodiscard]] bool several() const noexcept { return machines_.size() > 1; }
  // Game number `index` of the log.
  void add(std::uint64_t index, const GameRecord& record);
  // In the order of run.json; empty unless there are several.
  [[nodiscard]] std::vector<MachineReport> finish() const;

 private:
  struct Sums {
    std::uint64_t games = 0;
    double points = 0;  // of the agent whose name comes first
    double squares = 0;
  };
  // Game and names in alphabetical order; then by whether the first of them moved first.
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
  std::size_t next_ = 0;       // games come in order
  std::map<Pairing, BySeat> pairings_;
};

// A sentence for each machine whose results differ.
[[nodiscard]] std::vector<std::string> warnings_of(const std::vector<MachineReport>& machines);

}  // namespace ludex::arena::report
