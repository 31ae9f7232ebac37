#include "arena/run/tuning/basis.hpp"

#include <algorithm>
#include <cmath>

namespace ludex::arena::tuning {

Basis::Basis(const Space& space) : parts_(space.size()) {
  for (std::size_t i = 0; i < space.size(); ++i) {
    if (space.is_category(i)) {
      categories_.emplace_back(i, space.parameter(i).values.size());
    } else {
      numbers_.push_back(i);
    }
  }
  for (const std::size_t i : numbers_) parts_[i].push_back(size_++);
  for (std::size_t a = 0; a < numbers_.size(); ++a) {
    for (std::size_t b = a; b < numbers_.size(); ++b) {
      parts_[numbers_[a]].push_back(size_);
      if (a != b) parts_[numbers_[b]].push_back(size_);
      ++size_;
    }
  }
  for (const auto& [i, values] : categories_) {
    for (std::size_t k = 1; k < values; ++k) parts_[i].push_back(size_++);
  }
}

void Basis::features(const double* point, double* out) const noexcept {
  *out++ = 1;
  for (const std::size_t i : numbers_) *out++ = point[i];
  for (std::size_t a = 0; a < numbers_.size(); ++a) {
    const double x = point[numbers_[a]];
    for (std::size_t b = a; b < numbers_.size(); ++b) *out++ = x * point[numbers_[b]];
  }
  for (const auto& [i, values] : categories_) {
    const auto bin = std::floor((point[i] + 1) / 2 * static_cast<double>(values));
    const auto chosen = std::min(values - 1, static_cast<std::size_t>(std::max(0.0, bin)));
    for (std::size_t k = 1; k < values; ++k) *out++ = k == chosen ? 1 : 0;
  }
}

void Basis::features(const double* point, const double* rival, double* out) const noexcept {
  std::vector<double> other(size_);
  features(point, out);
  features(rival, other.data());
  for (std::size_t k = 0; k < size_; ++k) out[k] -= other[k];
}

}  // namespace ludex::arena::tuning
