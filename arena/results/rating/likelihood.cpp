#include "arena/results/rating/likelihood.hpp"

#include <algorithm>
#include <cmath>

namespace ludex::arena::rating {

namespace {

// ln(1 + e^t) without overflow.
double softplus(double t) noexcept {
  return std::max(t, 0.0) + std::log1p(std::exp(-std::abs(t)));
}

// s(t) and s(-t), each with full relative precision.
struct Logistic {
  double yes;
  double no;
};
Logistic logistic(double t) noexcept {
  const double e = std::exp(-std::abs(t));
  const double large = 1 / (1 + e);
  const double small = e * large;
  return t >= 0 ? Logistic{large, small} : Logistic{small, large};
}

// BayesElo adds the virtual draws in single precision. Doing the same moves a rating by up to 1e-5 Elo (only
// the prior bounds a player who won everything), and the two programs agree to every digit. Counts that would
// be rounded stay in double precision.
double add_virtual(std::uint64_t draws, float a, float b) {
  constexpr std::uint64_t kExact = 1U << 20;
  if (draws >= kExact) return static_cast<double>(draws) + static_cast<double>(a) + static_cast<double>(b);
  return static_cast<double>(static_cast<float>(draws) + a + b);
}

}  // namespace

Likelihood::Likelihood(const ResultTable& table, const Groups& groups, Model model, double prior)
    : groups_(groups), second_trial_(model == Model::kBayesElo) {
  struct Pair {
    std::uint32_t low;
    std::uint32_t high;
    std::uint32_t record;
  };
  const std::vector<PairRecord>& records = table.records();
  const std::vector<PlayerTotals> totals = table.totals();
  std::vector<Pair> pairs;
  pairs.reserve(records.size());
  for (std::uint32_t r = 0; r < records.size(); ++r) {
    pairs.push_back(
        {std::min(records[r].first, records[r].second), std::max(records[r].first, records[r].second), r});
  }
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    if (a.low != b.low) return a.low < b.low;
    return a.high != b.high ? a.high < b.high : a.record < b.record;
  });
  trials_.reserve(2 * pairs.size());
  const float quarter_prior = 0.25F * static_cast<float>(prior);
  for (std::size_t p = 0; p < pairs.size();) {
    const auto [low, high, unused] = pairs[p];
    PairRecord colours[2] = {{low, high, {}}, {high, low, {}}};
    for (; p < pairs.size() && pairs[p].low == low && pairs[p].high == high; ++p) {
      const PairRecord& record = records[pairs[p].record];
      colours[record.first == low ? 0 : 1].counts = record.counts;
    }
    const auto games = static_cast<double>(colours[0].games() + colours[1].games());
    if (games <= 0) continue;
    const auto games_f = static_cast<float>(games);
    const float from_low = quarter_prior / static_cast<float>(totals[low].games()) * games_f;
    const float from_high = quarter_prior / static_cast<float>(totals[high].games()) * games_f;
    for (const PairRecord& record : colours) {
      const auto wins = static_cast<double>(record.wins());
      const auto losses = static_cast<double>(record.losses());
      const double draws = add_virtual(record.draws(), from_low, from_high);
      if (wins + losses + draws <= 0) continue;
      draws_ += draws;
      if (second_trial_) {
        trials_.push_back({record.first, record.second, wins, draws, losses, draws});
      } else {
        trials_.push_back({record.first, record.second, wins + draws / 2, losses + draws / 2, 0, 0});
      }
    }
  }
}

double Likelihood::value(const Point& at) const {
  double sum = 0;
  for (const Trials& t : trials_) {
    const double a = at.rating[t.first] - at.rating[t.second] + at.advantage;
    const double u = a - at.draw;
    sum -= t.u_yes * softplus(-u) + t.u_no * softplus(u);
    if (!second_trial_) continue;
    const double v = -a - at.draw;
    sum -= t.v_yes * softplus(-v) + t.v_no * softplus(v);
  }
  // At D = 0 a draw is impossible; the term is then a constant (minus infinity), independent of ratings.
  if (second_trial_ && draws_ > 0 && at.draw > 0) sum += draws_ * std::log(-std::expm1(-2 * at.draw));
  return sum;
}

void Likelihood::derivatives(const Point& at, Derivatives& out) const {
  const std::size_t n = at.rating.size();
  out.rating.assign(n, 0.0);
  out.rating_advantage.assign(n, 0.0);
  out.rating_draw.assign(n, 0.0);
  out.advantage = out.draw = 0;
  out.advantage_advantage = out.advantage_draw = out.draw_draw = 0;
  out.blocks.resize(groups_.size());
  for (std::size_t g = 0; g < groups_.size(); ++g) out.blocks[g] = Matrix(groups_.members[g].size());

  for (const Trials& t : trials_) {
    const double a = at.rating[t.first] - at.rating[t.second] + at.advantage;
    const Logistic u = logistic(a - at.draw);
    const double gradient_u = t.u_yes * u.no - t.u_no * u.yes;
    const double curvature_u = (t.u_yes + t.u_no) * u.yes * u.no;
    double gradient_v = 0;
    double curvature_v = 0;
    if (second_trial_) {
      const Logistic v = logistic(-a - at.draw);
      gradient_v = t.v_yes * v.no - t.v_no * v.yes;
      curvature_v = (t.v_yes + t.v_no) * v.yes * v.no;
    }
    const double slope = gradient_u - gradient_v;
    const double same = curvature_u + curvature_v;
    const double cross = curvature_v - curvature_u;
    out.rating[t.first] += slope;
    out.rating[t.second] -= slope;
    out.advantage += slope;
    out.draw -= gradient_u + gradient_v;
    out.rating_advantage[t.first] += same;
    out.rating_advantage[t.second] -= same;
    out.rating_draw[t.first] += cross;
    out.rating_draw[t.second] -= cross;
    out.advantage_advantage += same;
    out.advantage_draw += cross;
    out.draw_draw += same;
    const std::uint32_t i = groups_.place[t.first];
    const std::uint32_t j = groups_.place[t.second];
    Matrix& block = out.blocks[groups_.group_of[t.first]];
    block(i, i) += same;
    block(j, j) += same;
    block(std::max(i, j), std::min(i, j)) -= same;
  }
  if (second_trial_ && draws_ > 0 && at.draw > 0) {
    // d/dD ln(1 - e^-2D) = 2 / (e^2D - 1); the second derivative is -1 / sinh^2 D.
    const double e = std::expm1(2 * at.draw);
    out.draw += draws_ * 2 / e;
    out.draw_draw += draws_ * 4 * (e + 1) / e / e;
  }
}

}  // namespace ludex::arena::rating
