// DfPnSearch: depth-first proof-number search (Nagai 1999) and df-pn+ (Nagai & Imai), with a table instead of
// a tree. child_summary.hpp computes the numbers of a node, first_numbers.hpp those of new positions; df-pn,
// df-pn+ and their enhancements differ in Settings only.
//
// Departures from the paper's program list:
//   * A node keeps the numbers of its children on the stack while it is searched, and reads the table once
//     per visit, so lost entries can cost work but never a result or the end of the search.
//   * The bound `max(delta, delta_bound)` of SelectChild and the storing of thresholds against cycles, line
//     27, are not needed: question.hpp explains the treatment of recurrences. In cyclic games a visit
//     continues, with its thresholds raised just above the present numbers, until it has expanded a new
//     position or solved the node; so numbers carried around a cycle cannot make the search run in circles
//     (the idea of Kishimoto's threshold controlling algorithm, 2010, applied to every visit).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "agents/common/memory/page_block.hpp"
#include "agents/common/proof-number/child_summary.hpp"
#include "agents/common/proof-number/expander.hpp"
#include "agents/common/proof-number/proof_table.hpp"
#include "agents/common/proof-number/shared_search_state.hpp"
#include "agents/common/proof-number/table_memory.hpp"
#include "core/agent/budget.hpp"

namespace ludex::agents::proof_number {

inline constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// Effort of a search; summed over threads.
struct Effort {
  std::uint64_t visits = 0;      // calls of visit
  std::uint64_t expansions = 0;  // positions not in the table
  std::uint64_t digest = 0;      // of the keys of the expanded positions, independent of their order

  Effort& operator+=(const Effort& other) noexcept {
    visits += other.visits;
    expansions += other.expansions;
    digest += other.digest;
    return *this;
  }
};

class DfPnSearch {
 public:
  void new_game(const Game& game, const Settings& settings);

  void start(const State* root, const Question& question, Identity identity, WideKey salt,
             std::uint64_t order, ProofTable& table, BudgetMeter& meter, std::uint64_t origin = 0);

  // The result of a visit.
  struct Result {
    PnDn value;  // for the side to move
    std::uint16_t dependence = kAnyPath;
    std::uint64_t work = 0;
    Move move = kNoMove;   // of a proven node: a proving move
    bool refused = false;  // several threads: only work of others is left there; then `seen`
    PnDn seen;
  };

  // Searches the root until it is solved, a threshold is reached, or `work` visits are done.
  Result run(PnDn thresholds = PnDn::unlimited(), std::uint64_t work = kNoLimit);

  // Writes the children of the position at `ply`, and counts the visit.
  std::uint32_t open(std::uint32_t ply, std::uint64_t path, bool first_visit, Child* out);
  // Runs as one of several threads: until some thread has solved the root, or the budget is spent.
  Result run_together(SharedSearchState& shared, std::uint32_t thread);
  [[nodiscard]] std::uint64_t jobs() const noexcept { return jobs_; }
  [[nodiscard]] std::uint64_t waits() const noexcept { return waits_; }
  [[nodiscard]] bool leads() const noexcept { return leader_; }
  [[nodiscard]] std::uint32_t max_depth() const noexcept { return expander_.max_depth(); }
  void set_board(ProgressBoard& board) noexcept { board_ = board.watched() ? &board : nullptr; }
  // Expands the root without a search.
  void look_at_root();

  // The root's moves after run() or look_at_root().
  [[nodiscard]] std::span<const Child> root_children() const noexcept {
    return {static_cast<const Child*>(stack_.data()), root_count_};
  }
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return expander_.nodes(); }
  [[nodiscard]] const Effort& effort() const noexcept { return effort_; }
  [[nodiscard]] Expander& expander() noexcept { return expander_; }
  [[nodiscard]] const Settings& settings() const noexcept { return settings_; }

 private:
  // Checks the budget before each visit; a first visit is an iteration.
  [[nodiscard]] bool may_go_on(bool first_visit) noexcept;

  // Searches the position at `ply`, which is not over, until it is solved or reaches a threshold.
  Result visit(std::uint32_t ply, std::uint64_t path, PnDn thresholds, std::uint32_t known_work,
               std::uint64_t limit);

  // Visits between two samples of the table's fill.
  static constexpr std::uint64_t kShowFill = std::uint64_t{1} << 15;

  // For several threads: shared_search.cpp.
  static constexpr std::uint32_t kNoCut = std::numeric_limits<std::uint32_t>::max();
  // A shared position of the path.
  struct Frame {
    Child* children = nullptr;
    std::uint32_t count = 0;
    std::uint32_t at = 0;  // the child under search
    std::uint64_t path = 0;
    std::size_t first_refusal = 0;
    std::size_t refusals = 0;
    std::uint32_t guesses = 0;       // the leader's
    std::uint64_t refreshed_at = 0;  // visits then
  };
  // A child without work left, and its value if the jobs of other threads end as shown.
  struct Refusal {
    std::uint32_t child;
    PnDn seen;
  };
  struct Busy {
    std::uint32_t child;
    PnDn value;  // the true one
  };
  [[nodiscard]] bool may_go_on_together(bool first_visit) noexcept;
  void hear_news() noexcept;
  Result visit_shared(std::uint32_t ply, std::uint64_t path, PnDn thresholds, std::uint32_t known_work,
                      std::uint64_t limit);
  void refresh(Frame& frame, std::uint32_t except) const noexcept;
  void see_others(Frame& frame, std::uint32_t ply) noexcept;
  void see_truth(Frame& frame) noexcept;
  void show_way(std::uint32_t ply) noexcept;

  // Set for each game.
  Settings settings_;
  Expander expander_;
  PageBlock stack_;  // children of the nodes on the path

  // Set for each search.
  ProofTable* table_ = nullptr;
  BudgetMeter* meter_ = nullptr;
  Child* top_ = nullptr;
  std::uint32_t root_count_ = 0;
  bool cyclic_ = false;
  bool stopped_ = false;
  std::uint64_t last_node_ = kNoLimit;
  ProgressBoard* board_ = nullptr;
  Effort effort_;

  // Set for each search by several threads.
  SharedSearchState* shared_ = nullptr;
  std::uint32_t thread_ = 0;
  bool leader_ = false;
  std::uint64_t iterations_left_ = 0;
  std::uint32_t news_ = 0;  // read so far
  std::vector<Frame> frames_;
  std::vector<Busy> busy_;
  std::vector<Refusal> refusals_;  // of the positions of the path, in order
  std::uint32_t depth_ = 0;        // the last ply of the path through shared positions to the job
  std::uint32_t cut_ = kNoCut;     // the ply of a position of the path that another thread has solved
  Child cut_value_;                // its numbers
  std::uint64_t jobs_ = 0;
  std::uint64_t waits_ = 0;
};

}  // namespace ludex::agents::proof_number
