// DfPnEngine: the depth-first searches, with their table, as an engine that answers questions. ProofAgent
// (proof_agent.hpp) makes a player and a solver of an engine; PnsEngine is the other one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "agents/common/proof-number/df_pn_search.hpp"
#include "agents/common/proof-number/parallel_df_pn.hpp"
#include "agents/common/proof-number/proof_tree.hpp"
#include "core/agent/report.hpp"

namespace ludex::agents::proof_number {

// The numbers of the root for its mover, the player of the question.
struct Verdict {
  PnDn value;
  [[nodiscard]] bool yes() const noexcept { return value.is_proven(); }
  [[nodiscard]] bool no() const noexcept { return value.is_disproven(); }
};

class DfPnEngine {
 public:
  void new_game(const Game& game, const Settings& settings);

  // Starts a new position: forgets the table.
  void start(const State* root, Identity identity, std::uint64_t order, std::uint32_t memory_mib);

  Verdict ask(const Question& question, BudgetMeter& meter);

  // True if a proof in the table holds by the rules with every move checked; writes its text to `out`.
  bool check(const Question& question, bool yes, BudgetMeter& meter, TextSink* out);

  // The root's moves after ask().
  [[nodiscard]] std::span<const Child> root_children() noexcept {
    return together_ ? parallel_->root_children() : search_.root_children();
  }

  // Adds the line that the numbers prefer, from the root; `first` is its first move.
  void add_line(SearchReport& report, const Child& first);

  // The moves of the position at the end of the path, as the table remembers them; false if the search never
  // visited it.
  bool look(std::span<const Move> moves, std::vector<Child>& out);

  // The move that the numbers prefer: one that proves; else the least phi; of refuted ones the one that cost
  // most.
  [[nodiscard]] static const Child& best_of(std::span<const Child> children,
                                            const Settings& settings) noexcept;

  [[nodiscard]] std::size_t bytes() const noexcept { return table_.size_bytes(); }
  [[nodiscard]] const Effort& effort() const noexcept { return effort_; }
  [[nodiscard]] ProgressBoard& progress() noexcept { return board_; }
  void add_counters(SearchReport& report) const;

 private:
  Verdict ask_alone(const Question& question, BudgetMeter& meter);
  Verdict ask_together(const Question& question, BudgetMeter& meter, std::uint32_t threads);

  static constexpr WideKey kSalt{0x3C79AC492BA7B653ULL, 0x1C69B3F74AC4AE35ULL};

  // Set for each game.
  Settings settings_;
  const Game* game_ = nullptr;
  DfPnSearch search_;
  ProofTable table_;
  std::size_t table_bytes_ = 0;
  std::unique_ptr<ProofTree> tree_;  // made when first needed, like the next two
  std::unique_ptr<ParallelDfPn> parallel_;
  ParallelDfPn::Searches searches_;  // of the threads
  ProgressBoard board_;

  // Set for each position.
  const State* root_ = nullptr;
  Identity identity_ = Identity::kPosition;
  std::uint64_t order_ = 0;
  Effort effort_;
  bool together_ = false;  // several threads searched the last question
};

}  // namespace ludex::agents::proof_number
