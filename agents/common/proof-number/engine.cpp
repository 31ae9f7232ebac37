#include "agents/common/proof-number/engine.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/abi/host.hpp"

namespace ludex::agents::proof_number {

void DfPnEngine::new_game(const Game& game, const Settings& settings) {
  settings_ = settings;
  search_.new_game(game, settings);
  searches_.clear();
  together_ = false;
  tree_.reset();
  game_ = &game;
  table_ = ProofTable();
  table_bytes_ = 0;
}

void DfPnEngine::start(const State* root, Identity identity, std::uint64_t order, std::uint32_t memory_mib) {
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

Verdict DfPnEngine::ask(const Question& question, BudgetMeter& meter) {
  const std::uint32_t threads = abi::g_host == nullptr ? 1 : std::min(meter.budget().threads, host().threads);
  return threads > 1 ? ask_together(question, meter, threads) : ask_alone(question, meter);
}

bool DfPnEngine::check(const Question& question, bool yes, BudgetMeter& meter, TextSink* out) {
  if (tree_ == nullptr) {
    tree_ = std::make_unique<ProofTree>();
    tree_->new_game(*game_, settings_);
  }
  return tree_->walk(root_, question, yes, identity_, kSalt, table_, meter, out);
}

void DfPnEngine::add_line(SearchReport& report, const Child& first) {
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

bool DfPnEngine::look(std::span<const Move> moves, std::vector<Child>& out) {
  auto& expander = search_.expander();
  const TableMemory memory(table_, identity_);
  const auto known = root_children();
  out.assign(known.begin(), known.end());
  std::uint64_t path = expander.origin();
  for (std::uint32_t ply = 0; ply < moves.size(); ++ply) {
    const auto at =
        std::find_if(out.begin(), out.end(), [&](const Child& child) { return child.move == moves[ply]; });
    if (at == out.end() || at->final || at->work == 0 || ply + 2 >= expander.max_depth()) return false;
    const Child child = *at;
    expander.descend(ply, child);
    path = extend_path(path, child.move);
    if (is_over(game_->status(expander.state(ply + 1)))) return false;
    out.resize(game_->traits().max_moves);
    out.resize(expander.expand(ply + 1, path, memory, out.data()));
  }
  return true;
}

const Child& DfPnEngine::best_of(std::span<const Child> children, const Settings& settings) noexcept {
  const ChildSummary f = summarize(children, settings);
  if (f.best != ChildSummary::kNone) return children[f.best];
  return *std::max_element(children.begin(), children.end(),
                           [](const Child& a, const Child& b) { return a.work < b.work; });
}

void DfPnEngine::add_counters(SearchReport& report) const {
  report.add_counter("visits", static_cast<double>(effort_.visits));
  report.add_counter("expansions", static_cast<double>(effort_.expansions));
  report.add_counter("table_fill", table_.fill());
  if (!together_) return;
  report.add_counter("jobs", static_cast<double>(parallel_->jobs()));
  report.add_counter("waits", static_cast<double>(parallel_->waits()));
}

Verdict DfPnEngine::ask_alone(const Question& question, BudgetMeter& meter) {
  search_.start(root_, question, identity_, kSalt, order_, table_, meter);
  search_.set_board(board_);
  const auto result = search_.run();
  effort_ += search_.effort();
  together_ = false;
  return {result.value};
}

Verdict DfPnEngine::ask_together(const Question& question, BudgetMeter& meter, std::uint32_t threads) {
  while (searches_.size() < threads) {
    searches_.push_back(std::make_unique<DfPnSearch>());
    searches_.back()->new_game(*game_, settings_);
  }
  if (parallel_ == nullptr) parallel_ = std::make_unique<ParallelDfPn>();
  const PnDn value = parallel_->run(searches_, threads, host(), root_, question, identity_, kSalt, order_,
                                    table_, meter, board_);
  for (std::uint32_t i = 0; i < threads; ++i) effort_ += searches_[i]->effort();
  together_ = true;
  // Needed for the principal variation of the report.
  search_.start(root_, question, identity_, kSalt, order_, table_, meter);
  return {value};
}

}  // namespace ludex::agents::proof_number
