#include "arena/host/probe.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/host/library.hpp"
#include "core/util/clock.hpp"

extern char** environ;

namespace ludex::arena {
namespace {

using Json = nlohmann::json;
constexpr int kAnswerFd = 3;
constexpr std::size_t kMaxAnswer = 1 << 20;
constexpr std::size_t kMaxNoise = 4096;

Json to_json(const PluginRecord& record) {
  return {{"accepted", record.accepted},
          {"refusal", record.refusal},
          {"kind", static_cast<std::uint32_t>(record.kind)},
          {"id", record.id},
          {"version", record.version},
          {"summary", record.summary},
          {"licence", record.licence},
          {"build", record.build}};
}

PluginRecord from_json(const Json& json, const std::filesystem::path& file) {
  PluginRecord record;
  record.file = file;
  record.accepted = json.at("accepted");
  record.refusal = json.at("refusal");
  record.kind = static_cast<PluginKind>(json.at("kind").get<std::uint32_t>());
  record.id = json.at("id");
  record.version = json.at("version");
  record.summary = json.at("summary");
  record.licence = json.at("licence");
  record.build = json.at("build");
  return record;
}

bool valid_id(std::string_view id) {
  return !id.empty() && id.size() <= 64 &&
         id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

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

// Reads both pipes until both are closed or the time is over; false on time-out.
bool collect(Pipe& answer, Pipe& noise, std::string& answer_text, std::string& noise_text,
             std::int64_t time_limit_ns) {
  const std::int64_t deadline = wall_clock_ns() + time_limit_ns;
  std::array<pollfd, 2> fds{{{answer.read_end(), POLLIN, 0}, {noise.read_end(), POLLIN, 0}}};
  const std::array<std::string*, 2> texts{&answer_text, &noise_text};
  const std::array<std::size_t, 2> limits{kMaxAnswer, kMaxNoise};
  while (fds[0].fd >= 0 || fds[1].fd >= 0) {
    const std::int64_t left = (deadline - wall_clock_ns()) / 1'000'000;
    if (left <= 0) return false;
    if (poll(fds.data(), fds.size(), static_cast<int>(left)) < 0 && errno != EINTR) return false;
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
  return true;
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

}  // namespace

int probe_in_this_process(const std::filesystem::path& file) {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  PluginRecord record;
  if (const auto library = Library::load(file); !library) {
    record.refusal = library.error();
  } else {
    const PluginEntry& entry = (*library)->entry();
    record.kind = entry.kind;
    record.id = entry.id;
    record.version = entry.version;
    record.summary = entry.summary;
    record.licence = entry.licence;
    record.build = entry.build;
    record.accepted = valid_id(record.id);
    if (!record.accepted) {
      record.refusal = fmt::format("id '{}' is not made of lower-case letters, digits and '-'", record.id);
    } else if (const auto defaults = ParamValues::resolve((*library)->parameters(), {}); !defaults) {
      record.accepted = false;
      record.refusal = defaults.error();
    }
  }
  const std::string text = to_json(record).dump(-1, ' ', false, Json::error_handler_t::replace);
  const bool written = write(kAnswerFd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  // Destructors of a stranger's library are not worth the risk.
  _exit(written ? 0 : 1);
}

PluginRecord probe(const std::filesystem::path& file, const std::filesystem::path& prober,
                   std::int64_t time_limit_ns) {
  PluginRecord record;
  record.file = file;
  Pipe answer;
  Pipe noise;
  if (!answer.open() || !noise.open()) {
    record.refusal = fmt::format("cannot be probed: {}", std::strerror(errno));
    return record;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, noise.write_end(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, noise.write_end(), STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, answer.write_end(), kAnswerFd);
  std::string program = prober.string();
  std::string flag = "--probe-plugin";
  std::string target = file.string();
  std::array<char*, 4> arguments{program.data(), flag.data(), target.data(), nullptr};
  pid_t child = -1;
  const int failure = posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  answer.close_write();
  noise.close_write();
  if (failure != 0) {
    record.refusal = fmt::format("cannot be probed: {}: {}", program, std::strerror(failure));
    return record;
  }

  std::string answer_text;
  std::string noise_text;
  const bool in_time = collect(answer, noise, answer_text, noise_text, time_limit_ns);
  if (!in_time) kill(child, SIGKILL);
  int state = 0;
  while (waitpid(child, &state, 0) < 0 && errno == EINTR) {
  }
  const std::string said = noise_text.empty() ? "" : fmt::format("; it said: {}", first_line(noise_text));
  if (!in_time) {
    record.refusal = fmt::format("did not finish loading within {:g} s{}",
                                 static_cast<double>(time_limit_ns) * 1e-9, said);
  } else if (WIFSIGNALED(state)) {
    record.refusal = fmt::format("died while loading: signal {} ({}){}", WTERMSIG(state),
                                 strsignal(WTERMSIG(state)), said);
  } else if (WEXITSTATUS(state) != 0) {
    record.refusal = fmt::format("ended the process while loading: exit code {}{}", WEXITSTATUS(state), said);
  } else {
    try {
      return from_json(Json::parse(answer_text), file);
    } catch (const std::exception&) {
      record.refusal = fmt::format("gave no answer while loading{}", said);
    }
  }
  return record;
}

struct ProbeCache::Content {
  Json entries = Json::object();
  bool changed = false;
};

namespace {

std::optional<std::filesystem::path> user_cache_file() {
  const char* base = std::getenv("XDG_CACHE_HOME");
  if (base != nullptr && *base != '\0') return std::filesystem::path(base) / "ludex" / "probes.json";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0')
    return std::filesystem::path(home) / ".cache" / "ludex" / "probes.json";
  return std::nullopt;
}

// What must stay the same for a cached answer to be valid; empty if the file cannot be examined.
std::string stamp(const std::filesystem::path& file) {
  struct stat info {};
  if (stat(file.c_str(), &info) != 0) return "";
  return fmt::format("{}.{:09}/{}/{}", info.st_mtim.tv_sec, info.st_mtim.tv_nsec, info.st_size, info.st_ino);
}

}  // namespace

ProbeCache::ProbeCache(const std::filesystem::path& prober)
    : prober_(prober), cache_file_(user_cache_file()), content_(std::make_unique<Content>()) {
  if (!cache_file_) return;
  std::ifstream in(*cache_file_);
  const Json json = Json::parse(in, nullptr, false);
  if (json.is_object() && json.value("prober", "") == stamp(prober_) && json.contains("plugins") &&
      json["plugins"].is_object()) {
    content_->entries = json["plugins"];
  }
}

ProbeCache::~ProbeCache() {
  if (!content_->changed || !cache_file_) return;
  try {
    std::filesystem::create_directories(cache_file_->parent_path());
    const auto temporary = cache_file_->string() + fmt::format(".{}", getpid());
    {
      std::ofstream out(temporary);
      out << Json{{"prober", stamp(prober_)}, {"plugins", content_->entries}}.dump();
      if (!out.flush()) {
        std::filesystem::remove(temporary);
        return;
      }
    }
    std::filesystem::rename(temporary, *cache_file_);
  } catch (const std::exception&) {  // a cache is a convenience
  }
}

PluginRecord ProbeCache::get(const std::filesystem::path& file) {
  const std::string now = stamp(file);
  const std::string key = file.string();
  if (!now.empty() && content_->entries.contains(key)) {
    try {
      const Json& entry = content_->entries.at(key);
      if (entry.at("stamp") == now) return from_json(entry.at("record"), file);
    } catch (const std::exception&) {  // malformed: probe again
    }
  }
  PluginRecord record = probe(file, prober_);
  if (!now.empty()) {
    content_->entries[key] = {{"stamp", now}, {"record", to_json(record)}};
    content_->changed = true;
  }
  return record;
}

}  // namespace ludex::arena
