#include "arena/results/rating/cholesky.hpp"

#include <Eigen/Cholesky>

namespace ludex::arena::rating {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<RowMajor> view(Matrix& a) {
  const auto n = static_cast<Eigen::Index>(a.size());
  return {a.row(0), n, n};
}
Eigen::Map<const RowMajor> view(const Matrix& a) {
  const auto n = static_cast<Eigen::Index>(a.size());
  return {a.row(0), n, n};
}

template <class Right>
void solve_in_place(const Matrix& l, Right& x) {
  const Eigen::Map<const RowMajor> map = view(l);
  map.triangularView<Eigen::Lower>().solveInPlace(x);
  map.transpose().triangularView<Eigen::Upper>().solveInPlace(x);
}

}  // namespace

bool cholesky_factor(Matrix& a) {
  Eigen::Map<RowMajor> map = view(a);
  Eigen::Ref<RowMajor> in_place(map);
  const Eigen::LLT<Eigen::Ref<RowMajor>> factor(in_place);
  // A NaN pivot passes Eigen's own test.
  return factor.info() == Eigen::Success && map.diagonal().allFinite();
}

void cholesky_solve(const Matrix& l, std::vector<double>& x) {
  Eigen::Map<Eigen::VectorXd> map(x.data(), static_cast<Eigen::Index>(x.size()));
  solve_in_place(l, map);
}

Matrix cholesky_inverse(const Matrix& l) {
  Matrix inverse(l.size());
  Eigen::Map<RowMajor> map = view(inverse);
  map.setIdentity();
  solve_in_place(l, map);
  return inverse;
}

}  // namespace ludex::arena::rating
