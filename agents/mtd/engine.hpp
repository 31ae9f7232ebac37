// Engine<Tally>: iterative deepening; the driver makes a sequence of tests at each depth.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "agents/common/minimax/search.hpp"
#include "agents/mtd/driver.hpp"
#include "core/agent/agent.hpp"

namespace ludex::agents::mtd {

struct Settings {
  Step step = Step::kFixed;
  Score size = 1;
  bool three_way = false;  // windows of three values: a test can hit the value itself
  bool two_before = true;  // first guess: the value two plies shallower
  bool full_on_contradiction = true;
  std::uint32_t most_tests = 100;
  std::uint32_t buckets = 101;
  std::uint32_t width = 20;
  std::uint32_t distance = 2;  // plies between the counters and the search they predict
  bool thesis_parameters = false;
  std::size_t table_mib = 64;
  std::uint32_t depth_limit = 0;
  bool keep_table = false;
  bool shuffle = true;
  minimax::Options search;
};

// The result of one depth.
struct DepthResult {
  Score value = 0;  // for the mover at the root
  std::uint32_t tests = 0;
  std::uint64_t nodes = 0;
  std::int64_t cpu_ns = 0;
  Counters counters;  // with BucketTally
};

template <class Tally>
class Engine {
  static constexpr bool kCounting = std::is_same_v<Tally, minimax::BucketTally>;

 public:
  explicit Engine(const Settings& settings) : settings_(settings) {
    if constexpr (kCounting) search_.tally().configure(settings.buckets, settings.width);
  }

  void new_game(const Game& game, std::uint64_t seed);

  Move choose(const State* position, const Budget& given, SearchReport& report);

  // Searches depth after depth; `move` is the best so far.
  void deepen(const State* position, const Budget& budget, BudgetMeter& meter, Move& move);
  [[nodiscard]] const std::vector<DepthResult>& results() const noexcept { return results_; }
  [[nodiscard]] ProgressBoard& progress() noexcept { return board_; }

 private:
  [[nodiscard]] Move first_legal(const State* position) const noexcept;

  // False if the budget ran out. The move is that of the last search that proved a lower bound: a search that
  // fails low has no best move.
  bool search_depth(std::uint32_t depth, DepthResult& result, Move& move);

  bool search_window(std::uint32_t depth, Score alpha, Score beta, DepthResult& result, Move& move);

  void prepare(Stepper& stepper, std::uint32_t depth) const;

  void fill(SearchReport& report, const State* position, const BudgetMeter& meter, Move move);
  void follow_table(SearchReport& report);

  Settings settings_;
  const Game* game_ = nullptr;
  std::uint64_t seed_ = 0;
  minimax::TranspositionTable table_;
  minimax::Search<Tally> search_;
  ProgressBoard board_;

  // Within one search.
  int sign_ = 1;
  Value last_;
  Value exact_;
  std::uint32_t contradictions_ = 0;
  std::vector<DepthResult> results_;  // [depth - 1]
};

}  // namespace ludex::agents::mtd
