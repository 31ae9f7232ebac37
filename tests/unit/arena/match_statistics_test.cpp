#include "arena/results/rating/match_statistics.hpp"

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/table_rows.hpp"

namespace ludex::arena::rating {
namespace {

using tests::same_digits;
using tests::table_rows;
using Kind = Estimate::Kind;

std::uint64_t number(const std::string& text) {
  return std::stoull(text);
}

// Wins, losses, draws, as the tables have them.
Trinomial games(const std::vector<std::string>& row) {
  return {number(row[0]), number(row[2]), number(row[1])};
}

// "15.53 %".
bool same_percentage(double p, const std::string& text) {
  return std::abs(100 * p - std::strtod(text.c_str(), nullptr)) <= 0.005001;
}

bool printed_finite(const std::string& text) {
  return text.find("inf") == std::string::npos && text.find("nan") == std::string::npos;
}

void check_finite(const Estimate& e) {
  CHECK(std::isfinite(e.value));
  CHECK(std::isfinite(e.low));
  CHECK(std::isfinite(e.high));
  CHECK(std::isfinite(e.error));
  CHECK(e.low <= e.value);
  CHECK(e.value <= e.high);
  if (e.kind == Kind::kAtLeast || e.kind == Kind::kAtMost) CHECK(e.error == 0);
}

void check_finite(const MatchStatistics& m) {
  check_finite(m.elo);
  check_finite(m.nelo);
  CHECK(m.los >= 0);
  CHECK(m.los <= 1);
  CHECK(m.score >= 0);
  CHECK(m.score <= 1);
}

void check_mirrored(const MatchStatistics& a, const MatchStatistics& b) {
  const auto near = [](double x, double y) { return std::abs(x - y) <= 1e-9 * std::max(1.0, std::abs(x)); };
  CHECK(near(a.score, 1 - b.score));
  CHECK(near(a.los, 1 - b.los));
  CHECK(near(a.draw_ratio, b.draw_ratio));
  for (const auto& [x, y] : {std::pair(a.elo, b.elo), std::pair(a.nelo, b.nelo)}) {
    CHECK(near(x.value, -y.value));
    CHECK(near(x.low, -y.high));
    CHECK(near(x.high, -y.low));
    CHECK((x.kind == Kind::kAtLeast) == (y.kind == Kind::kAtMost));
  }
}

// fastchess 1.8.2, app/tests/elo_test.cpp and a program around its EloWDL and EloPentanomial.
TEST_CASE("match statistics: known values of games") {
  const auto m = match_statistics(Trinomial{76, 123, 89});
  CHECK(same_digits(m.score, "0.477430555556", 12));
  CHECK(same_digits(m.elo.value, "-15.6935207054", 12));
  CHECK(same_digits(m.elo.error, "30.458000717", 12));
  CHECK(same_digits(m.nelo.value, "-20.7564497774", 12));
  CHECK(same_digits(m.nelo.error, "40.1260255576", 12));
  CHECK(same_percentage(m.los, "15.53 %"));
  CHECK(m.elo.kind == Kind::kTwoSided);
  CHECK(m.draw_ratio == doctest::Approx(123.0 / 288));
  CHECK_FALSE(m.pairs_ratio);
  const auto n = match_statistics(Trinomial{136, 111, 96});
  CHECK(same_digits(n.elo.value, "40.7024581865", 12));
  CHECK(same_digits(n.elo.error, "30.4272179436", 12));
  CHECK(same_digits(n.nelo.value, "49.768415381", 12));
  CHECK(same_digits(n.nelo.error, "36.768450595", 12));
  const auto far = match_statistics(Trinomial{34, 0, 356});
  CHECK(same_digits(far.elo.value, "-407.988432372", 12));
  CHECK(same_digits(far.elo.error, "63.1645147358", 12));
  CHECK(same_digits(far.nelo.error, "34.4818124854", 12));
}

TEST_CASE("match statistics: known values of pairs") {
  const auto m = match_statistics(Pentanomial{{34, 54, 31 + 32, 64, 75}});
  CHECK(same_digits(m.elo.value, "55.5797804204", 12));
  CHECK(same_digits(m.elo.error, "27.6534295064", 12));
  CHECK(same_digits(m.nelo.value, "57.9355999381", 12));
  CHECK(same_digits(m.nelo.error, "28.2753762434", 12));
  CHECK(m.draw_ratio == doctest::Approx(63.0 / 290));
  CHECK(*m.pairs_ratio == doctest::Approx(139.0 / 88));
  const auto n = match_statistics(Pentanomial{{332, 433, 457 + 41, 333, 334}});
  CHECK(same_digits(n.elo.value, "-8.64266726797", 12));
  CHECK(same_digits(n.elo.error, "10.3341944244", 12));
  CHECK(same_digits(n.nelo.value, "-9.17291427005", 12));
  CHECK(same_percentage(n.los, "5.05 %"));
}

// cutechess 1.5.1 leaves draws out of the likelihood of superiority.
TEST_CASE("match statistics: superiority from decisive games") {
  CHECK(same_digits(100 * los_of_decisive(76, 89), "15.5757401779", 12));
  CHECK(same_digits(100 * los_of_decisive(1, 0), "84.1344746069", 12));
  CHECK(same_digits(100 * los_of_decisive(500, 400), "99.9570939667", 12));
  CHECK(los_of_decisive(0, 0) == 0.5);
}

TEST_CASE("match statistics: everything won, lost or shared is finite and says so") {
  CHECK(match_statistics(Trinomial{}).elo.kind == Kind::kNone);
  CHECK(match_statistics(Trinomial{}).los == 0.5);
  // One win: a score of 5 % or more is not excluded at the 95 % level.
  const auto one = match_statistics(Trinomial{1, 0, 0});
  CHECK(one.elo.kind == Kind::kAtLeast);
  CHECK(one.elo.value == doctest::Approx(elo_of_score(0.05)));
  CHECK(one.los == doctest::Approx(0.841344746069));
  const auto many = match_statistics(Trinomial{4250, 0, 0});
  CHECK(many.elo.kind == Kind::kAtLeast);
  CHECK(many.elo.value == doctest::Approx(elo_of_score(std::pow(0.05, 1.0 / 4250))));
  CHECK(many.los == doctest::Approx(1));
  CHECK(match_statistics(Pentanomial{{7, 0, 0, 0, 0}}).elo.kind == Kind::kAtMost);
  // The normal interval would have no width.
  const auto shared = match_statistics(Pentanomial{{0, 0, 50, 0, 0}});
  CHECK(shared.elo.kind == Kind::kTwoSided);
  CHECK(shared.elo.value == 0);
  CHECK(shared.elo.high == doctest::Approx(elo_of_score(1 - std::pow(0.05, 1.0 / 50) / 2)));
  CHECK(shared.los == 0.5);
  CHECK(shared.nelo.value == 0);
  // More evidence, narrower.
  CHECK(match_statistics(Pentanomial{{0, 0, 500, 0, 0}}).elo.error < shared.elo.error);
  CHECK(match_statistics(Trinomial{100, 0, 0}).elo.value > match_statistics(Trinomial{10, 0, 0}).elo.value);
  CHECK(match_statistics(Trinomial{100, 0, 0}).nelo.value > match_statistics(Trinomial{10, 0, 0}).nelo.value);
  // The normal interval of 1000-1 ends above 100 %.
  const auto nearly = match_statistics(Trinomial{1000, 0, 1});
  CHECK(nearly.elo.kind == Kind::kTwoSided);
  check_finite(nearly);
}

// One game that ends otherwise must not lead out of the interval, which z / sqrt(n) would allow by far.
TEST_CASE("match statistics: near 100 % no interval is narrower than one game") {
  const auto drawn = match_statistics(Trinomial{119, 1, 0});
  CHECK(drawn.elo.low == doctest::Approx(558.3).epsilon(0.001));
  CHECK(drawn.elo.high == doctest::Approx(1344.5).epsilon(0.001));
  CHECK(drawn.nelo.value == doctest::Approx(3790.1).epsilon(0.001));
  CHECK(drawn.nelo.low == doctest::Approx(831.4).epsilon(0.001));
  CHECK(drawn.nelo.high == doctest::Approx(8322.2).epsilon(0.001));
  for (const std::uint64_t n : {20U, 60U, 120U, 500U, 1000U}) {
    CAPTURE(n);
    const auto one = match_statistics(Trinomial{n - 1, 0, 1});
    const auto two = match_statistics(Trinomial{n - 2, 0, 2});
    const auto half = match_statistics(Trinomial{n - 1, 1, 0});
    CHECK(one.nelo.low < two.nelo.value);
    CHECK(one.nelo.high > half.nelo.value);
    CHECK(half.nelo.low < one.nelo.value);
    const auto pair = match_statistics(Pentanomial{{0, 0, 0, 1, n - 1}});
    const auto pairs = match_statistics(Pentanomial{{0, 0, 0, 2, n - 2}});
    CHECK(pair.nelo.low < pairs.nelo.value);
    CHECK(pairs.nelo.high > pair.nelo.value);
  }
  // Without draws nElo follows from the score, so its interval is that of the score.
  const auto decisive = match_statistics(Trinomial{119, 0, 1});
  CHECK(score_of_elo(decisive.elo.low) == doctest::Approx(0.954304).epsilon(1e-5));
  CHECK(decisive.nelo.low == doctest::Approx(755.85).epsilon(1e-4));
  CHECK(decisive.nelo.high == doctest::Approx(4516.97).epsilon(1e-4));
  // Counts that leave no digit for the rest.
  check_finite(match_statistics(Trinomial{1'000'000'000'000'000, 0, 1}));
}

TEST_CASE("match statistics: random counts are finite and mirror") {
  Rng rng = Rng::seeded(20);
  for (int i = 0; i < 20'000; ++i) {
    // Many zeros and many orders of magnitude.
    const auto count = [&]() -> std::uint64_t {
      const std::uint32_t size = rng.below(20);
      return size < 6 ? 0 : rng.below(1U << size);
    };
    const Trinomial games{count(), count(), count()};
    const auto t = match_statistics(games);
    check_finite(t);
    check_mirrored(t, match_statistics(games.mirrored()));
    const Pentanomial pairs{{count(), count(), count(), count(), count()}};
    const auto p = match_statistics(pairs);
    check_finite(p);
    check_mirrored(p, match_statistics(pairs.mirrored()));
    // A wider interval holds a narrower one, where both are normal.
    const auto wide = match_statistics(pairs, 3.0);
    const double half = 3.0 * p.deviation / std::sqrt(std::max(p.units, 1.0));
    if (p.score - half <= 0 || p.score + half >= 1) continue;
    CHECK(wide.elo.low <= p.elo.low);
    CHECK(wide.elo.high >= p.elo.high);
  }
}

// Pairs of two independent games: the same score, the same nElo and error as the games taken one by one.
TEST_CASE("match statistics: uncorrelated pairs are as good as games") {
  // Win, draw and loss equally likely: pairs LL LD WL/DD WD WW are 1 : 2 : 3 : 2 : 1.
  const auto pairs = match_statistics(Pentanomial{{100, 200, 300, 200, 100}});
  const auto games = match_statistics(Trinomial{600, 600, 600});
  CHECK(pairs.elo.error == doctest::Approx(games.elo.error).epsilon(1e-12));
  CHECK(pairs.nelo.error == doctest::Approx(games.nelo.error).epsilon(1e-12));
  // 60 % wins, no draws.
  const auto pairs60 = match_statistics(Pentanomial{{160, 0, 480, 0, 360}});
  const auto games60 = match_statistics(Trinomial{1200, 0, 800});
  CHECK(pairs60.elo.value == doctest::Approx(games60.elo.value).epsilon(1e-12));
  CHECK(pairs60.elo.error == doctest::Approx(games60.elo.error).epsilon(1e-12));
  CHECK(pairs60.nelo.value == doctest::Approx(games60.nelo.value).epsilon(1e-12));
  CHECK(pairs60.los == doctest::Approx(games60.los).epsilon(1e-12));
}

TEST_CASE("match statistics: Elo and score are inverse") {
  for (double elo = -800; elo <= 800; elo += 12.5)
    CHECK(elo_of_score(score_of_elo(elo)) == doctest::Approx(elo).epsilon(1e-9));
}

void check_row(const MatchStatistics& m, const std::vector<std::string>& row, std::size_t score) {
  CAPTURE(row[0]);
  CAPTURE(row[1]);
  check_finite(m);
  CHECK(same_digits(m.score, row[score], 12));
  if (m.elo.kind != Kind::kTwoSided) {
    CHECK_FALSE(printed_finite(row[score + 1]));
    return;
  }
  CHECK(same_digits(m.elo.value, row[score + 1], 12));
  if (m.deviation == 0) return;  // printed as 0 +- 0 there: nothing known of pairs that were all alike
  CHECK(same_digits(m.nelo.value, row[score + 3], 12));
  // Where the peer has no interval of the score, ours of nElo says more than z / sqrt(n).
  if (printed_finite(row[score + 2])) {
    CHECK(same_digits(m.elo.error, row[score + 2], 12));
    CHECK(same_digits(m.nelo.error, row[score + 4], 12));
  }
  CHECK(same_percentage(m.los, row[score + 5]));
}

TEST_CASE("match statistics: all rows of fastchess") {
  if (const auto path = tests::oracle("match_stats/fastchess_elo_wdl.csv")) {
    const auto rows = table_rows(*path);
    CHECK(rows.size() == 24);
    for (const auto& row : rows) check_row(match_statistics(games(row)), row, 3);
  }
  if (const auto path = tests::oracle("match_stats/fastchess_elo_penta.csv")) {
    const auto rows = table_rows(*path);
    CHECK(rows.size() == 15);
    for (const auto& row : rows) {
      const Pentanomial pairs{
          {number(row[0]), number(row[1]), number(row[2]) + number(row[3]), number(row[4]), number(row[5])}};
      check_row(match_statistics(pairs), row, 6);
    }
  }
}

// cutechess takes its normal quantile from Winitzki's approximation of the inverse error function.
double winitzki_quantile(double p) {
  constexpr double kPi = 3.14159265358979323846;
  constexpr double kA = 8 * (kPi - 3) / (3 * kPi * (4 - kPi));
  const double x = 2 * p - 1;
  const double y = std::log(1 - x * x);
  const double z = 2 / (kPi * kA) + y / 2;
  return std::sqrt(2.0) * std::sqrt(std::sqrt(z * z - y / kA) - z);
}

TEST_CASE("match statistics: all rows of cutechess, with its quantile") {
  const auto path = tests::oracle("match_stats/cutechess_elo.csv");
  if (!path) return;
  const double z = winitzki_quantile(0.975);
  const auto rows = table_rows(*path);
  CHECK(rows.size() == 17);
  for (const auto& row : rows) {
    CAPTURE(row[0]);
    const Trinomial counts = games(row);
    const auto m = match_statistics(counts, z);
    check_finite(m);
    CHECK(same_digits(m.score, row[3], 12));
    CHECK(same_digits(m.draw_ratio, row[4], 12));
    CHECK(same_digits(
        100 * los_of_decisive(static_cast<double>(counts.wins), static_cast<double>(counts.losses)), row[7],
        12));
    if (!printed_finite(row[5])) continue;
    CHECK(same_digits(m.elo.value, row[5], 12));
    if (printed_finite(row[6])) CHECK(same_digits(m.elo.error, row[6], 12));
  }
}

// Student's t with n - 1 degrees of freedom, which OpenBench uses: the quantile by bisection of the integral
// of the density (Simpson's rule).
double student_quantile(double p, double freedom) {
  const double c = std::exp(std::lgamma((freedom + 1) / 2) - std::lgamma(freedom / 2)) /
                   std::sqrt(freedom * 3.14159265358979323846);
  const auto density = [&](double x) {
    return c * std::exp(-(freedom + 1) / 2 * std::log1p(x * x / freedom));
  };
  const auto above_half = [&](double x) {
    constexpr int kSteps = 4000;
    const double h = x / kSteps;
    double sum = density(0) + density(x);
    for (int i = 1; i < kSteps; ++i) sum += (i % 2 == 0 ? 2 : 4) * density(i * h);
    return sum * h / 3;
  };
  double low = 0;
  double high = 20;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (above_half(middle) < p - 0.5 ? low : high) = middle;
  }
  return low;
}

TEST_CASE("match statistics: all rows of OpenBench, with Student's quantile") {
  const auto path = tests::oracle("match_stats/openbench_elo.csv");
  if (!path) return;
  const auto rows = table_rows(*path);
  CHECK(rows.size() == 11);
  for (const auto& row : rows) {
    CAPTURE(row[0]);
    const auto counts = tests::split(row[0], '/');
    std::vector<std::uint64_t> n;
    for (const auto& count : counts) n.push_back(number(count));
    const ScoreCounts scores = n.size() == 3 ? ScoreCounts::of(Trinomial{n[2], n[1], n[0]})
                                             : ScoreCounts::of(Pentanomial{{n[0], n[1], n[2], n[3], n[4]}});
    if (scores.variance() == 0) continue;  // a point there
    const auto m = match_statistics(scores, student_quantile(0.975, scores.total() - 1));
    CHECK(m.elo.value == doctest::Approx(std::stod(row[2])).epsilon(1e-12));
    CHECK(m.elo.low == doctest::Approx(std::stod(row[1])).epsilon(1e-9));
    CHECK(m.elo.high == doctest::Approx(std::stod(row[3])).epsilon(1e-9));
  }
}

}  // namespace
}  // namespace ludex::arena::rating
