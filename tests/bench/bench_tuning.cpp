// Methods of tuning on the functions of the CLOP paper, whose optimum is known.
// Usage: bench_tuning ask METHOD DIMENSIONS GAMES
//            CPU time of a question when so many games are known: mean, 99.9 % and longest of 1000 questions
//        bench_tuning regret FUNCTION DIMENSIONS GAMES RUNS METHOD...
//            mean simple regret (probability of a win at the optimum less that at the recommendation) and its
//            standard error, with so many games in all; one run for each budget
// METHOD: clop, clop-maximum, spsa, ntbea; random: a new point every 16 pairs, the best mean; uniform: 64
// points, all alike often, the best mean. FUNCTION: log, flat, power, angle, step.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/run/tuning/synthetic.hpp"
#include "arena/run/tuning/tuner.hpp"
#include "core/util/clock.hpp"

namespace {

using namespace ludex;
using namespace ludex::arena;
using namespace ludex::arena::tuning;

// Points that are each played some pairs; the best mean is recommended.
class Sampling final : public Method {
 public:
  Sampling(const Space& space, std::uint64_t seed, std::uint64_t trials, bool uniform)
      : space_(space), rng_(Rng::seeded(seed)) {
    const std::uint64_t points =
        uniform ? std::min<std::uint64_t>(64, trials) : std::max<std::uint64_t>(1, trials / 16);
    for (std::uint64_t i = 0; i < points; ++i) points_.push_back({space.random(rng_), 0, 0});
  }
  Result<Trial> ask() override { return Trial{points_[asked_++ % points_.size()].point}; }
  void learn(const Trial&, const Score& score) override {
    Known& known = points_[learned_++ % points_.size()];
    known.sum += score.mean(), known.count += 1;
  }
  [[nodiscard]] Point recommendation() const override {
    const Known* best = nullptr;
    for (const Known& known : points_) {
      if (known.count > 0 && (best == nullptr || known.sum * best->count > best->sum * known.count))
        best = &known;
    }
    return best == nullptr ? space_.fallback() : best->point;
  }

 private:
  struct Known {
    Point point;
    double sum, count;
  };
  const Space& space_;
  Rng rng_;
  std::vector<Known> points_;
  std::uint64_t asked_ = 0;
  std::uint64_t learned_ = 0;
};

std::unique_ptr<Method> method_of(const std::string& name, const Space& space, std::uint64_t seed,
                                  std::uint64_t trials) {
  TuneMethodSpec spec;
  if (name == "random" || name == "uniform")
    return std::make_unique<Sampling>(space, seed, trials, name == "uniform");
  if (name == "clop-maximum") spec.recommend = ClopChoice::kMaximum;
  spec.type = name.starts_with("clop") ? TuneMethod::kClop
              : name == "spsa"         ? TuneMethod::kSpsa
                                       : TuneMethod::kNtbea;
  return make_method(space, spec, seed, trials, false);
}

// Another stream of random numbers for each run.
double regret_of(Synthetic function, const Space& space, const std::string& method, std::uint64_t trials,
                 std::uint64_t run) {
  Tuner tuner(method_of(method, space, run + 1, trials), 1);
  Rng rng = Rng::seeded(1'000'000 + run);
  for (std::uint64_t n = 0; n < trials; ++n) {
    const auto trial = tuner.ask();
    tuner.tell(n, synthetic_pair(function, trial->point, rng));
  }
  static_cast<void>(tuner.finish());
  return simple_regret(function, tuner.method().recommendation());
}

int regret(const std::vector<std::string>& words) {
  const auto function = enum_from_text<Synthetic>(words[1]);
  const std::size_t dimensions = std::stoul(words[2]);
  const double most = std::stod(words[3]);
  const int runs = std::stoi(words[4]);
  if (!function) return 2;
  const TuneSpec spec = synthetic_spec(dimensions);
  const Space space(spec);
  fmt::print("{}, {} dimensions, {} runs: simple regret +/- standard error\n{:>10}", words[1], dimensions,
             runs, "games");
  for (std::size_t m = 5; m < words.size(); ++m) fmt::print("  {:>19}", words[m]);
  fmt::print("\n");
  std::map<std::string, std::vector<std::pair<double, double>>> curves;
  for (double games = 100; games <= most * 1.001; games *= std::sqrt(10.0)) {
    const auto trials = static_cast<std::uint64_t>(std::lround(games / 2));
    fmt::print("{:>10}", 2 * trials);
    for (std::size_t m = 5; m < words.size(); ++m) {
      double sum = 0;
      double squares = 0;
      for (int r = 0; r < runs; ++r) {
        const double x = regret_of(*function, space, words[m], trials, static_cast<std::uint64_t>(r));
        sum += x, squares += x * x;
      }
      const double mean = sum / runs;
      const double error = std::sqrt(std::max(0.0, squares / runs - mean * mean) / std::max(1, runs - 1));
      curves[words[m]].emplace_back(std::log(games), std::log(std::max(mean, 1e-9)));
      fmt::print("  {:>8.5f} +/- {:.5f}", mean, error);
      std::fflush(stdout);
    }
    fmt::print("\n");
  }
  // Of the upper half of the budgets, on logarithmic axes, by least squares.
  fmt::print("{:>10}", "slope");
  for (std::size_t m = 5; m < words.size(); ++m) {
    const auto& all = curves[words[m]];
    const std::vector<std::pair<double, double>> upper(
        all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
    double mx = 0, my = 0, xy = 0, xx = 0;
    for (const auto& [x, y] : upper) mx += x / double(upper.size()), my += y / double(upper.size());
    for (const auto& [x, y] : upper) xy += (x - mx) * (y - my), xx += (x - mx) * (x - mx);
    fmt::print("  {:>19.2f}", xx > 0 ? xy / xx : 0);
  }
  fmt::print("\n");
  return 0;
}

int ask(const std::vector<std::string>& words) {
  const std::size_t dimensions = std::stoul(words[2]);
  const auto trials = static_cast<std::uint64_t>(std::stod(words[3]) / 2);
  const TuneSpec spec = synthetic_spec(dimensions);
  const Space space(spec);
  Tuner tuner(method_of(words[1], space, 1, trials + 1000), 1);
  Rng rng = Rng::seeded(1);
  const std::int64_t begin = thread_cpu_ns();
  std::vector<double> times;
  for (std::uint64_t n = 0; n < trials + 1000; ++n) {
    const std::int64_t start = thread_cpu_ns();
    const auto trial = tuner.ask();
    if (n >= trials) times.push_back(static_cast<double>(thread_cpu_ns() - start) * 1e-6);
    tuner.tell(n, synthetic_pair(Synthetic::kLog, trial->point, rng));
  }
  double sum = 0;
  for (const double t : times) sum += t;
  std::sort(times.begin(), times.end());
  fmt::print(
      "{} {} dimensions {} games: ask {:.3f} ms mean, {:.3f} ms 99.9 %, {:.3f} ms longest; {:.1f} s in all\n",
      words[1], dimensions, 2 * trials, sum / 1000, times[998], times[999],
      static_cast<double>(thread_cpu_ns() - begin) * 1e-9);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() >= 6 && words[0] == "regret") return regret(words);
  if (words.size() == 4 && words[0] == "ask") return ask(words);
  fmt::print(
      stderr,
      "usage: bench_tuning ask METHOD DIMENSIONS GAMES\n       bench_tuning regret FUNCTION DIMENSIONS "
      "GAMES RUNS METHOD...\n");
  return 2;
}
