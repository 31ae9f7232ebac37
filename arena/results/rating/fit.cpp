#include "arena/results/rating/fit.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/results/rating/newton.hpp"

namespace ludex::arena::rating {

namespace {

using Source = FittedParameter::Source;

constexpr double kLimit = kParameterLimit / kEloPerNat;
// Fits an advantage if at least this share of the games' information on it remains with unknown ratings. The
// errors of ratings take A as known; with a smaller share they would be too small by a factor of 1.4 or more.
constexpr double kIdentifiedShare = 0.5;

// Whether ratings leave kIdentifiedShare of the information on these parameters (on every combination of
// them): all of it where all players have every seat equally often against each other, none where ratings
// could explain any advantage. Omits the virtual draws, which would hide that, and takes all players as
// equally strong.
bool identified(const ResultTable& table, const Groups& groups, const Fitted& parameters) {
  const Likelihood games(table, groups, Model::kElo, Model::kElo, 0);
  const Point level{std::vector<double>(table.players(), 0.0),
                    std::vector<double>(games.rank_parameters().end, 0.0)};
  Derivatives derivatives;
  games.derivatives(level, derivatives);
  Matrix rest = NewtonSolver(groups, parameters).eliminate(derivatives).information;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    if (!(derivatives.second(parameters[k], parameters[k]) > 0)) return false;
    for (std::size_t l = 0; l <= k; ++l)
      rest(k, l) -= kIdentifiedShare * derivatives.second(parameters[k], parameters[l]);
  }
  return cholesky_factor(rest);
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

namespace {

// The seats of games of n players whose advantages can be fitted: all but the last, since only differences
// count.
Fitted free_seats(const RankParameters& places, std::uint32_t n) {
  Fitted seats;
  for (std::uint32_t s = 0; s + 1 < n; ++s) seats.push_back(places.seats[n] + s);
  return seats;
}

// Seats and ties of games of three and more players, with sources as far as known before the fit.
void prepare_ranks(const ResultTable& table, const FitOptions& options, const RankParameters& places,
                   Fit& fit) {
  using How = Parameter::How;
  for (std::uint32_t n = 3; n <= kMaxPlayers; ++n) {
    if (places.seats[n] == RankParameters::kNone) continue;
    SeatAdvantages seats{n, Source::kFitted, std::vector<double>(n, 0.0), {}};
    if (options.advantage.how == How::kGiven) {
      seats.source = Source::kGiven;
    } else if (options.advantage.how == How::kIfIdentified &&
               !identified(table, fit.groups, free_seats(places, n))) {
      seats.source = Source::kNotIdentified;
    }
    fit.seats.push_back(std::move(seats));
  }
  for (std::uint32_t t = 2; t <= kMaxPlayers; ++t) {
    if (places.ties[t] != RankParameters::kNone) fit.ties.push_back({t, Source::kFitted, 0, 0});
  }
}

Fitted fitted_parameters(const Fit& fit, const RankParameters& places) {
  Fitted fitted;
  if (fit.advantage.fitted()) fitted.push_back(kAdvantage);
  if (fit.draw_elo.fitted()) fitted.push_back(kDraw);
  for (const SeatAdvantages& seats : fit.seats) {
    const Fitted free = free_seats(places, seats.players);
    if (seats.source == Source::kFitted) fitted.insert(fitted.end(), free.begin(), free.end());
  }
  for (const TiePrevalence& tie : fit.ties) {
    if (tie.source == Source::kFitted) fitted.push_back(places.ties[tie.size]);
  }
  return fitted;
}

// Where an ascent begins, and the place of a fit's values.
Point point_of(const Fit& fit, const RankParameters& places) {
  Point point{fit.elo, std::vector<double>(places.end, 0.0)};
  for (double& r : point.rating) r /= kEloPerNat;
  point.parameter[kAdvantage] = fit.advantage.value / kEloPerNat;
  point.parameter[kDraw] = fit.draw_elo.value / kEloPerNat;
  for (const SeatAdvantages& seats : fit.seats) {
    for (std::uint32_t s = 0; s < seats.players; ++s)
      point.parameter[places.seats[seats.players] + s] = seats.elo[s] / kEloPerNat;
  }
  for (const TiePrevalence& tie : fit.ties) point.parameter[places.ties[tie.size]] = tie.log_prevalence;
  return point;
}

// A fitted parameter has no finite optimum: says so and fixes it.
void give_up(std::uint32_t parameter, const RankParameters& places, Fit& fit) {
  if (parameter == kDraw) {
    fit.draw_elo.source = Source::kNoOptimum;
    fit.warnings.push_back(
        fmt::format("draw Elo has no finite optimum on these games (too few decisive ones); it stays at {}",
                    fit.draw_elo.value));
  } else if (parameter == kAdvantage) {
    fit.advantage.source = Source::kNoOptimum;
    fit.warnings.push_back(fmt::format("the advantage has no finite optimum on these games; it stays at {}",
                                       fit.advantage.value));
  }
  for (SeatAdvantages& seats : fit.seats) {
    const std::uint32_t first = places.seats[seats.players];
    if (parameter < first || parameter >= first + seats.players) continue;
    seats.source = Source::kNoOptimum;
    fit.warnings.push_back(
        fmt::format("the advantages of seats in games of {} players have no finite optimum; they stay at 0",
                    seats.players));
  }
  for (TiePrevalence& tie : fit.ties) {
    if (parameter != places.ties[tie.size]) continue;
    tie.source = Source::kNoOptimum;
    fit.warnings.push_back(fmt::format("ties of {} have no finite prevalence on these games; it stays at 1",
                                       plural(tie.size, "player")));
  }
}

// Values and deviations of the fitted parameters at the optimum.
void take_parameters(const Likelihood& likelihood, const Fitted& fitted, const Point& point, Fit& fit) {
  const RankParameters& places = likelihood.rank_parameters();
  Derivatives derivatives;
  likelihood.derivatives(point, derivatives);
  const Matrix information = NewtonSolver(fit.groups, fitted).eliminate(derivatives).information;
  const auto place = [&](std::uint32_t parameter) {
    return static_cast<std::size_t>(std::find(fitted.begin(), fitted.end(), parameter) - fitted.begin());
  };
  // A column of the covariance of the parameters.
  const auto covariances = [&](std::size_t k) {
    std::vector<double> unit(fitted.size(), 0.0);
    unit[k] = 1;
    return solve_border(information, std::move(unit));
  };
  const auto deviation = [&](std::uint32_t parameter) {
    const std::size_t k = place(parameter);
    return std::sqrt(covariances(k)[k]);
  };
  const auto take = [&](FittedParameter& parameter, std::uint32_t index) {
    if (!parameter.fitted()) return;
    parameter.value = point.parameter[index] * kEloPerNat;
    parameter.deviation = deviation(index) * kEloPerNat;
  };
  take(fit.advantage, kAdvantage);
  take(fit.draw_elo, kDraw);
  for (TiePrevalence& tie : fit.ties) {
    if (tie.source != Source::kFitted) continue;
    tie.log_prevalence = point.parameter[places.ties[tie.size]];
    tie.deviation = deviation(places.ties[tie.size]);
  }
  for (SeatAdvantages& seats : fit.seats) {
    if (seats.source != Source::kFitted) continue;
    const std::uint32_t n = seats.players;
    const std::uint32_t first = places.seats[n];
    const std::size_t at = place(first);
    // Relative to the mean of the seats; the last one is 0 in the fit.
    double mean = 0;
    for (std::uint32_t s = 0; s < n; ++s) mean += point.parameter[first + s] / n;
    std::vector<std::vector<double>> covariance(n, std::vector<double>(n, 0.0));
    for (std::uint32_t s = 0; s + 1 < n; ++s) {
      const std::vector<double> column = covariances(at + s);
      for (std::uint32_t other = 0; other + 1 < n; ++other) covariance[s][other] = column[at + other];
    }
    seats.deviation.resize(n);
    for (std::uint32_t s = 0; s < n; ++s) {
      seats.elo[s] = (point.parameter[first + s] - mean) * kEloPerNat;
      double variance = 0;
      for (std::uint32_t a = 0; a < n; ++a) {
        for (std::uint32_t b = 0; b < n; ++b)
          variance += ((a == s ? 1 : 0) - 1.0 / n) * ((b == s ? 1 : 0) - 1.0 / n) * covariance[a][b];
      }
      seats.deviation[s] = std::sqrt(std::max(variance, 0.0)) * kEloPerNat;
    }
  }
}

}  // namespace

Result<Fit> fit_ratings(const ResultTable& table, const FitOptions& options) {
  using How = Parameter::How;
  Fit fit;
  fit.groups = connected_groups(table);
  if (Result<void> checked = check(table, options, fit.groups); !checked) return Error{checked.error()};
  fit.model = options.model;
  fit.prior = options.prior;
  fit.pair_games = !table.records().empty();

  // Sources of the parameters, as far as known before the fit.
  const auto source_of = [](const Parameter& parameter) {
    return parameter.how == How::kGiven ? Source::kGiven : Source::kFitted;
  };
  fit.advantage = {options.advantage.value, 0, source_of(options.advantage)};
  if (options.advantage.how == How::kIfIdentified && !identified(table, fit.groups, {kAdvantage}))
    fit.advantage = {0, 0, Source::kNotIdentified};
  if (options.model == Model::kBayesElo) {
    fit.draw_elo = {options.draw_elo.value, 0, source_of(options.draw_elo)};
    if (options.draw_elo.how == How::kIfIdentified && table.draws() == 0)
      fit.draw_elo = {0, 0, Source::kNoDraws};
  }
  const Likelihood likelihood(table, fit.groups, fit.likelihood_model(), fit.model, options.prior);
  if (fit.draw_elo.fitted() && likelihood.draws() <= 0) {
    // The optimum of D >= 0 lies on its boundary.
    fit.draw_elo = {0, 0, Source::kNoDraws};
    fit.warnings.emplace_back("no draws and no prior: draw Elo is 0");
  }
  const RankParameters& places = likelihood.rank_parameters();
  prepare_ranks(table, options, places, fit);
  fit.elo.assign(table.players(), 0.0);
  Point point;
  for (;;) {
    point = point_of(fit, places);
    if (fit.draw_elo.fitted()) point.parameter[kDraw] = kChessDrawElo / kEloPerNat;
    const Ascent ascent = maximise(likelihood, fit.groups, fitted_parameters(fit, places), kLimit, point);
    fit.log_likelihood = ascent.value;
    fit.iterations += ascent.iterations;
    if (ascent.runs) {
      give_up(*ascent.runs, places, fit);
      continue;
    }
    if (ascent.stalled) fit.warnings.emplace_back("the fit did not converge");
    break;
  }
  for (std::size_t i = 0; i < fit.elo.size(); ++i) fit.elo[i] = point.rating[i] * kEloPerNat;
  const Fitted fitted = fitted_parameters(fit, places);
  if (!fitted.empty()) take_parameters(likelihood, fitted, point, fit);
  return fit;
}

Posterior::Posterior(const ResultTable& table, const Fit& fit) : fit_(fit) {
  const Likelihood likelihood(table, fit.groups, fit.likelihood_model(), fit.model, fit.prior);
  const Point point = point_of(fit, likelihood.rank_parameters());
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
