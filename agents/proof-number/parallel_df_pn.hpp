// ParallelDfPn<G>: scalable parallel df-pn in shared memory, SPDFPN (Pawlewicz & Hayward, "Scalable parallel
// DFPN search", CG 2013).
//
// All threads share the table. A thread walks down from the root, under a lock, by the numbers it *sees*, to
// a node on which less than `job` visits have been spent, and searches it, without the lock, for at most
// `job` visits. While it does, the node counts as won for the side to move (if its numbers look more like it)
// or as lost, and the nodes above it accordingly, so that others go elsewhere.
//
// Departures from the paper:
//   * The nodes above the jobs are not read from the table but kept in a tree (job_tree.hpp), which loses
//     nothing; the table gets them, too. So a search ends with a table of any size: a job is always either on
//     a node that gets solved, or on one that the next thread takes apart; and in a tree that is full, the
//     jobs of a leaf double, as its work does, until it is solved.
//   * A thread waits only while the root is solved for it by what others are doing, that is while at least
//     one job is running, and every end of a job wakes it. Virtual numbers are void without a running job
//     (JobNode::users), so with none running the root's are true: the thread finds a job or the answer.
//   * A child is chosen without 1 + epsilon above the jobs; inside jobs all is as in one thread.
//   * A job ends when the root is solved; when a node in between is, it goes on (it is short).
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "agents/proof-number/df_pn_search.hpp"
#include "agents/proof-number/job_tree.hpp"
#include "core/abi/host_services.hpp"
#include "core/agent/progress.hpp"

namespace ludex::agents::proof_number {

template <class G>
class ParallelDfPn {
 public:
  using Searches = std::vector<std::unique_ptr<DfPnSearch<G>>>;

  // Searches the position asked about with `searches`, a thread of `host` each. `meter` gets what they spend.
  PnDn run(Searches& searches, std::uint32_t threads, const HostServices& host, const State* root,
           const Question& question, Identity identity, WideKey salt, std::uint64_t order, ProofTable& table,
           BudgetMeter& meter, ProgressBoard& board) {
    table_ = &table;
    board_ = &board;
    const auto account = [](std::uint64_t limit, std::uint64_t spent) {
      return Account{limit == 0 ? kNoLimit : limit, spent, 0};
    };
    nodes_ = account(meter.budget().nodes, meter.nodes());
    iterations_ = account(meter.budget().iterations, meter.iterations());
    done_ = stalled_ = false;
    running_ = waiting_ = 0;
    jobs_ = waits_ = 0;
    abort_.store(false, std::memory_order_relaxed);
    tree_.clear(std::max(kLeastTree, table.size_bytes() / 8));
    Budget time = meter.budget();
    time.nodes = time.iterations = 0;
    if (time.cpu_ns > 0) time.cpu_ns = std::max<std::int64_t>(1, time.cpu_ns - meter.cpu_ns());
    if (time.wall_ns > 0) time.wall_ns = std::max<std::int64_t>(1, time.wall_ns - meter.wall_ns());
    workers_.clear();
    for (std::uint32_t i = 0; i < threads; ++i)
      workers_.push_back(std::make_unique<Worker>(searches[i].get(), BudgetMeter(time)));
    for (auto& w : workers_) {
      w->search->start(root, question, identity, salt, order, table, w->meter);
      w->search->set_abort(&abort_);
    }
    settings_ = workers_[0]->search->settings();
    job_size_ = std::max<std::uint64_t>(settings_.job, 1);
    tree_.root().value = workers_[0]->search->expander().first_numbers(0);
    host.parallel_for(
        threads, [](void* self, std::uint32_t i) { static_cast<ParallelDfPn*>(self)->work(i); }, this);
    meter.count_nodes(nodes_.spent - meter.nodes());
    meter.count_iterations(iterations_.spent - meter.iterations());
    for (auto& w : workers_) w->search->set_abort(nullptr);
    return tree_.root().value;
  }

  // The root's moves after run().
  [[nodiscard]] std::span<const Child> root_children() noexcept { return tree_.root().children; }
  [[nodiscard]] std::size_t bytes() const noexcept { return tree_.bytes(); }
  // Jobs done, and how often a thread found none to do: it then waits for the end of one.
  [[nodiscard]] std::uint64_t jobs() const noexcept { return jobs_; }
  [[nodiscard]] std::uint64_t waits() const noexcept { return waits_; }
  [[nodiscard]] bool stalled() const noexcept { return stalled_; }

 private:
  struct Worker {
    Worker(DfPnSearch<G>* s, const BudgetMeter& m) : search(s), meter(m) {}

    DfPnSearch<G>* search;
    BudgetMeter meter;
    // The way from the root: nodes, path codes, what each counts on; [i + 1] is children[way[i]] of [i].
    std::vector<JobNode*> path;
    std::vector<std::uint64_t> codes;
    std::vector<PnDn> bounds;
    std::vector<Child> moves;
    std::vector<JobNode*> held;  // all nodes that have this thread among their users
    std::uint32_t placed = 0;    // plies of the way that the expander has made
    std::vector<Child> buffer;
  };
  // Of nodes or iterations.
  struct Account {
    std::uint64_t limit = kNoLimit;
    std::uint64_t spent = 0;
    std::uint64_t lent = 0;  // to running jobs

    // For one of `threads` jobs; 0: nothing is left but what is lent.
    [[nodiscard]] std::uint64_t share(std::size_t threads) const noexcept {
      const std::uint64_t used = spent + lent;
      if (limit == kNoLimit) return kNoLimit / 1024;
      return used >= limit ? 0 : std::max<std::uint64_t>(1, (limit - used) / threads);
    }
  };
  enum class Step { kProgress, kNothing };
  static constexpr std::size_t kLeastTree = std::size_t{1} << 20;

  void work(std::uint32_t index) {
    Worker& w = *workers_[index];
    std::unique_lock lock(mutex_);
    try {
      while (!done_) {
        if (step(w, lock) == Step::kProgress) continue;
        if (running_ == 0) {  // the budget is used up; or, which cannot be, one thread has to go on alone
          stalled_ = !out_of_budget(w);
          break;
        }
        ++waiting_;
        ++waits_;
        changed_.wait(lock);
        --waiting_;
      }
    } catch (...) {  // no memory: the search ends, unproven unless it is done
      if (!lock.owns_lock()) lock.lock();
    }
    finish();
  }
  void finish() noexcept {
    done_ = true;
    abort_.store(true, std::memory_order_relaxed);
    changed_.notify_all();
  }

  [[nodiscard]] bool out_of_budget(Worker& w) noexcept {
    return nodes_.spent >= nodes_.limit || iterations_.spent >= iterations_.limit || w.meter.out_of_time();
  }

  // Under the lock: finds a job and does it, or finds out that a node is solved.
  Step step(Worker& w, std::unique_lock<std::mutex>& lock) {
    if (out_of_budget(w)) {
      finish();
      return Step::kProgress;
    }
    w.path.assign(1, &tree_.root());
    w.codes.assign(1, w.search->expander().origin());
    w.bounds.assign(1, PnDn::unlimited());
    w.moves.clear();
    w.placed = 0;
    hold(w, tree_.root());
    for (;;) {
      JobNode& node = *w.path.back();
      const auto ply = static_cast<std::uint32_t>(w.path.size() - 1);
      if (!node.value.solved() && ply != 0) look_up(w, node);
      if (node.children.empty() && !node.value.solved()) {
        if (ply != 0 && (node.work < job_size_ || tree_.full())) return run_job(w, lock);
        take_apart(w, node, ply);
        if (iterations_.spent >= iterations_.limit) {
          update(node, ply, w.codes[ply], w);
          go_back(w, 0);
          return Step::kProgress;
        }
      }
      if (!node.value.solved()) update(node, ply, w.codes[ply], w);
      if (node.value.solved()) {
        go_back(w, 0);
        return Step::kProgress;
      }
      const Fold f = tree_.fold_seen(node, settings_);
      node.seen = f.value;
      if (f.value.solved()) {
        if (ply == 0) break;
        w.path.pop_back(), w.codes.pop_back(), w.bounds.pop_back(), w.moves.pop_back();
        w.placed = std::min(w.placed, ply - 1);
        continue;
      }
      const Child best = tree_.seen_child(f.best);
      if (best.final) {  // beyond the largest depth
        release(w);
        finish();
        return Step::kProgress;
      }
      const std::uint64_t code = extend_path(w.codes[ply], best.move);
      JobNode* const below = tree_.enter(node, f.best, node_key(w, best, code));
      if (below == nullptr) continue;
      const PnDn bound = child_thresholds(f, best, w.bounds[ply], settings_);
      w.path.push_back(below);
      w.codes.push_back(code);
      w.bounds.push_back(best.same_mover ? bound : bound.flipped());
      w.moves.push_back(best);
      hold(w, *below);
    }
    release(w);
    return Step::kNothing;
  }

  [[nodiscard]] WideKey node_key(const Worker& w, const Child& child, std::uint64_t code) const noexcept {
    return w.search->expander().identity() == Identity::kPosition ? child.key : path_key(code);
  }
  static void hold(Worker& w, JobNode& node) {
    w.held.push_back(&node);
    ++node.users;
  }
  static void release(Worker& w) noexcept {
    for (JobNode* const node : w.held) --node->users;
    w.held.clear();
  }

  // What jobs have found out about the last node of the way, perhaps on other ways to it.
  void look_up(const Worker& w, JobNode& node) {
    const TableMemory memory(*table_, w.search->expander().identity());
    Child known;
    known.key = w.moves.back().key;
    if (!memory(known, w.codes.back())) return;
    if (known.value.solved()) {
      tree_.drop_children(node);
    } else if (!node.children.empty() || known.work <= node.work) {
      return;
    }
    node.value = known.value;
    node.dependence = known.dependence;
    node.work = std::max<std::uint64_t>(node.work, known.work);
  }

  // Makes the expander stand at the end of the way.
  static void place(Worker& w) noexcept {
    for (; w.placed < w.moves.size(); ++w.placed) w.search->expander().descend(w.placed, w.moves[w.placed]);
  }

  void take_apart(Worker& w, JobNode& node, std::uint32_t ply) {
    place(w);
    DfPnSearch<G>& search = *w.search;
    const std::uint64_t before = search.nodes();
    w.buffer.resize(search.expander().game().traits().max_moves);
    const std::uint32_t count = search.open(ply, w.codes[ply], node.work == 0, w.buffer.data());
    if (node.work == 0) ++iterations_.spent;
    nodes_.spent += search.nodes() - before;
    ++node.work;
    tree_.adopt(node, std::span<const Child>(w.buffer.data(), count));
  }

  // True numbers of a node with children, for the tree and the table.
  void update(JobNode& node, std::uint32_t ply, std::uint64_t code, const Worker& w) {
    const Fold f = tree_.fold_true(node, settings_);
    node.value = f.value;
    node.dependence = f.dependence >= ply ? kAnyPath : f.dependence;
    remember(*table_, ply == 0 ? w.search->expander().key(0) : w.moves[ply - 1].key, code, node.value,
             node.dependence, node.work, f.value.is_proven() ? node.children[f.best].move : kNoMove);
    if (!f.value.solved()) return;
    if (ply == 0) {
      finish();
    } else {
      tree_.drop_children(node);
    }
  }

  // From the last node of the way, which has changed, to the root. `work` was spent on it.
  void go_back(Worker& w, std::uint64_t work) {
    release(w);
    for (auto ply = static_cast<std::uint32_t>(w.path.size() - 1); ply-- > 0;) {
      JobNode& node = *w.path[ply];
      node.work += work;
      if (node.value.solved() || node.children.empty()) continue;
      update(node, ply, w.codes[ply], w);
      if (node.users != 0 && !node.children.empty()) node.seen = tree_.fold_seen(node, settings_).value;
    }
    if (waiting_ != 0) changed_.notify_all();
    board_->set_numbers(tree_.root().value.phi, tree_.root().value.delta);
    board_->set_nodes(nodes_.spent);
    if (++returns_ % 256 == 0) board_->set_fill(table_->fill());
  }

  Step run_job(Worker& w, std::unique_lock<std::mutex>& lock) {
    // A job may spend its share of what others have left of the budget.
    const std::uint64_t node_share = nodes_.share(workers_.size());
    const std::uint64_t visit_share = iterations_.share(workers_.size());
    if (node_share == 0 || visit_share == 0) {
      release(w);
      return Step::kNothing;
    }
    JobNode& leaf = *w.path.back();
    const auto ply = static_cast<std::uint32_t>(w.path.size() - 1);
    leaf.seen = leaf.value.phi <= leaf.value.delta ? PnDn::proven() : PnDn::disproven();
    for (std::uint32_t up = ply; up-- > 0;) w.path[up]->seen = tree_.fold_seen(*w.path[up], settings_).value;
    const std::uint64_t visits = std::min(std::max(job_size_, leaf.work), visit_share);
    DfPnSearch<G>& search = *w.search;
    const std::uint64_t nodes = search.nodes();
    const std::uint64_t expansions = search.effort().expansions;
    const auto known = static_cast<std::uint32_t>(std::min<std::uint64_t>(leaf.work, 0xFFFFFFFFU));
    ++running_;
    ++jobs_;
    nodes_.lent += node_share;
    iterations_.lent += visits;
    lock.unlock();
    place(w);
    const auto result = search.job(ply, w.codes[ply], w.bounds[ply], known, visits, node_share);
    lock.lock();
    --running_;
    nodes_.lent -= node_share;
    iterations_.lent -= visits;
    nodes_.spent += search.nodes() - nodes;
    iterations_.spent += search.effort().expansions - expansions;
    if (result.work != 0 && !leaf.value.solved()) {
      leaf.value = result.value;
      leaf.dependence = result.dependence;
      leaf.work += result.work;
    }
    go_back(w, result.work);
    return Step::kProgress;
  }

  ProofTable* table_ = nullptr;
  ProgressBoard* board_ = nullptr;
  Settings settings_;
  std::uint64_t job_size_ = 500;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::atomic<bool> abort_{false};

  // Under the lock.
  std::mutex mutex_;
  std::condition_variable changed_;
  JobTree tree_;
  bool done_ = false;
  bool stalled_ = false;
  std::uint32_t running_ = 0;  // jobs
  std::uint32_t waiting_ = 0;  // threads
  std::uint64_t jobs_ = 0;     // so far
  std::uint64_t waits_ = 0;
  std::uint64_t returns_ = 0;
  Account nodes_;
  Account iterations_;
};

}  // namespace ludex::agents::proof_number
