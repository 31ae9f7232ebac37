// A short-lived child process of the ludex executable that does what might end the process: loading plug-ins,
// making agents.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/result.hpp"

namespace ludex::arena {

// Where the child writes its answer.
inline constexpr int kAnswerDescriptor = 3;
// Where it finds memory that it shares with the host, if it was given any.
inline constexpr int kSharedDescriptor = 4;

struct ChildEnd {
  bool in_time = false;  // else it was killed
  bool starved = false;  // killed, but for want of CPU time: no word about the child
  int status = 0;        // of waitpid
  std::string answer;    // at most 1 MiB
  std::string noise;     // what it printed, at most about 4 KiB
};

struct ChildOptions {
  int shared = -1;     // a descriptor that becomes the child's kSharedDescriptor
  bool apart = false;  // as ChildStart::apart
  // For a child that says what it does next, a line each: how long that may take. Nothing: what the last line
  // may.
  std::function<std::optional<std::int64_t>(std::string_view line)> step = {};
};

// Runs `program` with the arguments in a process group of its own and waits for its end; what is left of the
// group is then killed. The limit is on the child's own time (core/util/own_time.hpp). The error says why it
// could not be started.
[[nodiscard]] Result<ChildEnd> run_child(const std::filesystem::path& program,
                                         const std::vector<std::string>& arguments,
                                         std::int64_t time_limit_ns, const ChildOptions& options = {});

}  // namespace ludex::arena
