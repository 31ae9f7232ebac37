#include "arena/results/rating/rank_likelihood.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "arena/results/rating/likelihood.hpp"

namespace ludex::arena::rating {

namespace {

constexpr std::uint32_t kLocal = 2 * kMaxPlayers;  // seats and sizes of ties of one ranking

std::uint32_t size_of(std::uint32_t set) noexcept {
  return static_cast<std::uint32_t>(std::popcount(set));
}

// Seats with rank `rank`, a bit each.
std::uint32_t seats_of_rank(const RankRecord& record, std::uint32_t rank) noexcept {
  std::uint32_t set = 0;
  for (std::uint32_t s = 0; s < record.seats; ++s) set |= record.ranks[s] == rank ? 1U << s : 0U;
  return set;
}

}  // namespace

RankParameters::RankParameters(const ResultTable& table, bool with_ties, std::uint32_t begin) : end(begin) {
  seats.fill(kNone);
  ties.fill(kNone);
  std::array<bool, kMaxPlayers + 1> played{};
  std::array<bool, kMaxPlayers + 1> tied{};
  for (const RankRecord& record : table.rankings()) {
    played[record.seats] = true;
    for (std::uint32_t rank = 1; rank <= record.seats; ++rank)
      tied[size_of(seats_of_rank(record, rank))] = true;
  }
  for (std::uint32_t n = 3; n <= kMaxPlayers; ++n) {
    if (!played[n]) continue;
    seats[n] = end;
    end += n;
  }
  for (std::uint32_t t = 2; with_ties && t <= kMaxPlayers; ++t) {
    if (tied[t]) ties[t] = end++;
  }
}

RankLikelihood::RankLikelihood(const ResultTable& table, bool with_ties, std::uint32_t begin)
    : parameters_(table, with_ties, begin), with_ties_(with_ties) {
  rankings_.reserve(table.rankings().size());
  for (const RankRecord& record : table.rankings()) add_ranking(record);
}

void RankLikelihood::add_ranking(const RankRecord& record) {
  Ranking ranking{record.seats,
                  record.players,
                  {},
                  {},
                  static_cast<double>(record.games),
                  static_cast<std::uint32_t>(choices_.size()),
                  0};
  std::uint32_t from = (1U << record.seats) - 1;
  for (std::uint32_t rank = 1; size_of(from) > 1; ++rank) {
    const std::uint32_t chosen = seats_of_rank(record, rank);
    if (chosen == 0) continue;
    const std::uint32_t size = size_of(chosen);
    const double share = with_ties_ ? 1.0 / size : 1;
    for (std::uint32_t s = 0; s < record.seats; ++s) ranking.chosen[s] += (chosen >> s & 1U) != 0 ? share : 0;
    if (size > 1 && with_ties_) ranking.tied[size] += 1;
    if (with_ties_) {
      choices_.push_back({from, 1});
    } else {
      add_orders(chosen, from & ~chosen);
    }
    from &= ~chosen;
  }
  ranking.end_choice = static_cast<std::uint32_t>(choices_.size());
  rankings_.push_back(ranking);
}

void RankLikelihood::add_orders(std::uint32_t tied, std::uint32_t behind) {
  const std::uint32_t size = size_of(tied);
  std::array<double, kMaxPlayers + 1> subsets{1};  // by number of elements
  for (std::uint32_t k = 1; k <= size; ++k) subsets[k] = subsets[k - 1] * (size - k + 1) / k;
  for (std::uint32_t set = tied; set != 0; set = (set - 1) & tied)
    choices_.push_back({set | behind, 1 / subsets[size_of(set)]});
}

// The sets that can be chosen from the seats of one ranking, with exp(f).
class RankLikelihood::Sets {
 public:
  Sets(const RankLikelihood& model, const Ranking& ranking, const Point& at) {
    const std::uint32_t n = ranking.seats;
    const std::uint32_t* const ties = model.parameters_.ties.data();
    const double* const advantage = &at.parameter[model.parameters_.seats[n]];
    for (std::uint32_t s = 0; s < n; ++s) z_[s] = at.rating[ranking.players[s]] + advantage[s];
    std::array<double, 1U << kMaxPlayers> sum;
    sum[0] = 0;
    for (std::uint32_t set = 1; set < 1U << n; ++set) {
      sum[set] = sum[set & (set - 1)] + z_[static_cast<std::uint32_t>(std::countr_zero(set))];
      const std::uint32_t size = size_of(set);
      if (size > 1 && ties[size] == RankParameters::kNone) continue;
      const double f = sum[set] / size + (size > 1 ? at.parameter[ties[size]] : 0);
      sets_[count_++] = {set, size, f};
      largest_ = std::max(largest_, f);
    }
    for (std::uint32_t k = 0; k < count_; ++k) sets_[k].strength = std::exp(sets_[k].strength - largest_);
  }

  struct Set {
    std::uint32_t seats;
    std::uint32_t size;
    double strength;
  };
  [[nodiscard]] const Set* begin() const noexcept { return sets_.data(); }
  [[nodiscard]] const Set* end() const noexcept { return sets_.data() + count_; }
  [[nodiscard]] double z(std::uint32_t seat) const noexcept { return z_[seat]; }
  [[nodiscard]] double sum(std::uint32_t from) const noexcept {
    double all = 0;
    for (const Set& set : *this) all += (set.seats & ~from) == 0 ? set.strength : 0;
    return all;
  }
  // ln of the sum of exp(f) over the sets within `from`.
  [[nodiscard]] double log_sum(std::uint32_t from) const noexcept { return std::log(sum(from)) + largest_; }

 private:
  std::array<double, kMaxPlayers> z_;
  std::array<Set, 1U << kMaxPlayers> sets_;
  std::uint32_t count_ = 0;
  double largest_ = -HUGE_VAL;
};

double RankLikelihood::value(const Point& at) const {
  double sum = 0;
  for (const Ranking& ranking : rankings_) {
    const Sets sets(*this, ranking, at);
    double one = 0;
    for (std::uint32_t s = 0; s < ranking.seats; ++s) one += ranking.chosen[s] * sets.z(s);
    for (std::uint32_t t = 2; t <= ranking.seats; ++t) {
      if (ranking.tied[t] > 0) one += ranking.tied[t] * at.parameter[parameters_.ties[t]];
    }
    for (std::uint32_t c = ranking.first_choice; c < ranking.end_choice; ++c)
      one -= choices_[c].weight * sets.log_sum(choices_[c].from);
    sum += ranking.games * one;
  }
  return sum;
}

void RankLikelihood::add_derivatives(const Point& at, const Groups& groups, Derivatives& out) const {
  // Derivatives of one ranking: by z of each seat, then by ln delta of each size; minus the second
  // derivatives are the covariances of the chosen set's coefficients.
  std::array<double, kLocal> slope;
  std::array<std::array<double, kLocal>, kLocal> curvature;
  std::array<double, kLocal> mean;
  for (const Ranking& ranking : rankings_) {
    const std::uint32_t n = ranking.seats;
    const std::uint32_t local = 2 * n - 1;
    const auto tie = [n](std::uint32_t size) { return n + size - 2; };
    const Sets sets(*this, ranking, at);
    for (auto& row : curvature) row.fill(0);
    for (std::uint32_t s = 0; s < n; ++s) slope[s] = ranking.chosen[s];
    for (std::uint32_t t = 2; t <= n; ++t) slope[tie(t)] = ranking.tied[t];
    for (std::uint32_t c = ranking.first_choice; c < ranking.end_choice; ++c) {
      const auto [from, weight] = choices_[c];
      const double all = sets.sum(from);
      mean.fill(0);
      for (const auto& set : sets) {
        if ((set.seats & ~from) != 0) continue;
        const double p = set.strength / all;
        const double share = 1.0 / set.size;
        for (std::uint32_t a = set.seats; a != 0; a &= a - 1) {
          const auto i = static_cast<std::uint32_t>(std::countr_zero(a));
          mean[i] += p * share;
          for (std::uint32_t b = set.seats; b != 0; b &= b - 1)
            curvature[i][static_cast<std::uint32_t>(std::countr_zero(b))] += weight * p * share * share;
          if (set.size > 1) curvature[tie(set.size)][i] += weight * p * share;
        }
        if (set.size > 1) {
          mean[tie(set.size)] += p;
          curvature[tie(set.size)][tie(set.size)] += weight * p;
        }
      }
      for (std::uint32_t i = 0; i < local; ++i) {
        slope[i] -= weight * mean[i];
        for (std::uint32_t j = 0; j < (i < n ? n : i + 1); ++j) curvature[i][j] -= weight * mean[i] * mean[j];
      }
    }
    // To the ratings and parameters behind the z.
    const std::uint32_t first_seat = parameters_.seats[n];
    Matrix& block = out.blocks[groups.group_of[ranking.players[0]]];
    for (std::uint32_t s = 0; s < n; ++s) {
      const std::uint32_t player = ranking.players[s];
      out.rating[player] += ranking.games * slope[s];
      out.parameter[first_seat + s] += ranking.games * slope[s];
      for (std::uint32_t other = 0; other < n; ++other) {
        const double h = ranking.games * curvature[s][other];
        const std::uint32_t i = groups.place[player];
        const std::uint32_t j = groups.place[ranking.players[other]];
        if (i >= j) block(i, j) += h;
        if (s >= other) out.second(first_seat + s, first_seat + other) += h;
        out.mixed[first_seat + other][player] += h;
      }
    }
    for (std::uint32_t t = 2; t <= n; ++t) {
      const std::uint32_t at_t = parameters_.ties[t];
      if (at_t == RankParameters::kNone) continue;
      out.parameter[at_t] += ranking.games * slope[tie(t)];
      for (std::uint32_t s = 0; s < n; ++s) {
        const double h = ranking.games * curvature[tie(t)][s];
        out.mixed[at_t][ranking.players[s]] += h;
        out.second(at_t, first_seat + s) += h;
      }
      for (std::uint32_t u = 2; u <= t; ++u) {
        if (parameters_.ties[u] != RankParameters::kNone)
          out.second(at_t, parameters_.ties[u]) += ranking.games * curvature[tie(t)][tie(u)];
      }
    }
  }
}

}  // namespace ludex::arena::rating
