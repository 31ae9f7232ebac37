#include "arena/process/child.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/process/spawn.hpp"
#include "core/util/clock.hpp"
#include "core/util/own_time.hpp"

namespace ludex::arena {
namespace {

constexpr std::size_t kMaxAnswer = 1 << 20;
constexpr std::size_t kMaxNoise = 4096;

// Reads both pipes until both are closed (kWait) or the child's time is over.
OwnTime::Verdict collect(pid_t child, const Pipe& answer, const Pipe& noise, ChildEnd& end,
                         std::int64_t time_limit_ns) {
  const std::int64_t start = wall_clock_ns();
  ProcessTree tree(child);
  std::int64_t left = time_limit_ns;
  std::array<pollfd, 2> fds{{{answer.read_end.get(), POLLIN, 0}, {noise.read_end.get(), POLLIN, 0}}};
  const std::array<std::string*, 2> texts{&end.answer, &end.noise};
  const std::array<std::size_t, 2> limits{kMaxAnswer, kMaxNoise};
  while (fds[0].fd >= 0 || fds[1].fd >= 0) {
    constexpr std::int64_t kMillisecond = 1'000'000;
    const int ready = poll(fds.data(), fds.size(), static_cast<int>(left / kMillisecond + 1));
    if (ready < 0 && errno != EINTR) return OwnTime::Verdict::kOver;
    const std::int64_t elapsed = wall_clock_ns() - start;
    left = time_limit_ns - elapsed;
    if (left <= 0) {
      const ProcessTimes times = tree.look();
      if (const auto verdict = OwnTime().judge(time_limit_ns, elapsed, times);
          verdict != OwnTime::Verdict::kWait)
        return verdict;
      left = std::max(time_limit_ns - OwnTime().own_ns(elapsed, times), OwnTime::kNextLook);
    }
    for (std::size_t i = 0; i < fds.size(); ++i) {
      if (fds[i].fd < 0 || fds[i].revents == 0) continue;
      std::array<char, 4096> buffer;
      const ssize_t n = read(fds[i].fd, buffer.data(), buffer.size());
      if (n <= 0 && !(n < 0 && errno == EINTR)) {
        fds[i].fd = -1;
      } else if (n > 0 && texts[i]->size() < limits[i]) {
        texts[i]->append(buffer.data(), static_cast<std::size_t>(n));
      }
    }
  }
  return OwnTime::Verdict::kWait;
}

}  // namespace

Result<ChildEnd> run_child(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                           std::int64_t time_limit_ns, int shared) {
  auto answer = make_pipe();
  if (!answer) return Error{answer.error()};
  auto noise = make_pipe();
  if (!noise) return Error{noise.error()};
  ChildStart start{program, arguments, noise->write_end.get(), {answer->write_end.get()}};
  if (shared >= 0) start.descriptors.push_back(shared);
  const auto child = spawn(start);
  if (!child) return Error{child.error()};
  answer->write_end = {};
  noise->write_end = {};
  ChildEnd end;
  const auto verdict = collect(*child, *answer, *noise, end, time_limit_ns);
  end.in_time = verdict == OwnTime::Verdict::kWait;
  end.starved = verdict == OwnTime::Verdict::kStarved;
  if (!end.in_time) kill(*child, SIGKILL);
  while (waitpid(*child, &end.status, 0) < 0 && errno == EINTR) {
  }
  return end;
}

}  // namespace ludex::arena
