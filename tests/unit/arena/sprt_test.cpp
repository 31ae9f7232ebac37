#include "arena/results/rating/sprt.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/table_rows.hpp"

namespace ludex::arena::rating {
namespace {

using tests::same_digits;

SprtTest test_of(SprtModel model, double elo0, double elo1, double error = 0.05) {
  return {elo0, elo1, error, error, model};
}

// "W/L/D" or "LL/LD/WL/DD/WD/WW".
ScoreCounts counts_of(const std::string& text) {
  std::vector<std::uint64_t> n;
  for (const auto& part : tests::split(text, '/')) n.push_back(std::stoull(part));
  if (n.size() == 3) return ScoreCounts::of(Trinomial{n[0], n[2], n[1]});
  return ScoreCounts::of(Pentanomial{{n[0], n[1], n[2] + n[3], n[4], n[5]}});
}

TEST_CASE("sprt: bounds and decision") {
  const SprtTest five = test_of(SprtModel::kNormalized, 0, 5);
  CHECK(same_digits(five.lower(), "-2.94443898", 9));
  CHECK(same_digits(five.upper(), "2.94443898", 9));
  CHECK(same_digits(test_of(SprtModel::kNormalized, 0, 5, 0.01).upper(), "4.59511985", 9));
  CHECK(five.decide(2.95) == SprtDecision::kAcceptH1);
  CHECK(five.decide(five.upper()) == SprtDecision::kAcceptH1);
  CHECK(five.decide(0) == SprtDecision::kContinue);
  CHECK(five.decide(five.lower()) == SprtDecision::kAcceptH0);
  for (int i = 0; i < kSprtModels; ++i) {
    const auto model = static_cast<SprtModel>(i);
    CHECK(enum_from_text<SprtModel>(to_text(model)) == model);
  }
  CHECK_FALSE(enum_from_text<SprtModel>("trinomial"));
}

// fastchess 1.8.2, app/tests/sprt_test.cpp (two decimals there, more digits from a program around its SPRT
// class), cutechess 1.5.1, projects/lib/tests/sprt/tst_sprt.cpp, OpenBench's self-test, cuteataxx's
// static_asserts in libs/sprt.hpp.
TEST_CASE("sprt: known values") {
  struct Row {
    SprtModel model;
    const char* counts;
    double elo0, elo1;
    const char* fastchess;
    double tolerance;  // between the exact value and fastchess's
  };
  const Row rows[] = {
      {SprtModel::kNormalized, "36433/36027/68692", 0, 2, "0.923293", 1e-6},
      {SprtModel::kNormalized, "10871/10650/20431", -1.75, 0.25, "2.297500", 1e-6},
      {SprtModel::kNormalized, "4250/0/0", 0, 10, "120.548268", 1e-6},
      {SprtModel::kLogistic, "21404/21184/40708", 0.5, 2.5, "-1.572032", 1e-3},
      {SprtModel::kLogistic, "57433/57030/106593", 0, 2, "-2.593331", 1e-3},
      {SprtModel::kBayesian, "68965/68526/128429", 0, 2, "-1.262643", 1e-3},
      {SprtModel::kBayesian, "21629/21484/41111", 0.5, 2.5, "-1.130677", 1e-3},
      {SprtModel::kNormalized, "365/16618/36029/200/16974/390", 0, 2, "2.250368", 1e-6},
      {SprtModel::kNormalized, "127/4883/10311/401/5150/104", -1.75, 0.25, "3.010154", 1e-6},
      {SprtModel::kNormalized, "0/0/0/0/0/5550", 0, 5, "111.797555", 1e-6},
      {SprtModel::kLogistic, "223/9863/20279/1000/10037/246", 0.5, 2.5, "-3.074423", 1e-3},
      {SprtModel::kLogistic, "871/26175/55003/980/26678/821", 0, 2, "-4.979612", 1e-3},
  };
  for (const Row& row : rows) {
    CAPTURE(row.counts);
    const SprtTest test = test_of(row.model, row.elo0, row.elo1);
    const ScoreCounts counts = counts_of(row.counts);
    const double expected = std::stod(row.fastchess);
    CHECK(std::abs(sprt_llr(test, counts, SprtPrecision::kFastchess) - expected) <= 0.6e-6);
    CHECK(std::abs(sprt_llr(test, counts) - expected) <= row.tolerance);
  }
  const auto cutechess = [](std::uint64_t w, std::uint64_t l, std::uint64_t d) {
    return sprt_llr(test_of(SprtModel::kCutechess, 0, 10, 0.01), Trinomial{w, d, l});
  };
  CHECK(same_digits(cutechess(1477, 1351, 2942), "2.523585", 7));
  CHECK(same_digits(cutechess(555, 555, 298), "-0.740595", 6));
  CHECK(same_digits(cutechess(3, 149, 1), "-4.690026", 7));
  const SprtTest openbench = test_of(SprtModel::kNormalized, 0.5, 2.5);
  CHECK(same_digits(sprt_llr(openbench, Pentanomial{{39, 8843, 26675, 9240, 44}}), "2.941675", 7));
  CHECK(same_digits(sprt_llr(test_of(SprtModel::kBayesElo, 0.5, 2.5), Trinomial{22976, 44137, 22569}),
                    "0.975772", 6));
  const auto ataxx = [](std::uint64_t w, std::uint64_t l, std::uint64_t d, double elo0, double elo1) {
    return sprt_llr(test_of(SprtModel::kBayesElo, elo0, elo1), Trinomial{w, d, l});
  };
  CHECK(std::abs(ataxx(3415, 3270, 5763, -1, 4) - 2.16) <= 0.0051);
  CHECK(std::abs(ataxx(4413, 4218, 7481, -1, 4) - 2.96) <= 0.0051);
  CHECK(std::abs(ataxx(7238, 7273, 18473, 0, 4) + 2.97) <= 0.0051);
}

TEST_CASE("sprt: nothing and one-sided counts") {
  for (int i = 0; i < kSprtModels; ++i) {
    const SprtTest test = test_of(static_cast<SprtModel>(i), 0, 5);
    CHECK(sprt_llr(test, Trinomial{}) == 0);
    CHECK(sprt_llr(test, Pentanomial{}) == 0);
    CHECK(std::isfinite(sprt_llr(test, Trinomial{100, 0, 0})));
    CHECK(std::isfinite(sprt_llr(test, Trinomial{0, 0, 100})));
  }
  CHECK(sprt_llr(test_of(SprtModel::kBayesElo, 0, 5), Trinomial{10, 0, 5}) == 0);
  CHECK(sprt_llr(test_of(SprtModel::kBayesian, 0, 5), Pentanomial{{1, 2, 3, 2, 1}}) == 0);
}

TEST_CASE("sprt: identities on random counts") {
  Rng rng = Rng::seeded(21);
  for (int i = 0; i < 2000; ++i) {
    const auto count = [&]() -> std::uint64_t {
      const std::uint32_t size = rng.below(16);
      return size < 4 ? 0 : rng.below(1U << size);
    };
    const Pentanomial pairs{{count(), count(), count(), count(), count()}};
    const Trinomial games{count(), count(), count()};
    const double elo0 = 400.0 * rng.below(1001) / 1000 - 200;
    const double elo1 = 400.0 * rng.below(1001) / 1000 - 200;
    for (int m = 0; m < kSprtModels; ++m) {
      const SprtTest test = test_of(static_cast<SprtModel>(m), elo0, elo1);
      const SprtTest exchanged = test_of(test.model, elo1, elo0);
      const SprtTest mirrored = test_of(test.model, -elo0, -elo1);
      const SprtTest same = test_of(test.model, elo0, elo0);
      const auto check = [&](const auto& counts) {
        const double llr = sprt_llr(test, counts);
        const auto near = [&](double x) { return std::abs(llr - x) <= 1e-6 * std::max(1.0, std::abs(llr)); };
        CAPTURE(m);
        CAPTURE(elo0);
        CAPTURE(elo1);
        CHECK(std::isfinite(llr));
        CHECK(near(-sprt_llr(exchanged, counts)));
        CHECK(near(sprt_llr(mirrored, counts.mirrored())));
        CHECK(sprt_llr(same, counts) == 0);
      };
      check(games);
      check(pairs);
    }
  }
}

// The observed distribution is the most likely of all, so no hypothesis beats the one of the observed score.
TEST_CASE("sprt: the observed strength is the most likely") {
  const Pentanomial pairs{{34, 54, 63, 64, 75}};
  const auto m = match_statistics(pairs);
  for (double elo = -100; elo <= 180; elo += 7) {
    CHECK(sprt_llr(test_of(SprtModel::kLogistic, elo, m.elo.value), pairs) >= 0);
    CHECK(sprt_llr(test_of(SprtModel::kNormalized, elo, m.nelo.value), pairs) >= 0);
  }
}

TEST_CASE("sprt: all rows of fastchess") {
  const auto path = tests::oracle("match_stats/fastchess_sprt.csv");
  if (!path) return;
  const auto rows = tests::table_rows(*path);
  CHECK(rows.size() == 816);
  for (const auto& row : rows) {
    CAPTURE(row[1]);
    CAPTURE(row[2]);
    CAPTURE(row[3]);
    SprtTest test{std::stod(row[3]), std::stod(row[4]), std::stod(row[5]), std::stod(row[6]),
                  *enum_from_text<SprtModel>(row[1])};
    const ScoreCounts counts = counts_of(row[2]);
    CHECK(same_digits(sprt_llr(test, counts, SprtPrecision::kFastchess), row[7], 9));
    // The root is off by 1e-3 there, the ratio by that squared times its curvature: the variance of n games.
    const double tolerance = test.model == SprtModel::kNormalized ? 2e-4 : 1e-3 + 1e-7 * counts.total();
    CHECK(std::abs(sprt_llr(test, counts) - std::stod(row[7])) <= tolerance);
    CHECK(same_digits(test.lower(), row[8], 9));
    CHECK(same_digits(test.upper(), row[9], 9));
  }
}

TEST_CASE("sprt: all rows of cutechess") {
  const auto path = tests::oracle("match_stats/cutechess_sprt.csv");
  if (!path) return;
  const auto rows = tests::table_rows(*path);
  CHECK(rows.size() == 85);
  for (const auto& row : rows) {
    const SprtTest test{std::stod(row[3]), std::stod(row[4]), std::stod(row[5]), std::stod(row[6]),
                        SprtModel::kCutechess};
    const Trinomial games{std::stoull(row[0]), std::stoull(row[2]), std::stoull(row[1])};
    // One row of 141,152 games is all rounding in its ninth digit, here and there.
    const double llr = sprt_llr(test, games);
    CHECK((same_digits(llr, row[7], 9) || std::abs(llr - std::stod(row[7])) < 2e-11));
    CHECK(same_digits(test.lower(), row[8], 9));
    CHECK(same_digits(test.upper(), row[9], 9));
  }
}

TEST_CASE("sprt: all rows of OpenBench") {
  const auto path = tests::oracle("match_stats/openbench_sprt.csv");
  if (!path) return;
  const auto rows = tests::table_rows(*path);
  CHECK(rows.size() == 312);
  for (const auto& row : rows) {
    CAPTURE(row[0]);
    CAPTURE(row[1]);
    const bool pairs = row[0] == "penta/normalized";
    const SprtTest test =
        test_of(pairs ? SprtModel::kNormalized : SprtModel::kBayesElo, std::stod(row[2]), std::stod(row[3]));
    CHECK(sprt_llr(test, counts_of(row[1])) == doctest::Approx(std::stod(row[4])).epsilon(1e-9));
  }
}

}  // namespace
}  // namespace ludex::arena::rating
