#include "arena/run/transport/reference_work.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include "core/util/clock.hpp"
#include "core/util/rng.hpp"

namespace ludex::arena::run {
namespace {

constexpr std::size_t kTable = std::size_t{1} << 17;  // words: 1 MiB, a second-level cache
constexpr std::uint64_t kSteps = 60'000'000;

std::uint64_t work(std::vector<std::uint64_t>& table) {
  Rng rng = Rng::seeded(1);
  std::uint64_t at = 0;
  for (std::uint64_t i = 0; i < kSteps; ++i) {
    const std::uint64_t random = rng.next();
    std::uint64_t& word = table[(at ^ random) % kTable];
    word += random;
    at = word >> 7;
  }
  return at;
}

}  // namespace

double reference_seconds(std::uint32_t threads) {
  std::atomic<std::int64_t> sum = 0;
  std::atomic<std::uint64_t> result = 0;  // keeps the compiler from removing the work
  std::vector<std::thread> team;
  for (std::uint32_t i = 0; i < threads; ++i) {
    team.emplace_back([&] {
      std::vector<std::uint64_t> table(kTable);
      const std::int64_t start = wall_clock_ns();
      result += work(table);
      sum += wall_clock_ns() - start;
    });
  }
  for (auto& thread : team) thread.join();
  return static_cast<double>(sum) * 1e-9 / threads;
}

}  // namespace ludex::arena::run
