// Runs a short-lived child process of the ludex executable for work that might end the process: loading
// plug-ins, making agents.
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

// The descriptor to which the child writes its answer.
inline constexpr int kAnswerDescriptor = 3;
// The descriptor of memory shared with the host, if any.
inline constexpr int kSharedDescriptor = 4;

struct ChildEnd {
  bool in_time = false;  // else it was killed
  bool starved = false;  // killed for lack of CPU time, which is not the child's fault
  int status = 0;        // of waitpid
  std::string answer;    // at most 1 MiB
  std::string noise;     // its output, at most about 4 KiB
};

struct ChildOptions {
  int shared = -1;     // a descriptor that becomes the child's kSharedDescriptor
  bool apart = false;  // as ChildStart::apart
  // For a child that announces each step by a line: returns the time limit in ns of the step, or no value to
  // keep the previous limit.
  std::function<std::optional<std::int64_t>(std::string_view line)> step = {};
};

// Runs `program` in a process group of its own, waits for its end, and kills the rest of the group. The limit
// applies to the child's own time (core/system/own_time.hpp). An error says why it did not start.
[[nodiscard]] Result<ChildEnd> run_child(const std::filesystem::path& program,
                                         const std::vector<std::string>& arguments,
                                         std::int64_t time_limit_ns, const ChildOptions& options = {});

}  // namespace ludex::arena
