// A short-lived child process of the ludex executable that does what might end the process: loading plug-ins,
// making agents.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
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

// Runs `program` with the arguments and waits for its end. The limit is on the child's own time
// (core/util/own_time.hpp). The error says why it could not be started.
// `shared`: a descriptor that becomes the child's kSharedDescriptor, or -1.
[[nodiscard]] Result<ChildEnd> run_child(const std::filesystem::path& program,
                                         const std::vector<std::string>& arguments,
                                         std::int64_t time_limit_ns, int shared = -1);

}  // namespace ludex::arena
