// DfPnEngine: the depth-first searches as an engine that answers questions, with its table. An engine is what
// ProofAgent (proof_agent.hpp) makes a player and a solver of; PnsEngine and MopnsEngine are the others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "agents/common/proof-number/df_pn_search.hpp"
#include "agents/common/proof-number/parallel_df_pn.hpp"
#include "agents/common/proof-number/proof_tree.hpp"
#include "core/abi/host.hpp"
#include "core/agent/report.hpp"

namespace ludex::agents::proof_number {

// The numbers of the root for its mover, who is the player of the question.
struct Verdict {
  PnDn value;
  [[nodiscard]] bool yes() const noexcept { return value.is_proven(); }
  [[nodiscard]] bool no() const noexcept { return value.is_disproven(); }
};

class DfPnEngine {
 public:
  void new_game(const Game& game, const Settings& settings) {
    settings_ = settings;
    search_.new_game(game, settings);
    searches_.clear();
    together_ = false;
    tree_.reset();
    game_ = &game;
    table_ = ProofTable();
    table_bytes_ = 0;
  }

  // A new position: what is in the table is forgotten.
  void start(const State* root, Identity identity, std::uint64_t order, std::uint32_t memory_mib) {
    const auto bytes = memory_mib != 0 ? std::size_t{memory_mib} << 20
                                       : static_cast<std::size_t>(settings_.memory_mib * 1024 * 1024);
    if (bytes != table_bytes_) {
      table_ = ProofTable(bytes);
      table_bytes_ = bytes;
    } else {
      table_.clear();
    }
    root_ = root;
    identity_ = identity;
    order_ = order;
    effort_ = {};
  }

  Verdict ask(const Question& question, BudgetMeter& meter) {
    const std::uint32_t threads = threads_of(meter.budget());
    return threads > 1 ? ask_together(question, meter, threads) : ask_alone(question, meter);
  }

  // Whether a proof, which the table holds, stands up to the rules with every move checked; and its text.
  bool check(const Question& question, bool yes, BudgetMeter& meter, TextSink* out) {
    if (tree_ == nullptr) {
      tree_ = std::make_unique<ProofTree>();
      tree_->new_game(*game_, settings_);
    }
    return tree_->walk(root_, question, yes, identity_, kSalt, table_, meter, out);
  }

  // The root's moves after ask().
  [[nodiscard]] std::span<const Child> root_children() noexcept {
    return together_ ? parallel_->root_children() : search_.root_children();
  }

  // The line that the numbers point to, from the root; `first` is its first move.
  void add_line(SearchReport& report, const Child& first) {
    auto& expander = search_.expander();
    std::vector<Child> children(game_->traits().max_moves);
    const TableMemory memory(table_, identity_);
    Child next = first;
    std::uint64_t path = expander.origin();
    for (std::uint32_t ply = 0; report.pv_size < kMaxPv && ply + 2 < expander.max_depth(); ++ply) {
      report.add_pv(next.move);
      if (next.final || next.work == 0) return;
      expander.descend(ply, next);
      path = extend_path(path, next.move);
      if (is_over(game_->status(expander.state(ply + 1)))) return;
      const std::uint32_t count = expander.expand(ply + 1, path, memory, children.data());
      next = best_of({children.data(), count}, settings_);
    }
  }

  // The move that the numbers prefer: one that proves; else the least phi; of refuted ones the one that cost
  // most.
  [[nodiscard]] static const Child& best_of(std::span<const Child> children,
                                            const Settings& settings) noexcept {
    const Fold f = fold(children, settings);
    if (f.best != Fold::kNone) return children[f.best];
    return *std::max_element(children.begin(), children.end(),
                             [](const Child& a, const Child& b) { return a.work < b.work; });
  }

  [[nodiscard]] std::size_t bytes() const noexcept { return table_.size_bytes(); }
  [[nodiscard]] const Effort& effort() const noexcept { return effort_; }
  [[nodiscard]] ProgressBoard& progress() noexcept { return board_; }
  void add_counters(SearchReport& report) const {
    report.add_counter("visits", static_cast<double>(effort_.visits));
    report.add_counter("expansions", static_cast<double>(effort_.expansions));
    report.add_counter("table_fill", table_.fill());
    if (!together_) return;
    report.add_counter("jobs", static_cast<double>(parallel_->jobs()));
    report.add_counter("waits", static_cast<double>(parallel_->waits()));
  }

 private:
  [[nodiscard]] static std::uint32_t threads_of(const Budget& budget) noexcept {
    return abi::g_host == nullptr ? 1 : std::min(budget.threads, host().threads);
  }
  Verdict ask_alone(const Question& question, BudgetMeter& meter) {
    search_.start(root_, question, identity_, kSalt, order_, table_, meter);
    search_.set_board(board_);
    const auto result = search_.run();
    effort_ += search_.effort();
    together_ = false;
    return {result.value};
  }
  Verdict ask_together(const Question& question, BudgetMeter& meter, std::uint32_t threads) {
    while (searches_.size() < threads) {
      searches_.push_back(std::make_unique<DfPnSearch>());
      searches_.back()->new_game(*game_, settings_);
    }
    if (parallel_ == nullptr) parallel_ = std::make_unique<ParallelDfPn>();
    const PnDn value = parallel_->run(searches_, threads, host(), root_, question, identity_, kSalt, order_,
                                      table_, meter, board_);
    for (std::uint32_t i = 0; i < threads; ++i) effort_ += searches_[i]->effort();
    together_ = true;
    // For the line of the report.
    search_.start(root_, question, identity_, kSalt, order_, table_, meter);
    return {value};
  }

  static constexpr WideKey kSalt{0x3C79AC492BA7B653ULL, 0x1C69B3F74AC4AE35ULL};

  // Set for each game.
  Settings settings_;
  const Game* game_ = nullptr;
  DfPnSearch search_;
  ProofTable table_;
  std::size_t table_bytes_ = 0;
  std::unique_ptr<ProofTree> tree_;  // made when first needed, as the next two
  std::unique_ptr<ParallelDfPn> parallel_;
  ParallelDfPn::Searches searches_;  // of the threads
  ProgressBoard board_;

  // Set for each position.
  const State* root_ = nullptr;
  Identity identity_ = Identity::kPosition;
  std::uint64_t order_ = 0;
  Effort effort_;
  bool together_ = false;  // the last question was asked of several threads
};

}  // namespace ludex::agents::proof_number
