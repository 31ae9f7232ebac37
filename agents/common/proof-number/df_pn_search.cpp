#include "agents/common/proof-number/df_pn_search.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "agents/common/proof-number/show.hpp"

namespace ludex::agents::proof_number {

void DfPnSearch::new_game(const Game& game, const Settings& settings) {
  settings_ = settings;
  expander_.new_game(game, settings);
  const std::size_t room = (expander_.max_depth() + std::size_t{2}) * game.traits().max_moves;
  stack_ = PageBlock(room * sizeof(Child));
}

void DfPnSearch::start(const State* root, const Question& question, Identity identity, WideKey salt,
                       std::uint64_t order, ProofTable& table, BudgetMeter& meter, std::uint64_t origin) {
  expander_.start(root, question, identity, salt, order, origin);
  table_ = &table;
  meter_ = &meter;
  top_ = static_cast<Child*>(stack_.data());
  root_count_ = 0;
  stopped_ = false;
  last_node_ = meter.budget().nodes != 0 ? meter.budget().nodes : kNoLimit;
  effort_ = {};
  shared_ = nullptr;
  cyclic_ = identity == Identity::kPositionAndTwins;
}

DfPnSearch::Result DfPnSearch::run(PnDn thresholds, std::uint64_t work) {
  const ProofEntry entry = table_->find(expander_.key(0));
  Result result;
  result.value = entry.found ? entry.value : expander_.first_numbers(0);
  if (may_go_on(!entry.found))
    result = visit(0, expander_.origin(), thresholds, entry.found ? entry.work : 0, work);
  return result;
}

std::uint32_t DfPnSearch::open(std::uint32_t ply, std::uint64_t path, bool first_visit, Child* out) {
  ++effort_.visits;
  if (first_visit) {
    ++effort_.expansions;
    effort_.digest += mix64(expander_.key(ply).low);
  }
  const std::uint64_t nodes = expander_.nodes();
  const std::uint32_t count = expander_.expand(ply, path, TableMemory(*table_, expander_.identity()), out);
  meter_->count_nodes(expander_.nodes() - nodes);
  return count;
}

void DfPnSearch::look_at_root() {
  root_count_ = expander_.expand(0, expander_.origin(), TableMemory(*table_, expander_.identity()),
                                 static_cast<Child*>(stack_.data()));
}

bool DfPnSearch::may_go_on(bool first_visit) noexcept {
  if (stopped_) return false;
  if (shared_ != nullptr) return may_go_on_together(first_visit);
  const bool out =
      meter_->nodes() >= last_node_ || meter_->out_of_time() || (first_visit && !meter_->next_iteration());
  if (out) stopped_ = true;
  return !out;
}

DfPnSearch::Result DfPnSearch::visit(std::uint32_t ply, std::uint64_t path, PnDn thresholds,
                                     std::uint32_t known_work, std::uint64_t limit) {
  const WideKey key = expander_.key(ply);
  Child* const children = top_;
  const std::uint32_t count = open(ply, path, known_work == 0, children);
  const std::uint64_t expansions = effort_.expansions;
  top_ += count;
  if (board_ != nullptr && effort_.visits % kShowFill == 0) show_fill(*board_, table_->fill());

  Result result;
  result.work = 1;
  ChildSummary f;
  for (;;) {
    f = summarize(std::span<const Child>(children, count), settings_);
    if (ply == 0 && board_ != nullptr) show_root(*board_, f, std::span<const Child>(children, count));
    if (f.value.solved() || stopped_ || result.work >= limit) break;
    PnDn bound = thresholds;
    if (f.value.reaches(bound)) {
      if (!cyclic_ || known_work == 0 || effort_.expansions != expansions) break;
      bound = {std::max(bound.phi, f.value.phi + ProofNumber(1)),
               std::max(bound.delta, f.value.delta + ProofNumber(1))};
    }
    Child& best = children[f.best];
    if (best.final) {  // beyond the largest depth
      stopped_ = true;
      break;
    }
    if (!may_go_on(best.work == 0)) break;
    const PnDn next = child_thresholds(f, best, bound, settings_);
    expander_.descend(ply, best);
    const Result below = visit(ply + 1, extend_path(path, best.move), best.same_mover ? next : next.flipped(),
                               best.work, limit - result.work);
    best.value = best.same_mover ? below.value : below.value.flipped();
    best.dependence = below.dependence;
    best.work = static_cast<std::uint32_t>(std::min<std::uint64_t>(best.work + below.work, 0xFFFFFFFFU));
    result.work += below.work;
  }
  top_ = children;
  if (ply == 0) root_count_ = count;
  result.value = f.value;
  if (f.value.is_proven()) result.move = children[f.best].move;
  // A recurrence of this very position, or of one below it, does not matter above.
  result.dependence = f.dependence >= ply ? kAnyPath : f.dependence;
  remember(*table_, key, path, result.value, result.dependence, known_work + result.work, result.move);
  return result;
}

}  // namespace ludex::agents::proof_number
