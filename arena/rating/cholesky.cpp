#include "arena/rating/cholesky.hpp"

#include <algorithm>
#include <cmath>

namespace ludex::arena::rating {

namespace {

// Columns eliminated at a time: a panel of 64 columns of 2,000 rows is 1 MB, about a second-level cache.
constexpr std::size_t kBlock = 64;
// The register tile of the update: 4 x 8 sums are eight AVX2 registers.
constexpr std::size_t kTileRows = 4;
constexpr std::size_t kTileColumns = 8;

// The block [k, end) on the diagonal and the rows below it, whose columns left of k are already accounted
// for.
bool factor_panel(Matrix& a, std::size_t k, std::size_t end) {
  const std::size_t n = a.size();
  for (std::size_t j = k; j < end; ++j) {
    double* row_j = a.row(j);
    double pivot = row_j[j];
    for (std::size_t p = k; p < j; ++p) pivot -= row_j[p] * row_j[p];
    if (!(pivot > 0) || !std::isfinite(pivot)) return false;
    row_j[j] = std::sqrt(pivot);
    const double scale = 1 / row_j[j];
    for (std::size_t i = j + 1; i < n; ++i) {
      double* row_i = a.row(i);
      double sum = row_i[j];
      for (std::size_t p = k; p < j; ++p) sum -= row_i[p] * row_j[p];
      row_i[j] = sum * scale;
    }
  }
  return true;
}

// a[i][j] -= sum_p L[i][p] L[j][p] over the panel's columns p, for end <= j <= i < n. `transposed` holds the
// panel with L[j][p] at [p][j - end], so that the innermost loop runs over adjacent cells.
void update_trailing(Matrix& a, std::size_t k, std::size_t end, std::vector<double>& transposed) {
  const std::size_t n = a.size();
  const std::size_t width = n - end;
  const std::size_t depth = end - k;
  transposed.resize(depth * width);
  for (std::size_t j = end; j < n; ++j) {
    for (std::size_t p = 0; p < depth; ++p) transposed[p * width + j - end] = a(j, k + p);
  }
  for (std::size_t i = end; i < n; i += kTileRows) {
    const std::size_t rows = std::min(kTileRows, n - i);
    std::size_t j = end;
    if (rows == kTileRows) {
      for (; j + kTileColumns <= i + 1; j += kTileColumns) {
        double sum[kTileRows][kTileColumns] = {};
        for (std::size_t p = 0; p < depth; ++p) {
          const double* right = &transposed[p * width + j - end];
          for (std::size_t r = 0; r < kTileRows; ++r) {
            const double left = a(i + r, k + p);
            for (std::size_t c = 0; c < kTileColumns; ++c) sum[r][c] += left * right[c];
          }
        }
        for (std::size_t r = 0; r < kTileRows; ++r) {
          for (std::size_t c = 0; c < kTileColumns; ++c) a(i + r, j + c) -= sum[r][c];
        }
      }
    }
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t p = 0; p < depth; ++p) {
        const double left = a(i + r, k + p);
        for (std::size_t c = j; c <= i + r; ++c) a(i + r, c) -= left * transposed[p * width + c - end];
      }
    }
  }
}

}  // namespace

bool cholesky_factor(Matrix& a) {
  const std::size_t n = a.size();
  std::vector<double> transposed;
  for (std::size_t k = 0; k < n; k += kBlock) {
    const std::size_t end = std::min(k + kBlock, n);
    if (!factor_panel(a, k, end)) return false;
    update_trailing(a, k, end, transposed);
  }
  return true;
}

void cholesky_solve(const Matrix& l, std::vector<double>& x) {
  const std::size_t n = l.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double* row = l.row(i);
    double sum = x[i];
    for (std::size_t k = 0; k < i; ++k) sum -= row[k] * x[k];
    x[i] = sum / row[i];
  }
  for (std::size_t i = n; i-- > 0;) {
    const double* row = l.row(i);
    x[i] /= row[i];
    for (std::size_t k = 0; k < i; ++k) x[k] -= row[k] * x[i];
  }
}

Matrix cholesky_inverse(const Matrix& l) {
  const std::size_t n = l.size();
  Matrix inverse(n);
  // A block of right-hand sides at a time: columns [c, c + width) of the unit matrix, zero above row c; by
  // symmetry only rows from c on are wanted.
  std::vector<double> x;
  for (std::size_t c = 0; c < n; c += kBlock) {
    const std::size_t width = std::min(kBlock, n - c);
    x.assign((n - c) * width, 0.0);
    const auto row = [&](std::size_t i) { return x.data() + (i - c) * width; };
    for (std::size_t j = 0; j < width; ++j) row(c + j)[j] = 1;
    for (std::size_t i = c; i < n; ++i) {
      double* xi = row(i);
      for (std::size_t k = c; k < i; ++k) {
        const double factor = l(i, k);
        const double* xk = row(k);
        for (std::size_t j = 0; j < width; ++j) xi[j] -= factor * xk[j];
      }
      const double scale = 1 / l(i, i);
      for (std::size_t j = 0; j < width; ++j) xi[j] *= scale;
    }
    for (std::size_t i = n; i-- > c;) {
      double* xi = row(i);
      const double scale = 1 / l(i, i);
      for (std::size_t j = 0; j < width; ++j) xi[j] *= scale;
      for (std::size_t k = c; k < i; ++k) {
        const double factor = l(i, k);
        double* xk = row(k);
        for (std::size_t j = 0; j < width; ++j) xk[j] -= factor * xi[j];
      }
    }
    for (std::size_t i = c; i < n; ++i) {
      for (std::size_t j = 0; j < width; ++j) {
        inverse(i, c + j) = row(i)[j];
        inverse(c + j, i) = row(i)[j];
      }
    }
  }
  return inverse;
}

}  // namespace ludex::arena::rating
