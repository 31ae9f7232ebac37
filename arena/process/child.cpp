#include "arena/process/child.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/util/clock.hpp"
#include "core/util/own_time.hpp"

extern char** environ;

namespace ludex::arena {
namespace {

constexpr std::size_t kMaxAnswer = 1 << 20;
constexpr std::size_t kMaxNoise = 4096;

class Pipe {
 public:
  Pipe() { open_ = pipe2(fds_.data(), O_CLOEXEC) == 0; }
  ~Pipe() { close_read(), close_write(); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  [[nodiscard]] bool open() const { return open_; }
  [[nodiscard]] int read_end() const { return fds_[0]; }
  [[nodiscard]] int write_end() const { return fds_[1]; }
  void close_read() { close_end(fds_[0]); }
  void close_write() { close_end(fds_[1]); }

 private:
  static void close_end(int& fd) {
    if (fd >= 0) close(fd);
    fd = -1;
  }
  std::array<int, 2> fds_{-1, -1};
  bool open_ = false;
};

// Reads both pipes until both are closed (kWait) or the child's time is over.
OwnTime::Verdict collect(pid_t child, Pipe& answer, Pipe& noise, std::string& answer_text,
                         std::string& noise_text, std::int64_t time_limit_ns) {
  const std::int64_t start = wall_clock_ns();
  ProcessTree tree(child);
  std::int64_t left = time_limit_ns;
  std::array<pollfd, 2> fds{{{answer.read_end(), POLLIN, 0}, {noise.read_end(), POLLIN, 0}}};
  const std::array<std::string*, 2> texts{&answer_text, &noise_text};
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
  Pipe answer;
  Pipe noise;
  if (!answer.open() || !noise.open()) return Error{std::strerror(errno)};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, noise.write_end(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, noise.write_end(), STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, answer.write_end(), kAnswerDescriptor);
  if (shared >= 0) posix_spawn_file_actions_adddup2(&actions, shared, kSharedDescriptor);
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (auto& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = -1;
  const int failure = posix_spawn(&child, words[0].c_str(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  answer.close_write();
  noise.close_write();
  if (failure != 0) return Error{words[0] + ": " + std::strerror(failure)};
  ChildEnd end;
  const auto verdict = collect(child, answer, noise, end.answer, end.noise, time_limit_ns);
  end.in_time = verdict == OwnTime::Verdict::kWait;
  end.starved = verdict == OwnTime::Verdict::kStarved;
  if (!end.in_time) kill(child, SIGKILL);
  while (waitpid(child, &end.status, 0) < 0 && errno == EINTR) {
  }
  return end;
}

}  // namespace ludex::arena
