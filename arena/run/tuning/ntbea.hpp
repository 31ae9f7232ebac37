// N-tuple bandit evolutionary algorithm for categories and mixed spaces: several runs, and a race among their
// best cells.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "arena/run/tuning/tuner.hpp"

namespace ludex::arena::tuning {

// One value index per dimension.
using Cell = std::vector<std::uint16_t>;

// Estimates for cells from tables of all single dimensions, all pairs, and whole cells.
class TupleModel {
 public:
  explicit TupleModel(std::vector<std::size_t> sizes);

  void add(const Cell& cell, double score, double games);
  // Mean over the tables of the mean in each table.
  [[nodiscard]] double mean(const Cell& cell) const { return value(cell, 0); }
  // Likewise, plus k sqrt(ln n / (n_entry + 1/2)) in each.
  [[nodiscard]] double value(const Cell& cell, double k) const;
  [[nodiscard]] const std::map<Cell, std::pair<double, double>>& cells() const noexcept { return whole_; }

 private:
  struct Entry {
    double sum = 0;
    double games = 0;
  };
  template <class Visit>
  void visit(const Cell& cell, const Visit& visit) const;

  std::vector<std::size_t> sizes_;
  std::vector<Entry> entries_;                       // of single dimensions, then of pairs
  std::map<Cell, std::pair<double, double>> whole_;  // sum, games
  double sum_ = 0;
  double games_ = 0;
};

// S. M. Lucas, J. Liu, D. Perez-Liebana, "The N-Tuple Bandit Evolutionary Algorithm for Game Agent
// Optimisation" (CEC 2018): moves from the cell just tried to the best, by mean and k, of `neighbours`
// mutants (one random dimension for sure, the others with probability 1/d). Several runs take turns;
// sequential halving (Z. Karnin, T. Koren, O. Somekh, ICML 2013) on separate games then compares their best
// cells, because the luckiest of many is not the best. The default takes part. Numbers are cut into `levels`
// values, including the default.
//
// Departure: an untried entry has the mean of all games, not 0.
class Ntbea final : public Method {
 public:
  Ntbea(const Space& space, const TuneMethodSpec& spec, std::uint64_t seed, std::uint64_t trials);

  [[nodiscard]] Result<Trial> ask() override;
  void learn(const Trial& trial, const Score& score) override;
  [[nodiscard]] Point recommendation() const override;

 private:
  struct Run {
    TupleModel model;
    Cell current;
    Rng rng;
  };
  struct Racer {
    Cell cell;
    double sum = 0;
    double games = 0;
    std::uint64_t asked = 0;
    [[nodiscard]] double mean() const noexcept { return games == 0 ? 0.5 : sum / games; }
  };
  struct Tag {
    std::size_t owner;  // index of the run or racer
    bool racing;
  };

  [[nodiscard]] Point point(const Cell& cell) const;
  [[nodiscard]] bool feasible(const Cell& cell) const { return space_.feasible(point(cell)); }
  [[nodiscard]] Cell random_cell(Rng& rng) const;
  [[nodiscard]] Cell next_cell(Run& run) const;
  // The best `count` cells tried by a run.
  [[nodiscard]] std::vector<Cell> best_of(const Run& run, std::size_t count) const;
  void begin_race();
  void halve();

  const Space& space_;
  double exploration_;
  std::uint32_t neighbours_;
  std::vector<std::vector<double>> levels_;  // coordinates of each dimension
  std::vector<Run> runs_;
  Cell fallback_;
  std::uint64_t search_;  // trials before the race
  std::uint64_t race_;
  std::uint64_t asked_ = 0;
  std::vector<Racer> racers_;  // best first after halve()
  std::size_t alive_ = 0;
  std::uint64_t heats_ = 1;
  std::uint64_t heat_end_ = 0;
  std::deque<Tag> open_;
};

}  // namespace ludex::arena::tuning
