// ParallelDfPn<G>: scalable parallel df-pn in shared memory, SPDFPN (Pawlewicz & Hayward, "Scalable parallel
// DFPN search", CG 2013).
//
// All threads share the table. A thread walks down from the root, under a lock, by *virtual* numbers to a
// node on which less than `job` visits have been spent, and searches it, without the lock, for at most `job`
// visits. While it does, the node counts as a virtual win (if it looks more like one) or a virtual loss, so
// that others go elsewhere; a thread that finds nothing to do waits until a job is done. Virtual numbers are
// kept for the nodes on the threads' paths only, and never get into the table, which holds true ones.
//
// Departures: virtual numbers are kept in one map, not in an array a level; jobs are not broken off when
// another thread solves a node above them (they are short); games in which positions recur are searched by
// one thread.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "agents/proof-number/df_pn_search.hpp"
#include "core/abi/host_services.hpp"

namespace ludex::agents::proof_number {

template <class G>
class ParallelDfPn {
 public:
  // Searches the root with `threads` threads of `host`. The answer, for its mover, and what each search has
  // left behind; the first search has the root's children.
  PnDn run(std::vector<std::unique_ptr<DfPnSearch<G>>>& searches, const HostServices& host, ProofTable& table,
           const Budget& budget, std::uint64_t job) {
    table_ = &table;
    budget_ = budget;
    job_ = job;
    nodes_ = iterations_ = jobs_done_ = 0;
    done_ = stalled_ = false;
    idle_ = 0;
    virtual_.clear();
    workers_.clear();
    for (auto& search : searches) workers_.push_back({search.get(), {}});
    host.parallel_for(
        static_cast<std::uint32_t>(workers_.size()),
        [](void* self, std::uint32_t i) { static_cast<ParallelDfPn*>(self)->work(i); }, this);
    return root_value_;
  }
  // Whether the last run ended for want of jobs, with budget left: a sequential search can go on.
  [[nodiscard]] bool stalled() const noexcept { return stalled_; }

 private:
  struct Level {
    std::vector<Child> children;  // true numbers
    std::size_t best = 0;
  };
  struct Worker {
    DfPnSearch<G>* search;
    std::vector<Level> levels;
  };
  struct Virtual {
    PnDn value;  // for the side to move
    int users = 0;
  };
  struct KeyHash {
    std::size_t operator()(const WideKey& key) const noexcept {
      return static_cast<std::size_t>(key.low ^ mix64(key.high));
    }
  };

  void work(std::uint32_t index) {
    Worker& worker = workers_[index];
    std::unique_lock lock(mutex_);
    while (!done_) {
      const bool ran = try_job(worker, lock, 0, worker.search->expander().origin(), PnDn::unlimited());
      if (out_of_budget(worker)) done_ = true;
      if (done_ || ran) {
        changed_.notify_all();
      } else if (++idle_ == workers_.size()) {
        // Nobody runs a job and nobody finds one: the numbers in the table do not lead anywhere new.
        done_ = stalled_ = true;
      } else {
        changed_.wait(lock);
        --idle_;
      }
    }
    changed_.notify_all();
  }

  [[nodiscard]] bool out_of_budget(const Worker& worker) const noexcept {
    if (worker.search->stopped()) return true;
    // What the jobs that are done have spent.
    return (budget_.nodes != 0 && nodes_ >= budget_.nodes) ||
           (budget_.iterations != 0 && iterations_ >= budget_.iterations);
  }

  // Grows with the jobs done, in units of the table's size: a table that loses what the jobs have found out
  // cannot keep the search from ending.
  [[nodiscard]] std::uint64_t job_size() const noexcept {
    return job_ * (1 + jobs_done_ / std::max<std::uint64_t>(64, table_->capacity() / 4));
  }

  [[nodiscard]] PnDn virtual_or(const Child& child) const noexcept {
    const auto found = virtual_.find(child.key);
    if (child.final || found == virtual_.end()) return child.value;
    return child.same_mover ? found->second.value : found->second.value.flipped();
  }
  [[nodiscard]] std::vector<Child> with_virtual(const std::vector<Child>& children) const {
    std::vector<Child> seen = children;
    for (Child& child : seen) child.value = virtual_or(child);
    return seen;
  }
  [[nodiscard]] static Fold fold_of(const std::vector<Child>& children, const Settings& settings) noexcept {
    return fold(std::span<const Child>(children), settings);
  }

  // Finds and runs one job at or below the position at `ply`; false if there was none.
  bool try_job(Worker& worker, std::unique_lock<std::mutex>& lock, std::uint32_t ply, std::uint64_t path,
               const PnDn& thresholds) {
    DfPnSearch<G>& search = *worker.search;
    Expander<G>& expander = search.expander();
    const Settings& settings = search.settings();
    if (worker.levels.size() <= ply) worker.levels.resize(ply + std::size_t{1});
    const WideKey key = expander.key(ply);
    const ProofEntry entry = table_->find(key);
    if (ply != 0 && (!entry.found || entry.work < job_size()))
      return run_job(worker, lock, ply, path, thresholds, entry);

    const TableMemory memory(*table_, expander.identity());
    std::vector<Child>& children = worker.levels[ply].children;
    children.resize(expander.game().traits().max_moves);
    children.resize(expander.expand(ply, path, memory, children.data()));
    if (update(search, ply, children, 0) && ply != 0) return true;  // found solved: that is news, too
    if (done_) return true;
    const std::vector<Child> seen = with_virtual(children);
    const Fold f = fold_of(seen, settings);
    if (f.value.solved() || f.value.reaches(thresholds)) return false;
    const Child best = seen[f.best];
    worker.levels[ply].best = f.best;
    if (best.final) {  // beyond the largest depth
      done_ = true;
      return true;
    }
    const PnDn next = child_thresholds(f, best, thresholds, settings);
    expander.descend(ply, best);
    const bool ran =
        try_job(worker, lock, ply + 1, extend_path(path, best.move), best.same_mover ? next : next.flipped());
    if (ran) {
      // What the job has found out, on the way back to the root.
      std::vector<Child>& own = worker.levels[ply].children;
      Child& child = own[worker.levels[ply].best];
      const std::uint32_t before = child.work;
      refresh(child);
      update(search, ply, own, child.work > before ? child.work - before : 1);
    }
    return ran;
  }

  void refresh(Child& child) const noexcept {
    const ProofEntry entry = table_->find(child.key);
    if (!entry.found) return;
    child.value = child.same_mover ? entry.value : entry.value.flipped();
    child.work = std::max(entry.work, 1U);
  }

  // Writes the true numbers of a node; whether it is solved.
  bool update(DfPnSearch<G>& search, std::uint32_t ply, const std::vector<Child>& children,
              std::uint32_t more) {
    const Fold f = fold_of(children, search.settings());
    const WideKey& key = search.expander().key(ply);
    const ProofEntry entry = table_->find(key);
    if (!entry.found || !entry.value.solved()) {
      table_->store(key, {.found = true,
                          .value = f.value,
                          .work = std::max(entry.work + more, 1U),
                          .move = f.value.is_proven() ? children[f.best].move : kNoMove});
    }
    if (ply == 0) {
      root_value_ = f.value;
      if (f.value.solved()) done_ = true;
    }
    return f.value.solved();
  }

  bool run_job(Worker& worker, std::unique_lock<std::mutex>& lock, std::uint32_t ply, std::uint64_t path,
               const PnDn& thresholds, const ProofEntry& entry) {
    DfPnSearch<G>& search = *worker.search;
    const WideKey key = search.expander().key(ply);
    const PnDn value = entry.found ? entry.value : search.expander().first_numbers(ply);
    if (value.solved()) return true;
    mark(worker, ply, key, value.phi <= value.delta ? PnDn::proven() : PnDn::disproven());
    const std::uint64_t nodes = search.nodes();
    const std::uint64_t expansions = search.effort().expansions;
    const std::uint64_t job = job_size();
    lock.unlock();
    search.job(ply, path, thresholds, entry.found ? entry.work : 0, job);
    lock.lock();
    ++jobs_done_;
    nodes_ += search.nodes() - nodes;
    iterations_ += search.effort().expansions - expansions;
    unmark(worker, ply, key);
    return true;
  }

  // Virtual numbers of a job's node and of all nodes above it.
  void mark(Worker& worker, std::uint32_t ply, const WideKey& key, const PnDn& value) {
    Virtual& own = virtual_[key];
    ++own.users;
    own.value = value;
    for (std::uint32_t up = ply; up-- > 0;) {
      Virtual& above = virtual_[worker.search->expander().key(up)];
      ++above.users;
      above.value = fold_of(with_virtual(worker.levels[up].children), worker.search->settings()).value;
    }
  }
  void unmark(Worker& worker, std::uint32_t ply, const WideKey& key) {
    release(key);
    for (std::uint32_t up = ply; up-- > 0;) {
      const WideKey& above = worker.search->expander().key(up);
      release(above);
      const auto found = virtual_.find(above);
      if (found == virtual_.end()) continue;
      std::vector<Child> children = worker.levels[up].children;
      for (Child& child : children) {
        if (!child.final) refresh(child);
      }
      found->second.value = fold_of(with_virtual(children), worker.search->settings()).value;
    }
  }
  void release(const WideKey& key) {
    const auto found = virtual_.find(key);
    if (found != virtual_.end() && --found->second.users == 0) virtual_.erase(found);
  }

  ProofTable* table_ = nullptr;
  Budget budget_{};
  std::uint64_t job_ = 500;
  std::vector<Worker> workers_;

  // Under the lock.
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  bool stalled_ = false;
  std::size_t idle_ = 0;  // threads that wait for news
  PnDn root_value_;
  std::unordered_map<WideKey, Virtual, KeyHash> virtual_;
  std::uint64_t jobs_done_ = 0;
  std::uint64_t nodes_ = 0;  // of jobs that are done
  std::uint64_t iterations_ = 0;
};

}  // namespace ludex::agents::proof_number
