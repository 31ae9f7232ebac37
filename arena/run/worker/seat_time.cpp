#include "arena/run/worker/seat_time.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "arena/base/files/descriptor.hpp"

namespace ludex::arena::run {
namespace {

double ms(std::int64_t ns) {
  return static_cast<double>(ns) * 1e-6;
}

}  // namespace

std::int64_t queued_of(int schedstat) noexcept {
  std::array<char, 128> text{};
  const ssize_t size = schedstat < 0 ? -1 : pread(schedstat, text.data(), text.size() - 1, 0);
  long long ran = 0;
  long long queued = 0;
  return size > 0 && std::sscanf(text.data(), "%lld %lld", &ran, &queued) == 2 ? queued : 0;
}

std::int64_t thread_queued_ns() noexcept {
  static thread_local const Descriptor own(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC));
  return queued_of(own.get());
}

std::int64_t own_ns(const SeatTime& before, const SeatTime& now, std::uint32_t threads) noexcept {
  const std::int64_t elapsed = now.wall_ns - before.wall_ns;
  const std::int64_t queued = now.queued_ns - before.queued_ns + (now.host_queued_ns - before.host_queued_ns);
  const std::int64_t cpu = (now.cpu_ns - before.cpu_ns) / std::max(1U, threads);
  return std::max(elapsed - queued, std::min(cpu, elapsed));
}

bool Lateness::add(std::int64_t late_ns, const Budget& budget) noexcept {
  sum_ns_ += std::max<std::int64_t>(0, late_ns - (budget.threads > 1 ? kParallelTolerance : kTolerance));
  return sum_ns_ > kGameTolerance;
}

std::optional<std::string> Lateness::late(std::int64_t cpu_ns, std::int64_t wall_ns, const Budget& budget) {
  const std::int64_t by_cpu = late_ns(cpu_ns, budget.cpu_ns);
  const std::int64_t late = std::max(by_cpu, late_ns(wall_ns, budget.wall_ns));
  if (late == 0 || !add(late, budget)) return std::nullopt;
  const bool cpu = late == by_cpu;
  return fmt::format(
      "took {:.1f} ms{} of {:.1f} ms allowed: {:.0f} ms late in this game; a competition allows {:.0f}",
      ms(cpu ? cpu_ns : wall_ns), cpu ? " of CPU time" : "", ms(cpu ? budget.cpu_ns : budget.wall_ns),
      ms(sum_ns_), ms(kGameTolerance));
}

std::optional<std::string> Lateness::too_many(std::int64_t cpu_ns, std::int64_t elapsed_ns,
                                              const Budget& budget) {
  const std::int64_t threads = std::max(1U, budget.threads);
  const std::int64_t beyond = late_ns(cpu_ns, threads * elapsed_ns);
  if (beyond == 0 || !add(beyond, budget)) return std::nullopt;
  return fmt::format(
      "spent {:.1f} ms of CPU time in {:.1f} ms, more than {} can: {:.0f} ms in this game; a competition "
      "allows {:.0f}",
      ms(cpu_ns), ms(elapsed_ns), threads == 1 ? "one thread" : fmt::format("{} threads", threads),
      ms(sum_ns_), ms(kGameTolerance));
}

std::optional<std::string> Lateness::pondered(std::int64_t cpu_ns, std::int64_t move_cpu_ns,
                                              std::int64_t elapsed_ns, const Budget& budget) {
  const std::int64_t threads = std::max(1U, budget.threads);
  const auto beyond = [&](std::int64_t spent) {
    return std::max(late_ns(spent, budget.cpu_ns),
                    late_ns(spent, std::max<std::int64_t>(1, threads * elapsed_ns)));
  };
  const std::int64_t more = beyond(cpu_ns) - beyond(move_cpu_ns);
  if (more <= 0 || !add(more, budget)) return std::nullopt;
  return fmt::format(
      "spent {:.1f} ms of CPU time while the opponent was to move: {:.0f} ms too much in this game; a "
      "competition allows {:.0f}",
      ms(cpu_ns - move_cpu_ns), ms(sum_ns_), ms(kGameTolerance));
}

}  // namespace ludex::arena::run
