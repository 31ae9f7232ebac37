// The order of a tournament's games, even if later games depend on earlier results.
#pragma once

#include <cstdint>
#include <string>

#include "arena/model/game_record.hpp"
#include "arena/results/log/play_hash.hpp"
#include "arena/run/schedule/scheduler.hpp"

namespace ludex::arena::run {

// A schedule is a deterministic function of the specification and of the committed results, which arrive in
// exactly the order in which the tasks were handed out. So a specification has one order of games, at any
// concurrency and after any interruptions. Not thread-safe.
class Schedule {
 public:
  enum class Next {
    kTask,    // `task` is the next game
    kWait,    // the next game depends on results not yet committed
    kDone,    // no more games
    kFailed,  // it cannot continue: failure() gives the reason
  };

  virtual ~Schedule() = default;

  [[nodiscard]] virtual Next next(GameTask& task) = 0;
  // Commits the record of the oldest task that was handed out and not yet committed. `record` may lack the
  // moves; `play` is their hash.
  virtual void commit(const GameTask& task, const GameRecord& record, const log::PlayHash& play) = 0;
  // Likewise if the log of an earlier run already has the game's record.
  [[nodiscard]] virtual Next replay(GameTask& task, const GameRecord& /*record*/) { return next(task); }
  [[nodiscard]] virtual std::string failure() const { return ""; }
  // Whether the last commit ended the tournament early: games handed out and not yet committed are discarded.
  [[nodiscard]] virtual bool decided() const noexcept { return false; }
  // Number of games of the tournament as far as known; at least the number handed out.
  [[nodiscard]] virtual std::uint64_t total() const noexcept = 0;
  // The format's own results so far, as readable lines: a Swiss table, a bracket, the state of a test. Empty
  // for formats whose standings suffice.
  [[nodiscard]] virtual std::string summary() const { return ""; }
  // A short summary for the progress line.
  [[nodiscard]] virtual std::string status() const { return ""; }
};

}  // namespace ludex::arena::run
