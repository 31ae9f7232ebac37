// ParallelDfPn: one df-pn search by several threads, without a lock.
//
// Each thread runs df-pn from the root, with its own stack and the common table. Positions with at least
// `job` visits are *shared*; below them a thread searches alone, for at most `job` visits at a time (a job).
// For each shared position of its way and for the job, a thread shows a mark (shared_search_state.hpp): the
// key, and the numbers of the position as *seen* from there. A job counts as won for the side to move if its
// numbers favour that, else as lost, and the positions above it accordingly, up to the root: the virtual wins
// and losses of SPDFPN (Pawlewicz & Hayward, "Scalable parallel DFPN search", CG 2013). At a shared position
// a thread uses the seen numbers of the children that bear a mark of another thread, and chooses by them; if
// that leaves nothing to do there, it goes back up; at the root it waits for 20 us.
//
// Departures from the paper: no lock, no virtual table, no return to the root after each job. Instead:
//   * A thread returns to the root after 4 jobs' visits, lest it search with thresholds that no longer
//     hold; and the children of a shared position are read from the table again every 128 visits.
//   * A thread that solves a shared position tells the others; those below it leave.
//   * The first thread to arrive is the leader, who never waits: where the marks leave it nothing to do, it
//     uses the true numbers. It chooses by marks for one job's visits only, and its visits to the root, and
//     those choices, become longer the more there have been. So in the end it acts like a single thread,
//     which keeps the numbers of a path on the stack, and the search ends with a table of any size.
//   * Marks and news guide the search only; proofs come from the table and from ends of games, as
//     with one thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "agents/common/proof-number/df_pn_search.hpp"
#include "core/abi/host_services.hpp"

namespace ludex::agents::proof_number {

class ParallelDfPn {
 public:
  using Searches = std::vector<std::unique_ptr<DfPnSearch>>;

  // Searches the question with `searches`, on a thread of `host` each. `meter` receives their effort.
  PnDn run(Searches& searches, std::uint32_t threads, const HostServices& host, const State* root,
           const Question& question, Identity identity, WideKey salt, std::uint64_t order, ProofTable& table,
           BudgetMeter& meter, ProgressBoard& board) {
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
    shared_.start(threads, first.max_depth(), std::max<std::uint64_t>(first.settings().job, 1));
    shared_.node_budget().fill(meter.budget().nodes, meter.nodes());
    shared_.iteration_budget().fill(meter.budget().iterations, meter.iterations());
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

  // The root's moves after run().
  [[nodiscard]] std::span<const Child> root_children() noexcept {
    return workers_[answer_]->search->root_children();
  }
  // Jobs done, and how often a thread found none to do.
  [[nodiscard]] std::uint64_t jobs() const noexcept { return jobs_; }
  [[nodiscard]] std::uint64_t waits() const noexcept { return waits_; }

 private:
  struct alignas(64) Worker {
    Worker(DfPnSearch* s, const BudgetMeter& m) : search(s), meter(m) {}
    DfPnSearch* search;
    BudgetMeter meter;
    DfPnSearch::Result result;
    bool leads = false;
  };

  void work(std::uint32_t index) noexcept {
    Worker& w = *workers_[index];
    w.result = w.search->run_together(shared_, index);
    w.leads = w.search->leads();
  }

  SharedSearchState shared_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::size_t answer_ = 0;  // the thread whose root is reported
  std::uint64_t jobs_ = 0;
  std::uint64_t waits_ = 0;
};

}  // namespace ludex::agents::proof_number
