// An engine: an external program that communicates in lines. Starts, watches and ends it; whatever the engine
// does, the caller gets a line, a timeout or an EngineFault, and memory and time stay bounded.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <sys/types.h>
#include <unistd.h>

#include "core/agent/ending.hpp"
#include "core/system/own_time.hpp"

namespace ludex::agents::bridges {

// An engine's fault, in words: becomes the agent's fault in the game record.
class EngineFault : public AgentEnded {
 public:
  explicit EngineFault(const std::string& what, AgentEnd end = AgentEnd::kFailed) : AgentEnded(end, what) {}
};

// Command to start an engine.
struct Command {
  std::string program;  // a path, or a name to search for in PATH
  std::vector<std::string> arguments;
  std::string folder;                    // working folder; "": this process's own
  std::vector<std::string> environment;  // NAME=VALUE, in addition to this process's own
};

// The dialogue with an engine, its first and last dozens of KiB: "> " to the engine, "< " from it, "! " its
// standard error.
class Transcript {
 public:
  void add(char direction, std::string_view line);
  void clear() {
    head_.clear();
    tail_.clear();
  }
  [[nodiscard]] std::string text() const;

 private:
  static constexpr std::size_t kKept = 32 * 1024;
  static constexpr std::size_t kMaxShown = 4096;
  std::string head_;
  std::string tail_;
};

// Used by one thread at a time, which may change.
class Engine {
 public:
  enum class Event { kLine, kTimeout, kStopped };

  // Starts the program in a process group of its own. Throws EngineFault. `transcript` outlives the engine.
  Engine(const Command& command, Transcript& transcript);
  // Kills the engine and its descendants.
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Sends lines, each ended by '\n'. Throws if the engine does not read for `timeout_ns`.
  void send(std::string_view lines, std::int64_t timeout_ns);
  // Reads the next line, without its end (LF or CR LF), into `line`, valid until the next call; or returns
  // why there is none: `deadline_ns` on wall_clock_ns() has passed, or *stop (may be null) has become
  // non-zero. Waits in the run queue since the last send(), of the engine or of this process, extend the
  // deadline (core/system/own_time.hpp). Throws EngineFault when the engine has ended and all its lines are
  // read, or floods.
  [[nodiscard]] Event read_line(std::int64_t deadline_ns, const std::uint32_t* stop, std::string_view& line);
  // Restarts the count of output: the limit applies to one answer.
  void new_exchange() noexcept { received_ = 0; }

  // CPU time the engine and its descendants have used so far.
  [[nodiscard]] std::int64_t cpu_ns();
  // The beginning of an unfinished line, for messages; "" if there is none.
  [[nodiscard]] std::string unfinished_line() const;
  // True if it has written to its standard output since its start.
  [[nodiscard]] bool has_spoken() const noexcept { return spoken_; }
  // "; 12 MiB of output meanwhile" if it wrote a MiB or more since new_exchange().
  [[nodiscard]] std::string flood() const;
  // "; standard error ends with ..." or "".
  [[nodiscard]] std::string last_words() const;
  // Waits at most `ns` for it to end by itself; true if it has.
  bool ends_within(std::int64_t ns);
  // The fault that it ended. Precondition: it has ended, or has closed its output.
  [[nodiscard]] EngineFault ending();

 private:
  void keep(const Command& command);
  void start_child(const Command& command);
  bool over(std::int64_t deadline_ns, std::int64_t now_ns);
  bool wait_for_input(std::int64_t deadline_ns, bool for_room);
  void receive();
  void receive_noise();
  bool reap(bool block);

  Transcript& transcript_;
  std::string name_;

  // Written by the keeper thread before it reports, read afterwards.
  pid_t pid_ = -1;
  int to_ = -1;
  int to_other_end_ = -1;  // kept open, so that writing to a dead engine raises no signal
  int from_ = -1;
  int noise_ = -1;
  std::string start_error_;

  // The kernel kills the engine when the thread that started it ends (PR_SET_PDEATHSIG), which needs no
  // permission to send signals. The keeper is that thread and does nothing else.
  std::mutex mutex_;
  std::condition_variable changed_;
  bool started_ = false;
  bool release_ = false;
  std::thread keeper_;

  bool reaped_ = false;
  int status_ = 0;
  bool ended_ = false;   // the engine's output is at its end
  bool spoken_ = false;  // it has written to its standard output
  std::string input_;
  std::size_t consumed_ = 0;
  std::uint64_t received_ = 0;
  std::int64_t sent_ns_ = 0;    // start of the last send()
  std::optional<OwnTime> own_;  // since then; set by the first look
  std::int64_t next_look_ns_ = OwnTime::kFirstLook;
  ProcessTree tree_{getpid()};
  ProcessTree own_tree_{0};  // the engine's
  std::string noise_tail_;
  std::string noise_line_;
};

}  // namespace ludex::agents::bridges
