// DfPnSearch as one of several threads (parallel_df_pn.hpp has the scheme): the visit of a shared position.
#include <algorithm>
#include <chrono>
#include <thread>

#include "agents/common/proof-number/df_pn_search.hpp"
#include "agents/common/proof-number/show.hpp"

namespace ludex::agents::proof_number {

inline constexpr std::uint64_t kDescent = 4;      // jobs' visits of one descent from the root
inline constexpr std::uint64_t kPatience = 4096;  // descents after which the leader's double in length
inline constexpr std::uint32_t kGuesses = 256;    // the same for its choices by marks, at one position
inline constexpr std::uint64_t kRefresh = 128;    // visits

DfPnSearch::Result DfPnSearch::run_together(SharedSearchState& shared, std::uint32_t thread) {
  shared_ = &shared;
  thread_ = thread;
  leader_ = shared.arrive();
  last_node_ = 0;
  iterations_left_ = 0;
  jobs_ = waits_ = 0;
  news_ = shared.news();
  cut_ = kNoCut;
  depth_ = 0;
  frames_.resize(expander_.max_depth() + std::size_t{2});
  busy_.reserve(expander_.game().traits().max_moves + std::size_t{shared.threads()});
  refusals_.clear();
  refusals_.reserve(1024);
  Result result;
  result.value = expander_.first_numbers(0);
  // The root's first visit is the leader's.
  for (std::uint64_t descents = 0; may_go_on(leader_ && descents == 0); ++descents) {
    std::uint64_t visits = kDescent * shared.job();
    if (leader_) visits <<= std::min<std::uint64_t>(descents / kPatience, 20);
    result = visit_shared(0, expander_.origin(), PnDn::unlimited(), leader_ && descents == 0 ? 0 : 1, visits);
    if (result.value.solved()) {
      shared.finish();
      break;
    }
    if (result.refused) {
      ++waits_;
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }
  return result;
}

bool DfPnSearch::may_go_on_together(bool first_visit) noexcept {
  stopped_ = true;
  if (shared_->done()) return false;
  if (meter_->nodes() >= last_node_) {
    const std::uint64_t more = shared_->node_budget().take(shared_->threads());
    if (more == 0) return false;
    last_node_ += more;
  }
  if (meter_->out_of_time()) return false;
  if (first_visit) {
    if (iterations_left_ == 0) iterations_left_ = shared_->iteration_budget().take(shared_->threads());
    if (iterations_left_ == 0) return false;
    --iterations_left_;
    if (!meter_->next_iteration()) return false;
  }
  stopped_ = false;
  if (shared_->news() != news_) hear_news();
  return !stopped_;
}

// Checks whether a position of the path has been solved.
void DfPnSearch::hear_news() noexcept {
  news_ = shared_->news();
  const TableMemory memory(*table_, expander_.identity());
  for (std::uint32_t ply = 1; ply <= depth_; ++ply) {
    Child known;
    known.key = expander_.key(ply);
    if (!memory(known, frames_[ply].path) || !known.value.solved()) continue;
    cut_ = ply;
    cut_value_ = known;
    stopped_ = true;
    return;
  }
}

// Reads the numbers that other threads have stored for the children since.
void DfPnSearch::refresh(Frame& frame, std::uint32_t except) const noexcept {
  const TableMemory memory(*table_, expander_.identity());
  for (std::uint32_t i = 0; i < frame.count; ++i) {
    const Child& child = frame.children[i];
    if (!child.final && !child.value.solved()) memory.prefetch(child.key);
  }
  for (std::uint32_t i = 0; i < frame.count; ++i) {
    Child& child = frame.children[i];
    if (i == except || child.final || child.value.solved()) continue;
    Child known;
    known.key = child.key;
    if (!memory(known, extend_path(frame.path, child.move))) continue;
    if (!known.value.solved() && known.work < std::min(child.work + 1, ProofTable::kMaxWork)) continue;
    child.value = child.same_mover ? known.value : known.value.flipped();
    child.dependence = known.dependence;
    child.work = std::max(child.work, known.work);
  }
}

// Gives the children with other threads their seen numbers; see_truth() restores the true ones.
void DfPnSearch::see_others(Frame& frame, std::uint32_t ply) noexcept {
  busy_.clear();
  const auto see = [&](std::uint32_t i, const PnDn& seen) {
    Child& child = frame.children[i];
    busy_.push_back({i, child.value});
    child.value = child.same_mover ? seen : seen.flipped();
  };
  for (std::size_t k = 0; k < frame.refusals; ++k) {
    const Refusal& refusal = refusals_[frame.first_refusal + k];
    see(refusal.child, refusal.seen);
  }
  for (std::uint32_t thread = 0; thread < shared_->threads(); ++thread) {
    if (thread == thread_) continue;
    const Mark& mark = shared_->mark(thread, ply + 1);
    const std::uint64_t key = mark.key();
    if (key == 0) continue;
    for (std::uint32_t i = 0; i < frame.count; ++i) {
      const Child& child = frame.children[i];
      if (child.key.low != key || child.final || child.value.solved()) continue;
      const bool known =
          std::any_of(busy_.begin(), busy_.end(), [i](const Busy& busy) { return busy.child == i; });
      if (!known) see(i, mark.seen());
      break;
    }
  }
}
void DfPnSearch::see_truth(Frame& frame) noexcept {
  for (; !busy_.empty(); busy_.pop_back()) frame.children[busy_.back().child].value = busy_.back().value;
}

// Shows the numbers of the positions of the path, up from `ply`, if the job below ends as shown.
void DfPnSearch::show_way(std::uint32_t ply) noexcept {
  for (; ply > 0; --ply) {
    Frame& frame = frames_[ply];
    Child& child = frame.children[frame.at];
    const PnDn seen = shared_->mark(thread_, ply + 1).seen();
    see_others(frame, ply);
    const PnDn before = child.value;
    child.value = child.same_mover ? seen : seen.flipped();
    const PnDn value = summarize(std::span<const Child>(frame.children, frame.count), settings_).value;
    child.value = before;
    see_truth(frame);
    Mark& mark = shared_->mark(thread_, ply);
    if (mark.seen() == value) return;
    mark.show(value);
  }
}

DfPnSearch::Result DfPnSearch::visit_shared(std::uint32_t ply, std::uint64_t path, PnDn thresholds,
                                            std::uint32_t known_work, std::uint64_t limit) {
  const WideKey key = expander_.key(ply);
  Child* const children = top_;
  const std::uint32_t count = open(ply, path, known_work == 0, children);
  const std::uint64_t expansions = effort_.expansions;
  top_ += count;
  Frame& frame = frames_[ply];
  frame = {children, count, count, path, refusals_.size(), 0, 0, effort_.visits};

  Result result;
  result.work = 1;
  ChildSummary f;
  for (;;) {
    if (effort_.visits - frame.refreshed_at >= kRefresh) {
      refresh(frame, frame.at);
      frame.refreshed_at = effort_.visits;
    }
    f = summarize(std::span<const Child>(children, count), settings_);
    if (ply == 0 && board_ != nullptr) show_root(*board_, f, std::span<const Child>(children, count));
    if (f.value.solved() || stopped_ || result.work >= limit) break;
    PnDn bound = thresholds;
    see_others(frame, ply);
    if ((leader_ || busy_.empty()) && f.value.reaches(bound)) {
      if (!cyclic_ || known_work == 0 || effort_.expansions != expansions) {
        see_truth(frame);
        break;
      }
      bound = {std::max(bound.phi, f.value.phi + ProofNumber(1)),
               std::max(bound.delta, f.value.delta + ProofNumber(1))};
    }
    std::size_t at = f.best;
    PnDn next;
    bool guess = false;
    if (!busy_.empty()) {
      const ChildSummary seen = summarize(std::span<const Child>(children, count), settings_);
      guess = !seen.value.solved() && !seen.value.reaches(bound);
      if (guess) {
        at = seen.best;
        next = child_thresholds(seen, children[at], bound, settings_);
      }
      see_truth(frame);
      if (leader_ && guess) guess = !children[at].value.reaches(next);
      if (!leader_ && !guess) {
        result.refused = true;
        result.seen = seen.value;
        break;
      }
    }
    if (!guess) {
      at = f.best;
      next = child_thresholds(f, children[at], bound, settings_);
    }
    Child& best = children[at];
    if (best.final) {  // beyond the largest depth
      stopped_ = true;
      shared_->finish();
      break;
    }
    if (!may_go_on(best.work == 0)) break;

    frame.at = static_cast<std::uint32_t>(at);
    const bool job = best.work < shared_->job();
    std::uint64_t visits = limit - result.work;
    if (job) {
      visits = std::min(visits, shared_->job());
    } else if (guess && leader_) {
      visits = std::min(visits, shared_->job() << std::min(frame.guesses++ / kGuesses, 32U));
    }
    const std::uint64_t below_path = extend_path(path, best.move);
    const PnDn now = best.same_mover ? best.value : best.value.flipped();
    const PnDn bounds = best.same_mover ? next : next.flipped();
    expander_.descend(ply, best);
    depth_ = ply + 1;
    frames_[ply + 1].path = below_path;
    Mark& mark = shared_->mark(thread_, ply + 1);
    Result below;
    if (job) {
      ++jobs_;
      mark.set(best.key.low, now.phi <= now.delta ? PnDn::proven() : PnDn::disproven());
      show_way(ply);
      below = visit(ply + 1, below_path, bounds, best.work, visits);
    } else {
      mark.set(best.key.low, now);
      below = visit_shared(ply + 1, below_path, bounds, best.work, visits);
    }
    mark.clear();
    depth_ = ply;
    result.work += below.work;
    if (!below.refused) {
      refusals_.resize(frame.first_refusal);
      frame.refusals = 0;
    }
    best.work = static_cast<std::uint32_t>(std::min<std::uint64_t>(best.work + below.work, 0xFFFFFFFFU));
    if (cut_ == ply + 1) {
      below.value = cut_value_.value;
      below.dependence = cut_value_.dependence;
      cut_ = kNoCut;
      stopped_ = false;
    } else if (below.refused) {
      refusals_.push_back({frame.at, below.seen});
      ++frame.refusals;
    }
    best.value = best.same_mover ? below.value : below.value.flipped();
    best.dependence = below.dependence;
  }
  refusals_.resize(frame.first_refusal);
  top_ = children;
  if (ply == 0) root_count_ = count;
  result.value = f.value;
  if (f.value.is_proven()) result.move = children[f.best].move;
  result.dependence = f.dependence >= ply ? kAnyPath : f.dependence;
  remember(*table_, key, path, result.value, result.dependence, known_work + result.work, result.move);
  if (result.value.solved()) shared_->tell();
  return result;
}

}  // namespace ludex::agents::proof_number
