// CurveAccumulator: minimum and sum of proof functions, with steps merged by eta.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "agents/common/staircase/curve.hpp"
#include "agents/common/staircase/leaf_shape.hpp"
#include "agents/common/staircase/step.hpp"

namespace ludex::agents::staircase {

// Collects functions and folds them. Keeps its buffers, so it allocates only while they grow. One per thread.
class CurveAccumulator {
 public:
  // Results have at most `most` > 2 steps; where eta does not suffice, it uses a coarser one.
  void configure(const LeafShape& shape, Eta eta, std::size_t most);

  void clear() noexcept {
    curves_.clear();
    same_ = true;
  }
  // Adds the function v -> curve(v - by). Its steps must live until the fold.
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

  // The result's steps live until the next fold. The minimum of no functions is infinite.
  [[nodiscard]] Curve minimum();

  // The sum of no functions is 0 everywhere.
  [[nodiscard]] Curve sum();

 private:
  struct Entry {
    Curve curve;
    Value by;
  };
  struct Event {
    Value end;
    std::int64_t amount;  // minimum: the height; sum: the fall
  };

  [[nodiscard]] static Value value_of(const Entry& entry) noexcept {
    return shifted(entry.curve.x, entry.by);
  }
  // True if `a` lies farther right, or as far and lower.
  [[nodiscard]] static bool undercuts(const Entry& a, const Entry& b) noexcept {
    const Value x = value_of(a), y = value_of(b);
    return x > y || (x == y && a.curve.scale < b.curve.scale);
  }

  // Calls f for all steps, from the last to the first.
  template <class F>
  inline void each_step_down(const Entry& entry, F&& f) const;

  // True for a leaf, or several of one value, whose heights are not capped.
  [[nodiscard]] inline bool falls_as_shape(const Entry& entry) const noexcept;
  // Adds the falls of the sum at the ends of its steps.
  inline void fall(const Entry& entry);

  // Steps are sorted by their ends by counting: a cell for every value from the least end on, and a bit for
  // each cell in use. Where ends lie so far apart that scanning the bits would take longer (other units, huge
  // errors, few moves), curves are merged in pairs.
  inline void begin();
  inline void begin_run();
  template <class Combine>
  inline void put(Value end, std::int64_t amount, const Combine& combine);
  // Sorts events_ from the top down.
  inline void sort();
  // Merges neighbours in pairs, until one is left.
  void merge_runs();
  inline void drop() noexcept;

  // result_ has the steps from the top down.
  [[nodiscard]] inline Curve finish();

  // Set once.
  const LeafShape* shape_ = nullptr;
  Eta eta_;
  std::size_t most_ = LeafShape::kMaxSteps;
  std::vector<Event> falls_;  // of the shape, between its steps

  static constexpr std::size_t kCells = std::size_t{1} << 17;
  static constexpr std::int64_t kInfiniteTerm = std::int64_t{1} << 48;

  // Set for each fold.
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
