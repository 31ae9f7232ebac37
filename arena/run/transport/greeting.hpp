// Messages of ranks before the first game: they check that all run the same program with the same plug-ins
// and see the same files, and describe their machines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/model/spec.hpp"
#include "arena/results/log/run_info.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

// The host's message.
struct Greeting {
  std::string version;
  std::string build;
  log::Commit commit;
  std::vector<log::PluginInfoLine> plugins;
  std::string spec;       // write_spec()
  std::string spec_hash;  // hash_text()
  // Files that agents and games read by their parameters, and their SHA-256. Digests of opening files are in
  // the specification.
  std::vector<std::pair<std::string, std::string>> files;
  std::string token;    // a file in the output folder, which every rank must see
  double unix_seconds;  // time of sending
};
[[nodiscard]] std::string to_json(const Greeting& greeting);
[[nodiscard]] Result<Greeting> greeting_from_json(std::string_view text);

// A rank's message.
struct Answer {
  log::Machine machine;
  std::uint32_t cores_online = 0;  // of the node, including those that this process may not use
  double load = 0;
  double unix_seconds = 0;
  std::vector<std::string> problems;  // with node, file and expected value; empty: the rank can play
};
[[nodiscard]] std::string to_json(const Answer& answer);
[[nodiscard]] Result<Answer> answer_from_json(std::string_view text);

// Differences between this process and the host: version, build, plug-ins, files. `here` is describe_run() of
// the same specification, as far as it could be read.
[[nodiscard]] std::vector<std::string> compare(const Greeting& host, const log::RunSegment& here);

// Limit in seconds on the difference of clocks; beyond it, times in run.json would be meaningless.
inline constexpr double kMostClockDifference = 60;

}  // namespace ludex::arena::run
