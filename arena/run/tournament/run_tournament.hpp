// A tournament from its first game to its log.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "arena/base/files/folder_lock.hpp"
#include "arena/host/plugins/registry.hpp"
#include "arena/model/spec.hpp"
#include "arena/results/log/run_info.hpp"
#include "arena/run/config/growth.hpp"
#include "arena/run/match/ledger.hpp"
#include "arena/run/match/progress.hpp"
#include "arena/run/match/tournament_context.hpp"
#include "arena/run/parts/part.hpp"
#include "arena/run/schedule/prepared.hpp"
#include "arena/run/schedule/schedule.hpp"
#include "arena/run/transport/ranks.hpp"

namespace ludex::arena::run {

// Makes the schedule of a specification that may have grown from earlier ones.
using ScheduleMaker = std::function<std::unique_ptr<Schedule>(const TournamentSpec& spec,
                                                              std::span<const TournamentSpec> earlier)>;

struct RunPlan {
  ScheduleMaker make;
  bool resume = false;
  bool accept_changed = false;  // plug-ins and files may differ from those of earlier games
  Progress::Style progress = Progress::Style::kSilent;
  std::optional<Part> part = std::nullopt;
  std::uint64_t whole_games = 0;        // of a part
  Ranks* ranks = nullptr;               // plays the games; null: this machine does
  const std::uint32_t* stop = nullptr;  // non-zero: no more games; may be null
};

class TournamentRun;

// Receives what a user wants to know during a run. Called by the thread of the run.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  virtual void warn(const std::string& message) = 0;
  // The log is open; no game has been played yet.
  virtual void begins(const TournamentRun& /*run*/) {}
};

// One run, in steps that must be called in this order. Not thread-safe. `tournament` and `registry`
// must outlive it.
class TournamentRun {
 public:
  TournamentRun(const PreparedTournament& tournament, host::Registry& registry, RunPlan plan,
                std::unique_ptr<RunObserver> observer);

  // Makes and locks the output folder. Throws Failure.
  void take_folder();
  // Reads the log of an earlier run, and refuses it if it is that of another tournament or if the plug-ins
  // have changed since. Writes nothing, so that a dry run begins here. Throws Failure.
  void read_ledger();
  // Opens the log, keeps the specification, and writes run.json. Throws Failure.
  void open_log();
  // Plays until the last game or until it is stopped. An error is the machine's; the log stays valid.
  [[nodiscard]] Result<void> play();
  // Writes run.json, and compresses the log if the specification asks for it. False, after a warning, if
  // that failed.
  [[nodiscard]] bool conclude();

  [[nodiscard]] const TournamentSpec& spec() const noexcept { return spec_; }
  [[nodiscard]] const RunPlan& plan() const noexcept { return plan_; }
  [[nodiscard]] Ledger& ledger() const noexcept { return *ledger_; }
  // Games played before this run.
  [[nodiscard]] std::uint64_t games_before() const noexcept { return games_before_; }
  // Description of the growth since the earlier specification; "" if there is none.
  [[nodiscard]] std::string growth() const;
  // The schedule's games that the earlier specification did not have.
  [[nodiscard]] std::uint64_t new_games() const;

 private:
  void refuse_changed();
  void begin_run_info(double reference_seconds);

  const PreparedTournament& tournament_;
  const TournamentSpec& spec_;
  host::Registry& registry_;
  RunPlan plan_;
  std::unique_ptr<RunObserver> observer_;
  std::optional<FolderLock> lock_;
  Stages stages_;
  std::unique_ptr<Ledger> ledger_;
  std::uint64_t games_before_ = 0;
  std::uint64_t total_before_ = 0;  // of the earlier specification
  TournamentSpec spec_here_;        // with budgets scaled to this machine; the context's
  std::unique_ptr<TournamentContext> context_;
  log::RunInfo info_;
};

// Identifies this process to others that wait for its lock: node, process, Slurm job, start.
[[nodiscard]] std::string this_process_text();

}  // namespace ludex::arena::run
