#include "agents/common/staircase/curve_accumulator.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ludex::agents::staircase {

void CurveAccumulator::configure(const LeafShape& shape, Eta eta, std::size_t most) {
  shape_ = &shape;
  eta_ = eta;
  most_ = most;
  const auto steps = shape.steps();
  falls_.clear();
  for (std::size_t i = 0; i + 1 < steps.size(); ++i)
    falls_.push_back({steps[i].end, std::int64_t{steps[i + 1].height} - steps[i].height});
}

Curve CurveAccumulator::minimum() {
  if (curves_.empty()) return Curve::certain(-kTop);
  if (same_) {
    ProofCount least = kInfinite;
    for (const Entry& entry : curves_) least = std::min(least, entry.curve.scale);
    return {value_of(curves_.front()), least, {}};
  }
  // Leaves are multiples of one shape: those undercut everywhere drop out.
  const Entry* best = nullptr;
  for (const Entry& entry : curves_) {
    if (!entry.curve.steps.empty()) continue;
    if (best == nullptr || undercuts(entry, *best)) best = &entry;
  }
  if (best != nullptr && value_of(*best) == kTop) return Curve::certain(kTop);
  begin();
  bool alone = true;
  for (const Entry& entry : curves_) {
    if (&entry != best && entry.curve.steps.empty() && best != nullptr &&
        best->curve.scale <= entry.curve.scale)
      continue;
    if (&entry != best) alone = false;
    begin_run();
    each_step_down(entry, [&](Value end, ProofCount height) {
      put(end, height, [](std::int64_t a, std::int64_t b) { return std::min(a, b); });
    });
  }
  if (alone) {
    drop();
    return {value_of(*best), best->curve.scale, {}};
  }
  sort();
  for (Eta eta = eta_;; eta = eta.coarser()) {
    Descent descent(result_, eta);
    ProofCount least = kInfinite;
    Value end = kTop;
    for (const Event& event : events_) {
      if (event.end < end) descent.add(end, least);
      end = event.end;
      least = std::min(least, static_cast<ProofCount>(event.amount));
      if (least == 0) break;
    }
    descent.add(end, least);
    if (result_.size() <= most_) break;
  }
  return finish();
}

Curve CurveAccumulator::sum() {
  if (curves_.empty()) return Curve::certain(kTop);
  if (same_) {
    ProofCount total = 0;
    for (const Entry& entry : curves_) total = staircase::sum(total, entry.curve.scale);
    return {value_of(curves_.front()), total, {}};
  }
  // From the top down: at the end of a step its curve falls to the step's height. An infinite height exceeds
  // all finite ones together.
  begin();
  std::int64_t top = 0;
  for (const Entry& entry : curves_) {
    if (falls_as_shape(entry)) {
      top += std::int64_t{entry.curve.scale} * shape_->steps().back().height;
      fall(entry);
      continue;
    }
    bool first = true;
    std::int64_t above = 0;
    begin_run();
    each_step_down(entry, [&](Value end, ProofCount height) {
      const std::int64_t h = height == kInfinite ? kInfiniteTerm : std::int64_t{height};
      if (first) {
        top += h;
      } else {
        put(end, above - h, [](std::int64_t a, std::int64_t b) { return a + b; });
      }
      first = false;
      above = h;
    });
  }
  sort();
  for (Eta eta = eta_;; eta = eta.coarser()) {
    Descent descent(result_, eta);
    std::int64_t total = top;
    Value end = kTop;
    const auto height = [&] {
      return total >= kInfiniteTerm ? kInfinite
                                    : static_cast<ProofCount>(std::min<std::int64_t>(total, kLargest));
    };
    for (const Event& event : events_) {
      if (event.end < end) descent.add(end, height());
      end = event.end;
      total -= event.amount;
    }
    descent.add(end, height());
    if (result_.size() <= most_) break;
  }
  return finish();
}

template <class F>
inline void CurveAccumulator::each_step_down(const Entry& entry, F&& f) const {
  const Curve& curve = entry.curve;
  if (!curve.steps.empty()) {
    for (std::size_t i = curve.steps.size(); i-- > 0;)
      f(shifted(curve.steps[i].end, entry.by), curve.steps[i].height);
    return;
  }
  const Value x = value_of(entry);
  if (x != kTop && curve.scale == kInfinite) f(kTop, kInfinite);
  if (x != kTop && curve.scale != kInfinite) {
    const auto steps = shape_->steps();
    for (std::size_t i = steps.size(); i-- > 0;)
      f(steps[i].end == kTop ? kTop : shifted(x, steps[i].end), times(curve.scale, steps[i].height));
  }
  f(x, 0);
}

inline bool CurveAccumulator::falls_as_shape(const Entry& entry) const noexcept {
  const Curve& curve = entry.curve;
  if (!counting_ || !curve.steps.empty() || curve.scale == kInfinite) return false;
  const ProofCount top = shape_->steps().back().height;
  const Value x = value_of(entry);
  return std::uint64_t{curve.scale} * top <= kLargest && x > -kTop &&
         (falls_.empty() ? x < kTop : x < kTop - falls_.back().end);
}

inline void CurveAccumulator::fall(const Entry& entry) {
  const Value x = value_of(entry);
  const std::int64_t scale = entry.curve.scale;
  const auto at = [&](Value end, std::int64_t amount) {
    const auto cell = static_cast<std::size_t>(end - low_);
    cells_[cell] += amount;
    bits_[cell / 64] |= std::uint64_t{1} << cell % 64;
  };
  for (const Event& event : falls_) at(x + event.end, scale * event.amount);
  at(x, scale * shape_->steps().front().height);
}

inline void CurveAccumulator::begin() {
  std::int64_t low = kTop;
  std::int64_t high = -kTop;
  std::size_t events = 0;
  for (const Entry& entry : curves_) {
    const Curve& curve = entry.curve;
    const Value x = value_of(entry);
    low = std::min<std::int64_t>(low, x);
    const std::size_t count = curve.steps.size();
    if (count >= 2) high = std::max<std::int64_t>(high, shifted(curve.steps[count - 2].end, entry.by));
    const auto steps = shape_->steps();
    events += count != 0 ? count : steps.size();
    const bool leaf = count == 0 && curve.scale != kInfinite && x != kTop && steps.size() >= 2;
    high = std::max<std::int64_t>(high, leaf ? shifted(x, steps[steps.size() - 2].end) : x);
  }
  low_ = static_cast<Value>(low);
  words_ = static_cast<std::size_t>(high - low) / 64 + 1;
  counting_ = words_ <= std::min(kCells / 64, events);
  if (counting_ && cells_.empty()) {
    cells_.resize(kCells);
    bits_.resize(kCells / 64);
  }
  if (!counting_) words_ = 0;
  events_.clear();
  runs_.clear();
}

inline void CurveAccumulator::begin_run() {
  if (!counting_) runs_.push_back(events_.size());
}

template <class Combine>
inline void CurveAccumulator::put(Value end, std::int64_t amount, const Combine& combine) {
  if (!counting_ || end == kTop) {
    events_.push_back({end, amount});
    return;
  }
  const auto cell = static_cast<std::size_t>(end - low_);
  const std::uint64_t bit = std::uint64_t{1} << cell % 64;
  std::uint64_t& word = bits_[cell / 64];
  cells_[cell] = (word & bit) != 0 ? combine(cells_[cell], amount) : amount;
  word |= bit;
}

inline void CurveAccumulator::sort() {
  if (!counting_) return merge_runs();
  for (std::size_t w = words_; w-- > 0;) {
    std::uint64_t word = bits_[w];
    bits_[w] = 0;
    while (word != 0) {
      const auto bit = static_cast<std::size_t>(63 - __builtin_clzll(word));
      word ^= std::uint64_t{1} << bit;
      const std::size_t cell = w * 64 + bit;
      events_.push_back({static_cast<Value>(low_ + static_cast<Value>(cell)), cells_[cell]});
      cells_[cell] = 0;
    }
  }
}

void CurveAccumulator::merge_runs() {
  merged_.resize(events_.size());
  while (runs_.size() > 1) {
    runs_.push_back(events_.size());
    Event* out = merged_.data();
    std::size_t kept = 0;
    for (std::size_t i = 0; i + 1 < runs_.size(); i += 2) {
      const bool pair = i + 2 < runs_.size();
      const Event* a = events_.data() + runs_[i];
      const Event* b = events_.data() + runs_[i + 1];
      const Event* const a_end = b;
      const Event* const b_end = pair ? events_.data() + runs_[i + 2] : b;
      runs_[kept++] = static_cast<std::size_t>(out - merged_.data());
      while (a != a_end && b != b_end) {
        const bool second = b->end > a->end;
        *out++ = *(second ? b : a);
        a += second ? 0 : 1;
        b += second ? 1 : 0;
      }
      out = std::copy(a, a_end, out);
      out = std::copy(b, b_end, out);
    }
    runs_.resize(kept);
    events_.swap(merged_);
  }
}

inline void CurveAccumulator::drop() noexcept {
  for (std::size_t w = 0; w < words_; ++w) {
    for (; bits_[w] != 0; bits_[w] &= bits_[w] - 1)
      cells_[w * 64 + static_cast<std::size_t>(__builtin_ctzll(bits_[w]))] = 0;
  }
}

inline Curve CurveAccumulator::finish() {
  std::reverse(result_.begin(), result_.end());
  const Value x = result_.front().end;
  if (x == kTop) return Curve::certain(kTop);
  if (result_.size() == 2 && result_.back().height == kInfinite) return Curve::certain(x);
  return {x, 0, result_};
}

}  // namespace ludex::agents::staircase
