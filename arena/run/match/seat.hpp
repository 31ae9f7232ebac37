// A seat holds one agent during a game and reports its faults. It is the referee's only access to the agent,
// so only the seat knows where the agent runs (in the host or in a worker process).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "arena/host/plugins/library.hpp"
#include "arena/model/game_record.hpp"
#include "arena/model/opening.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/game_clock.hpp"
#include "core/contract/report_check.hpp"
#include "core/game/position.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::run {

// A participant's failure or resignation: a result, not an error of the arena.
struct Fault {
  Termination reason = Termination::kException;
  std::string note;        // in words
  bool ends_game = false;  // whatever the specification says: the game is broken off
};

// A seat's move, its cost, and the recorded part of its search report. Plain bytes, which a worker process
// sends unchanged.
struct MoveBytes {
  std::uint64_t iterations = 0;
  std::uint64_t nodes = 0;
  std::int64_t cpu_ns = 0;
  std::int64_t wall_ns = 0;  // with a clock: the time that it counts
  double value = 0;          // of the position, from the seat's view
  std::uint32_t depth = 0;
  Move move = kNoMove;  // as the agent returned it: the referee checks it
  ValueUnit value_unit = ValueUnit::kNone;
  ValueBound bound = ValueBound::kNone;
  Outcome outcome = Outcome::kUnknown;
  ReportFlaws flaws;  // errors of the search report
};
struct MoveReport : MoveBytes {
  // CPU time of processes that the agent has started, in units of 0.1 ms, as it reports it
  // (kEngineCpuCounter). In dedicated mode included in cpu_ns.
  std::uint32_t engine_cpu = 0;
};

// Overrun in ns beyond limit + 5 % + 1 ms; 0 if on time or unlimited (`limit_ns` 0). Agents need the 5 % and
// 1 ms to notice that time is up (BudgetMeter checks the clock every half millisecond).
[[nodiscard]] constexpr std::int64_t late_ns(std::int64_t spent_ns, std::int64_t limit_ns) noexcept {
  if (limit_ns <= 0) return 0;
  const std::int64_t late = spent_ns - limit_ns - limit_ns / 20 - 1'000'000;
  return late > 0 ? late : 0;
}
// Tolerated overrun per answer in a competition (worker-notes.md), in ns. CPU time and the elapsed time
// of one thread are known to the microsecond; run-queue times of a parallel search's short-lived threads only
// up to the last look at them.
inline constexpr std::int64_t kTolerance = 5'000'000;
inline constexpr std::int64_t kParallelTolerance = 15'000'000;
// Tolerated sum of further overruns over a game, in ns. The first touch of memory costs CPU time that depends
// on kernel and machine more than on the agent.
inline constexpr std::int64_t kGameTolerance = 100'000'000;

// Time for one move.
struct MoveTime {
  Budget budget{};                      // with a clock: wall_ns is the time left
  const ClockFace* clock = nullptr;     // the seat's, null if it has none; valid until the answer
  const ClockFace* opponent = nullptr;  // likewise; of several, the one who moves next in turn
};

// The start of a game, given to all seats before the first move.
struct Start {
  const Game* game = nullptr;    // outlives the game
  std::uint32_t game_index = 0;  // index in the specification
  Player seat = 0;
  std::uint64_t seed = 0;
  const Opening* opening = nullptr;  // legal, and leaves the game unfinished
};

// Used by one thread at a time. No method throws; after a fault the game is over for the seat, which may play
// another one.
class Seat {
 public:
  virtual ~Seat() = default;

  // Calls Agent::new_game, then Agent::observe for every move of the opening.
  [[nodiscard]] virtual std::optional<Fault> start(const Start& start) = 0;
  // Blocks for at most the budget and its grace. `report` is freshly initialized.
  [[nodiscard]] virtual std::optional<Fault> choose(const Position& position, const MoveTime& time,
                                                    MoveReport& report) = 0;
  // Reports a move of any side, played in `before`, after which the game goes on. A seat in another
  // process may return the agent's fault later, but before the agent's next move counts.
  [[nodiscard]] virtual std::optional<Fault> observe(const Position& before, Move move) = 0;
};

// The position after the opening's moves.
[[nodiscard]] Position start_position(const Game& game, const Opening& opening);

// CPU time of one seat's moves, in one thread. Reading it is a system call, which takes longer than the moves
// of agents that hardly search. So unless a budget needs it, a seat that last answered within 20 us is timed
// by elapsed time. If it then thinks longer, it is charged its thread's CPU time since the last reading (no
// less than its own), at most the elapsed time, and is measured again from then on, as at the start of a
// game, unless every move of the game before was brief.
class MoveCpu {
 public:
  // `all_threads`: counts all threads of the process, and measures every move.
  explicit MoveCpu(bool all_threads = false) : all_threads_(all_threads) {}
  // Starts a game.
  void start() noexcept { brief_ = !std::exchange(thought_, false) && brief_; }
  void begin(const Budget& budget) noexcept {
    asks_ = all_threads_ || !brief_ || budget.cpu_ns > 0 || budget.wall_ns > 0 || budget.threads > 1;
    if (asks_) last_ns_ = now(budget);
  }
  // CPU time of the move, given its elapsed time.
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

// The agent runs in this thread, without protection: it can crash or hang the process. For tests, debugging,
// profiling, and inside worker processes. A move that exceeds budget and grace becomes a fault when it ends.
// The agent is created for the first game and again after a fault. With a clock, the report's wall_ns is the
// time charged: elapsed time minus run-queue waits of this thread.
class InlineSeat final : public Seat {
 public:
  // `alone`: the process does nothing else, so the CPU time of all its threads is the agent's.
  InlineSeat(std::shared_ptr<const host::Library> library, host::Settings params, std::int64_t grace_ns,
             bool alone = false)
      : library_(std::move(library)), params_(std::move(params)), grace_ns_(grace_ns), cpu_(alone) {}

  // Call between games; changed parameters recreate the agent.
  void set_params(const host::Settings& params) {
    if (params == params_) return;
    params_ = params;
    agent_.reset();
  }
  [[nodiscard]] std::optional<Fault> start(const Start& start) override;
  [[nodiscard]] std::optional<Fault> choose(const Position& position, const MoveTime& time,
                                            MoveReport& report) override;
  [[nodiscard]] std::optional<Fault> observe(const Position& before, Move move) override;

 private:
  // Destroys the agent after a fault.
  std::optional<Fault> judge(Status status, StringSink& error, std::uint64_t foreign_before);

  // Whether the agent manages its clock itself.
  [[nodiscard]] bool takes_clock(const MoveTime& time) const noexcept;

  std::shared_ptr<const host::Library> library_;
  host::Settings params_;
  std::int64_t grace_ns_;
  host::AgentPtr agent_;
  MoveCpu cpu_;  // of the present game
};

}  // namespace ludex::arena::run
