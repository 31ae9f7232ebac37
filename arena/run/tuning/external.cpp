#include "arena/run/tuning/external.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/json/value.hpp"
#include "arena/base/process/await_end.hpp"
#include "arena/base/process/spawn.hpp"
#include "core/util/clock.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex::arena::tuning {
namespace {

using Json = json::Value;

constexpr std::size_t kLongestLine = 1 << 20;

Json to_json(const Values& values) {
  Json json = Json::object();
  for (const auto& [name, value] : values) json[name] = value;
  return json;
}

std::string cut(std::string_view line) {
  constexpr std::size_t kShown = 200;
  return std::string(line.substr(0, kShown)) + (line.size() > kShown ? "..." : "");
}

// A shell command that enters the folder; "" for no folder.
std::string go_to(const std::string& folder) {
  if (folder.empty()) return "";
  std::string quoted;
  for (const char c : folder) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return "cd -- '" + quoted + "' || exit\n";
}

}  // namespace

Result<std::unique_ptr<LineChannel>> LineChannel::start(const std::string& command, const std::string& folder,
                                                        const std::uint32_t* stop) {
  signal(SIGPIPE, SIG_IGN);  // writing to a dead tuner becomes an error
  auto there = make_pipe();
  auto back = make_pipe();
  if (!there) return Error{there.error()};
  if (!back) return Error{back.error()};
  std::unique_ptr<LineChannel> channel(new LineChannel);
  channel->noise_ = Descriptor(memfd_create("ludex-tuner", MFD_CLOEXEC));
  channel->stop_ = stop;
  auto pid = spawn({.program = "/bin/sh",
                    .arguments = {"-c", "exec <&3 >&4 3<&- 4>&-\n" + go_to(folder) + command},
                    .output = channel->noise_.get(),
                    .descriptors = {there->read_end.get(), back->write_end.get()}});
  if (!pid) return Error{"cannot start the external tuner: " + pid.error()};
  channel->pid_ = *pid;
  channel->input_ = std::move(back->read_end);
  channel->output_ = std::move(there->write_end);
  return channel;
}

std::unique_ptr<LineChannel> LineChannel::standard(const std::uint32_t* stop) {
  signal(SIGPIPE, SIG_IGN);
  std::unique_ptr<LineChannel> channel(new LineChannel);
  channel->input_ = Descriptor(dup(STDIN_FILENO));
  channel->output_ = Descriptor(dup(STDOUT_FILENO));
  channel->stop_ = stop;
  return channel;
}

LineChannel::~LineChannel() {
  if (pid_ < 0) return;
  output_ = Descriptor();  // closes the other side's input
  constexpr int kPatience = 20;
  for (int i = 0; i < kPatience; ++i) {
    if (waitpid(pid_, nullptr, WNOHANG) != 0) return;
    usleep(50'000);
  }
  kill(-pid_, SIGKILL);
  await_end(pid_, nullptr);
}

Error LineChannel::gone() {
  std::string text = pid_ < 0 ? "the external tuner has closed the connection" : "the external tuner died";
  if (pid_ >= 0) {
    int status = 0;
    pid_t ended = 0;
    constexpr int kPatience = 40;  // the output ends shortly before the process
    for (int i = 0; i < kPatience && ended == 0; ++i) {
      ended = waitpid(pid_, &status, WNOHANG);
      if (ended == 0) usleep(50'000);
    }
    if (ended == pid_) {
      pid_ = -1;
      text = WIFSIGNALED(status)
                 ? fmt::format("the external tuner died of signal {} ({})", WTERMSIG(status),
                               strsignal(WTERMSIG(status)))
                 : fmt::format("the external tuner ended with exit code {}", WEXITSTATUS(status));
    } else {
      text = "the external tuner has closed its output";
    }
  }
  if (noise_.get() >= 0) {
    // The end of its error output.
    constexpr off_t kMost = 2000;
    const off_t size = lseek(noise_.get(), 0, SEEK_END);
    std::string noise(static_cast<std::size_t>(std::min(kMost, std::max<off_t>(0, size))), '\0');
    if (pread(noise_.get(), noise.data(), noise.size(), std::max<off_t>(0, size - kMost)) > 0)
      text += "; it said: " + noise.substr(0, noise.find_last_not_of('\n') + 1);
  }
  return {text};
}

Result<void> LineChannel::write(std::string line) {
  line += '\n';
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t n = ::write(output_.get(), line.data() + done, line.size() - done);
    if (n < 0 && errno == EINTR) {
      if (stop_requested(stop_)) return Error{std::string(kStopped)};
      continue;
    }
    if (n <= 0) return gone();
    done += static_cast<std::size_t>(n);
  }
  return {};
}

Result<std::string> LineChannel::read(std::int64_t timeout_ns) {
  const std::int64_t end = wall_clock_ns() + timeout_ns;
  while (true) {
    if (const auto newline = buffer_.find('\n'); newline != std::string::npos) {
      std::string line = buffer_.substr(0, newline);
      buffer_.erase(0, newline + 1);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (!line.empty()) return line;
      continue;
    }
    if (buffer_.size() > kLongestLine) return Error{"the external tuner wrote a line without an end"};
    if (stop_requested(stop_)) return Error{std::string(kStopped)};
    const std::int64_t left = end - wall_clock_ns();
    if (left <= 0)
      return Error{fmt::format("the external tuner did not answer within {:g} s (method.answer)",
                               static_cast<double>(timeout_ns) * 1e-9)};
    pollfd file{input_.get(), POLLIN, 0};
    constexpr std::int64_t kSlice = 100;
    const int ready = poll(&file, 1, static_cast<int>(std::min(kSlice, left / 1'000'000 + 1)));
    if (ready <= 0) continue;
    char part[4096];
    const ssize_t n = ::read(input_.get(), part, sizeof part);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return gone();
    buffer_.append(part, static_cast<std::size_t>(n));
  }
}

External::External(const Space& space, const TuneMethodSpec& spec, std::uint64_t seed, std::uint64_t trials,
                   std::unique_ptr<LineChannel> channel)
    : space_(space),
      answer_ns_(spec.answer_ns),
      channel_(std::move(channel)),
      recommendation_(space.fallback()) {
  Json parameters = Json::array();
  for (std::size_t i = 0; i < space.size(); ++i) {
    const TunedParameter& p = space.parameter(i);
    Json json{{"name", p.name}, {"type", to_text(p.kind)}, {"default", p.fallback}};
    if (p.kind == TuneKind::kCategory) {
      json["values"] = p.values;
    } else {
      json["range"] = {p.low, p.high};
      json["scale"] = p.log_scale ? "log" : "linear";
    }
    parameters.push_back(std::move(json));
  }
  hello_ = Json{{"hello", "ludex-tune/1"}, {"parameters", parameters}, {"trials", trials}, {"seed", seed}}
               .sorted_dump();
}

Result<void> External::say(std::string line) {
  if (!failure_.empty()) return Error{failure_};
  if (!hello_.empty()) {
    if (auto written = channel_->write(std::exchange(hello_, "")); !written) return written;
  }
  return channel_->write(std::move(line));
}

Result<Point> External::point_of(const std::string& line, const char* what) const {
  const auto nonsense = [&](const std::string& why) {
    return Error{
        fmt::format("the external tuner answered {} with nonsense: {}; it wrote: {}", what, why, cut(line))};
  };
  const auto parsed = Json::parse_if_valid(line);
  if (!parsed) return nonsense("no JSON");
  const Json& json = *parsed;
  if (!json.is_object() || !json.contains("params") || !json["params"].is_object())
    return nonsense("expected {\"params\": {NAME: VALUE, ...}}");
  const Json& params = json["params"];
  Point point;
  for (std::size_t i = 0; i < space_.size(); ++i) {
    const std::string& name = space_.parameter(i).name;
    if (!params.contains(name)) return nonsense(fmt::format("parameter '{}' is missing", name));
    const Json& value = params[name];
    const std::string text = value.is_string() ? value.get<std::string>() : value.sorted_dump();
    const auto x = space_.coordinate_of(i, text);
    if (!x) return nonsense(x.error());
    point.push_back(*x);
  }
  if (params.size() != space_.size()) {
    for (const auto& [name, value] : params.items()) {
      bool known = false;
      for (std::size_t i = 0; i < space_.size(); ++i) known = known || space_.parameter(i).name == name;
      if (!known) return nonsense(fmt::format("there is no parameter '{}'", name));
    }
  }
  if (!space_.feasible(point)) return nonsense("the constraints do not hold");
  return point;
}

Result<Trial> External::ask() {
  if (auto said = say(Json{{"ask", asked_}}.sorted_dump()); !said) return Error{said.error()};
  auto line = channel_->read(answer_ns_);
  if (!line) return Error{line.error()};
  auto point = point_of(*line, fmt::format("trial {}", asked_).c_str());
  if (!point) return Error{point.error()};
  ++asked_;
  return Trial{*std::move(point)};
}

Result<void> External::assume(const Trial& trial) {
  return say(Json{{"asked", asked_++}, {"params", to_json(space_.values(trial.point))}}.sorted_dump());
}

void External::learn(const Trial& trial, const Score& score) {
  const auto said = say(Json{
      {"tell", learned_++},
      {"params", to_json(space_.values(trial.point))},
      {"wins", score.wins},
      {"draws", score.draws},
      {"losses", score.losses},
      {"score",
       score.mean()}}.sorted_dump());
  if (!said && failure_.empty()) failure_ = said.error();
}

Result<void> External::finish() {
  if (auto said = say(Json{{"recommend", true}}.sorted_dump()); !said) return said;
  auto line = channel_->read(answer_ns_);
  if (!line) return Error{line.error()};
  auto point = point_of(*line, "the question for its recommendation");
  if (!point) return Error{point.error()};
  recommendation_ = *std::move(point);
  return {};
}

}  // namespace ludex::arena::tuning
