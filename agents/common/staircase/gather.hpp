// Gather: minimum and sum of proof functions, with steps merged by eta.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "agents/common/staircase/curve.hpp"
#include "agents/common/staircase/leaf_shape.hpp"
#include "agents/common/staircase/step.hpp"

namespace ludex::agents::staircase {

// Collects functions and folds them. Keeps its buffers, so it allocates only while they grow. One a thread.
class Gather {
 public:
  // Results have at most `most` steps, more than 2; where eta does not suffice, a coarser one is taken.
  void configure(const LeafShape& shape, Eta eta, std::size_t most) {
    shape_ = &shape;
    eta_ = eta;
    most_ = most;
    const auto steps = shape.steps();
    falls_.clear();
    for (std::size_t i = 0; i + 1 < steps.size(); ++i)
      falls_.push_back({steps[i].end, std::int64_t{steps[i + 1].height} - steps[i].height});
  }

  void clear() noexcept {
    curves_.clear();
    same_ = true;
  }
  // The function v -> curve(v - by). Its steps must live until the fold.
  void add(const Curve& curve, Value by) {
    curves_.push_back({curve, by});
    if (same_ && curves_.size() > 1) {
      const Entry& first = curves_.front();
      same_ = curve.steps.empty() && first.curve.steps.empty() &&
              shifted(curve.x, by) == shifted(first.curve.x, first.by);
    } else if (curves_.size() == 1) {
      same_ = curve.steps.empty();
    }
  }
  [[nodiscard]] bool empty() const noexcept { return curves_.empty(); }

  // The result's steps live until the next fold. Of no functions: never reached.
  [[nodiscard]] Curve minimum() {
    if (curves_.empty()) return Curve::certain(-kTop);
    if (same_) {
      Height least = kInfinite;
      for (const Entry& entry : curves_) least = std::min(least, entry.curve.scale);
      return {value_of(curves_.front()), least, {}};
    }
    // Of leaves, multiples of one shape, those that others undercut everywhere drop out.
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
      each_step_down(entry, [&](Value end, Height height) {
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
      Height least = kInfinite;
      Value end = kTop;
      for (const Event& event : events_) {
        if (event.end < end) descent.add(end, least);
        end = event.end;
        least = std::min(least, static_cast<Height>(event.amount));
        if (least == 0) break;
      }
      descent.add(end, least);
      if (result_.size() <= most_) break;
    }
    return finish();
  }

  // Of no functions: 0 everywhere.
  [[nodiscard]] Curve sum() {
    if (curves_.empty()) return Curve::certain(kTop);
    if (same_) {
      Height total = 0;
      for (const Entry& entry : curves_) total = staircase::sum(total, entry.curve.scale);
      return {value_of(curves_.front()), total, {}};
    }
    // From the top down: at the end of a step its curve falls to the step's height. An infinite height counts
    // more than all finite ones together.
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
      each_step_down(entry, [&](Value end, Height height) {
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
                                      : static_cast<Height>(std::min<std::int64_t>(total, kLargest));
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

 private:
  struct Entry {
    Curve curve;
    Value by;
  };
  struct Event {
    Value end;
    std::int64_t amount;  // minimum: the height; sum: by how much it falls
  };

  [[nodiscard]] static Value value_of(const Entry& entry) noexcept {
    return shifted(entry.curve.x, entry.by);
  }
  // Farther right, or as far and lower.
  [[nodiscard]] static bool undercuts(const Entry& a, const Entry& b) noexcept {
    const Value x = value_of(a), y = value_of(b);
    return x > y || (x == y && a.curve.scale < b.curve.scale);
  }

  // All steps, from the last to the first.
  template <class F>
  void each_step_down(const Entry& entry, F&& f) const {
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

  // A leaf, or several of one value, none of whose heights is cut off.
  [[nodiscard]] bool falls_as_shape(const Entry& entry) const noexcept {
    const Curve& curve = entry.curve;
    if (!counting_ || !curve.steps.empty() || curve.scale == kInfinite) return false;
    const Height top = shape_->steps().back().height;
    const Value x = value_of(entry);
    return std::uint64_t{curve.scale} * top <= kLargest && x > -kTop &&
           (falls_.empty() ? x < kTop : x < kTop - falls_.back().end);
  }
  // The sum's falls at the ends of its steps.
  void fall(const Entry& entry) {
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

  // Steps are put in order of their ends by counting: a cell for every value from the least end on, and a bit
  // for each cell in use. Where ends lie so far apart that looking through the bits would take longer (other
  // units, huge errors, few moves), curves are merged in pairs.
  void begin() {
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
  void begin_run() {
    if (!counting_) runs_.push_back(events_.size());
  }
  template <class Combine>
  void put(Value end, std::int64_t amount, const Combine& combine) {
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
  // events_ from the top down.
  void sort() {
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
  // Neighbours in pairs, until one is left.
  void merge_runs() {
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
  void drop() noexcept {
    for (std::size_t w = 0; w < words_; ++w) {
      for (; bits_[w] != 0; bits_[w] &= bits_[w] - 1)
        cells_[w * 64 + static_cast<std::size_t>(__builtin_ctzll(bits_[w]))] = 0;
    }
  }

  // result_ has the steps from the top down.
  [[nodiscard]] Curve finish() {
    std::reverse(result_.begin(), result_.end());
    const Value x = result_.front().end;
    if (x == kTop) return Curve::certain(kTop);
    if (result_.size() == 2 && result_.back().height == kInfinite) return Curve::certain(x);
    return {x, 0, result_};
  }

  // Set once.
  const LeafShape* shape_ = nullptr;
  Eta eta_;
  std::size_t most_ = LeafShape::kMaxSteps;
  std::vector<Event> falls_;  // of the shape, between its steps

  static constexpr std::size_t kCells = std::size_t{1} << 17;
  static constexpr std::int64_t kInfiniteTerm = std::int64_t{1} << 48;

  // Of one fold.
  std::vector<Entry> curves_;
  bool same_ = true;  // all are leaves, or certain, with the same value
  std::vector<Event> events_;
  std::vector<std::size_t> runs_;  // of events in order: where each begins
  std::vector<Event> merged_;
  std::vector<Step> result_;
  bool counting_ = false;
  Value low_ = 0;
  std::size_t words_ = 0;
  std::vector<std::int64_t> cells_;  // all 0 between folds
  std::vector<std::uint64_t> bits_;  // all 0 between folds
};

}  // namespace ludex::agents::staircase
