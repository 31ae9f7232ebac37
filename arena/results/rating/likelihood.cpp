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

// Two players who met: in games of two (`record`, an index), or in `games` games of three or more.
struct Meeting {
  static constexpr std::uint32_t kRanked = 0xFFFFFFFFU;
  std::uint32_t low;
  std::uint32_t high;
  std::uint32_t record;
  std::uint64_t games;
};

// Sorted by players.
std::vector<Meeting> meetings_of(const ResultTable& table) {
  std::vector<Meeting> list;
  const std::vector<PairRecord>& records = table.records();
  list.reserve(records.size());
  for (std::uint32_t r = 0; r < records.size(); ++r) {
    list.push_back({std::min(records[r].first, records[r].second),
                    std::max(records[r].first, records[r].second), r, records[r].games()});
  }
  for (const RankRecord& record : table.rankings()) {
    for (std::uint32_t s = 0; s < record.seats; ++s) {
      for (std::uint32_t other = 0; other < s; ++other) {
        const std::uint32_t a = record.players[s];
        const std::uint32_t b = record.players[other];
        if (a != b) list.push_back({std::min(a, b), std::max(a, b), Meeting::kRanked, record.games});
      }
    }
  }
  std::sort(list.begin(), list.end(), [](const Meeting& a, const Meeting& b) {
    if (a.low != b.low) return a.low < b.low;
    return a.high != b.high ? a.high < b.high : a.record < b.record;
  });
  return list;
}

}  // namespace

Likelihood::Likelihood(const ResultTable& table, const Groups& groups, Model model, Model ranks, double prior)
    : groups_(groups),
      ranks_(table, ranks == Model::kBayesElo, kPairParameters),
      second_trial_(model == Model::kBayesElo) {
  const std::vector<PairRecord>& records = table.records();
  const std::vector<Meeting> pairs = meetings_of(table);
  std::vector<std::uint64_t> met(table.players(), 0);
  for (const Meeting& meeting : pairs) {
    met[meeting.low] += meeting.games;
    met[meeting.high] += meeting.games;
  }
  trials_.reserve(2 * pairs.size());
  const float quarter_prior = 0.25F * static_cast<float>(prior);
  for (std::size_t p = 0; p < pairs.size();) {
    const std::uint32_t low = pairs[p].low;
    const std::uint32_t high = pairs[p].high;
    PairRecord colours[2] = {{low, high, {}}, {high, low, {}}};
    std::uint64_t games = 0;
    for (; p < pairs.size() && pairs[p].low == low && pairs[p].high == high; ++p) {
      games += pairs[p].games;
      if (pairs[p].record == Meeting::kRanked) continue;
      const PairRecord& record = records[pairs[p].record];
      colours[record.first == low ? 0 : 1].counts = record.counts;
    }
    if (games == 0) continue;
    const auto games_d = static_cast<double>(games);
    const double exact =
        0.25 * prior * games_d * (1 / static_cast<double>(met[low]) + 1 / static_cast<double>(met[high]));
    const auto games_f = static_cast<float>(games);
    const float from_low = quarter_prior / static_cast<float>(met[low]) * games_f;
    const float from_high = quarter_prior / static_cast<float>(met[high]) * games_f;
    for (const PairRecord& record : colours) {
      const auto wins = static_cast<double>(record.wins());
      const auto losses = static_cast<double>(record.losses());
      const double draws = table.rankings().empty() ? add_virtual(record.draws(), from_low, from_high)
                                                    : static_cast<double>(record.draws()) + exact;
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
  const double draw = at.parameter[kDraw];
  double sum = 0;
  for (const Trials& t : trials_) {
    const double a = at.rating[t.first] - at.rating[t.second] + at.parameter[kAdvantage];
    const double u = a - draw;
    sum -= t.u_yes * softplus(-u) + t.u_no * softplus(u);
    if (!second_trial_) continue;
    const double v = -a - draw;
    sum -= t.v_yes * softplus(-v) + t.v_no * softplus(v);
  }
  // At D = 0 a draw is impossible; the term is then a constant (minus infinity), independent of ratings.
  if (second_trial_ && draws_ > 0 && draw > 0) sum += draws_ * std::log(-std::expm1(-2 * draw));
  return sum + ranks_.value(at);
}

void Likelihood::derivatives(const Point& at, Derivatives& out) const {
  const std::size_t n = at.rating.size();
  const double draw = at.parameter[kDraw];
  out.rating.assign(n, 0.0);
  out.parameter.assign(at.parameter.size(), 0.0);
  out.mixed.assign(at.parameter.size(), std::vector<double>(n, 0.0));
  out.second = Matrix(at.parameter.size());
  out.blocks.resize(groups_.size());
  for (std::size_t g = 0; g < groups_.size(); ++g) out.blocks[g] = Matrix(groups_.members[g].size());

  for (const Trials& t : trials_) {
    const double a = at.rating[t.first] - at.rating[t.second] + at.parameter[kAdvantage];
    const Logistic u = logistic(a - draw);
    const double gradient_u = t.u_yes * u.no - t.u_no * u.yes;
    const double curvature_u = (t.u_yes + t.u_no) * u.yes * u.no;
    double gradient_v = 0;
    double curvature_v = 0;
    if (second_trial_) {
      const Logistic v = logistic(-a - draw);
      gradient_v = t.v_yes * v.no - t.v_no * v.yes;
      curvature_v = (t.v_yes + t.v_no) * v.yes * v.no;
    }
    const double slope = gradient_u - gradient_v;
    const double same = curvature_u + curvature_v;
    const double cross = curvature_v - curvature_u;
    out.rating[t.first] += slope;
    out.rating[t.second] -= slope;
    out.parameter[kAdvantage] += slope;
    out.parameter[kDraw] -= gradient_u + gradient_v;
    out.mixed[kAdvantage][t.first] += same;
    out.mixed[kAdvantage][t.second] -= same;
    out.mixed[kDraw][t.first] += cross;
    out.mixed[kDraw][t.second] -= cross;
    out.second(kAdvantage, kAdvantage) += same;
    out.second(kDraw, kAdvantage) += cross;
    out.second(kDraw, kDraw) += same;
    const std::uint32_t i = groups_.place[t.first];
    const std::uint32_t j = groups_.place[t.second];
    Matrix& block = out.blocks[groups_.group_of[t.first]];
    block(i, i) += same;
    block(j, j) += same;
    block(std::max(i, j), std::min(i, j)) -= same;
  }
  if (second_trial_ && draws_ > 0 && draw > 0) {
    // d/dD ln(1 - e^-2D) = 2 / (e^2D - 1); the second derivative is -1 / sinh^2 D.
    const double e = std::expm1(2 * draw);
    out.parameter[kDraw] += draws_ * 2 / e;
    out.second(kDraw, kDraw) += draws_ * 4 * (e + 1) / e / e;
  }
  ranks_.add_derivatives(at, groups_, out);
}

}  // namespace ludex::arena::rating
