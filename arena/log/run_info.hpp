// DIR/run.json: under which circumstances a tournament was played. What the specification does not say and
// a reader of the results must know to repeat them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arena/log/commit.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

struct PluginInfoLine {
  std::string kind;  // "game" or "agent"
  std::string id;
  std::string version;
  std::string build;   // compiler and flags
  std::string sha256;  // of the file
  bool operator==(const PluginInfoLine&) const = default;
};

struct Machine {
  std::string cpu;  // model
  std::string kernel;
  std::uint32_t cores = 0;  // that this process may use
  std::uint64_t memory_mib = 0;
  bool operator==(const Machine&) const = default;
};

// One stretch of a tournament under the same circumstances; a resumed tournament may have several.
struct RunStretch {
  std::vector<std::string> started;  // UTC, one for each `ludex run`, "2026-01-31T12:00:00Z"
  std::string version;               // of ludex
  std::string build;
  Commit commit = {};
  std::string mode;
  std::uint32_t concurrency = 0;
  Machine machine;
  std::vector<PluginInfoLine> plugins;  // those of the specification
  std::string spec_hash = {};           // of the specification: another one if the tournament has grown
  std::uint64_t total = 0;              // games of its schedule
  std::uint64_t games_before = 0;       // in the log when it began
  std::uint64_t games_played = 0;       // added to the log
};

struct RunInfo {
  std::string name;
  std::uint64_t seed = 0;
  std::string spec_hash;
  std::uint64_t total = 0;  // games of the schedule
  bool finished = false;    // the last run came to its end
  // Calls of agents waited for beyond their time, because the machine was too busy.
  std::uint64_t starved = 0;
  std::vector<RunStretch> stretches;
};

// The machine and the executable this is called on.
[[nodiscard]] Machine this_machine();
[[nodiscard]] std::string this_build();
[[nodiscard]] std::string utc_now();

// Appends a stretch, or its start to the last one if nothing else has changed. What the last one played is
// known now, even if it was killed.
void add_stretch(RunInfo& info, RunStretch stretch);

[[nodiscard]] std::string to_json(const RunInfo& info);
[[nodiscard]] Result<RunInfo> run_info_from_json(std::string_view text);

// Replaces DIR/run.json as a whole: a reader, or a crash, finds the old one or the new one.
Result<void> write_run_info(const RunInfo& info, const std::string& folder);
// An error if there is none.
[[nodiscard]] Result<RunInfo> read_run_info(const std::string& folder);

}  // namespace ludex::arena
