// What ranks tell each other before the first game: whether they are the same program with the same plug-ins
// and see the same files, and what machines they are on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/log/run_info.hpp"
#include "arena/model/spec.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// The host's.
struct Greeting {
  std::string version;
  std::string build;
  Commit commit;
  std::vector<PluginInfoLine> plugins;
  std::string spec;       // write_spec()
  std::string spec_hash;  // hash_text()
  // Files that agents and games read by their parameters, and their SHA-256. Opening files have theirs in the
  // specification.
  std::vector<std::pair<std::string, std::string>> files;
  std::string token;    // a file in the output folder, which every rank must see
  double unix_seconds;  // when it was sent
};
[[nodiscard]] std::string to_json(const Greeting& greeting);
[[nodiscard]] Result<Greeting> greeting_from_json(std::string_view text);

// A rank's.
struct Answer {
  Machine machine;
  std::uint32_t cores_online = 0;  // of the node, whether this process may use them or not
  double load = 0;
  double unix_seconds = 0;
  std::vector<std::string> problems;  // with node, file and what is expected; empty: it can play
};
[[nodiscard]] std::string to_json(const Answer& answer);
[[nodiscard]] Result<Answer> answer_from_json(std::string_view text);

// In what this process differs from the host: version, build, plug-ins, files. `here` is describe_run() of
// the same specification, as far as it could be read.
[[nodiscard]] std::vector<std::string> compare(const Greeting& host, const RunStretch& here);

// Clocks that differ by more than this many seconds are refused: times in run.json would make no sense.
inline constexpr double kMostClockDifference = 60;

}  // namespace ludex::arena
