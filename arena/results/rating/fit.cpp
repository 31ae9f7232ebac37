#include "arena/results/rating/fit.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"

namespace ludex::arena::rating {

namespace {

constexpr int kMaxIterations = 500;
// Natural units. Newton converges quadratically: a step this small leaves an error of its square.
constexpr double kSmallStep = 1e-10;
// Longest step of one iteration; takes effect only far from the optimum.
constexpr double kLongestStep = 6;
constexpr double kLimit = kParameterLimit / kEloPerNat;
// A parameter that would move kLongWay for a gain in the posterior below kNoInformation climbs an exponential
// tail: its optimum is at infinity (its standard deviation, at least kLongWay / sqrt of the gain, would be a
// hundred thousand Elo).
constexpr double kNoInformation = 1e-9;
constexpr double kLongWay = 0.02;
// Fits an advantage if at least this share of the games' information on it remains with unknown ratings. The
// errors of ratings take A as known; with a smaller share they would be too small by a factor of 1.4 or more.
constexpr double kIdentifiedShare = 0.5;

struct Step {
  std::vector<double> rating;
  double advantage = 0;
  double draw = 0;
};

// Removes the freedom to shift a group by adding a multiple of 11^T / n, which changes neither the step (the
// gradient of a group sums to 0, so the step does) nor the eigenvalues of the other directions. Returns that
// multiple, the mean diagonal.
double fix_shift(Matrix& block) {
  const std::size_t n = block.size();
  double trace = 0;
  for (std::size_t i = 0; i < n; ++i) trace += block(i, i);
  const double scale = trace > 0 ? trace / static_cast<double>(n) : 1.0;
  const double add = scale / static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) block(i, j) += add;
  }
  return scale;
}

// Factors a block; adds a growing ridge to a block that rounding has made indefinite.
void factor(Matrix& block) {
  const Matrix original = block;
  double largest = 0;
  for (std::size_t i = 0; i < block.size(); ++i) largest = std::max(largest, block(i, i));
  if (!(largest > 0)) largest = 1;
  for (double ridge = 1e-15; !cholesky_factor(block) && ridge < 1e3; ridge *= 10) {
    block = original;
    for (std::size_t i = 0; i < block.size(); ++i) block(i, i) += ridge * largest;
  }
}

// Solves the Newton system: blocks of ratings bordered by the fitted parameters (Schur complement).
class NewtonSolver {
 public:
  NewtonSolver(const Groups& groups, bool advantage, bool draw)
      : groups_(groups), advantage_(advantage), draw_(draw) {}

  // Destroys d.blocks.
  Step step(Derivatives& d) const {
    const Border border = eliminate(d);
    Step step;
    step.rating = solve(d, d.rating);
    if (!advantage_ && !draw_) return step;
    const double ga = advantage_ ? d.advantage - dot(d.rating_advantage, step.rating) : 0;
    const double gd = draw_ ? d.draw - dot(d.rating_draw, step.rating) : 0;
    step.advantage = advantage_ ? (ga * border.dd - gd * border.ad) / border.determinant : 0;
    step.draw = draw_ ? (gd * border.aa - ga * border.ad) / border.determinant : 0;
    for (std::size_t i = 0; i < step.rating.size(); ++i) {
      if (advantage_) step.rating[i] -= border.by_a[i] * step.advantage;
      if (draw_) step.rating[i] -= border.by_d[i] * step.draw;
    }
    return step;
  }

  // Information on the parameters with unknown ratings: minus the second derivatives of the posterior with
  // the best ratings for each A and D. A parameter that is not fitted has an identity row.
  struct Border {
    std::vector<double> by_a;
    std::vector<double> by_d;
    double aa = 1;
    double ad = 0;
    double dd = 1;
    double determinant = 1;
  };
  // Factors d.blocks.
  Border eliminate(Derivatives& d) const {
    for (Matrix& block : d.blocks) {
      fix_shift(block);
      factor(block);
    }
    Border border;
    if (advantage_) {
      border.by_a = solve(d, d.rating_advantage);
      border.aa =
          positive(d.advantage_advantage - dot(d.rating_advantage, border.by_a), d.advantage_advantage);
    }
    if (draw_) {
      border.by_d = solve(d, d.rating_draw);
      border.dd = positive(d.draw_draw - dot(d.rating_draw, border.by_d), d.draw_draw);
    }
    if (advantage_ && draw_) border.ad = d.advantage_draw - dot(d.rating_advantage, border.by_d);
    border.determinant = positive(border.aa * border.dd - border.ad * border.ad, border.aa * border.dd);
    return border;
  }

 private:
  static double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  }
  // Replaces a Schur complement lost to cancellation.
  static double positive(double value, double scale) { return std::max({value, 1e-14 * scale, 1e-280}); }

  std::vector<double> solve(const Derivatives& d, const std::vector<double>& right) const {
    std::vector<double> x(right.size());
    std::vector<double> part;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const auto& members = groups_.members[g];
      part.resize(members.size());
      for (std::size_t k = 0; k < members.size(); ++k) part[k] = right[members[k]];
      cholesky_solve(d.blocks[g], part);
      for (std::size_t k = 0; k < members.size(); ++k) x[members[k]] = part[k];
    }
    return x;
  }

  const Groups& groups_;
  bool advantage_;
  bool draw_;
};

void centre(Point& point, const Groups& groups) {
  for (const auto& members : groups.members) {
    double mean = 0;
    for (const std::uint32_t i : members) mean += point.rating[i];
    mean /= static_cast<double>(members.size());
    for (const std::uint32_t i : members) point.rating[i] -= mean;
  }
}

// The share compared with kIdentifiedShare: 1 where all players move first and second equally often against
// each other, 0 where ratings could explain any advantage. Omits the virtual draws, which would hide that,
// and takes all players as equally strong.
double identified_share(const ResultTable& table, const Groups& groups) {
  const Likelihood games(table, groups, Model::kElo, 0);
  Point level;
  level.rating.assign(table.players(), 0.0);
  Derivatives derivatives;
  games.derivatives(level, derivatives);
  return NewtonSolver(groups, true, false).eliminate(derivatives).aa / derivatives.advantage_advantage;
}

enum class Outcome { kConverged, kAdvantageRuns, kDrawRuns, kStalled };

// Damped Newton: the step is shortened to kLongestStep and then halved until the posterior does not fall (up
// to rounding). A fitted parameter that passes kLimit, or climbs a tail, has no finite optimum.
Outcome maximise(const Likelihood& likelihood, const Groups& groups, bool fit_advantage, bool fit_draw,
                 Point& point, double& value, int& iterations) {
  const NewtonSolver solver(groups, fit_advantage, fit_draw);
  Derivatives derivatives;
  value = likelihood.value(point);
  double previous = HUGE_VAL;
  for (int k = 0; k < kMaxIterations; ++k) {
    ++iterations;
    likelihood.derivatives(point, derivatives);
    const Step step = solver.step(derivatives);
    double length = std::max(std::abs(step.advantage), std::abs(step.draw));
    for (const double s : step.rating) length = std::max(length, std::abs(s));
    double gain = derivatives.advantage * step.advantage + derivatives.draw * step.draw;
    for (std::size_t i = 0; i < step.rating.size(); ++i) gain += derivatives.rating[i] * step.rating[i];
    if (gain < kNoInformation && std::abs(step.draw) > kLongWay) return Outcome::kDrawRuns;
    if (gain < kNoInformation && std::abs(step.advantage) > kLongWay) return Outcome::kAdvantageRuns;
    double factor = length > kLongestStep ? kLongestStep / length : 1.0;
    if (fit_draw && point.draw + factor * step.draw <= 0) factor = -0.9 * point.draw / step.draw;

    Point trial = point;
    const double noise = 1e-13 * (1 + std::abs(value));
    double trial_value = value;
    bool improved = false;
    for (int halving = 0; halving < 60 && !improved; ++halving, factor /= 2) {
      for (std::size_t i = 0; i < trial.rating.size(); ++i) {
        trial.rating[i] = point.rating[i] + factor * step.rating[i];
      }
      trial.advantage = point.advantage + factor * step.advantage;
      trial.draw = point.draw + factor * step.draw;
      trial_value = likelihood.value(trial);
      improved = trial_value >= value - noise;
    }
    if (!improved) return length < 1e-6 ? Outcome::kConverged : Outcome::kStalled;
    point = std::move(trial);
    centre(point, groups);
    value = trial_value;
    if (fit_draw && point.draw > kLimit) return Outcome::kDrawRuns;
    if (fit_advantage && std::abs(point.advantage) > kLimit) return Outcome::kAdvantageRuns;
    // Steps that have stopped shrinking are rounding errors of an ill-conditioned Hessian.
    if (length < kSmallStep || (length < 1e-7 && length > 0.5 * previous)) return Outcome::kConverged;
    previous = length;
  }
  return Outcome::kStalled;
}

Result<void> check(const ResultTable& table, const FitOptions& options, const Groups& groups) {
  if (table.games() == 0) return Error{"no games to rate"};
  // The lower bound keeps ratings of 100 % players within the exponent range of a double.
  if (!(options.prior == 0 || (options.prior >= 1e-6 && options.prior <= 1e6))) {
    return Error{fmt::format("prior {} is out of range, expected 0 or 0.000001 .. 1000000", options.prior)};
  }
  if (!(std::abs(options.advantage.value) <= kParameterLimit)) {
    return Error{fmt::format("advantage {} is out of range, expected -{} .. {}", options.advantage.value,
                             kParameterLimit, kParameterLimit)};
  }
  if (!(options.draw_elo.value >= 0 && options.draw_elo.value <= kParameterLimit)) {
    return Error{fmt::format("draw Elo {} is out of range, expected 0 .. {}", options.draw_elo.value,
                             kParameterLimit)};
  }
  for (const auto& members : groups.members) {
    if (members.size() > kLargestGroup) {
      return Error{fmt::format("a group of {} players, expected at most {}", members.size(), kLargestGroup)};
    }
  }
  if (options.prior > 0) return {};
  const Groups scoring = scoring_groups(table);
  if (scoring.size() == groups.size()) return {};
  // Some component has no arc to the group's other components; name the smallest.
  const auto smallest = std::min_element(scoring.members.begin(), scoring.members.end(),
                                         [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return Error{
      fmt::format("without a prior the ratings are infinite: {} ({}) and some opponents are separated by a "
                  "score of 100 % or 0 %; use --prior 2, or another value above 0",
                  table.name(smallest->front()), plural(smallest->size(), "player"))};
}

}  // namespace

double Fit::display_scale() const {
  if (model == Model::kElo) return 1;
  const double x = std::exp(-draw_elo.value / kEloPerNat);
  return 4 * x / ((1 + x) * (1 + x));
}

Result<Fit> fit_ratings(const ResultTable& table, const FitOptions& options) {
  using How = Parameter::How;
  using Source = FittedParameter::Source;
  Fit fit;
  fit.groups = connected_groups(table);
  if (Result<void> checked = check(table, options, fit.groups); !checked) return Error{checked.error()};
  fit.model = options.model;
  fit.prior = options.prior;

  // Sources of the parameters, as far as known before the fit.
  const auto source_of = [](const Parameter& parameter) {
    return parameter.how == How::kGiven ? Source::kGiven : Source::kFitted;
  };
  fit.advantage = {options.advantage.value, 0, source_of(options.advantage)};
  if (options.advantage.how == How::kIfIdentified && identified_share(table, fit.groups) < kIdentifiedShare)
    fit.advantage = {0, 0, Source::kNotIdentified};
  if (options.model == Model::kBayesElo) {
    fit.draw_elo = {options.draw_elo.value, 0, source_of(options.draw_elo)};
    if (options.draw_elo.how == How::kIfIdentified && table.draws() == 0)
      fit.draw_elo = {0, 0, Source::kNoDraws};
  }
  const Likelihood likelihood(table, fit.groups, fit.likelihood_model(), options.prior);
  if (fit.draw_elo.fitted() && likelihood.draws() <= 0) {
    // The optimum of D >= 0 lies on its boundary.
    fit.draw_elo = {0, 0, Source::kNoDraws};
    fit.warnings.emplace_back("no draws and no prior: draw Elo is 0");
  }
  Point point;
  for (;;) {
    point.rating.assign(table.players(), 0.0);
    point.advantage = fit.advantage.value / kEloPerNat;
    point.draw = (fit.draw_elo.fitted() ? kChessDrawElo : fit.draw_elo.value) / kEloPerNat;
    const Outcome outcome = maximise(likelihood, fit.groups, fit.advantage.fitted(), fit.draw_elo.fitted(),
                                     point, fit.log_likelihood, fit.iterations);
    if (outcome == Outcome::kDrawRuns) {
      fit.draw_elo.source = Source::kNoOptimum;
      fit.warnings.push_back(
          fmt::format("draw Elo has no finite optimum on these games (too few decisive ones); it stays at {}",
                      fit.draw_elo.value));
    } else if (outcome == Outcome::kAdvantageRuns) {
      fit.advantage.source = Source::kNoOptimum;
      fit.warnings.push_back(fmt::format("the advantage has no finite optimum on these games; it stays at {}",
                                         fit.advantage.value));
    } else {
      if (outcome == Outcome::kStalled) fit.warnings.emplace_back("the fit did not converge");
      break;
    }
  }
  fit.elo.resize(table.players());
  for (std::size_t i = 0; i < fit.elo.size(); ++i) fit.elo[i] = point.rating[i] * kEloPerNat;
  if (fit.advantage.fitted() || fit.draw_elo.fitted()) {
    Derivatives derivatives;
    likelihood.derivatives(point, derivatives);
    const auto known =
        NewtonSolver(fit.groups, fit.advantage.fitted(), fit.draw_elo.fitted()).eliminate(derivatives);
    const auto take = [&](FittedParameter& parameter, double value, double other) {
      if (!parameter.fitted()) return;
      parameter.value = value * kEloPerNat;
      parameter.deviation = std::sqrt(other / known.determinant) * kEloPerNat;
    };
    take(fit.advantage, point.advantage, known.dd);
    take(fit.draw_elo, point.draw, known.aa);
  }
  return fit;
}

Posterior::Posterior(const ResultTable& table, const Fit& fit) : fit_(fit) {
  const Likelihood likelihood(table, fit.groups, fit.likelihood_model(), fit.prior);
  Point point;
  point.rating = fit.elo;
  for (double& r : point.rating) r /= kEloPerNat;
  point.advantage = fit.advantage.value / kEloPerNat;
  point.draw = fit.draw_elo.value / kEloPerNat;
  Derivatives derivatives;
  likelihood.derivatives(point, derivatives);
  covariance_.reserve(derivatives.blocks.size());
  for (Matrix& block : derivatives.blocks) {
    // (H + s 11^T/n)^-1 = H^+ + 11^T/(s n): the pseudo-inverse H^+ is the covariance relative to the mean.
    const double scale = fix_shift(block);
    const auto n = static_cast<double>(block.size());
    factor(block);
    Matrix inverse = cholesky_inverse(block);
    block = Matrix();
    for (std::size_t i = 0; i < inverse.size(); ++i) {
      for (std::size_t j = 0; j < inverse.size(); ++j) {
        inverse(i, j) = (inverse(i, j) - 1 / (scale * n)) * kEloPerNat * kEloPerNat;
      }
    }
    covariance_.push_back(std::move(inverse));
  }
}

double Posterior::covariance(std::uint32_t i, std::uint32_t j) const {
  return covariance_[fit_.groups.group_of[i]](fit_.groups.place[i], fit_.groups.place[j]);
}

double Posterior::deviation(std::uint32_t player) const {
  return std::sqrt(std::max(covariance(player, player), 0.0));
}

double Posterior::superiority(std::uint32_t i, std::uint32_t j) const {
  if (i == j || fit_.groups.group_of[i] != fit_.groups.group_of[j]) return 0.5;
  const double variance = covariance(i, i) + covariance(j, j) - 2 * covariance(i, j);
  const double difference = fit_.elo[i] - fit_.elo[j];
  if (!(variance > 0)) return difference > 0 ? 1.0 : difference < 0 ? 0.0 : 0.5;
  return 0.5 * std::erfc(-difference / std::sqrt(2 * variance));
}

double normal_half_width(double confidence) {
  // erfc(z / sqrt 2) = 1 - confidence, by bisection; the tail beyond 40 underflows a double.
  const double tail = 1 - confidence;
  double low = 0;
  double high = 40;
  for (int i = 0; i < 200 && low < high; ++i) {
    const double middle = 0.5 * (low + high);
    (std::erfc(middle / std::sqrt(2.0)) > tail ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace ludex::arena::rating
