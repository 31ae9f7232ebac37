// A seat: where one agent sits during a game, and what can go wrong there. The referee knows no other way to
// reach an agent, so where the agent runs (in the host, in a worker process) is the seat's business alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "arena/host/library.hpp"
#include "arena/model/game_record.hpp"
#include "arena/model/opening.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/game_clock.hpp"
#include "core/agent/report_check.hpp"
#include "core/game/position.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena {

// A participant's failure, or that it resigns: a result, not an error of the arena.
struct Fault {
  Termination reason = Termination::kException;
  std::string note;  // in words
};

// A seat's answer to the question for a move, what it spent, and what is kept of its search report. Plain
// bytes: a worker process sends them as they are.
struct MoveBytes {
  std::uint64_t iterations = 0;
  std::uint64_t nodes = 0;
  std::int64_t cpu_ns = 0;
  std::int64_t wall_ns = 0;  // with a clock: what that counts
  double value = 0;          // of the position, for the seat
  std::uint32_t depth = 0;
  Move move = kNoMove;  // whatever the agent said: the referee judges it
  ValueUnit value_unit = ValueUnit::kNone;
  ValueBound bound = ValueBound::kNone;
  Outcome outcome = Outcome::kUnknown;
  ReportFlaws flaws;  // what was left out of the search report
};
struct MoveReport : MoveBytes {
  // CPU time of processes that the agent has started, in units of 0.1 ms, as far as it says
  // (kEngineCpuCounter). In dedicated mode also in cpu_ns.
  std::uint32_t engine_cpu = 0;
};

// How long after its time, a twentieth of it and 1 ms somebody has answered who was allowed `limit_ns` (0: as
// long as it likes) and took `spent_ns`. A twentieth and 1 ms are what agents need to notice that time is up
// (BudgetMeter looks at the clock every half millisecond).
[[nodiscard]] constexpr std::int64_t late_ns(std::int64_t spent_ns, std::int64_t limit_ns) noexcept {
  if (limit_ns <= 0) return 0;
  const std::int64_t late = spent_ns - limit_ns - limit_ns / 20 - 1'000'000;
  return late > 0 ? late : 0;
}
// How late an answer may be in a competition (../worker/README.md). CPU time and the elapsed time of one
// thread are known to the microsecond; what short-lived threads of a parallel search have waited for a
// processor, only from the last look at them.
inline constexpr std::int64_t kTolerance = 5'000'000;
inline constexpr std::int64_t kParallelTolerance = 15'000'000;
// And what is beyond that in all moves of a game together. The first touch of memory costs CPU time that is
// the kernel's and the machine's more than the agent's.
inline constexpr std::int64_t kGameTolerance = 100'000'000;

// How long a seat may think.
struct MoveTime {
  Budget budget{};                      // with a clock: wall_ns is what is left
  const ClockFace* clock = nullptr;     // its own, null if it has none; valid until it answers
  const ClockFace* opponent = nullptr;  // likewise
};

// The position in which a game starts, given to both seats before the first of them is asked for a move.
struct Start {
  const Game* game = nullptr;    // outlives the game
  std::uint32_t game_index = 0;  // in the specification
  Player seat = 0;
  std::uint64_t seed = 0;
  const Opening* opening = nullptr;  // legal, and leaves the game unfinished
};

// Used by one thread at a time. No method throws; a fault ends the game and the seat may be asked for another
// one.
class Seat {
 public:
  virtual ~Seat() = default;

  // Agent::new_game, then Agent::observe for every move of the opening.
  [[nodiscard]] virtual std::optional<Fault> start(const Start& start) = 0;
  // Blocks for at most the budget and its grace. `report` is as good as new.
  [[nodiscard]] virtual std::optional<Fault> choose(const Position& position, const MoveTime& time,
                                                    MoveReport& report) = 0;
  // A move was played in `before`, by either side, and the game goes on. A seat in another process may tell
  // of the agent's fault later, but before the agent's next move counts.
  [[nodiscard]] virtual std::optional<Fault> observe(const Position& before, Move move) = 0;
};

// The start position of a game with its opening's moves played.
[[nodiscard]] Position start_position(const Game& game, const Opening& opening);

// CPU time of one seat's moves, in one thread. To ask for it is a system call, dearer than the moves of
// agents that hardly think; so where no budget needs it, a seat that has just answered at once is timed by
// the clock on the wall. If it then thinks, it gets the CPU time of its thread since it was asked for last,
// which is no less than its own, but no more than has elapsed; from then on it is asked for again. So it is
// at the beginning of a game, unless the seat thought about no move of the game before.
class MoveCpu {
 public:
  // `all_threads`: of the process, always asked for, not only those of budgets with several.
  explicit MoveCpu(bool all_threads = false) : all_threads_(all_threads) {}
  // A game begins.
  void start() noexcept { brief_ = !std::exchange(thought_, false) && brief_; }
  void begin(const Budget& budget) noexcept {
    asks_ = all_threads_ || !brief_ || budget.cpu_ns > 0 || budget.wall_ns > 0 || budget.threads > 1;
    if (asks_) last_ns_ = now(budget);
  }
  // The move's, given its elapsed time.
  [[nodiscard]] std::int64_t end(const Budget& budget, std::int64_t wall_ns) noexcept {
    constexpr std::int64_t kBrief = 20'000;
    brief_ = wall_ns < kBrief;
    thought_ = thought_ || !brief_;
    if (!asks_ && brief_) return wall_ns;
    const std::int64_t before = last_ns_;
    last_ns_ = now(budget);
    return asks_ ? last_ns_ - before : std::min(wall_ns, last_ns_ - before);
  }

 private:
  [[nodiscard]] std::int64_t now(const Budget& budget) const noexcept {
    return all_threads_ || budget.threads > 1 ? process_cpu_ns() : thread_cpu_ns();
  }

  bool all_threads_;
  std::int64_t last_ns_ = 0;
  bool asks_ = true;
  bool brief_ = false;    // the last move was
  bool thought_ = false;  // a move of this game was not
};

// The agent runs in this thread, without protection: it can crash or hang the process. For tests, debugging
// and profiling, and inside worker processes. A move that took longer than budget and grace is a fault
// afterwards. The agent is made for the first game, and made anew after a fault. With a clock, the wall_ns of
// the report is what the clock counts: the elapsed time but for that in which the machine had no time for
// this thread.
class InlineSeat final : public Seat {
 public:
  // `alone`: nothing else happens in this process, so the CPU time of all its threads is the agent's.
  InlineSeat(std::shared_ptr<const Library> library, Settings params, std::int64_t grace_ns,
             bool alone = false)
      : library_(std::move(library)), params_(std::move(params)), grace_ns_(grace_ns), cpu_(alone) {}

  // Between games; with others than it has, the agent is made anew.
  void set_params(const Settings& params) {
    if (params == params_) return;
    params_ = params;
    agent_.reset();
  }
  [[nodiscard]] std::optional<Fault> start(const Start& start) override;
  [[nodiscard]] std::optional<Fault> choose(const Position& position, const MoveTime& time,
                                            MoveReport& report) override;
  [[nodiscard]] std::optional<Fault> observe(const Position& before, Move move) override;

 private:
  // Forgets the agent after a fault.
  std::optional<Fault> judge(Status status, StringSink& error, std::uint64_t foreign_before);

  // Whether the agent minds its clock itself.
  [[nodiscard]] bool takes_clock(const MoveTime& time) const noexcept;

  std::shared_ptr<const Library> library_;
  Settings params_;
  std::int64_t grace_ns_;
  AgentPtr agent_;
  MoveCpu cpu_;  // since the game began
};

}  // namespace ludex::arena
