#include "agents/scns/search.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>

namespace ludex::agents::scns {

void Search::new_game(const Game& game, const Settings& settings, std::uint64_t seed) {
  settings_ = settings;
  const staircase::Eta eta = staircase::Eta::of(settings.eta);
  shape_ = LeafShape(settings.leaf, Settings::parts(settings.delta), settings.leaf_cap, eta);
  own_.configure(shape_, eta, settings.steps);
  other_.configure(shape_, eta, settings.steps);
  frames_.new_game(game, settings, shape_, seed);
  choice_ = Choice(settings);
}

void Search::start(const State* root, Draws draws, std::uint64_t order, FunctionTable& table,
                   BudgetMeter& meter, std::uint32_t user) {
  frames_.start(root, draws, order, table, user);
  meter_ = &meter;
  abort_ = nullptr;
  most_nodes_ = most_iterations_ = kNoLimit;
  stopped_ = false;
  goal_ = {};  // a search that ran out of memory may have left that of a probe
  effort_ = {};
}

void Search::job(std::uint32_t ply, const Targets& targets, const Numbers& limits, const Most& most,
                 const std::atomic<bool>& abort) {
  stopped_ = false;
  abort_ = &abort;
  const auto from = [](std::uint64_t now, std::uint64_t more) {
    return more > kNoLimit - now ? kNoLimit : now + more;
  };
  most_nodes_ = from(meter_->nodes(), most.nodes);
  most_iterations_ = from(meter_->iterations(), most.iterations);
  room_ = kNoLimit;
  goal_ = {};
  frames_.begin_at(ply);
  visit(ply, targets, limits, most.visits);
}

Frame& Search::open(std::uint32_t ply) {
  frames_.begin_at(ply);
  const std::uint64_t nodes = frames_.nodes();
  frames_.open(ply);
  meter_->count_nodes(frames_.nodes() - nodes);
  Frame& frame = frames_[ply];
  ++effort_.visits;
  if (frame.first) expanded(frame, ply);
  refresh(frame, {});
  fold(frame);
  frames_.store(frame);
  frame.changed = false;
  return frame;
}

Frame& Search::follow(std::uint32_t ply, const Child& child) {
  frames_.descend(ply, child);
  frames_.open(ply + 1);
  return frames_[ply + 1];
}

bool Search::may_go_on(bool first_visit) noexcept {
  if (stopped_) return false;
  const Budget& budget = meter_->budget();
  const bool out = (budget.nodes != 0 && meter_->nodes() >= budget.nodes) || meter_->nodes() >= most_nodes_ ||
                   (abort_ != nullptr && abort_->load(std::memory_order_relaxed)) || meter_->out_of_time() ||
                   (first_visit && (meter_->iterations() >= most_iterations_ || !meter_->next_iteration()));
  if (out) stopped_ = true;
  return !out;
}

inline void Search::expanded(Frame& frame, std::uint32_t ply) noexcept {
  ++effort_.expansions;
  effort_.digest += mix64(frame.key.low);
  effort_.depth = std::max(effort_.depth, ply);
  ++frame.work;
}

void Search::set_interval() noexcept {
  const Frame& root = frames_[0];
  targets_ = choice_.targets(root.own, root.other, shape_);
  goal_ = {0, targets_.own > root.own.x, targets_.other > root.other.x};
}

std::uint64_t Search::visit(std::uint32_t ply, const Targets& targets, const Numbers& limits,
                            std::uint64_t most) {
  const std::uint64_t nodes = frames_.nodes();
  frames_.open(ply);
  meter_->count_nodes(frames_.nodes() - nodes);
  Frame& frame = frames_[ply];
  ++effort_.visits;
  const std::uint32_t known_work = frame.work;
  if (frame.first) {
    expanded(frame, ply);
    room_ -= room_ != 0 ? 1 : 0;
  }
  refresh(frame, targets);
  std::uint64_t done = 1;
  // Probes only every other round: a table that is too small would forget the probes.
  bool probing =
      settings_.probe != 0 && ply < kProbePlies && ply + 1 < frames_.max_depth() && effort_.rounds % 2 == 1;
  for (;;) {
    const ChildSummary summary = Choice::summarize(frame.moves());
    if (summary.numbers.own >= limits.own || summary.numbers.other >= limits.other) break;
    if (ply == goal_.ply &&
        ((goal_.own_open && summary.numbers.own == 0) || (goal_.other_open && summary.numbers.other == 0)))
      break;
    if (stopped_ || room_ == 0 || done >= most) break;
    if (const Due due = probing ? due_probe(frame) : Due{}; due.child != Frame::kNone) {
      Child& child = frame.children[due.child];
      const std::uint32_t before = child.work;
      if (!may_go_on(before == 0)) break;
      done += probe(ply, frame, child, due.work, most - done);
      take(ply, frame, child);
      probing = child.work != before;
      refresh(frame, targets);
      continue;
    }
    Numbers next{0, 0};  // for a swept move: back after one expansion
    const std::uint32_t swept = sweep(frame);
    const std::uint32_t chosen =
        swept != Frame::kNone ? swept : choice_.select(frame.moves(), frame.last, summary, limits, next);
    Child& child = frame.children[chosen];
    if (child.final || ply + 1 >= frames_.max_depth()) {  // beyond the largest depth
      stopped_ = true;
      break;
    }
    if (!may_go_on(child.work == 0)) break;
    if (swept == Frame::kNone) frame.last = chosen;
    const Targets below = targets.of(child);
    frames_.descend(ply, child);
    done += visit(ply + 1, below, child.same_mover ? next : next.turned(), most - done);
    take(ply, frame, child);
    if (frame.memos != 0) {
      refresh(frame, targets);
    } else {
      count(frame, child, targets);
    }
  }
  if (frame.changed) {
    fold(frame);
    frames_.store(frame);
    frame.changed = false;
  } else if (frame.work != known_work) {
    frames_.store(frame);
  }
  return done;
}

inline std::uint32_t Search::sweep(Frame& frame) const noexcept {
  if (settings_.sweep == 0 || frame.work < frame.next_sweep) return Frame::kNone;
  std::uint32_t next = Frame::kNone;
  for (std::uint32_t i = 0; i < frame.count; ++i) {
    const Child& child = frame.children[i];
    if (child.final || child.work != 0) continue;
    if (next == Frame::kNone || child.error < frame.children[next].error) next = i;
  }
  frame.next_sweep += next == Frame::kNone ? kSweepAgain : settings_.sweep;
  return next;
}

inline Search::Due Search::due_probe(const Frame& frame) const noexcept {
  const auto due = static_cast<std::uint32_t>(settings_.probe * frame.work / frame.count);
  Due next;
  for (std::uint32_t i = 0; i < frame.count; ++i) {
    const Child& child = frame.children[i];
    if (child.final || child.work >= due - due / 2 || solved(frame, child)) continue;
    if (next.child == Frame::kNone || child.error < frame.children[next.child].error)
      next = {i, due - child.work};
  }
  return next;
}

std::uint64_t Search::probe(std::uint32_t ply, const Frame& frame, const Child& child, std::uint32_t work,
                            std::uint64_t most) {
  const Curve own = frames_.first(frame, child);
  const Curve other = frames_.second(frame, child);
  const Targets targets = choice_.targets(own, other, shape_);
  const Goal above = std::exchange(goal_, {ply + 1, targets.own > own.x, targets.other > other.x});
  const std::uint64_t room = std::min<std::uint64_t>(room_, work);
  const std::uint64_t later = room_ - room;
  room_ = room;
  frames_.descend(ply, child);
  const std::uint64_t done = visit(ply + 1, targets, {}, most);
  room_ += later;
  goal_ = above;
  return done;
}

inline void Search::take(std::uint32_t ply, Frame& frame, Child& child) noexcept {
  const Frame& result = frames_[ply + 1];
  frames_.set(frame, child, result.own, result.other);
  frame.work += result.work - std::min(result.work, child.work);
  child.work = result.work;
  frame.changed = true;
}

inline void Search::refresh(Frame& frame, const Targets& targets) noexcept {
  for (Child& child : frame.moves()) {
    if (frame.memos != 0 && !child.final) {
      const Value error = choice_.error_of(child);
      if (error != child.error) {
        child.error = error;
        frame.changed = true;
      }
    }
    count(frame, child, targets);
  }
}

inline void Search::fold(Frame& frame) {
  own_.clear();
  other_.clear();
  for (const Child& child : frame.moves()) {
    const Curve own = frames_.own(frame, child);
    const Curve other = frames_.other(frame, child);
    // Lost moves do not contribute.
    if (own.x != -kTop) own_.add(own, -child.error);
    if (other.x != kTop) other_.add(other, child.error);
  }
  frames_.set_own(frame, own_.minimum());
  frames_.set_other(frame, other_.sum());
}

}  // namespace ludex::agents::scns
