#include "arena/results/rating/sprt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>

namespace ludex::arena::rating {
namespace {

using Values = std::array<double, ScoreCounts::kMostValues>;

struct Tolerance {
  double root;  // of theta; relative to its range if `exact`
  bool exact;
  double probability;  // of the fixed point of the normalized model
  int rounds;
};

Tolerance tolerance(SprtModel model, SprtPrecision precision) noexcept {
  if (precision == SprtPrecision::kExact) return {1e-14, true, 1e-13, 1000};
  return {model == SprtModel::kNormalized ? 1e-7 : 1e-3, false, 1e-4, 10};
}

// A root between `a`, where f is positive, and `b`, where it is negative (infinite at both), by the ITP
// method: Oliveira and Takahashi, "An enhancement of the bisection method average performance preserving
// minmax optimality", ACM TOMS 47 (2021), with k1 = 0.1, k2 = 2, n0 = 0.99: at most one step more than
// bisection, thanks to the projection. (fastchess swaps the ends first, so b - a is negative and the
// projection ineffective.)
template <class F>
double root_between(const F& f, double a, double b, double epsilon, bool projected) noexcept {
  constexpr int kSteps = 500;
  constexpr double kK1 = 0.1;
  constexpr double kN0 = 0.99;
  double fa = std::numeric_limits<double>::infinity();
  double fb = -fa;
  const double most = std::ceil(std::log2(std::abs(b - a) / (2 * epsilon))) + kN0;
  for (int step = 0; std::abs(b - a) > 2 * epsilon && step < kSteps; ++step) {
    const double middle = (a + b) / 2;
    double x = middle;
    if (std::isfinite(fa) && std::isfinite(fb)) {
      const double radius = epsilon * std::exp2(most - step) - std::abs(b - a) / 2;
      const double falsi = (fb * a - fa * b) / (fb - fa);
      const double sigma = middle > falsi ? 1 : -1;
      const double delta = kK1 * (b - a) * (b - a);
      const double truncated = delta <= std::abs(middle - falsi) ? falsi + sigma * delta : middle;
      x = !projected || std::abs(truncated - middle) <= radius ? truncated : middle - sigma * radius;
    }
    const double fx = f(x);
    if (fx == 0) return x;
    (fx > 0 ? a : b) = x;
    (fx > 0 ? fa : fb) = fx;
  }
  return (a + b) / 2;
}

// The distribution nearest to `observed` (in likelihood) with mean 0 of `offset`: p_i = observed_i / (1 +
// theta offset_i), theta the root of sum observed_i offset_i / (1 + theta offset_i). Returns `observed` if no
// distribution has that mean.
Values most_likely(const Values& observed, const Values& offset, std::size_t size,
                   const Tolerance& precision) noexcept {
  const double most = *std::max_element(offset.begin(), offset.begin() + size);
  const double least = *std::min_element(offset.begin(), offset.begin() + size);
  if (!(least < 0 && most > 0)) return observed;
  const auto f = [&](double theta) {
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i) sum += observed[i] * offset[i] / (1 + theta * offset[i]);
    return sum;
  };
  const double from = -1 / most;
  const double to = -1 / least;
  const double epsilon = precision.exact ? precision.root * (to - from) : precision.root;
  const double theta = root_between(f, from, to, epsilon, precision.exact);
  Values p{};
  for (std::size_t i = 0; i < size; ++i) p[i] = observed[i] / (1 + theta * offset[i]);
  return p;
}

Values with_mean(const Values& observed, const ScoreCounts& counts, double mean,
                 const Tolerance& precision) noexcept {
  Values offset{};
  for (std::size_t i = 0; i < counts.size; ++i) offset[i] = counts.value[i] - mean;
  return most_likely(observed, offset, counts.size, precision);
}

// (mean - 1/2) / deviation = t is not linear in p; iterates its linearisation at the last p, whose fixed
// point is the constrained maximum (Van den Bergh, section 4).
Values with_ratio(const Values& observed, const ScoreCounts& counts, double t,
                  const Tolerance& precision) noexcept {
  const std::size_t size = counts.size;
  Values p{};
  std::fill_n(p.begin(), size, 1.0 / static_cast<double>(size));
  for (int round = 0; round < precision.rounds; ++round) {
    double mean = 0;
    double variance = 0;
    for (std::size_t i = 0; i < size; ++i) mean += p[i] * counts.value[i];
    for (std::size_t i = 0; i < size; ++i)
      variance += p[i] * (counts.value[i] - mean) * (counts.value[i] - mean);
    const double deviation = std::sqrt(variance);
    Values offset{};
    for (std::size_t i = 0; i < size; ++i) {
      const double away = (counts.value[i] - mean) / deviation;
      offset[i] = counts.value[i] - 0.5 - 0.5 * t * deviation * (1 + away * away);
    }
    const Values next = most_likely(observed, offset, size, precision);
    double change = 0;
    for (std::size_t i = 0; i < size; ++i) change = std::max(change, std::abs(next[i] - p[i]));
    p = next;
    if (change < precision.probability) break;
  }
  return p;
}

// BayesElo without advantage: P(win) = score_of_elo(elo - draw_elo), P(loss) = score_of_elo(-elo - draw_elo).
double bayeselo_score(double elo, double draw_elo) noexcept {
  const double win = score_of_elo(elo - draw_elo);
  const double loss = score_of_elo(-elo - draw_elo);
  return win + 0.5 * (1 - win - loss);
}

// ln score_of_elo(elo), accurate even if the score underflows.
double log_score(double elo) noexcept {
  const double x = -elo * std::numbers::ln10 / 400;
  return x > 0 ? -x - std::log1p(std::exp(-x)) : -std::log1p(std::exp(x));
}

double draw_elo(double win, double loss) noexcept {
  return 200 * std::log10((1 - loss) / loss * (1 - win) / win);
}

// sum n ln(p1 / p0) over losses, draws and wins. P(draw) is P(win) P(loss) times a constant.
double bayeselo_llr(const SprtTest& test, const ScoreCounts& counts) noexcept {
  const bool cutechess = test.model == SprtModel::kCutechess;
  const double more = cutechess ? 0.5 : 0;
  const double loss = counts.count[0] + more;
  const double draw = counts.count[1] + more;
  const double win = counts.count[2] + more;
  if (loss == 0 || draw == 0 || win == 0) return 0;
  const double n = loss + draw + win;
  const double draws = draw_elo(win / n, loss / n);
  double scale = 1;
  if (cutechess) {
    const double x = std::pow(10, -draws / 400);
    scale = 4 * x / ((1 + x) * (1 + x));
  }
  const double elo0 = test.elo0 / scale;
  const double elo1 = test.elo1 / scale;
  return (win + draw) * (log_score(elo1 - draws) - log_score(elo0 - draws)) +
         (loss + draw) * (log_score(-elo1 - draws) - log_score(-elo0 - draws));
}

}  // namespace

double sprt_llr(const SprtTest& test, const ScoreCounts& counts, SprtPrecision precision) noexcept {
  if (counts.total() == 0 || (counts.size != 3 && !takes_pairs(test.model))) return 0;
  if (test.model == SprtModel::kBayesElo || test.model == SprtModel::kCutechess)
    return bayeselo_llr(test, counts);

  constexpr double kInsteadOfZero = 1e-3;
  ScoreCounts regular = counts;
  for (std::size_t i = 0; i < counts.size; ++i) {
    if (regular.count[i] == 0) regular.count[i] = kInsteadOfZero;
  }
  const double n = regular.total();
  Values observed{};
  for (std::size_t i = 0; i < counts.size; ++i) observed[i] = regular.count[i] / n;

  const Tolerance accuracy = tolerance(test.model, precision);
  Values p0{};
  Values p1{};
  if (test.model == SprtModel::kNormalized) {
    // For the score of a unit: a pair has twice the games, so sqrt 2 times the ratio.
    const double scale = std::numbers::ln10 / 800 * std::sqrt(counts.games_per_unit);
    p0 = with_ratio(observed, regular, test.elo0 * scale, accuracy);
    p1 = with_ratio(observed, regular, test.elo1 * scale, accuracy);
  } else {
    double s0 = score_of_elo(test.elo0);
    double s1 = score_of_elo(test.elo1);
    if (test.model == SprtModel::kBayesian) {
      if (counts.count[0] == 0 || counts.count[2] == 0) return 0;
      const double draws = draw_elo(observed[2], observed[0]);
      s0 = bayeselo_score(test.elo0, draws);
      s1 = bayeselo_score(test.elo1, draws);
    }
    p0 = with_mean(observed, regular, s0, accuracy);
    p1 = with_mean(observed, regular, s1, accuracy);
  }
  double sum = 0;
  for (std::size_t i = 0; i < counts.size; ++i) sum += observed[i] * std::log(p1[i] / p0[i]);
  return n * sum;
}

}  // namespace ludex::arena::rating
