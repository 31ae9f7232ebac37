// CPU time of `ludex rate`'s parts on a CSV of made-up games.
// Usage: bench_rate [games] [players] [repetitions] [file to keep]; default 1000000 100 5.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "arena/results/rating/fit.hpp"
#include "arena/results/rating/log_reader.hpp"
#include "arena/results/rating/standings.hpp"
#include "core/util/clock.hpp"
#include "core/util/rng.hpp"

namespace {

using namespace ludex::arena::rating;

// Games between random pairs whose true ratings are spread evenly over 800 Elo, drawn from BayesElo's model
// with its default advantage and draw Elo.
std::string make_csv(std::uint32_t games, std::uint32_t players) {
  ludex::Rng rng = ludex::Rng::seeded(1);
  std::string text = "white,black,result\n";
  text.reserve(std::size_t{games} * 20);
  for (std::uint32_t g = 0; g < games; ++g) {
    const std::uint32_t i = rng.below(players);
    const std::uint32_t j = (i + 1 + rng.below(players - 1)) % players;
    const double difference = 800.0 * (static_cast<double>(i) - static_cast<double>(j)) / players;
    const double win = 1 / (1 + std::pow(10, (-difference - kChessAdvantage + kChessDrawElo) / 400));
    const double loss = 1 / (1 + std::pow(10, (difference + kChessAdvantage + kChessDrawElo) / 400));
    const double u = rng.uniform();
    const char* result = u < win ? "1" : u < win + loss ? "0" : "0.5";
    text += fmt::format("agent{:03},agent{:03},{}\n", i, j, result);
  }
  return text;
}

struct Times {
  double read = HUGE_VAL;
  double fit = HUGE_VAL;
  double posterior = HUGE_VAL;
  double total = HUGE_VAL;
};

double milliseconds(std::int64_t from, std::int64_t to) {
  return static_cast<double>(to - from) / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int k, std::uint32_t fallback) {
    return argc > k ? static_cast<std::uint32_t>(std::strtoul(argv[k], nullptr, 10)) : fallback;
  };
  const std::uint32_t games = number(1, 1'000'000);
  const std::uint32_t players = std::max(number(2, 100), 2U);
  const std::uint32_t repetitions = std::max(number(3, 5), 1U);
  const bool keep = argc > 4;
  const std::filesystem::path path =
      keep ? std::filesystem::path(argv[4])
           : std::filesystem::temp_directory_path() / fmt::format("bench_rate-{}.csv", getpid());
  {
    std::ofstream file(path, std::ios::binary);
    file << make_csv(games, players);
    if (!file.flush()) {
      fmt::print(stderr, "cannot write {}\n", path.string());
      return 1;
    }
  }

  Times best;
  std::string summary_line;
  for (std::uint32_t r = 0; r < repetitions; ++r) {
    const std::vector<std::string> paths = {path.string()};
    ResultTable table;
    ReadSummary summary;
    const std::int64_t start = ludex::process_cpu_ns();
    const auto read = read_logs(paths, {}, table, summary);
    const std::int64_t read_done = ludex::process_cpu_ns();
    if (!read) {
      fmt::print(stderr, "{}\n", read.error());
      return 1;
    }
    auto fit = fit_ratings(table, {});
    const std::int64_t fit_done = ludex::process_cpu_ns();
    if (!fit) {
      fmt::print(stderr, "{}\n", fit.error());
      return 1;
    }
    summary_line =
        fmt::format("{} Newton iterations, log-likelihood {:.6f}", (*fit).iterations, (*fit).log_likelihood);
    const auto standings = make_standings(table, std::move(fit).value(), std::move(summary), {});
    const std::int64_t end = ludex::process_cpu_ns();
    if (!standings) return 1;
    best.read = std::min(best.read, milliseconds(start, read_done));
    best.fit = std::min(best.fit, milliseconds(read_done, fit_done));
    best.posterior = std::min(best.posterior, milliseconds(fit_done, end));
    best.total = std::min(best.total, milliseconds(start, end));
  }
  if (!keep) std::filesystem::remove(path);
  fmt::print(
      "{} games, {} players, best of {} (CPU ms): read {:.1f}, fit {:.2f}, covariance and LOS {:.2f}, ",
      games, players, repetitions, best.read, best.fit, best.posterior);
  fmt::print("total {:.1f}; {}\n", best.total, summary_line);
  return 0;
}
