// ParallelSearch: SCNS by several threads (Pawlewicz & Hayward, section 3.6; the scheme of "Scalable parallel
// DFPN search", CG 2013, with functions for numbers).
//
// All threads share the table. A thread walks down from the root, under a lock, by the functions it *sees*,
// to a position on which less than MaxWorkPerJob expansions have been spent, and searches it, without the
// lock, for at most that many visits. While it does, the position counts as won or lost (JobTree::pretend),
// and those above it accordingly, so that others, who set their own search interval by what they see at the
// root, go elsewhere.
//
// Departures from the papers:
//   * positions above the jobs are kept in a tree, so a search ends whatever the size of the table;
//   * a thread waits only while what others are doing leaves nothing to do;
//   * a thread that comes to the very position another one's job is made of takes it apart; with virtual
//     functions that are true beyond the target this happens;
//   * jobs grow with the search, as interludes do;
//   * a thread goes back to the root after a job's work, be that one job or many that ended at their limits.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <vector>

#include "agents/scns/job_tree.hpp"
#include "agents/scns/search.hpp"
#include "agents/scns/show.hpp"
#include "core/abi/host_services.hpp"

namespace ludex::agents::scns {

class ParallelSearch {
 public:
  struct Question {
    const State* root;
    Draws draws;
    std::uint64_t order;
  };

  void new_game(const Game& game, const Settings& settings, std::uint64_t seed) {
    game_ = &game;
    settings_ = settings;
    choice_ = Choice(settings);
    seed_ = seed;
    searches_.clear();
    memo_.resize(game.traits().max_moves + std::size_t{1});
  }

  // Searches with `threads` threads of `host`. `main` has the root's moves afterwards; `meter` gets what was
  // spent. False if there is nothing left that this scheme can do: one thread should go on.
  bool run(Search& main, std::uint32_t threads, const HostServices& host, const Question& question,
           FunctionTable& table, BudgetMeter& meter, ProgressBoard& board) {
    prepare(threads, question, table, meter, board);
    host.parallel_for(
        threads, [](void* self, std::uint32_t i) { static_cast<ParallelSearch*>(self)->work(i); }, this);
    meter.count_nodes(nodes_.spent - meter.nodes());
    meter.count_iterations(iterations_.spent - meter.iterations());
    meter.is_shown();
    table.share(1);
    main.start(question.root, question.draws, question.order, table, meter);
    effort_ = {};
    for (const auto& w : workers_) effort_ += w->search->effort();
    effort_.rounds = jobs_;
    if (tree_.root().children.empty()) return true;
    main.open(0);
    hand_over(main);
    return !stalled_;
  }

  [[nodiscard]] const Effort& effort() const noexcept { return effort_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return tree_.bytes(); }
  // Jobs done, and how often a thread found none to do: it then waits for the end of one.
  [[nodiscard]] std::uint64_t jobs() const noexcept { return jobs_; }
  [[nodiscard]] std::uint64_t waits() const noexcept { return waits_; }
  [[nodiscard]] bool stalled() const noexcept { return stalled_; }

 private:
  struct Worker {
    Worker(std::uint32_t i, Search* s, const BudgetMeter& m) : index(i), search(s), meter(m) {}

    std::uint32_t index;
    Search* search;
    BudgetMeter meter;
    // The way from the root: nodes, what each is searched for, and how far; [i + 1] is after moves[i] in [i].
    std::vector<JobNode*> path;
    std::vector<Targets> targets;
    std::vector<Numbers> limits;
    std::vector<Child> moves;
    std::vector<JobNode*> held;  // all nodes that have this thread among their users
    std::uint32_t placed = 0;    // plies of the way that the search's frames have made
    std::uint32_t seen_to = 0;   // the first ply of the way whose node does not yet show where the thread is
    std::uint64_t spent = 0;     // expansions by the jobs of this turn
  };
  // Eq. 8, from what a thread sees at the root.
  struct Interval {
    Targets targets;
    bool own_open = false;  // it lies beyond the value
    bool other_open = false;

    const Targets& set(const Functions& seen, const Choice& choice, const LeafShape& shape) noexcept {
      targets = choice.targets(seen.own.curve(), seen.other.curve(), shape);
      own_open = targets.own > seen.own.x;
      other_open = targets.other > seen.other.x;
      return targets;
    }
    [[nodiscard]] bool open() const noexcept { return own_open || other_open; }
    [[nodiscard]] bool reached(const Numbers& numbers) const noexcept {
      return (own_open && numbers.own == 0) || (other_open && numbers.other == 0);
    }
    // Whether set() would give another one.
    [[nodiscard]] bool moves(const Functions& seen, const Choice& choice,
                             const LeafShape& shape) const noexcept {
      const Targets now = choice.targets(seen.own.curve(), seen.other.curve(), shape);
      return now.own != targets.own || now.other != targets.other;
    }
  };
  // Of nodes or iterations.
  struct Account {
    std::uint64_t limit = Search::kNoLimit;
    std::uint64_t spent = 0;
    std::uint64_t reserved = 0;  // by running jobs

    [[nodiscard]] static Account of(std::uint64_t limit, std::uint64_t spent) noexcept {
      return {limit == 0 ? Search::kNoLimit : limit, spent, 0};
    }
    // For one of `threads` jobs; 0: nothing is left but what is reserved.
    [[nodiscard]] std::uint64_t share(std::size_t threads) const noexcept {
      const std::uint64_t used = spent + reserved;
      if (limit == Search::kNoLimit) return Search::kNoLimit / 1024;
      return used >= limit ? 0 : std::max<std::uint64_t>(1, (limit - used) / threads);
    }
    [[nodiscard]] bool used_up() const noexcept { return spent >= limit; }
  };
  enum class Turn { kProgress, kNothing };
  static constexpr std::size_t kLeastTree = std::size_t{1} << 20;
  // Turns in a row without an expansion.
  static constexpr std::uint64_t kMostIdle = 10000;
  // Of one turn, before it gives up.
  static constexpr std::uint32_t kMostSteps = 10000;

  void prepare(std::uint32_t threads, const Question& question, FunctionTable& table, BudgetMeter& meter,
               ProgressBoard& board) {
    board_ = &board;
    table_ = &table;
    nodes_ = Account::of(meter.budget().nodes, meter.nodes());
    iterations_ = Account::of(meter.budget().iterations, meter.iterations());
    done_ = stalled_ = false;
    running_ = waiting_ = 0;
    jobs_ = waits_ = work_ = idle_ = 0;
    abort_.store(false, std::memory_order_relaxed);
    Budget time = meter.budget();
    time.nodes = time.iterations = 0;
    if (time.cpu_ns > 0) time.cpu_ns = std::max<std::int64_t>(1, time.cpu_ns - meter.cpu_ns());
    if (time.wall_ns > 0) time.wall_ns = std::max<std::int64_t>(1, time.wall_ns - meter.wall_ns());
    table.share(threads);
    workers_.clear();
    for (std::uint32_t i = 0; i < threads; ++i) {
      if (i == searches_.size()) {
        searches_.push_back(std::make_unique<Search>());
        searches_.back()->new_game(*game_, settings_, seed_);
      }
      workers_.push_back(std::make_unique<Worker>(i, searches_[i].get(), BudgetMeter(time, &board)));
      workers_[i]->search->start(question.root, question.draws, question.order, table, workers_[i]->meter, i);
    }
    shape_ = &searches_.front()->shape();
    tree_.configure(*shape_, staircase::Eta::of(settings_.eta), settings_.steps);
    tree_.clear(std::max(kLeastTree, table.size_bytes() / 4));
    tree_.root().key = workers_[0]->search->frames().key(0);
    tree_.root().mover = game_->to_move(question.root);
  }

  void work(std::uint32_t index) {
    Worker& w = *workers_[index];
    std::unique_lock lock(mutex_);
    try {
      while (!done_) {
        if (turn(w, lock) == Turn::kProgress && idle_ < kMostIdle) continue;
        if (done_) break;
        if (running_ == 0) {
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
    return nodes_.used_up() || iterations_.used_up() || w.meter.out_of_time();
  }
  [[nodiscard]] std::uint64_t job_size() const noexcept {
    return std::max<std::uint64_t>(settings_.max_work_per_job, work_ / 1024);
  }

  // Under the lock: finds jobs and does them, or finds out more about positions on the way. A job ends mostly
  // because a number has come to its limit; then the thread goes up to where that is not so, as one thread
  // would, and looks for the next from there. After a job's work of them it goes back to the root.
  Turn turn(Worker& w, std::unique_lock<std::mutex>& lock) {
    if (out_of_budget(w)) {
      finish();
      return Turn::kProgress;
    }
    ++idle_;
    JobNode& root = tree_.root();
    w.path.assign(1, &root);
    w.targets.clear();
    w.limits.assign(1, {});
    w.moves.clear();
    w.placed = w.seen_to = 0;
    w.spent = 0;
    hold(w, root);
    Interval interval;
    bool back = false;  // from a job below
    for (std::uint32_t steps = 0;; ++steps) {
      JobNode& node = *w.path.back();
      const auto ply = static_cast<std::uint32_t>(w.path.size() - 1);
      if (node.children.empty()) {
        if (ply != 0) look_up(node);
        if (!tree_.solved(node)) {
          const bool full = tree_.full();
          const bool small = node.work < job_size() && node.barren == 0;
          if (ply != 0 && node.jobs == 0 && (full || small)) {
            if (!do_job(w, lock)) return nothing(w);
            if (done_ || w.spent >= job_size() || node.barren != 0 || out_of_budget(w)) {
              go_back(w);
              return Turn::kProgress;
            }
            climb(w);
            back = true;
            steps = 0;
            continue;
          }
          if ((ply != 0 && full) || iterations_.share(1) == 0) return nothing(w);
          take_apart(w, node);
        }
        if (tree_.solved(node)) {
          node.seen.reset();  // whatever a job that is still made of it pretends
          go_back(w);
          return Turn::kProgress;
        }
      }
      w.search->frames().score_again(node.children, node.mover);
      tree_.refresh(node, choice_);
      if (w.targets.empty()) w.targets.push_back(interval.set(tree_.seen(node), choice_, *shape_));
      if (!interval.open()) return give_up(w);  // solved, as it is seen
      tree_.count(node, w.targets[ply]);
      const Look look = Choice::look(node.children);
      const bool reached = ply == 0 && interval.reached(look.numbers);
      if (back) {
        const Numbers& limits = w.limits[ply];
        if (reached || look.numbers.own >= limits.own || look.numbers.other >= limits.other) {
          if (ply == 0) {
            go_back(w);
            return Turn::kProgress;
          }
          climb(w);
          update(w, node, false);
          continue;
        }
        back = false;
      }
      if (reached || look.numbers.own == kInfinite || look.numbers.other == kInfinite) {
        // By what other threads do, seen from another way than theirs; or the functions are out of date.
        update(w, node, ply == 0);
        if (ply != 0 && steps < kMostSteps) {
          step_back(w);
          continue;
        }
        if (!done_ && steps < kMostSteps && interval.moves(tree_.seen(node), choice_, *shape_)) {
          w.targets.clear();
          continue;
        }
        return give_up(w);
      }
      Numbers limits = w.limits[ply];
      // What was seen from above may have been less than what is seen here.
      if (look.numbers.own >= limits.own) limits.own = kInfinite;
      if (look.numbers.other >= limits.other) limits.other = kInfinite;
      Numbers next;
      const std::uint32_t chosen = choice_.select(node.children, node.last, look, limits, next);
      const Child child = node.children[chosen];
      if (child.final || ply + 1 >= w.search->frames().max_depth()) return nothing(w);
      JobNode* const below = tree_.enter(node, chosen);
      if (below == nullptr) continue;
      node.last = chosen;
      w.limits.push_back(child.same_mover ? next : next.turned());
      w.path.push_back(below);
      w.targets.push_back(w.targets[ply].of(child));
      w.moves.push_back(child);
      hold(w, *below);
    }
  }

  // What others do leaves nothing to do; or functions were out of date.
  Turn give_up(Worker& w) {
    go_back(w);
    return running_ == 0 || w.spent != 0 ? Turn::kProgress : Turn::kNothing;
  }
  Turn nothing(Worker& w) {
    if (w.spent != 0) return give_up(w);
    release(w);
    return Turn::kNothing;
  }
  static void hold(Worker& w, JobNode& node) {
    w.held.push_back(&node);
    ++node.users;
  }
  static void step_back(Worker& w) noexcept {
    w.path.pop_back();
    w.targets.pop_back();
    w.limits.pop_back();
    w.moves.pop_back();
    w.placed = std::min(w.placed, static_cast<std::uint32_t>(w.moves.size()));
    w.seen_to = std::min(w.seen_to, static_cast<std::uint32_t>(w.moves.size()));
  }
  // Up from a position of which something is new.
  static void climb(Worker& w) noexcept {
    JobNode* const node = w.path.back();
    step_back(w);
    w.held.erase(std::next(std::find(w.held.rbegin(), w.held.rend(), node)).base());
    if (--node->users == 0) node->seen.reset();
  }
  static void release(Worker& w) noexcept {
    for (JobNode* const node : w.held) {
      if (--node->users == 0) node->seen.reset();
    }
    w.held.clear();
  }

  // What jobs have found out about a leaf, perhaps on other ways to it.
  void look_up(JobNode& leaf) {
    table_->read(leaf.key, [&](const FunctionTable::Slot& slot) {
      const Curve own = table_->own(slot);
      const Curve other = table_->other(slot);
      const bool solved = own.highest(*shape_) == 0 && other.highest(*shape_) == 0;
      if (tree_.solved(leaf) || (!solved && slot.work <= leaf.work)) return;
      leaf.value.own.set(own);
      leaf.value.other.set(other);
      leaf.work = std::max(leaf.work, slot.work);
    });
  }

  // Makes the search stand at the end of the way.
  static void place(Worker& w) noexcept {
    for (; w.placed < w.moves.size(); ++w.placed) w.search->frames().descend(w.placed, w.moves[w.placed]);
  }

  void take_apart(Worker& w, JobNode& node) {
    place(w);
    const auto ply = static_cast<std::uint32_t>(w.path.size() - 1);
    const std::uint64_t nodes = w.meter.nodes();
    const Frame& frame = w.search->open(ply);
    nodes_.spent += w.meter.nodes() - nodes;
    if (frame.first) {
      ++iterations_.spent;
      ++work_;
      idle_ = 0;
    }
    tree_.adopt(node, frame, w.search->frames());
    credit(w, ply);
  }
  // RAVE, for the positions above `ply`.
  void credit(Worker& w, std::uint32_t ply) {
    for (std::uint32_t at = 0; at < ply; ++at) {
      JobNode& node = *w.path[at];
      if (node.memos != 0) w.search->frames().credit(at, node.mover, node.children);
    }
  }

  // From the last position of the way, of which something is new, to the root.
  void go_back(Worker& w) {
    release(w);
    for (auto ply = static_cast<std::uint32_t>(w.path.size()); ply-- > 0;) {
      JobNode& node = *w.path[ply];
      if (!node.children.empty()) update(w, node, ply == 0);
    }
    if (waiting_ != 0) changed_.notify_all();
    if (!board_->due()) return;
    const JobNode& root = tree_.root();
    board_->show(
        [&](SearchProgress& shown) { show_root(shown, root.value.own.x, root.children, settings_); });
  }
  void update(Worker& w, JobNode& node, bool root) {
    tree_.refresh(node, choice_);
    tree_.fold_true(node);
    table_->store(node.key, node.value.own.curve(), node.value.other.curve(), node.work,
                  node.last == Frame::kNone ? kNoMove : node.children[node.last].move,
                  memos_of(node.children, node.memos, node.leaf_value, memo_), w.index);
    if (!tree_.solved(node)) {
      if (node.users != 0) tree_.fold_seen(node);
    } else if (root) {
      finish();
    } else {
      node.seen.reset();
      tree_.drop_children(node);
    }
  }

  // At the end of the way. False: nothing of the budget is left for it.
  bool do_job(Worker& w, std::unique_lock<std::mutex>& lock) {
    // A job may spend its share of what others have left of the budget.
    JobNode& leaf = *w.path.back();
    const std::uint64_t visits = std::max<std::uint64_t>(job_size(), leaf.work) << std::min(leaf.barren, 30U);
    const std::uint64_t node_share = nodes_.share(workers_.size());
    const std::uint64_t iteration_share = std::min(iterations_.share(workers_.size()), visits);
    if (node_share == 0 || iteration_share == 0) return false;
    const std::uint64_t first = leaf.work == 0 ? 1 : 0;  // an iteration, too
    const auto ply = static_cast<std::uint32_t>(w.path.size() - 1);
    tree_.pretend(leaf, w.targets[ply], settings_.virtual_functions);
    // Above where the thread has turned back, its last job is still to be seen, which will do.
    for (std::uint32_t up = ply; up-- > w.seen_to;) tree_.fold_seen(*w.path[up]);
    w.seen_to = ply;
    const std::uint64_t nodes = w.meter.nodes();
    const std::uint64_t iterations = w.meter.iterations();
    const std::uint64_t expansions = w.search->effort().expansions;
    ++leaf.jobs;
    ++running_;
    ++jobs_;
    nodes_.reserved += node_share;
    iterations_.reserved += iteration_share;
    lock.unlock();
    place(w);
    w.search->job(ply, w.targets[ply], w.limits[ply], {visits, iteration_share - first, node_share}, abort_);
    lock.lock();
    --leaf.jobs;
    --running_;
    nodes_.reserved -= node_share;
    iterations_.reserved -= iteration_share;
    nodes_.spent += w.meter.nodes() - nodes;
    iterations_.spent += w.meter.iterations() - iterations + first;
    const auto work = static_cast<std::uint32_t>(w.search->effort().expansions - expansions);
    work_ += work;
    w.spent += work;
    for (JobNode* const node : w.path) node->work += work;
    if (work != 0) idle_ = 0;
    leaf.barren = work != 0 ? 0 : leaf.barren + 1;
    const Frame& frame = w.search->frames()[ply];
    if (!tree_.solved(leaf)) {
      if (leaf.children.empty()) {
        leaf.value.own.set(frame.own);
        leaf.value.other.set(frame.other);
      } else {
        tree_.merge(leaf, frame, w.search->frames());
      }
    }
    credit(w, ply);
    if (waiting_ != 0) changed_.notify_all();
    return true;
  }

  // The root's moves, for the report.
  void hand_over(Search& main) {
    const JobNode& root = tree_.root();
    Frames& frames = main.frames();
    Frame& frame = frames[0];
    for (Child& child : frame.moves()) {
      for (std::size_t i = 0; i < root.children.size(); ++i) {
        if (root.children[i].move != child.move) continue;
        const Child& known = root.children[i];
        child.work = known.work;
        child.error = known.error;
        frames.set(frame, child, tree_.first(root, i, JobTree::View::kTrue),
                   tree_.second(root, i, JobTree::View::kTrue));
      }
    }
    frame.work = root.work;
    frames.set_own(frame, root.value.own.curve());
    frames.set_other(frame, root.value.other.curve());
    main.conclude();
  }

  // Set for each game.
  const Game* game_ = nullptr;
  Settings settings_;
  Choice choice_;
  std::uint64_t seed_ = 0;
  std::vector<std::unique_ptr<Search>> searches_;  // of the threads
  std::vector<MoveMemo> memo_;

  // Set for each search.
  FunctionTable* table_ = nullptr;
  ProgressBoard* board_ = nullptr;
  const LeafShape* shape_ = nullptr;
  std::vector<std::unique_ptr<Worker>> workers_;
  Effort effort_;
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
  std::uint64_t work_ = 0;  // expansions
  std::uint64_t idle_ = 0;  // turns since the last one
  Account nodes_;
  Account iterations_;
};

}  // namespace ludex::agents::scns
