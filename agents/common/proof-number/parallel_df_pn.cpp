#include "agents/common/proof-number/parallel_df_pn.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>

namespace ludex::agents::proof_number {

PnDn ParallelDfPn::run(Searches& searches, std::uint32_t threads, const HostServices& host, const State* root,
                       const Question& question, Identity identity, WideKey salt, std::uint64_t order,
                       ProofTable& table, BudgetMeter& meter, ProgressBoard& board) {
  Budget time = meter.budget();
  time.nodes = time.iterations = 0;
  if (time.cpu_ns > 0) time.cpu_ns = std::max<std::int64_t>(1, time.cpu_ns - meter.cpu_ns());
  if (time.wall_ns > 0) time.wall_ns = std::max<std::int64_t>(1, time.wall_ns - meter.wall_ns());
  workers_.clear();
  for (std::uint32_t i = 0; i < threads; ++i)
    workers_.push_back(std::make_unique<Worker>(searches[i].get(), BudgetMeter(time, &board)));
  for (auto& w : workers_) {
    w->search->start(root, question, identity, salt, order, table, w->meter);
    w->search->set_board(board);
  }
  const DfPnSearch& first = *searches[0];
  crew_.start(threads, first.max_depth(), std::max<std::uint64_t>(first.settings().job, 1));
  crew_.node_budget().fill(meter.budget().nodes, meter.nodes());
  crew_.iteration_budget().fill(meter.budget().iterations, meter.iterations());
  host.parallel_for(
      threads, [](void* self, std::uint32_t i) { static_cast<ParallelDfPn*>(self)->work(i); }, this);
  answer_ = 0;
  jobs_ = waits_ = 0;
  for (std::uint32_t i = 0; i < threads; ++i) {
    const Worker& w = *workers_[i];
    meter.count_nodes(w.meter.nodes());
    meter.count_iterations(w.meter.iterations());
    jobs_ += w.search->jobs();
    waits_ += w.search->waits();
    meter.is_shown();
    if (w.result.value.solved() || (w.leads && !workers_[answer_]->result.value.solved())) answer_ = i;
  }
  return workers_[answer_]->result.value;
}

void ParallelDfPn::work(std::uint32_t index) noexcept {
  Worker& w = *workers_[index];
  w.result = w.search->run_together(crew_, index);
  w.leads = w.search->leads();
}

}  // namespace ludex::agents::proof_number
