// DIR/run.json: under which circumstances a tournament was played. What the specification does not say and
// a reader of the results must know to repeat them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/log/chain.hpp"
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
  std::string node = {};      // its name in the network
  std::string governor = {};  // of CPU frequency, where the kernel tells: "performance", "powersave" ...
  bool operator==(const Machine&) const = default;
};

// One of several machines that play a tournament together.
struct RunNode {
  Machine machine;
  std::uint32_t ranks = 1;       // processes that play there
  std::uint32_t slots = 0;       // games at once, of all of them
  double load = 0;               // of the last minute, when the run began
  double reference_seconds = 0;  // reference_work() in every slot at once, the slowest; 0: not measured
  std::uint64_t games = 0;       // played there
  // Which: first and count of neighbours in the schedule, ascending.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges = {};
  bool operator==(const RunNode&) const = default;
};

// One stretch of a tournament under the same circumstances; a resumed tournament may have several.
struct RunStretch {
  std::vector<std::string> started;  // UTC, one for each `ludex run`, "2026-01-31T12:00:00Z"
  std::string version;               // of ludex
  std::string build;
  Commit commit = {};
  std::string mode;
  std::vector<std::string> isolation = {};  // what the kernel enforced on workers: "seccomp", "Landlock 7"
  std::uint32_t concurrency = 0;
  Machine machine;
  std::vector<PluginInfoLine> plugins;  // those of the specification
  // What agents and games read by their parameters, and the SHA-256 of each.
  std::vector<std::pair<std::string, std::string>> files = {};
  std::string spec_hash = {};       // of the specification: another one if the tournament has grown
  std::uint64_t total = 0;          // games of its schedule
  std::uint64_t games_before = 0;   // in the log when it began
  std::uint64_t games_played = 0;   // added to the log
  double load = 0;                  // of the last minute, when it began
  double reference_seconds = 0;     // as RunNode's; 0: not measured
  std::vector<RunNode> nodes = {};  // where it was played, if on several machines
};

// Plug-ins and files that are others now than in `before`, as "agent uct (SHA-256 ... then, ... now)"; those
// that were not there before are none of them.
[[nodiscard]] std::vector<std::string> changed_since(const RunStretch& before, const RunStretch& now);

struct RunInfo {
  std::string name;
  std::uint64_t seed = 0;
  std::string spec_hash;
  std::uint64_t total = 0;  // games of the schedule
  bool finished = false;    // the last run came to its end
  std::string part = {};    // "3/200", if it is one part of a tournament
  std::uint64_t whole = 0;  // of which this is the number of games
  // Calls of agents waited for beyond their time, because the machine was too busy.
  std::uint64_t starved = 0;
  // How far the log had come when this was written; nothing from older versions.
  std::optional<LogHead> log = std::nullopt;
  std::vector<std::string> warnings = {};  // what a reader of the results should know
  std::vector<RunStretch> stretches;
};

// The machine and the executable this is called on.
[[nodiscard]] Machine this_machine();
[[nodiscard]] std::string this_build();
// Processes that want to run, mean of the last minute; 0 if the kernel does not tell.
[[nodiscard]] double load_of_this_machine();
[[nodiscard]] std::string utc_now();

// Appends a stretch, or its start to the last one if nothing else has changed. What the last one played is
// known now, even if it was killed.
void add_stretch(RunInfo& info, RunStretch stretch);

// Adds what a part was played under, whose log begins with game number `first` of the whole: the machine to
// the nodes of a stretch that is the same but for machines, if there is one.
void merge_stretch(RunInfo& info, const RunStretch& stretch, std::uint64_t first);

// Adds game number `index` to `ranges`, quickly if it follows the last one.
void add_to_ranges(std::vector<std::pair<std::uint64_t, std::uint64_t>>& ranges, std::uint64_t index);
// In ascending order, neighbours joined.
void tidy_ranges(std::vector<std::pair<std::uint64_t, std::uint64_t>>& ranges);

// The warning that budgets in time mean different searches on different nodes: where the reference work takes
// more than 10 % longer on one than on another; "" if it does not.
[[nodiscard]] std::string unequal_nodes(const std::vector<RunNode>& nodes);

[[nodiscard]] std::string to_json(const RunInfo& info);
[[nodiscard]] Result<RunInfo> run_info_from_json(std::string_view text);

// Replaces DIR/run.json as a whole: a reader, or a crash, finds the old one or the new one. It gets the
// digests of the specification beside it, and, as its last field, the last link of the log's chain of
// digests: `chain`, the SHA-256 of the chain of the last record that it speaks of and of its own bytes before
// that field.
Result<void> write_run_info(const RunInfo& info, const std::string& folder);
// An error if there is none, or it is none.
[[nodiscard]] Result<RunInfo> read_run_info(const std::string& folder);
// What run.json beside a log `games.jsonl` says of it, if it does.
[[nodiscard]] std::optional<LogHead> known_head(const std::string& log);

// What stands beside a log, and whether it is as it was written with it.
struct FolderCheck {
  LogCompany company;
  std::optional<RunInfo> run;  // run.json, if it can be read
  bool covered = false;  // run.json has digests of itself and of the specification, as older versions had not

  // In words: "as written", "not covered by digests: ...".
  [[nodiscard]] std::string text() const;
};
[[nodiscard]] FolderCheck check_folder(const std::string& folder);
// The same for a log by its name: of one that is not called as a tournament's log is, nothing is known.
[[nodiscard]] LogCompany company_of(const std::string& log);

}  // namespace ludex::arena
