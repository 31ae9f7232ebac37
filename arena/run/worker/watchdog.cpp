#include "arena/run/worker/watchdog.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include "arena/base/process/limits.hpp"
#include "arena/run/worker/messages.hpp"
#include "core/util/clock.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex::arena::run {
namespace {

const char* doing(Stage stage) {
  switch (stage) {
    case Stage::kStart:
      return "while preparing for the game";
    case Stage::kChoose:
      return "while choosing a move";
    case Stage::kObserve:
      return "while taking note of a move";
    case Stage::kNone:
      break;
  }
  return "outside any agent";
}

}  // namespace

Watchdog::Watchdog(Stage stage, const Budget& budget, const LimitsSpec& limits,
                   std::int64_t grace_ns) noexcept
    : wall_limit_ns_(limits.start_ns), grace_ns_(grace_ns), threads_(std::max(1U, budget.threads)) {
  if (stage != Stage::kChoose) {
    grace_ns_ = 0;
    return;
  }
  wall_limit_ns_ = limits.move_ns;
  if (budget.wall_ns > 0) wall_limit_ns_ = std::min(wall_limit_ns_, budget.wall_ns);
  if (budget.cpu_ns > 0) {
    cpu_limit_ns_ = budget.cpu_ns;
    // A sleeping agent spends no CPU time, and on a machine shared with twenty others it may just be slow.
    constexpr std::int64_t kPatience = 10'000'000'000;
    wall_limit_ns_ = std::min(wall_limit_ns_, 20 * std::min(budget.cpu_ns, limits.move_ns) + kPatience);
  }
}

namespace {

// Agents that respect their limits end in time; wake up only for those that do not.
std::int64_t slack(std::int64_t limit) {
  return limit + limit / 20 + 1'000'000;
}

constexpr std::int64_t kShortest = 100'000;

}  // namespace

bool Watchdog::time_left(std::int64_t wall_ns, std::int64_t cpu_ns) noexcept {
  const auto left = [&](std::int64_t allowance) {
    const std::int64_t wall = slack(wall_limit_ns_) + allowance - wall_ns;
    // Threads together spend CPU time faster than the clock runs.
    return cpu_limit_ns_ == 0 ? wall : std::min(wall, (slack(cpu_limit_ns_) + allowance - cpu_ns) / threads_);
  };
  stopped_ = stopped_ || left(0) <= 0;
  const std::int64_t next = left(stopped_ ? grace_ns_ : 0);
  next_ns_ = std::max(next, kShortest);
  return next > 0;
}

Watchdog::Verdict Watchdog::over(std::int64_t wall_ns, std::int64_t cpu_ns,
                                 const ProcessTimes& times) noexcept {
  if (!own_ || (cpu_limit_ns_ != 0 && cpu_ns >= slack(cpu_limit_ns_) + grace_ns_)) return Verdict::kKill;
  const std::int64_t limit = slack(wall_limit_ns_) + grace_ns_;
  switch (own_->judge(limit, wall_ns, times)) {
    case OwnTime::Verdict::kOver:
      return Verdict::kKill;
    case OwnTime::Verdict::kStarved:
      return Verdict::kStarved;
    case OwnTime::Verdict::kWait:
      break;
  }
  starved_ = true;
  next_ns_ = std::max(limit - own_->own_ns(wall_ns, times), OwnTime::kNextLook);
  return Verdict::kWait;
}

namespace {

LimitsSpec limits_of_text(const LimitsSpec& limits) {
  constexpr std::int64_t kMost = 10'000'000'000;
  LimitsSpec own = limits;
  own.start_ns = std::min(kMost, limits.start_ns);
  return own;
}

}  // namespace

TextPatience::TextPatience(const LimitsSpec& limits)
    : watchdog_(Stage::kStart, {}, limits_of_text(limits), 0), start_ns_(wall_clock_ns()) {}

bool TextPatience::lasts(WorkerProcess& worker) {
  return watchdog_.judge(wall_clock_ns() - start_ns_, 0, [&] { return worker.times(); }) ==
         Watchdog::Verdict::kWait;
}

std::optional<std::string> take_text(WorkerProcess& worker, std::size_t size, const LimitsSpec& limits,
                                     const std::uint32_t* stop) {
  if (size > kMaxNote) return std::nullopt;
  TextPatience patience(limits);
  return worker.events().take_data(size, [&] {
    if (worker.dead()) return worker.events().state() != EventReader::State::kEmpty;
    if (stop_requested(stop)) return false;
    if (!patience.lasts(worker)) return false;
    constexpr std::int64_t kSlice = 50'000'000;
    worker.events().sleep(std::min(patience.next_ns(), kSlice));
    return true;
  });
}

std::string starved_text(const std::string& who) {
  return fmt::format(
      "this machine is too busy to play on: {} was given next to no CPU time for {} minutes and more", who,
      OwnTime::kPatience / 60'000'000'000);
}

Fault death_of(const WorkerProcess& worker, Stage stage, std::uint32_t ply, bool killed) {
  const std::string where =
      stage == Stage::kStart ? doing(stage) : fmt::format("{} at ply {}", doing(stage), ply + 1);
  if (killed) return {Termination::kHang, fmt::format("no answer within time and grace, killed {}", where)};
  const int status = worker.status();
  if (WIFEXITED(status))
    return {Termination::kExit,
            fmt::format("ended its process with exit code {} {}", WEXITSTATUS(status), where)};
  const int number = WTERMSIG(status);
  if (number == SIGKILL && worker.out_of_memory())
    return {Termination::kOverMemory,
            fmt::format("the kernel ended it {}: all its processes together were over their memory", where)};
  if (const std::string words = worker.last_words(); number == SIGABRT && !words.empty())
    return {Termination::kException, fmt::format("uncaught exception {}: {}", where, words)};
  return {number == SIGABRT ? Termination::kAbort : Termination::kCrash,
          fmt::format("signal {} ({}) {}{}", number, strsignal(number), where, stack_note(number))};
}

}  // namespace ludex::arena::run
