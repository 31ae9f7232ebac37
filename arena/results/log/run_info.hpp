// DIR/run.json records the circumstances of a tournament that its specification does not state and that are
// needed to repeat the results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/results/log/chain.hpp"
#include "arena/results/log/commit.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::log {

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
  std::uint32_t cores = 0;  // available to this process
  std::uint64_t memory_mib = 0;
  std::string node = {};      // host name
  std::string governor = {};  // of CPU frequency, if the kernel reports it: "performance", "powersave" ...
  bool operator==(const Machine&) const = default;
};

// One of several machines that play a tournament together.
struct RunNode {
  Machine machine;
  std::uint32_t ranks = 1;       // processes on the node
  std::uint32_t slots = 0;       // concurrent games of all its ranks
  double load = 0;               // one-minute average at the start of the run
  double reference_seconds = 0;  // of reference_work() in every slot at once, the slowest; 0: not measured
  std::uint64_t games = 0;       // played there
  // First index and count of consecutive games, ascending.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges = {};
  bool operator==(const RunNode&) const = default;
};

// Part of a tournament played under the same circumstances; a resumed tournament may have several.
struct RunSegment {
  std::vector<std::string> started;  // UTC, one per `ludex run`, "2026-01-31T12:00:00Z"
  std::string version;               // of ludex
  std::string build;
  Commit commit = {};
  std::string mode;
  std::vector<std::string> isolation = {};  // enforced by the kernel on workers: "seccomp", "Landlock 7"
  std::uint32_t concurrency = 0;
  Machine machine;
  std::vector<PluginInfoLine> plugins;  // those of the specification
  // Files that agents and games read because of their parameters, with their SHA-256.
  std::vector<std::pair<std::string, std::string>> files = {};
  std::string spec_hash = {};       // differs if the tournament has grown
  std::uint64_t total = 0;          // games of its schedule
  std::uint64_t games_before = 0;   // in the log at its start
  std::uint64_t games_played = 0;   // added to the log
  double load = 0;                  // one-minute average at its start
  double reference_seconds = 0;     // as RunNode's; 0: not measured
  std::vector<RunNode> nodes = {};  // if played on several machines
};

// Plug-ins and files that differ from those in `before`, as "agent uct (SHA-256 ... then, ... now)"; ignores
// new ones.
[[nodiscard]] std::vector<std::string> changed_since(const RunSegment& before, const RunSegment& now);

struct RunInfo {
  std::string name;
  std::uint64_t seed = 0;
  std::string spec_hash;
  std::uint64_t total = 0;  // games of the schedule
  bool finished = false;    // the last run was completed
  std::string part = {};    // "3/200" if it is one part of a tournament
  std::uint64_t whole = 0;  // number of games of the whole tournament
  // Number of agents' calls that the host waited for beyond their time, because the machine was busy.
  std::uint64_t starved = 0;
  // The log's end when this was written; absent in older versions.
  std::optional<LogHead> log = std::nullopt;
  std::vector<std::string> warnings = {};  // notes for readers of the results
  std::vector<RunSegment> segments;
};

// Describes the machine and the executable of this process.
[[nodiscard]] Machine this_machine();
[[nodiscard]] std::string this_build();
// Number of runnable processes, one-minute average; 0 if the kernel does not report it.
[[nodiscard]] double load_of_this_machine();
[[nodiscard]] std::string utc_now();

// Appends a segment, or adds its start to the last one if nothing else differs. The games of the last segment
// are counted now, even if its run was killed.
void add_segment(RunInfo& info, RunSegment segment);

// Adds the circumstances of a part whose log begins with game number `first` of the whole. Its machine joins
// the nodes of a segment that differs in machines only, if there is one.
void merge_segment(RunInfo& info, const RunSegment& segment, std::uint64_t first);

// Adds game number `index` to `ranges`; fast if it follows the last one.
void add_to_ranges(std::vector<std::pair<std::uint64_t, std::uint64_t>>& ranges, std::uint64_t index);
// Sorts the ranges and joins adjacent ones.
void tidy_ranges(std::vector<std::pair<std::uint64_t, std::uint64_t>>& ranges);

// Warns that time budgets allow different amounts of search on different nodes, if the reference work takes
// more than 10 % longer on one than on another; else "".
[[nodiscard]] std::string unequal_nodes(const std::vector<RunNode>& nodes);

[[nodiscard]] std::string to_json(const RunInfo& info);
[[nodiscard]] Result<RunInfo> run_info_from_json(std::string_view text);

// Replaces DIR/run.json atomically: a reader, or a crash, finds the old or the new file. Adds digests of the
// specification beside it and, as the last field, the last link of the log's chain, `chain`: the SHA-256 of
// the last record's chain and of the file's own bytes before that field.
Result<void> write_run_info(const RunInfo& info, const std::string& folder);
// An error if the file is missing or invalid.
[[nodiscard]] Result<RunInfo> read_run_info(const std::string& folder);
// The end of the log `games.jsonl` according to run.json beside it, if there is one.
[[nodiscard]] std::optional<LogHead> known_head(const std::string& log);

// Result of checking the files beside a log.
struct FolderCheck {
  LogCompany company;
  std::optional<RunInfo> run;  // run.json, if it can be read

  // The result in words.
  [[nodiscard]] std::string text() const;
};
[[nodiscard]] FolderCheck check_folder(const std::string& folder);
// Likewise for a log by its name; empty for a file that is not named as a tournament's log.
[[nodiscard]] LogCompany company_of(const std::string& log);

}  // namespace ludex::arena::log
