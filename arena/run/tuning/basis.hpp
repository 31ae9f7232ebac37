// The quadratic functions on a space.
#pragma once

#include <cstddef>
#include <vector>

#include "arena/run/tuning/space.hpp"

namespace ludex::arena::tuning {

// Features of a point: 1; x_i and x_i x_k (i <= k) of the numbers; one indicator for each value of a category
// except the first.
class Basis {
 public:
  explicit Basis(const Space& space);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  // Writes size() numbers to `out`: features of `point`, or of `point` minus those of `rival`.
  void features(const double* point, double* out) const noexcept;
  void features(const double* point, const double* rival, double* out) const noexcept;
  // Indices of the features that depend on a parameter.
  [[nodiscard]] const std::vector<std::size_t>& of_parameter(std::size_t i) const { return parts_[i]; }

 private:
  std::vector<std::size_t> numbers_;                             // parameters
  std::vector<std::pair<std::size_t, std::size_t>> categories_;  // parameter, number of values
  std::vector<std::vector<std::size_t>> parts_;
  std::size_t size_ = 1;
};

}  // namespace ludex::arena::tuning
