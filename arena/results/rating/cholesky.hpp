// Dense symmetric positive definite systems for Newton steps and covariances of up to a few thousand players;
// Eigen behind three functions. Only lower triangles are read and written unless stated.
#pragma once

#include <cstddef>
#include <vector>

namespace ludex::arena::rating {

// Square, row-major.
class Matrix {
 public:
  Matrix() = default;
  explicit Matrix(std::size_t n) : n_(n), cells_(n * n, 0.0) {}

  [[nodiscard]] std::size_t size() const noexcept { return n_; }
  [[nodiscard]] double* row(std::size_t i) noexcept { return cells_.data() + i * n_; }
  [[nodiscard]] const double* row(std::size_t i) const noexcept { return cells_.data() + i * n_; }
  double& operator()(std::size_t i, std::size_t j) noexcept { return cells_[i * n_ + j]; }
  double operator()(std::size_t i, std::size_t j) const noexcept { return cells_[i * n_ + j]; }

 private:
  std::size_t n_ = 0;
  std::vector<double> cells_;
};

// Replaces the lower triangle of `a` by its Cholesky factor L, a = L L^T. False, with `a` destroyed, if a
// pivot is not positive.
[[nodiscard]] bool cholesky_factor(Matrix& a);
// x <- (L L^T)^-1 x.
void cholesky_solve(const Matrix& l, std::vector<double>& x);
// (L L^T)^-1, both triangles filled.
[[nodiscard]] Matrix cholesky_inverse(const Matrix& l);

}  // namespace ludex::arena::rating
