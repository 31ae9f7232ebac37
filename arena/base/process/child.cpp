#include "arena/base/process/child.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena/base/process/await_end.hpp"
#include "arena/base/process/spawn.hpp"
#include "core/system/own_time.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena {
namespace {

constexpr std::size_t kMaxAnswer = 1 << 20;
constexpr std::size_t kMaxNoise = 4096;

// Reads both pipes until the child has ended (kWait), whoever else holds them, or until its time is over.
OwnTime::Verdict collect(pid_t child, int pidfd, const Pipe& answer, const Pipe& noise, ChildEnd& end,
                         std::int64_t time_limit_ns, const ChildOptions& options) {
  std::int64_t start = wall_clock_ns();
  ProcessTree tree(child);
  OwnTime own;
  std::size_t told = 0;  // complete lines of the answer passed to `step`
  std::int64_t left = time_limit_ns;
  std::array<pollfd, 3> fds{
      {{answer.read_end.get(), POLLIN, 0}, {noise.read_end.get(), POLLIN, 0}, {pidfd, POLLIN, 0}}};
  const std::array<std::string*, 2> texts{&end.answer, &end.noise};
  const std::array<std::size_t, 2> limits{kMaxAnswer, kMaxNoise};
  while (pidfd >= 0 || fds[0].fd >= 0 || fds[1].fd >= 0) {
    constexpr std::int64_t kMillisecond = 1'000'000;
    const int ready = poll(fds.data(), fds.size(), static_cast<int>(left / kMillisecond + 1));
    if (ready < 0 && errno != EINTR) return OwnTime::Verdict::kOver;
    const std::int64_t elapsed = wall_clock_ns() - start;
    left = time_limit_ns - elapsed;
    if (left <= 0) {
      const ProcessTimes times = tree.look();
      if (const auto verdict = own.judge(time_limit_ns, elapsed, times); verdict != OwnTime::Verdict::kWait)
        return verdict;
      left = std::max(time_limit_ns - own.own_ns(elapsed, times), OwnTime::kNextLook);
    }
    if (ready > 0 && fds[2].revents != 0) {
      // The child's output is all there; kill its children, so that they write no more.
      kill(-child, SIGKILL);
      if (ready == 1) break;
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (fds[i].fd < 0 || fds[i].revents == 0) continue;
      std::array<char, 4096> buffer;
      const ssize_t n = read(fds[i].fd, buffer.data(), buffer.size());
      if (n <= 0 && !(n < 0 && errno == EINTR)) {
        fds[i].fd = -1;
      } else if (n > 0 && texts[i]->size() < limits[i]) {
        texts[i]->append(buffer.data(), static_cast<std::size_t>(n));
      }
    }
    if (const auto newline = end.answer.rfind('\n');
        options.step && newline != std::string::npos && newline >= told) {
      const std::size_t before = newline == 0 ? std::string::npos : end.answer.rfind('\n', newline - 1);
      const std::size_t first = before == std::string::npos ? 0 : before + 1;
      time_limit_ns =
          options.step(std::string_view(end.answer).substr(first, newline - first)).value_or(time_limit_ns);
      told = newline + 1;
      start = wall_clock_ns();
      own = OwnTime(0, tree.look());
      left = time_limit_ns;
    }
  }
  return OwnTime::Verdict::kWait;
}

}  // namespace

Result<ChildEnd> run_child(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                           std::int64_t time_limit_ns, const ChildOptions& options) {
  auto answer = make_pipe();
  if (!answer) return Error{answer.error()};
  auto noise = make_pipe();
  if (!noise) return Error{noise.error()};
  ChildStart start{program, arguments, noise->write_end.get(), {answer->write_end.get()}};
  start.apart = options.apart;
  if (options.shared >= 0) start.descriptors.push_back(options.shared);
  const auto child = spawn(start);
  if (!child) return Error{child.error()};
  answer->write_end = {};
  noise->write_end = {};
  ChildEnd end;
  const Descriptor pidfd(static_cast<int>(syscall(SYS_pidfd_open, *child, 0)));
  const auto verdict = collect(*child, pidfd.get(), *answer, *noise, end, time_limit_ns, options);
  end.in_time = verdict == OwnTime::Verdict::kWait;
  end.starved = verdict == OwnTime::Verdict::kStarved;
  if (!end.in_time) kill(*child, SIGKILL);
  kill(-*child, SIGKILL);  // its children; the id is not reused before the child is reaped
  await_end(*child, &end.status);
  return end;
}

}  // namespace ludex::arena
