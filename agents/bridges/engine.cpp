#include "agents/bridges/engine.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/system/find_program.hpp"
#include "core/system/process.hpp"
#include "core/util/clock.hpp"
#include "core/util/nearest.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex::agents::bridges {
namespace {

constexpr std::size_t kMaxLine = 64 * 1024;
// An engine that prints a line for each of a million nodes writes a few dozen MiB an answer.
constexpr std::uint64_t kMaxAnswer = 256ULL << 20;
constexpr std::int64_t kMillisecond = 1'000'000;
// Maximum delay before a stop flag is noticed.
constexpr std::int64_t kSlice = 5 * kMillisecond;

// Replaces control characters, which would spoil logs and terminals.
std::string printable(std::string_view text, std::size_t limit) {
  std::string clean(text.substr(0, limit));
  std::replace_if(
      clean.begin(), clean.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; },
      '?');
  if (text.size() > limit) clean += "...";
  return clean;
}

std::string not_found(const std::string& program) {
  const bool path = program.find('/') != std::string::npos;
  std::string text =
      "command: engine '" + program + "' not found" + (path ? " or not executable" : " in PATH");
  if (path) return text;
  std::vector<std::string> known;
  for_each_program_folder([&](const std::string& folder) {
    std::error_code error;
    for (auto item = std::filesystem::directory_iterator(folder, error);
         !error && item != std::filesystem::directory_iterator(); item.increment(error))
      known.push_back(item->path().filename());
    return false;
  });
  const std::string meant = did_you_mean(program, known);
  return meant.empty() ? text : text + "; " + meant;
}

void close_all(std::initializer_list<int*> descriptors) {
  for (int* fd : descriptors) {
    if (*fd >= 0) close(std::exchange(*fd, -1));
  }
}

std::string why_not_started(int error, const Command& command, StartedProcess::Step step) {
  // The first word names the parameter at fault, so that a host can find its place (core/agent/tryout.hpp).
  if (step == StartedProcess::Step::kFolder)
    return "folder: working folder '" + command.folder + "': " + std::strerror(error);
  const std::string text = "engine '" + command.program + "' cannot be started: " + std::strerror(error);
  if (step == StartedProcess::Step::kProgram) return "command: " + text;
  if (error == EPERM) {
    return "limits: " + text +
           "; this agent may not start processes: in mode dedicated, give it 'limits: {processes: 8}' (1 + "
           "the engine + its threads)";
  }
  if (error == EAGAIN) {
    return "limits: " + text +
           "; it has reached its limit of processes ('limits: {processes: N}'; N = 1 + the engine + its "
           "threads)";
  }
  return text;
}

}  // namespace

void Transcript::add(char direction, std::string_view line) {
  std::string& part = head_.size() < kKept ? head_ : tail_;
  if (tail_.size() > 2 * kKept) tail_.erase(0, tail_.size() - kKept);
  part += direction;
  part += ' ';
  part.append(line.substr(0, kMaxShown));
  part += '\n';
}

std::string Transcript::text() const {
  return tail_.size() < kKept ? head_ + tail_ : head_ + "...\n" + tail_;
}

Engine::Engine(const Command& command, Transcript& transcript)
    : transcript_(transcript), name_(command.program) {
  try {
    keeper_ = std::thread([&] { keep(command); });
  } catch (const std::exception&) {
    throw EngineFault(why_not_started(errno != 0 ? errno : EAGAIN, command, StartedProcess::Step::kPrepare));
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return started_; });
  if (pid_ > 0) return;
  lock.unlock();
  keeper_.join();
  throw EngineFault(start_error_);
}

Engine::~Engine() {
  // A process that is not reaped keeps its number, so this kills no other.
  if (!reaped_) kill(-pid_, SIGKILL);
  {
    const std::scoped_lock lock(mutex_);
    release_ = true;
  }
  changed_.notify_all();
  keeper_.join();
  reap(true);
  close_all({&to_, &to_other_end_, &from_, &noise_});
}

void Engine::keep(const Command& command) {
  start_child(command);
  std::unique_lock lock(mutex_);
  started_ = true;
  changed_.notify_all();
  if (pid_ > 0) changed_.wait(lock, [&] { return release_; });
}

void Engine::start_child(const Command& command) {
  const std::string path = find_program(command.program);
  if (path.empty()) {
    start_error_ = not_found(command.program);
    return;
  }
  int output = -1;
  int error = -1;
  if (!open_pipe(to_other_end_, to_) || !open_pipe(from_, output) || !open_pipe(noise_, error)) {
    start_error_ = why_not_started(errno, command, StartedProcess::Step::kProgram);
    close_all({&to_, &to_other_end_, &from_, &noise_, &output, &error});
    return;
  }
  for (const int fd : {to_, from_, noise_}) fcntl(fd, F_SETFL, O_NONBLOCK);
  const StartedProcess started = start_process(
      {path, command.arguments, command.environment, command.folder, to_other_end_, output, error});
  close_all({&output, &error});
  if (started.pid > 0) {
    pid_ = started.pid;
    own_tree_ = ProcessTree(pid_);
    return;
  }
  close_all({&to_, &to_other_end_, &from_, &noise_});
  start_error_ = why_not_started(started.error, command, started.step);
}

bool Engine::reap(bool block) {
  while (!reaped_) {
    const pid_t result = waitpid(pid_, &status_, block ? 0 : WNOHANG);
    if (result == 0) return false;
    if (result < 0 && errno == EINTR) continue;
    reaped_ = true;
  }
  return true;
}

bool Engine::ends_within(std::int64_t ns) {
  const std::int64_t start = wall_clock_ns();
  const OwnTime own(0, tree_.look());
  std::int64_t elapsed = 0;
  while (!reap(false)) {
    const bool late = elapsed >= ns;
    if (late && own.judge(ns, elapsed, tree_.look()) != OwnTime::Verdict::kWait) return false;
    usleep(late ? OwnTime::kNextLook / 1000 : 500);
    elapsed = wall_clock_ns() - start;
  }
  return true;
}

// True if the engine has had its time. Without run time for this process the engine could not be heard: the
// times of both count, and of their short-lived children if a look sees them; hence it looks now and then.
bool Engine::over(std::int64_t deadline_ns, std::int64_t now_ns) {
  const std::int64_t elapsed = now_ns - sent_ns_;
  const bool late = now_ns >= deadline_ns;
  if (elapsed < next_look_ns_ && !(late && !own_)) return false;
  const ProcessTimes times = tree_.look();
  if (!own_) own_.emplace(elapsed, times);
  next_look_ns_ = elapsed + (late ? OwnTime::kNextLook : OwnTime::kFirstLook);
  return late && own_->judge(deadline_ns - sent_ns_, elapsed, times) != OwnTime::Verdict::kWait;
}

EngineFault Engine::ending() {
  const auto fault = [&](const std::string& how, AgentEnd end) {
    return EngineFault("engine '" + name_ + "' " + how + last_words(), end);
  };
  // Output ends a moment before the process does.
  if (!ends_within(200 * kMillisecond)) return fault("closed its standard output", AgentEnd::kProtocol);
  if (WIFSIGNALED(status_))
    return fault("was killed by signal " + std::to_string(WTERMSIG(status_)) + " (" +
                     strsignal(WTERMSIG(status_)) + ")",
                 AgentEnd::kCrash);
  return fault("ended with exit code " + std::to_string(WEXITSTATUS(status_)), AgentEnd::kExit);
}

std::int64_t Engine::cpu_ns() {
  return pid_ <= 0 ? 0 : own_tree_.look().cpu_ns;
}

std::string Engine::unfinished_line() const {
  const std::string_view rest = std::string_view(input_).substr(consumed_);
  return rest.find('\n') == std::string_view::npos ? printable(rest, 100) : "";
}

std::string Engine::flood() const {
  constexpr std::uint64_t kMib = 1 << 20;
  return received_ < kMib ? "" : "; " + std::to_string(received_ / kMib) + " MiB of output in that time";
}

std::string Engine::last_words() const {
  std::string_view tail(noise_tail_);
  while (!tail.empty() && tail.back() == '\n') tail.remove_suffix(1);
  if (tail.empty()) return "";
  const auto line = tail.rfind('\n');
  return "; standard error ends with '" +
         printable(line == std::string_view::npos ? tail : tail.substr(line + 1), 300) + "'";
}

void Engine::send(std::string_view lines, std::int64_t timeout_ns) {
  for (std::string_view rest = lines; !rest.empty();) {
    const auto end = rest.find('\n');
    transcript_.add('>', rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  sent_ns_ = wall_clock_ns();
  own_.reset();
  next_look_ns_ = OwnTime::kFirstLook;
  const std::int64_t deadline = sent_ns_ + timeout_ns;
  while (!lines.empty()) {
    const ssize_t n = write(to_, lines.data(), lines.size());
    if (n > 0) {
      lines.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN) {
      // The engine may be waiting for this process to read.
      if (ended_) throw ending();
      if (!wait_for_input(deadline, true))
        throw EngineFault("engine '" + name_ + "' does not read its input" + last_words(),
                          AgentEnd::kNoAnswer);
    } else if (errno != EINTR) {
      throw EngineFault("writing to engine '" + name_ + "': " + std::strerror(errno));
    }
  }
}

// Waits until input arrives, which it reads, or, if for_room, until there is room to write, or for a while;
// false at the deadline.
bool Engine::wait_for_input(std::int64_t deadline_ns, bool for_room) {
  // Bounds the kept output of an engine that does not read its input.
  const bool full = input_.size() - consumed_ > 64 * kMaxLine;
  std::array<pollfd, 3> waiting{pollfd{ended_ || full ? -1 : from_, POLLIN, 0}, pollfd{noise_, POLLIN, 0},
                                pollfd{for_room ? to_ : -1, POLLOUT, 0}};
  const std::int64_t now = wall_clock_ns();
  if (over(deadline_ns, now)) return false;
  // Waits no longer than until the next look.
  const std::int64_t look = sent_ns_ + next_look_ns_ - now;
  const std::int64_t time =
      std::max(std::min(look, deadline_ns > now ? deadline_ns - now : look), kMillisecond);
  const timespec timeout{time / 1'000'000'000, time % 1'000'000'000};
  const int ready = ppoll(waiting.data(), waiting.size(), &timeout, nullptr);
  if (ready == 0) return true;
  if (ready < 0) return true;  // EINTR
  if (waiting[0].revents != 0) receive();
  if (waiting[1].revents != 0) receive_noise();
  return true;
}

void Engine::receive() {
  if (consumed_ > 0) {
    input_.erase(0, consumed_);
    consumed_ = 0;
  }
  std::array<char, 16384> buffer;
  const ssize_t n = read(from_, buffer.data(), buffer.size());
  if (n > 0) {
    input_.append(buffer.data(), static_cast<std::size_t>(n));
    received_ += static_cast<std::uint64_t>(n);
    spoken_ = true;
  } else if (n == 0) {
    ended_ = true;
  }
  if (received_ > kMaxAnswer)
    throw EngineFault(
        "endless output: more than " + std::to_string(kMaxAnswer >> 20) + " MiB without an answer",
        AgentEnd::kProtocol);
}

void Engine::receive_noise() {
  std::array<char, 4096> buffer;
  const ssize_t n = read(noise_, buffer.data(), buffer.size());
  if (n == 0) close_all({&noise_});
  if (n <= 0) return;
  constexpr std::size_t kTail = 4096;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(n));
  noise_tail_ += text;
  if (noise_tail_.size() > 2 * kTail) noise_tail_.erase(0, noise_tail_.size() - kTail);
  for (const char c : text) {
    if (c != '\n' && noise_line_.size() < kTail) {
      noise_line_ += c;
      continue;
    }
    transcript_.add('!', noise_line_);
    noise_line_.clear();
  }
}

Engine::Event Engine::read_line(std::int64_t deadline_ns, const std::uint32_t* stop, std::string_view& line) {
  std::size_t searched = consumed_;
  while (true) {
    if (stop_requested(stop)) return Event::kStopped;
    const auto end = input_.find('\n', searched);
    const bool last = end == std::string::npos && ended_ && consumed_ < input_.size();
    if (end != std::string::npos || last) {
      line = std::string_view(input_).substr(consumed_, last ? std::string::npos : end - consumed_);
      consumed_ = last ? input_.size() : end + 1;
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      transcript_.add('<', line);
      if (line.size() > kMaxLine)
        throw EngineFault("a line of more than 64 KiB: '" + printable(line, 60) + "'", AgentEnd::kProtocol);
      // The clock also ends a flood of lines.
      if (over(deadline_ns, wall_clock_ns())) return Event::kTimeout;
      return Event::kLine;
    }
    if (ended_) throw ending();
    if (input_.size() - consumed_ > kMaxLine)
      throw EngineFault("output without newline: more than 64 KiB, beginning '" + printable(input_, 60) + "'",
                        AgentEnd::kProtocol);
    const std::size_t unread = input_.size() - consumed_;
    const std::int64_t now = wall_clock_ns();
    if (over(deadline_ns, now)) return Event::kTimeout;
    wait_for_input(stop != nullptr ? std::min(deadline_ns, now + kSlice) : deadline_ns, false);
    searched = consumed_ + unread;
  }
}

}  // namespace ludex::agents::bridges
