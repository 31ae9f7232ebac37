// The search space of a method: every parameter scaled to [-1, 1].
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "arena/model/tune_spec.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"

namespace ludex::arena::tuning {

// One coordinate per parameter, in [-1, 1]. A category with K values has K bins of equal width.
using Point = std::vector<double>;
// As in model/spec.hpp.
using Values = std::vector<std::pair<std::string, std::string>>;

class Space {
 public:
  Space() = default;
  explicit Space(const TuneSpec& spec);

  [[nodiscard]] std::size_t size() const noexcept { return parameters_.size(); }
  [[nodiscard]] const TunedParameter& parameter(std::size_t i) const { return parameters_[i]; }
  [[nodiscard]] bool is_category(std::size_t i) const { return parameters_[i].kind == TuneKind::kCategory; }

  // The value at a coordinate: numbers directly, categories by index.
  [[nodiscard]] double value(std::size_t i, double x) const;
  [[nodiscard]] double coordinate(std::size_t i, double value) const;
  [[nodiscard]] std::size_t category(std::size_t i, double x) const;
  // Text for the agent: integers rounded, reals with six digits.
  [[nodiscard]] std::string text(std::size_t i, double x) const;
  // The error names a value that the parameter does not have.
  [[nodiscard]] Result<double> coordinate_of(std::size_t i, const std::string& text) const;

  [[nodiscard]] Values values(const Point& point) const;
  [[nodiscard]] const Point& fallback() const noexcept { return fallback_; }
  [[nodiscard]] bool feasible(const Point& point) const;
  // sum of weights * values - limit of a constraint: feasible if not positive.
  [[nodiscard]] std::size_t constraints() const noexcept { return constraints_.size(); }
  [[nodiscard]] double excess(std::size_t constraint, const Point& point) const;
  // A uniformly random feasible point; the default if 1000 tries find none.
  [[nodiscard]] Point random(Rng& rng) const;

 private:
  std::vector<TunedParameter> parameters_;
  std::vector<TuneConstraint> constraints_;
  Point fallback_;
};

}  // namespace ludex::arena::tuning
