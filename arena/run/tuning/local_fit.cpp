#include "arena/run/tuning/local_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Dense>
#include <nlopt.h>

namespace ludex::arena::tuning {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

constexpr double kPriorVariance = 100;
constexpr int kMaxStages = 25;
constexpr int kMaxNewton = 30;
constexpr double kSettled = 0.01;  // relative change of the sum of weights
// Stops when a step moves no estimate by a fiftieth of its standard deviation.
constexpr double kDecrement = 4e-4;

double logistic(double x) noexcept {
  return 1 / (1 + std::exp(-x));
}

}  // namespace

double score_of_strength(double strength, double draw_width) noexcept {
  const double win = logistic(strength - draw_width);
  const double loss = logistic(-strength - draw_width);
  return win + (1 - win - loss) / 2;
}

void Samples::add(const Point& point, const Point* rival, const Score& score) {
  points_.insert(points_.end(), point.begin(), point.end());
  if (rival != nullptr) rivals_.insert(rivals_.end(), rival->begin(), rival->end());
  wins_.push_back(static_cast<float>(score.wins));
  draws_.push_back(static_cast<float>(score.draws));
  losses_.push_back(static_cast<float>(score.losses));
  totals_.wins += score.wins, totals_.draws += score.draws, totals_.losses += score.losses;
  for (std::size_t k = 0; k < dimensions_; ++k) totals_.points[k] += point[k];
}

struct LocalFit::State {
  const Basis& basis;
  const Samples& samples;
  std::size_t count;
  double confidence;
  std::size_t stride;  // between samples of the matrix

  std::vector<float> weights;
  double total = 0;  // sum of them
  double width = 0;
  Point mean;
  std::vector<Stage> stages;
  Matrix global_inverse;
  Matrix local_inverse;

  // The pass over the samples in progress.
  enum class Pass { kGradient, kMatrix, kWeights, kDone };
  Pass pass = Pass::kGradient;
  std::size_t at = 0;
  int newton = 0;
  double damping = 1;
  double objective = 0;  // of this pass
  double best_objective = -std::numeric_limits<double>::infinity();
  Vector best_q, step;
  Vector q, gradient, phi;
  Matrix matrix;
  double sum_win = 0, sum_draw = 0, sum_loss = 0, sum_weight = 0, sum_before = 0;
  Vector sum_point;

  State(const Basis& b, const Samples& s, std::size_t n, double h)
      : basis(b),
        samples(s),
        count(n),
        confidence(h),
        stride(std::max<std::size_t>(1, n / std::max<std::size_t>(1000, 30 * b.size()))),
        weights(n, 1.0F),
        total(static_cast<double>(n)),
        q(Vector::Zero(static_cast<Eigen::Index>(b.size()))),
        phi(static_cast<Eigen::Index>(b.size())) {
    // Adds half a game to either side, so that both ends are finite.
    const Samples::Totals& totals = s.totals();
    const double win = totals.wins + 0.5;
    const double draw = totals.draws;
    const double loss = totals.losses + 0.5;
    sum_win = win, sum_draw = draw, sum_loss = loss;
    const double all = win + draw + loss;
    if (draw > 0) width = std::max(0.0, -(std::log(win / (all - win)) + std::log(loss / (all - loss))) / 2);
    for (const double x : totals.points) mean.push_back(x / static_cast<double>(n));
    begin_stage();
  }

  void features(std::size_t i) {
    if (const double* rival = samples.rival(i)) {
      basis.features(samples.point(i), rival, phi.data());
    } else {
      basis.features(samples.point(i), phi.data());
    }
  }

  void begin_stage() {
    Stage stage;
    // The constant model has a closed solution: both thresholds from the shares of wins and losses.
    const double all = sum_win + sum_draw + sum_loss;
    const double a = std::log(sum_win / (all - sum_win));
    const double b = std::log(sum_loss / (all - sum_loss));
    stage.mean = (a - b) / 2;
    const double win = logistic(stage.mean - width);
    const double loss = logistic(-stage.mean - width);
    const double information =
        (sum_win + sum_draw) * win * (1 - win) + (sum_loss + sum_draw) * loss * (1 - loss);
    stage.deviation = 1 / std::sqrt(std::max(information, 1e-12));
    stage.weight = total;
    stages.push_back(std::move(stage));
    newton = 0;
    best_objective = -std::numeric_limits<double>::infinity();
    begin_pass(Pass::kGradient);
  }

  void begin_pass(Pass next) {
    pass = next;
    at = 0;
    if (pass == Pass::kGradient) {
      gradient = -q / kPriorVariance;
      objective = -q.squaredNorm() / (2 * kPriorVariance);
    } else if (pass == Pass::kMatrix) {
      const auto n = static_cast<Eigen::Index>(basis.size());
      matrix = Matrix::Zero(n, n);
    } else if (pass == Pass::kWeights) {
      sum_win = sum_loss = 0.5, sum_draw = sum_weight = sum_before = 0;
      sum_point = Vector::Zero(static_cast<Eigen::Index>(mean.size()));
    }
  }

  void visit_gradient(std::size_t i) {
    const double w = static_cast<double>(weights[i]);
    if (w < 1e-9) return;
    features(i);
    const double value = q.dot(phi);
    const double win = w * (samples.wins(i) + samples.draws(i));
    const double loss = w * (samples.losses(i) + samples.draws(i));
    const double up = value - width;
    const double down = value + width;
    gradient += (win * logistic(-up) - loss * logistic(down)) * phi;
    objective -= win * std::log1p(std::exp(-up)) + loss * std::log1p(std::exp(down));
  }

  void visit_matrix(std::size_t i) {
    const double w = static_cast<double>(weights[i]);
    if (w < 1e-9) return;
    features(i);
    const double value = q.dot(phi);
    const double up = logistic(value - width);
    const double down = logistic(value + width);
    const double curvature = w * ((samples.wins(i) + samples.draws(i)) * up * (1 - up) +
                                  (samples.losses(i) + samples.draws(i)) * down * (1 - down));
    matrix.selfadjointView<Eigen::Lower>().rankUpdate(phi, curvature);
  }

  void visit_weights(std::size_t i) {
    features(i);
    const Stage& stage = stages.back();
    const double before = static_cast<double>(weights[i]);
    const double other = std::exp((q.dot(phi) - stage.mean) / (confidence * stage.deviation));
    const double w = std::min(before, other);
    weights[i] = static_cast<float>(w);
    sum_before += before, sum_weight += w;
    sum_win += w * samples.wins(i), sum_draw += w * samples.draws(i), sum_loss += w * samples.losses(i);
    for (std::size_t k = 0; k < mean.size(); ++k)
      sum_point[static_cast<Eigen::Index>(k)] += w * samples.point(i)[k];
  }

  void finish_matrix() {
    matrix *= static_cast<double>(stride);
    matrix = matrix.selfadjointView<Eigen::Lower>();
    matrix.diagonal().array() += 1 / kPriorVariance;
  }

  void end_gradient() {
    // Halves a step that goes too far: the logarithm of the posterior is concave.
    if (newton > 0 && !(objective >= best_objective - 1e-9 * std::abs(best_objective)) && damping > 1e-3) {
      damping /= 2;
      q = best_q + damping * step;
      return begin_pass(Pass::kGradient);
    }
    best_objective = objective;
    best_q = q;
    begin_pass(Pass::kMatrix);
  }

  void end_matrix() {
    finish_matrix();
    const Eigen::LDLT<Matrix> solver(matrix);
    step = solver.solve(gradient);
    const double decrement = step.dot(gradient);
    damping = 1;
    if (decrement > kDecrement && ++newton < kMaxNewton) {
      q = best_q + step;
      return begin_pass(Pass::kGradient);
    }
    stages.back().q.assign(q.data(), q.data() + q.size());
    const auto n = static_cast<Eigen::Index>(basis.size());
    local_inverse = solver.solve(Matrix::Identity(n, n));
    if (stages.size() == 1) global_inverse = local_inverse;
    if (std::isinf(confidence)) return begin_pass(Pass::kDone);
    begin_pass(Pass::kWeights);
  }

  void end_weights() {
    total = sum_weight;
    if (sum_weight > 0) {
      for (std::size_t k = 0; k < mean.size(); ++k)
        mean[k] = sum_point[static_cast<Eigen::Index>(k)] / sum_weight;
    }
    const bool settled = sum_weight > (1 - kSettled) * sum_before;
    if (settled || stages.size() >= kMaxStages || sum_weight < 2) return begin_pass(Pass::kDone);
    begin_stage();
  }

  bool advance(double operations) {
    const double n = static_cast<double>(basis.size());
    while (pass != Pass::kDone) {
      const double cost = pass == Pass::kMatrix ? n * n / 2 + 4 * n + 60 : 4 * n + 60;
      const std::size_t step_size = pass == Pass::kMatrix ? stride : 1;
      for (; at < count; at += step_size) {
        if (operations <= 0) return false;
        operations -= cost;
        if (pass == Pass::kGradient) {
          visit_gradient(at);
        } else if (pass == Pass::kMatrix) {
          visit_matrix(at);
        } else {
          visit_weights(at);
        }
      }
      operations -= n * n * n / 3;
      if (pass == Pass::kGradient) {
        end_gradient();
      } else if (pass == Pass::kMatrix) {
        end_matrix();
      } else {
        end_weights();
      }
    }
    return true;
  }

  [[nodiscard]] const Matrix& inverse(Which which) const {
    return which == Which::kGlobal ? global_inverse : local_inverse;
  }
  [[nodiscard]] const std::vector<double>& coefficients(Which which) const {
    return which == Which::kGlobal ? stages.front().q : stages.back().q;
  }
  [[nodiscard]] Vector features_of(const double* point) const {
    Vector f(static_cast<Eigen::Index>(basis.size()));
    basis.features(point, f.data());
    return f;
  }
  [[nodiscard]] double value(const std::vector<double>& coefficients, const Vector& f) const {
    return Eigen::Map<const Vector>(coefficients.data(), f.size()).dot(f);
  }
};

LocalFit::LocalFit(const Basis& basis, const Samples& samples, std::size_t count, double confidence)
    : state_(std::make_unique<State>(basis, samples, count, confidence)) {}
LocalFit::~LocalFit() = default;
LocalFit::LocalFit(LocalFit&&) noexcept = default;
LocalFit& LocalFit::operator=(LocalFit&&) noexcept = default;

bool LocalFit::advance(double operations) {
  return state_->advance(operations);
}
const std::vector<LocalFit::Stage>& LocalFit::stages() const noexcept {
  return state_->stages;
}
double LocalFit::draw_width() const noexcept {
  return state_->width;
}
std::size_t LocalFit::count() const noexcept {
  return state_->count;
}
double LocalFit::weight_of(std::size_t sample) const {
  return static_cast<double>(state_->weights[sample]);
}
double LocalFit::total_weight() const noexcept {
  return state_->total;
}
const Point& LocalFit::mean_point() const noexcept {
  return state_->mean;
}

double LocalFit::log_weight(const double* point) const {
  if (std::isinf(state_->confidence)) return 0;
  State& state = *state_;
  state.basis.features(point, state.phi.data());
  double least = 0;
  for (const Stage& stage : state.stages) {
    least = std::min(least,
                     (state.value(stage.q, state.phi) - stage.mean) / (state.confidence * stage.deviation));
  }
  return least;
}

double LocalFit::strength(Which which, const Point& point) const {
  return state_->value(state_->coefficients(which), state_->features_of(point.data()));
}

double LocalFit::deviation(Which which, const Point& point) const {
  const Vector f = state_->features_of(point.data());
  return std::sqrt(std::max(0.0, f.dot(state_->inverse(which) * f)));
}

double LocalFit::deviation(Which which, const Point& a, const Point& b) const {
  const Vector f = state_->features_of(a.data()) - state_->features_of(b.data());
  return std::sqrt(std::max(0.0, f.dot(state_->inverse(which) * f)));
}

LocalFit::Wald LocalFit::wald(std::size_t parameter) const {
  const auto& parts = state_->basis.of_parameter(parameter);
  const auto n = static_cast<Eigen::Index>(parts.size());
  Vector values(n);
  Matrix block(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto row = parts[static_cast<std::size_t>(i)];
    values[i] = state_->stages.front().q[row];
    for (Eigen::Index k = 0; k < n; ++k) {
      block(i, k) = state_->global_inverse(static_cast<Eigen::Index>(row),
                                           static_cast<Eigen::Index>(parts[static_cast<std::size_t>(k)]));
    }
  }
  return {values.dot(Eigen::LDLT<Matrix>(block).solve(values)), parts.size()};
}

namespace {

// Data for the callbacks of the optimiser.
struct Problem {
  const Basis* basis;
  const Space* space;
  const std::vector<double>* q;
  std::size_t constraint;
};

double strength_at(unsigned n, const double* x, double* slope, void* data) {
  const auto& problem = *static_cast<const Problem*>(data);
  Vector f(static_cast<Eigen::Index>(problem.basis->size()));
  const auto value = [&](const double* point) {
    problem.basis->features(point, f.data());
    return Eigen::Map<const Vector>(problem.q->data(), f.size()).dot(f);
  };
  if (slope != nullptr) {
    // Central differences are exact for a quadratic.
    Point point(x, x + n);
    for (unsigned i = 0; i < n; ++i) {
      constexpr double kStep = 0.5;
      point[i] = x[i] + kStep;
      const double above = value(point.data());
      point[i] = x[i] - kStep;
      slope[i] = problem.space->is_category(i) ? 0 : (above - value(point.data())) / (2 * kStep);
      point[i] = x[i];
    }
  }
  return value(x);
}

double excess_at(unsigned n, const double* x, double* slope, void* data) {
  const auto& problem = *static_cast<const Problem*>(data);
  Point point(x, x + n);
  const double value = problem.space->excess(problem.constraint, point);
  if (slope != nullptr) {
    for (unsigned i = 0; i < n; ++i) {
      const double step = 1e-4;
      point[i] = std::min(1.0, x[i] + step);
      const double above = problem.space->excess(problem.constraint, point);
      point[i] = std::max(-1.0, x[i] - step);
      const double below = problem.space->excess(problem.constraint, point);
      slope[i] = (above - below) / (std::min(1.0, x[i] + step) - point[i]);
      point[i] = x[i];
    }
  }
  return value;
}

}  // namespace

Point LocalFit::maximum(const Space& space) const {
  Problem problem{&state_->basis, &space, &state_->stages.back().q, 0};
  std::vector<Problem> limits(space.constraints(), problem);
  const auto n = static_cast<unsigned>(space.size());
  Point best = space.feasible(state_->mean) ? state_->mean : space.fallback();
  double best_value = strength_at(n, best.data(), nullptr, &problem);
  // There may be several maxima where q is not concave: starts from the mean, and from points near both ends
  // of each axis through it.
  std::vector<Point> starts{best};
  for (unsigned i = 0; i < n; ++i) {
    for (const double end : {-0.9, 0.9}) {
      starts.push_back(best);
      starts.back()[i] = end;
    }
  }
  for (Point& start : starts) {
    const nlopt_opt optimiser = nlopt_create(NLOPT_LD_SLSQP, n);
    nlopt_set_lower_bounds1(optimiser, -1);
    nlopt_set_upper_bounds1(optimiser, 1);
    nlopt_set_max_objective(optimiser, strength_at, &problem);
    for (std::size_t c = 0; c < limits.size(); ++c) {
      limits[c].constraint = c;
      nlopt_add_inequality_constraint(optimiser, excess_at, &limits[c], 1e-9);
    }
    nlopt_set_xtol_rel(optimiser, 1e-6);
    nlopt_set_maxeval(optimiser, 200);
    double value = 0;
    const bool found = nlopt_optimize(optimiser, start.data(), &value) > 0;
    nlopt_destroy(optimiser);
    if (found && value > best_value && space.feasible(start)) best = start, best_value = value;
  }
  return best;
}

void RunningFit::advance() {
  if (too_few()) return;
  double operations = 4e5 + 2 * static_cast<double>(samples_.size());
  // Larger slices for small fits, which are quick anyway.
  if (samples_.size() < 500) operations *= 4;
  // Fewer than one new sample in a hundred change nothing.
  if (!next_ && (!fit_ || fit_->count() + fit_->count() / 100 < samples_.size()))
    next_.emplace(basis_, samples_, samples_.size(), confidence_);
  if (next_ && next_->advance(operations)) {
    fit_ = std::move(next_);
    next_.reset();
  }
}

void RunningFit::complete() {
  if (too_few()) return;
  next_.reset();
  fit_.emplace(basis_, samples_, samples_.size(), confidence_);
  fit_->complete();
}

}  // namespace ludex::arena::tuning
