// The order of a tournament's games, also where later games depend on earlier results.
#pragma once

#include <cstdint>
#include <string>

#include "arena/model/game_record.hpp"
#include "arena/schedule/scheduler.hpp"

namespace ludex::arena {

// A schedule is a deterministic function of the specification and of the results committed to it, which come
// in exactly the order in which the tasks were handed out. So one specification has one order of games,
// whatever the concurrency and however often the run was interrupted. Not thread-safe.
class Schedule {
 public:
  enum class Next {
    kTask,    // `task` is the next game
    kWait,    // the next game depends on results not yet committed
    kDone,    // no more games
    kFailed,  // it cannot go on: failure() says why
  };

  virtual ~Schedule() = default;

  [[nodiscard]] virtual Next next(GameTask& task) = 0;
  // The record of the oldest task that was handed out and not yet committed.
  virtual void commit(const GameTask& task, const GameRecord& record) = 0;
  // The same when the record of that game is there already: from the log of an earlier run.
  [[nodiscard]] virtual Next replay(GameTask& task, const GameRecord& /*record*/) { return next(task); }
  [[nodiscard]] virtual std::string failure() const { return ""; }
  // Whether the last commit ended the tournament early: games handed out and not yet committed are dropped.
  [[nodiscard]] virtual bool decided() const noexcept { return false; }
  // Games of the whole tournament, as far as is known now; at least the number handed out.
  [[nodiscard]] virtual std::uint64_t total() const noexcept = 0;
  // What the format itself has to say so far, in lines for people: a Swiss table, a bracket, the state of a
  // test. Empty for formats whose standings say all.
  [[nodiscard]] virtual std::string summary() const { return ""; }
  // The same in a few words, for a line of progress.
  [[nodiscard]] virtual std::string status() const { return ""; }
};

}  // namespace ludex::arena
