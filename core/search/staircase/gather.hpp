// Gather: minimum and sum of proof functions, with steps merged by eta.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/search/staircase/curve.hpp"
#include "core/search/staircase/leaf_shape.hpp"
#include "core/search/staircase/step.hpp"

namespace ludex::staircase {

// Collects functions and folds them. Keeps its buffers, so it allocates only while they grow. One a thread.
class Gather {
 public:
  // Results have at most `most` steps, more than 2; where eta does not suffice, a coarser one is taken.
  void configure(const LeafShape& shape, Eta eta, std::size_t most) {
    shape_ = &shape;
    eta_ = eta;
    most_ = most;
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
    events_.clear();
    bool alone = true;
    for (const Entry& entry : curves_) {
      if (&entry != best && entry.curve.steps.empty() && best != nullptr &&
          best->curve.scale <= entry.curve.scale)
        continue;
      if (&entry != best) alone = false;
      each_step(entry, [&](Value end, Height height) { events_.push_back({end, 0, height}); });
    }
    if (alone) return {value_of(*best), best->curve.scale, {}};
    sort();
    for (Eta eta = eta_;; eta = eta.coarser()) {
      Descent descent(result_, eta);
      Height least = kInfinite;
      Value end = kTop;
      for (const Event& event : events_) {
        if (event.end < end) descent.add(end, least);
        end = event.end;
        least = std::min(least, static_cast<Height>(event.height));
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
    // From the top down: at the end of a step its curve falls to the step's height.
    events_.clear();
    std::int64_t total = 0;
    std::int32_t infinite = 0;
    for (const Entry& entry : curves_) {
      bool first = true;
      Height above = 0;
      each_step_down(entry, [&](Value end, Height height) {
        if (first) {
          height == kInfinite ? void(++infinite) : void(total += height);
        } else if (above == kInfinite) {
          events_.push_back({end, 1, -std::int64_t{height}});
        } else {
          events_.push_back({end, 0, std::int64_t{above} - height});
        }
        first = false;
        above = height;
      });
    }
    sort();
    for (Eta eta = eta_;; eta = eta.coarser()) {
      Descent descent(result_, eta);
      std::int64_t finite = total;
      std::int32_t infinities = infinite;
      Value end = kTop;
      const auto height = [&] {
        return infinities != 0 ? kInfinite : static_cast<Height>(std::min<std::int64_t>(finite, kLargest));
      };
      for (const Event& event : events_) {
        if (event.end < end) descent.add(end, height());
        end = event.end;
        finite -= event.height;
        infinities -= event.infinite;
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
    std::int32_t infinite;  // functions that become finite here
    std::int64_t height;    // minimum: the height; sum: by how much it falls
  };

  [[nodiscard]] static Value value_of(const Entry& entry) noexcept {
    return shifted(entry.curve.x, entry.by);
  }
  // Farther right, or as far and lower.
  [[nodiscard]] static bool undercuts(const Entry& a, const Entry& b) noexcept {
    const Value x = value_of(a), y = value_of(b);
    return x > y || (x == y && a.curve.scale < b.curve.scale);
  }

  template <class F>
  void each_step(const Entry& entry, F&& f) const {
    const Curve& curve = entry.curve;
    if (!curve.steps.empty()) {
      for (const Step& step : curve.steps) f(shifted(step.end, entry.by), step.height);
      return;
    }
    const Value x = value_of(entry);
    f(x, 0);
    if (x == kTop) return;
    if (curve.scale == kInfinite) {
      f(kTop, kInfinite);
      return;
    }
    for (const Step& step : shape_->steps())
      f(step.end == kTop ? kTop : shifted(x, step.end), times(curve.scale, step.height));
  }
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

  void sort() {
    std::sort(events_.begin(), events_.end(), [](const Event& a, const Event& b) { return a.end > b.end; });
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

  // Of one fold.
  std::vector<Entry> curves_;
  bool same_ = true;  // all are leaves, or certain, with the same value
  std::vector<Event> events_;
  std::vector<Step> result_;
};

}  // namespace ludex::staircase
