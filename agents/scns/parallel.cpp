#include "agents/scns/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>

namespace ludex::agents::scns {

void ParallelSearch::new_game(const Game& game, const Settings& settings, std::uint64_t seed) {
  game_ = &game;
  settings_ = settings;
  choice_ = Choice(settings);
  seed_ = seed;
  searches_.clear();
  memo_.resize(game.traits().max_moves + std::size_t{1});
}

bool ParallelSearch::run(Search& main, std::uint32_t threads, const HostServices& host,
                         const Question& question, FunctionTable& table, BudgetMeter& meter,
                         ProgressBoard& board) {
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

void ParallelSearch::prepare(std::uint32_t threads, const Question& question, FunctionTable& table,
                             BudgetMeter& meter, ProgressBoard& board) {
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

void ParallelSearch::work(std::uint32_t index) {
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
  } catch (...) {  // out of memory: the search ends, unproven unless it is done
    if (!lock.owns_lock()) lock.lock();
  }
  finish();
}

void ParallelSearch::finish() noexcept {
  done_ = true;
  abort_.store(true, std::memory_order_relaxed);
  changed_.notify_all();
}

ParallelSearch::Turn ParallelSearch::turn(Worker& w, std::unique_lock<std::mutex>& lock) {
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
  bool back = false;  // returning from a job below
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
        expand(w, node);
      }
      if (tree_.solved(node)) {
        node.seen.reset();  // a job still running from it may have pretended
        go_back(w);
        return Turn::kProgress;
      }
    }
    w.search->frames().score_again(node.children, node.mover);
    tree_.refresh(node, choice_);
    if (w.targets.empty()) w.targets.push_back(interval.set(tree_.seen(node), choice_, *shape_));
    if (!interval.open()) return give_up(w);  // solved, according to the seen functions
    tree_.count(node, w.targets[ply]);
    const ChildSummary summary = Choice::summarize(node.children);
    const bool reached = ply == 0 && interval.reached(summary.numbers);
    if (back) {
      const Numbers& limits = w.limits[ply];
      if (reached || summary.numbers.own >= limits.own || summary.numbers.other >= limits.other) {
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
    if (reached || summary.numbers.own == kInfinite || summary.numbers.other == kInfinite) {
      // Work of other threads, reached by another way, changed the seen numbers; or the functions are stale.
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
    // The numbers seen from above may have been lower than those seen here.
    if (summary.numbers.own >= limits.own) limits.own = kInfinite;
    if (summary.numbers.other >= limits.other) limits.other = kInfinite;
    Numbers next;
    const std::uint32_t chosen = choice_.select(node.children, node.last, summary, limits, next);
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

ParallelSearch::Turn ParallelSearch::give_up(Worker& w) {
  go_back(w);
  return running_ == 0 || w.spent != 0 ? Turn::kProgress : Turn::kNothing;
}

ParallelSearch::Turn ParallelSearch::nothing(Worker& w) {
  if (w.spent != 0) return give_up(w);
  release(w);
  return Turn::kNothing;
}

void ParallelSearch::hold(Worker& w, JobNode& node) {
  w.held.push_back(&node);
  ++node.users;
}

void ParallelSearch::step_back(Worker& w) noexcept {
  w.path.pop_back();
  w.targets.pop_back();
  w.limits.pop_back();
  w.moves.pop_back();
  w.placed = std::min(w.placed, static_cast<std::uint32_t>(w.moves.size()));
  w.seen_to = std::min(w.seen_to, static_cast<std::uint32_t>(w.moves.size()));
}

void ParallelSearch::climb(Worker& w) noexcept {
  JobNode* const node = w.path.back();
  step_back(w);
  w.held.erase(std::next(std::find(w.held.rbegin(), w.held.rend(), node)).base());
  if (--node->users == 0) node->seen.reset();
}

void ParallelSearch::release(Worker& w) noexcept {
  for (JobNode* const node : w.held) {
    if (--node->users == 0) node->seen.reset();
  }
  w.held.clear();
}

void ParallelSearch::look_up(JobNode& leaf) {
  table_->read(leaf.key, [&](const FunctionTable::Slot& slot) {
    const Curve own = table_->own(slot);
    const Curve other = table_->other(slot);
    const bool solved = staircase::solved(own, other);
    if (tree_.solved(leaf) || (!solved && slot.work <= leaf.work)) return;
    leaf.value.own.set(own);
    leaf.value.other.set(other);
    leaf.work = std::max(leaf.work, slot.work);
  });
}

void ParallelSearch::expand(Worker& w, JobNode& node) {
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

void ParallelSearch::credit(Worker& w, std::uint32_t ply) {
  for (std::uint32_t at = 0; at < ply; ++at) {
    JobNode& node = *w.path[at];
    if (node.memos != 0) w.search->frames().credit(at, node.mover, node.children);
  }
}

void ParallelSearch::go_back(Worker& w) {
  release(w);
  for (auto ply = static_cast<std::uint32_t>(w.path.size()); ply-- > 0;) {
    JobNode& node = *w.path[ply];
    if (!node.children.empty()) update(w, node, ply == 0);
  }
  if (waiting_ != 0) changed_.notify_all();
  if (!board_->due()) return;
  const JobNode& root = tree_.root();
  board_->show([&](SearchProgress& shown) { show_root(shown, root.value.own.x, root.children, settings_); });
}

void ParallelSearch::update(Worker& w, JobNode& node, bool root) {
  tree_.refresh(node, choice_);
  // The root may be solved while others are at work: what they bring then changes nothing.
  if (!tree_.solved(node)) tree_.fold_true(node);
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

bool ParallelSearch::do_job(Worker& w, std::unique_lock<std::mutex>& lock) {
  // A job may spend its share of the budget that the others have left.
  JobNode& leaf = *w.path.back();
  const std::uint64_t visits = std::max<std::uint64_t>(job_size(), leaf.work) << std::min(leaf.barren, 30U);
  const std::uint64_t node_share = nodes_.share(workers_.size());
  const std::uint64_t iteration_share = std::min(iterations_.share(workers_.size()), visits);
  if (node_share == 0 || iteration_share == 0) return false;
  const std::uint64_t first = leaf.work == 0 ? 1 : 0;  // counts as an iteration too
  const auto ply = static_cast<std::uint32_t>(w.path.size() - 1);
  tree_.pretend(leaf, w.targets[ply], settings_.virtual_functions);
  // Nodes above the thread's turning point still show its last job, which is good enough.
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

void ParallelSearch::hand_over(Search& main) {
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

}  // namespace ludex::agents::scns
