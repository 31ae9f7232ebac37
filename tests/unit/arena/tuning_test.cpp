// Methods of tuning on functions whose optimum is known, and the regression under CLOP against its textbook.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "arena/run/config/read_tune.hpp"
#include "arena/run/match/tournament_context.hpp"
#include "arena/run/tuning/analysis.hpp"
#include "arena/run/tuning/clop.hpp"
#include "arena/run/tuning/local_fit.hpp"
#include "arena/run/tuning/ntbea.hpp"
#include "arena/run/tuning/opening_split.hpp"
#include "arena/run/tuning/spsa.hpp"
#include "arena/run/tuning/synthetic.hpp"
#include "arena/run/tuning/tuner.hpp"
#include "core/game/position.hpp"
#include "tests/support/arena_fixture.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::arena::tuning {

using namespace host;
using namespace log;
using namespace run;
namespace {

using tests::kSanitized;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TuneMethodSpec method_of(TuneMethod type) {
  TuneMethodSpec spec;
  spec.type = type;
  return spec;
}

// Plays `pairs` trials of a method on a function; what it recommends.
template <class Play>
Point tune(const Space& space, const TuneMethodSpec& method, std::uint64_t pairs, std::uint64_t seed,
           const Play& play, History* history = nullptr) {
  Tuner tuner(make_method(space, method, seed, pairs, false), 4);
  Rng rng = Rng::seeded(seed + 1000);
  std::vector<Score> scores;
  bool kept = true;
  for (std::uint64_t n = 0; n < pairs; ++n) {
    if (n >= 4) tuner.tell(n - 4, scores[n - 4]);
    kept = kept && tuner.ready();
    const auto trial = tuner.ask();
    kept = kept && trial && space.feasible(trial->point);
    scores.push_back(play(trial->point, rng));
    if (history != nullptr) history->trials.push_back({*trial, scores.back()});
  }
  for (std::uint64_t n = pairs < 4 ? 0 : pairs - 4; n < pairs; ++n) tuner.tell(n, scores[n]);
  REQUIRE(kept);
  REQUIRE(tuner.finish());
  return tuner.method().recommendation();
}

double mean_regret(Synthetic function, std::size_t dimensions, TuneMethod type, std::uint64_t pairs,
                   int runs) {
  const TuneSpec spec = synthetic_spec(dimensions);
  const Space space(spec);
  double sum = 0;
  for (int r = 0; r < runs; ++r) {
    const Point point = tune(space, method_of(type), pairs, static_cast<std::uint64_t>(r) + 1,
                             [&](const Point& x, Rng& rng) { return synthetic_pair(function, x, rng); });
    sum += simple_regret(function, point);
  }
  return sum / runs;
}

Score pair_of(double win, Rng& rng) {
  Score score;
  for (int i = 0; i < 2; ++i) ++(rng.uniform() < win ? score.wins : score.losses);
  return score;
}

}  // namespace

TEST_CASE("parameters are scaled to -1..1 and back") {
  TuneSpec spec;
  spec.parameters = {{"c", TuneKind::kReal, 0.1, 10, true, {}, "1"},
                     {"n", TuneKind::kInteger, 1, 4, false, {}, "2"},
                     {"kind", TuneKind::kCategory, 0, 0, false, {"a", "b", "c"}, "b"}};
  const Space space(spec);
  CHECK(space.value(0, 0) == doctest::Approx(1));
  CHECK(space.text(0, -1) == "0.1");
  CHECK(space.text(0, 1) == "10");
  CHECK(space.text(1, -1) == "1");
  CHECK(space.text(1, 0.99) == "4");
  CHECK(space.text(2, -0.9) == "a");
  CHECK(space.text(2, 0) == "b");
  CHECK(space.text(2, 1) == "c");
  for (std::size_t i = 0; i < space.size(); ++i) {
    for (const double x : {-1.0, -0.3, 0.0, 0.7, 1.0}) {
      const auto back = space.coordinate_of(i, space.text(i, x));
      REQUIRE(back);
      CHECK(space.text(i, *back) == space.text(i, x));
    }
  }
  CHECK(space.coordinate_of(0, "11").error() == "'c' is '11', expected a number in 0.1..10");
  CHECK_FALSE(space.coordinate_of(0, "nan"));
  CHECK_FALSE(space.coordinate_of(1, "1.5"));
  CHECK(space.coordinate_of(2, "d").error() == "'kind' is 'd', expected one of a, b, c");
  CHECK(space.values(space.fallback()) == Values{{"c", "1"}, {"n", "2"}, {"kind", "b"}});
}

TEST_CASE("settings of a game take the place of the agent's own; those inside a text are appended") {
  const Params params{{"command", "engine"}, {"options", "Hash=16"}, {"empty", ""}};
  const ParamTexts settings{{"command", "other"}, {"empty.Skill Level", "3"}, {"options.Contempt", "7"}};
  CHECK(with_settings(params, settings) ==
        Params{{"command", "other"}, {"options", "Hash=16; Contempt=7"}, {"empty", "Skill Level=3"}});
}

TEST_CASE("the values of the synthetic functions at their optimum are the published ones") {
  // One less the minimum that ChinChangYang/RobustOptimizer documents for each function of the CLOP paper.
  const auto win = [](Synthetic function, std::size_t dimensions) {
    const Point best(dimensions, synthetic_optimum(function));
    return 1 / (1 + std::exp(-synthetic_strength(function, best)));
  };
  CHECK(win(Synthetic::kLog, 1) == doctest::Approx(1 - 3.807669091787934e-01));
  CHECK(win(Synthetic::kLog, 5) == doctest::Approx(1 - 8.080408170692532e-02));
  CHECK(win(Synthetic::kFlat, 1) == doctest::Approx(1 - 4.501660026875221e-01));
  CHECK(win(Synthetic::kPower, 1) == doctest::Approx(1 - 4.708963893093869e-01));
  CHECK(win(Synthetic::kAngle, 1) == doctest::Approx(1 - 2.689414213699976e-01));
  CHECK(win(Synthetic::kStep, 1) == doctest::Approx(1 - 2.689414213699951e-01));
  // Nowhere better.
  for (const auto function :
       {Synthetic::kLog, Synthetic::kFlat, Synthetic::kPower, Synthetic::kAngle, Synthetic::kStep}) {
    for (double x = -1; x <= 1; x += 1.0 / 512) CHECK(simple_regret(function, {x}) >= 0);
  }
}

TEST_CASE(
    "logistic regression: a saturated design has the log odds of its counts, and their variance 1/w + 1/l") {
  const TuneSpec spec = synthetic_spec(1);
  const Space space(spec);
  const Basis basis(space);
  REQUIRE(basis.size() == 3);
  Samples samples(1);
  const std::vector<std::pair<double, Score>> data{
      {-1, {400, 0, 600}}, {0, {700, 0, 300}}, {1, {550, 0, 450}}};
  for (const auto& [x, score] : data) samples.add(Point{x}, score);
  LocalFit fit(basis, samples, samples.size(), kInfinity);
  fit.complete();
  for (const auto& [x, score] : data) {
    const double shown = x;  // a lambda cannot name a structured binding
    CAPTURE(shown);
    // The prior of variance 100 is as little as this.
    CHECK(fit.strength(LocalFit::Which::kLocal, {x}) ==
          doctest::Approx(std::log(double(score.wins) / score.losses)).epsilon(2e-3));
    CHECK(fit.deviation(LocalFit::Which::kLocal, {x}) ==
          doctest::Approx(std::sqrt(1.0 / score.wins + 1.0 / score.losses)).epsilon(2e-3));
  }
  // The parabola through three points has its top where algebra says.
  const double a = std::log(4.0 / 6), b = std::log(7.0 / 3), c = std::log(5.5 / 4.5);
  const double top = (a - c) / (2 * (a - 2 * b + c));
  CHECK(fit.maximum(space)[0] == doctest::Approx(top).epsilon(0.01));
}

TEST_CASE("ordered logit: shares of wins, draws and losses come back") {
  const TuneSpec spec = synthetic_spec(1);
  const Space space(spec);
  const Basis basis(space);
  Samples samples(1);
  for (const double x : {-1.0, -0.5, 0.0, 0.5, 1.0}) samples.add(Point{x}, {300, 500, 200});
  LocalFit fit(basis, samples, samples.size(), kInfinity);
  fit.complete();
  const double strength = fit.strength(LocalFit::Which::kLocal, {0.3});
  CHECK(1 / (1 + std::exp(fit.draw_width() - strength)) == doctest::Approx(0.3).epsilon(0.002));
  CHECK(1 / (1 + std::exp(fit.draw_width() + strength)) == doctest::Approx(0.2).epsilon(0.002));
  CHECK(score_of_strength(strength, fit.draw_width()) == doctest::Approx(0.55).epsilon(0.002));
}

TEST_CASE("weights never exceed 1, fall from stage to stage, and only where strength is below the mean") {
  const TuneSpec spec = synthetic_spec(2);
  const Space space(spec);
  const Basis basis(space);
  Samples samples(2);
  Rng rng = Rng::seeded(3);
  for (int i = 0; i < 2000; ++i) {
    const Point point = space.random(rng);
    samples.add(point, synthetic_pair(Synthetic::kLog, point, rng));
  }
  LocalFit whole(basis, samples, samples.size(), 3);
  whole.complete();
  REQUIRE(whole.stages().size() > 2);
  for (std::size_t k = 1; k < whole.stages().size(); ++k)
    CHECK(whole.stages()[k].weight <= whole.stages()[k - 1].weight);
  CHECK(whole.total_weight() < 1000);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double w = whole.weight_of(i);
    CHECK(w <= 1);
    CHECK(std::log(w) == doctest::Approx(whole.log_weight(samples.point(i))).epsilon(1e-3));
  }
  const Point best(2, synthetic_optimum(Synthetic::kLog));
  CHECK(whole.log_weight(best.data()) > std::log(0.9));
  // In slices it comes to the same.
  LocalFit sliced(basis, samples, samples.size(), 3);
  int slices = 0;
  while (!sliced.advance(10'000)) ++slices;
  CHECK(slices > 50);
  CHECK(sliced.stages().size() == whole.stages().size());
  CHECK(sliced.mean_point() == whole.mean_point());
}

// Thousands of regressions show no more to a sanitizer than the hundreds of the other cases.
TEST_CASE("CLOP comes close to the optimum, as its author says" * doctest::skip(kSanitized)) {
  const int runs = 5;
  // "10,000 games bring the expected simple regret of LOG in one dimension to 0.001" (R. Coulom, 2011).
  CHECK(mean_regret(Synthetic::kLog, 1, TuneMethod::kClop, 5000, runs) < 0.002);
  CHECK(mean_regret(Synthetic::kLog, 3, TuneMethod::kClop, 3000, runs) < 0.012);
  CHECK(mean_regret(Synthetic::kAngle, 2, TuneMethod::kClop, 3000, runs) < 0.02);
  CHECK(mean_regret(Synthetic::kStep, 1, TuneMethod::kClop, 3000, runs) < 0.09);
  CHECK(mean_regret(Synthetic::kFlat, 1, TuneMethod::kClop, 5000, runs) < 0.02);
  CHECK(mean_regret(Synthetic::kPower, 1, TuneMethod::kClop, 5000, runs) < 0.02);
}

TEST_CASE("more games, less regret" * doctest::skip(kSanitized)) {
  const int runs = 6;
  CHECK(mean_regret(Synthetic::kLog, 2, TuneMethod::kClop, 4000, runs) <
        0.6 * mean_regret(Synthetic::kLog, 2, TuneMethod::kClop, 400, runs));
}

TEST_CASE("SPSA: the steps are those of its formulas") {
  const TuneSpec spec = synthetic_spec(3);
  const Space space(spec);
  TuneMethodSpec method = method_of(TuneMethod::kSpsa);
  method.c_end = 0.05;
  method.r_end = 0.002;
  constexpr double kIterations = 1000;
  Spsa spsa(space, method, 7, 1000, true);
  Point theta = space.fallback();
  for (int k = 1; k <= 50; ++k) {
    const auto trial = spsa.ask();
    REQUIRE(trial);
    REQUIRE(trial->rival);
    const double c = 0.1 * std::pow(kIterations / k, 0.101);
    const double a = 0.002 * 0.01 * std::pow((100 + kIterations) / (100 + k), 0.602);
    const Score score{k % 3 == 0 ? 0U : 2U, 0, k % 3 == 0 ? 2U : 0U};
    spsa.learn(*trial, score);
    for (std::size_t i = 0; i < theta.size(); ++i) {
      const double flip = trial->point[i] > (*trial->rival)[i] ? 1 : -1;
      CHECK(trial->point[i] - (*trial->rival)[i] == doctest::Approx(2 * c * flip));
      theta[i] += a / (c * c) * c * (k % 3 == 0 ? -2 : 2) * flip;
      CHECK(spsa.recommendation()[i] == doctest::Approx(theta[i]));
    }
  }
}

TEST_CASE("SPSA climbs") {
  const int runs = kSanitized ? 1 : 6;
  CHECK(mean_regret(Synthetic::kLog, 1, TuneMethod::kSpsa, 10'000, runs) < 0.005);
  CHECK(mean_regret(Synthetic::kAngle, 3, TuneMethod::kSpsa, 10'000, runs) < 0.02);
}

TEST_CASE("N-tuple model: means and bounds of a few entries, by hand") {
  TupleModel model({2, 3});
  model.add({0, 1}, 1.0, 2);
  model.add({0, 2}, 0.5, 2);
  // Tables: first dimension (0: 3 of 4), second (1: 2 of 2), pair (0, 1: 2 of 2).
  CHECK(model.mean({0, 1}) == doctest::Approx((0.75 + 1 + 1) / 3));
  // Never tried: the mean of all games.
  CHECK(model.mean({1, 0}) == doctest::Approx(0.75));
  const double log5 = std::log(5.0);
  CHECK(model.value({0, 1}, 2) - model.mean({0, 1}) ==
        doctest::Approx(2 * (std::sqrt(log5 / 4.5) + 2 * std::sqrt(log5 / 2.5)) / 3));
}

TEST_CASE("NTBEA finds the best of 162 mixed cells, and the race is not won by luck") {
  TuneSpec spec;
  spec.parameters = {{"x", TuneKind::kReal, -1, 1, false, {}, "0"},
                     {"a", TuneKind::kCategory, 0, 0, false, {"u", "v", "w"}, "u"},
                     {"b", TuneKind::kCategory, 0, 0, false, {"no", "yes"}, "no"},
                     {"n", TuneKind::kInteger, 1, 3, false, {}, "1"}};
  const Space space(spec);
  const auto win = [&](const Point& p) {
    double s = 1 - 2 * std::abs(p[0] - 0.5);
    if (space.category(1, p[1]) == 2) s += 0.5;
    if (space.category(2, p[2]) == 1) s += space.category(1, p[1]) == 2 ? 0.4 : -0.8;
    s += 0.3 * space.value(3, p[3]);
    return 1 / (1 + std::exp(-s));
  };
  double regret = 0;
  const int runs = kSanitized ? 1 : 5;
  for (int r = 0; r < runs; ++r) {
    const Point best = tune(space, method_of(TuneMethod::kNtbea), 3000, static_cast<std::uint64_t>(r) + 1,
                            [&](const Point& p, Rng& rng) { return pair_of(win(p), rng); });
    regret += win({0.5, 1, 1, 1}) - win(best);
  }
  // The next best cells lose 0.01 to 0.04.
  CHECK(regret / runs < 0.02);
}

TEST_CASE("a thousand tells out of order: the same recommendation") {
  const TuneSpec spec = synthetic_spec(2);
  const Space space(spec);
  for (const auto type : {TuneMethod::kClop, TuneMethod::kSpsa, TuneMethod::kNtbea}) {
    CAPTURE(static_cast<int>(type));
    constexpr std::uint32_t kAhead = 250;
    const auto run = [&](bool shuffled) {
      Tuner tuner(make_method(space, method_of(type), 5, 1000, false), kAhead);
      std::mt19937 random(11);
      std::vector<std::uint64_t> open;
      std::vector<Point> points;
      while (tuner.told() < 1000) {
        if (tuner.asked() < 1000 && tuner.ready()) {
          open.push_back(tuner.asked());
          points.push_back(tuner.ask()->point);
          continue;
        }
        const std::size_t i = shuffled ? random() % open.size() : 0;
        const std::uint64_t trial = open[i];
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
        Rng rng = Rng::seeded(trial);
        tuner.tell(trial, synthetic_pair(Synthetic::kLog, points[trial], rng));
      }
      REQUIRE(tuner.finish());
      return std::pair(points, tuner.method().recommendation());
    };
    const auto ordered = run(false);
    CHECK(ordered.first.size() == 1000);
    CHECK(run(true) == ordered);
  }
}

TEST_CASE("constraints hold in every trial and in what is recommended") {
  TuneSpec spec = synthetic_spec(2);
  const auto constraint = parse_constraint("x1 + 2*x2 <= -0.5", spec.parameters);
  REQUIRE(constraint);
  CHECK(constraint->weights == std::vector<double>{1, 2});
  CHECK(constraint->limit == -0.5);
  spec.constraints = {*constraint};
  spec.parameters[0].fallback = "-0.6";
  const Space space(spec);
  for (const auto type : {TuneMethod::kClop, TuneMethod::kSpsa, TuneMethod::kNtbea}) {
    for (const auto choice : {ClopChoice::kMean, ClopChoice::kMaximum}) {
      TuneMethodSpec method = method_of(type);
      method.recommend = choice;
      // Stronger towards the corner that the constraint cuts off.
      const Point point = tune(space, method, 600, 1, [](const Point& p, Rng& rng) {
        return pair_of(1 / (1 + std::exp(-p[0] - p[1])), rng);
      });
      CHECK(space.feasible(point));
    }
  }
}

TEST_CASE("constraints: forms, and what is none") {
  const TuneSpec spec = synthetic_spec(2);
  const auto parse = [&](const char* text) { return parse_constraint(text, spec.parameters); };
  CHECK(parse("x1 >= x2")->weights == std::vector<double>{-1, 1});
  CHECK(parse("2*x1 - x2 <= 3 + 1")->limit == 4);
  CHECK(parse("-x1 <= 0.5")->weights == std::vector<double>{-1, 0});
  CHECK(parse("x1 < x2").error() == "constraint 'x1 < x2' has no '<=' or '>='");
  CHECK(parse("x1 <= x3").error() ==
        "constraint 'x1 <= x3': 'x3' is neither a number nor one of the tuned parameters (x1, x2)");
  CHECK(parse("x1 <=").error() == "constraint 'x1 <=': a term is missing");
  CHECK(parse("a*x1 <= 1").error() == "constraint 'a*x1 <= 1': 'a' is no number");
}

TEST_CASE(
    "verdicts: parameters that do nothing are flat, one that matters is found, one that rises is at the "
    "edge") {
  TuneSpec spec = synthetic_spec(3);
  const Space space(spec);
  int alarms = 0;
  int found = 0;
  int edges = 0;
  const int runs = kSanitized ? 2 : 8;
  for (int r = 0; r < runs; ++r) {
    const auto seed = static_cast<std::uint64_t>(r) + 1;
    History nothing;
    const Point flat = tune(
        space, spec.method, 500, seed, [](const Point&, Rng& rng) { return pair_of(0.5, rng); }, &nothing);
    if (!analyse(spec, space, nothing, flat).all_flat()) ++alarms;
    History history;
    const Point point = tune(
        space, spec.method, 1500, seed,
        [](const Point& p, Rng& rng) {
          return pair_of(1 / (1 + std::exp(4 * (p[0] - 0.3) * (p[0] - 0.3) - 1.5 * p[1])), rng);
        },
        &history);
    const Analysis analysis = analyse(spec, space, history, point);
    CHECK(analysis.verdicts[0].kind == Verdict::Kind::kMatters);
    found += std::abs(point[0] - 0.3) < 0.25 ? 1 : 0;
    edges += analysis.verdicts[1].kind == Verdict::Kind::kEdge && !analysis.verdicts[1].at_low ? 1 : 0;
  }
  // The level is 5 % of the runs: more than 2 of 8 have a probability of 0.6 %.
  CHECK(alarms <= 2);
  CHECK(found >= runs - 1);
  CHECK(edges >= runs / 2);
}

TEST_CASE("while games are played, every method's recommendation has a strength, its error and verdicts") {
  TuneSpec spec = synthetic_spec(2);
  const Space space(spec);
  for (const TuneMethod type : {TuneMethod::kClop, TuneMethod::kSpsa, TuneMethod::kNtbea}) {
    CAPTURE(to_text(type));
    spec.method.type = type;
    Observations observed(space);
    RunningFit running(*observed.basis(), *observed.samples(), fit_confidence(spec));
    Tuner tuner(make_method(space, spec.method, 7, 1000, false), 1);
    Rng rng = Rng::seeded(7);
    for (std::uint64_t n = 0; n < 1000; ++n) {
      const auto trial = tuner.ask();
      const Score score = synthetic_pair(Synthetic::kLog, trial->point, rng);
      tuner.tell(n, score);
      observed.add({*trial, score, false});
      observed.add({Trial{space.fallback()}, synthetic_pair(Synthetic::kLog, space.fallback(), rng), true});
      running.advance();
    }
    const LocalFit* fit = tuner.method().fit() != nullptr ? tuner.method().fit() : running.fit();
    CHECK((tuner.method().fit() != nullptr) == (type == TuneMethod::kClop));
    REQUIRE(fit != nullptr);
    const Point point = tuner.method().recommendation();
    const std::string text = status_text(spec, space, observed, fit, point);
    CAPTURE(text);
    double elo = 0;
    double error = 0;
    double gain = 0;
    REQUIRE(std::sscanf(text.c_str(), "%lf +/- %lf Elo, gain over the default %lf", &elo, &error, &gain) ==
            3);
    const auto truth = [&](const Point& p) {
      return rating::elo_of_score(1 / (1 + std::exp(-synthetic_strength(Synthetic::kLog, p))));
    };
    // 1,000 pairs; three standard errors, and a surface that is not quite a quadratic.
    CHECK(error > 0);
    CHECK(std::abs(elo - truth(point)) < 3 * error + 25);
    CHECK(std::abs(gain - (truth(point) - truth(space.fallback()))) < 3 * std::hypot(error, 12.0) + 25);
    CHECK(text.find(" (matters)") != std::string::npos);
  }
  CHECK(status_text(spec, space, Observations(space), nullptr, space.fallback()).find("Elo") ==
        std::string::npos);
}

TEST_CASE("tables have six digits of a default, the JSON document has all") {
  TuneSpec spec = synthetic_spec(1);
  spec.parameters[0] = {"c", TuneKind::kReal, 0.1, 3, true, {}, "1.4142135623730951"};
  const Space space(spec);
  const Analysis analysis = analyse(spec, space, {}, space.fallback());
  const std::string text = to_text(analysis, space);
  CHECK_MESSAGE(text.find("\nc              1.41421  1.41421  ") != std::string::npos, text);
  CHECK(to_json(analysis, space).find("\"default\":\"1.4142135623730951\"") != std::string::npos);
  CHECK(status_text(spec, space, Observations(space), nullptr, space.fallback()) == "c=1.41421");
}

TEST_CASE("the interval of the strength covers the truth") {
  TuneSpec spec = synthetic_spec(2);
  const Space space(spec);
  int covered = 0;
  const int runs = kSanitized ? 2 : 12;
  for (int r = 0; r < runs; ++r) {
    History history;
    const Point point = tune(
        space, spec.method, 1000, static_cast<std::uint64_t>(r) + 1,
        [](const Point& p, Rng& rng) { return synthetic_pair(Synthetic::kLog, p, rng); }, &history);
    const Analysis analysis = analyse(spec, space, history, point);
    const double truth =
        rating::elo_of_score(1 / (1 + std::exp(-synthetic_strength(Synthetic::kLog, point))));
    covered += analysis.strength.low <= truth && truth <= analysis.strength.high ? 1 : 0;
  }
  // 95 % are promised of a fixed point; this one is the best of a surface.
  CHECK(covered >= runs * 3 / 4);
}

TEST_CASE("openings: none of the validation is one of the tuning, and both have some") {
  const tests::LineRules rules{9};
  const GamePtr game(new GameModule<tests::LineRules>(rules));
  for (const std::uint32_t plies : {1U, 2U, 3U}) {
    OpeningSpec openings;
    openings.kind = OpeningKind::kRandomPlies;
    openings.random_plies = plies;
    std::vector<Diagnostic> problems;
    const auto source = OpeningSource::make(*game, openings, "line", 3, problems);
    REQUIRE(source != nullptr);
    OpeningSplit split(*game, *source);
    const auto position_of = [&](const Opening& opening) {
      Position position(*game);
      for (const Move move : opening.moves) position.apply(move);
      return position.hash();
    };
    std::set<std::uint64_t> used;
    std::uint32_t last = 0;
    for (std::uint64_t n = 0; n < 300; ++n) {
      const auto round = split.tuning_round(n);
      REQUIRE(round);
      CHECK((n == 0 || *round > last));
      last = *round;
      used.insert(position_of(*source->opening(*round)));
    }
    const auto fresh = split.validation(20);
    REQUIRE(fresh);
    CHECK(fresh->size() >= 2);
    for (const Opening& opening : *fresh) CHECK(used.count(position_of(opening)) == 0);
    // Whoever asks in another order gets the same.
    OpeningSplit other(*game, *source);
    CHECK(*other.validation(20) == *fresh);
    CHECK(*other.tuning_round(299) == last);
  }
  OpeningSpec none;
  std::vector<Diagnostic> problems;
  const auto source = OpeningSource::make(*game, none, "line", 3, problems);
  OpeningSplit split(*game, *source);
  CHECK(split.validation(5).error() ==
        "all openings start from one position, so none is left that was not used in tuning");
}

TEST_CASE("verdict: flat only if all of the range is as good") {
  Verdict verdict;
  verdict.kind = Verdict::Kind::kFlat;
  verdict.low = "0.1", verdict.high = "2";
  CHECK(verdict.text() == "no effect shown: as good in 0.1..2");
  verdict.whole = true;
  CHECK(verdict.text() == "flat: any value in 0.1..2");
}

}  // namespace ludex::arena::tuning
