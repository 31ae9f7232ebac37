// The CPU time of a seat's worker in one game: pure arithmetic on the kernel's figures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/run/match/seat.hpp"
#include "arena/run/worker/seat_time.hpp"

namespace ludex::arena::run {

// The kernel knows the CPU time of a process that runs, or has just gone to sleep, only as of its last clock
// tick. So the ledger works in cycles: from one call to a later one, at both of which the worker has been
// asleep for long enough. Moves of microseconds share a cycle.
class CpuLedger {
 public:
  struct Rules {
    bool strict = false;      // a competition: the kernel's figures count, and overruns are faults
    bool may_ponder = false;  // CPU time while the opponent is to move is allowed
    bool by_kernel = false;   // the worker's own figure for a move is too small: its children work, too
  };
  explicit CpuLedger(Rules rules) : rules_(rules) {}

  // A new game. The worker has spent `cpu_ns`, known up to `unseen_ns`.
  void begin(std::int64_t cpu_ns, std::int64_t unseen_ns, const Budget& budget);
  // Drops the open cycle and all sums, before a game.
  void clear();

  // Whether another move of microseconds fits into the open cycle.
  [[nodiscard]] bool cycle_has_room() const noexcept;
  // Ends the open cycle, if any, when the worker has spent `cpu_ns`. CPU time that no move accounts for is
  // hidden if it exceeds the 2 ms that each thread of a search may take to fall asleep. The reason if a
  // competition does not allow that much.
  [[nodiscard]] std::optional<std::string> close_cycle(std::int64_t cpu_ns);
  // Records a move, from its question to its answer, and corrects `report` by the kernel's figures where
  // these count. `clock_runs`: the referee judges the elapsed time. The reason if a competition does not
  // allow the time.
  [[nodiscard]] std::optional<std::string> add_move(const SeatTime& question, const SeatTime& answer,
                                                    const Budget& budget, bool clock_runs,
                                                    MoveReport& report);

  // CPU time outside the moves: in the opponent's time, and while observing moves.
  [[nodiscard]] std::int64_t hidden_ns() const noexcept { return hidden_ns_; }

 private:
  struct Cycle {
    std::int64_t cpu_ns = 0;       // of the worker at the start
    std::int64_t unseen_ns = 0;    // upper bound on the error of cpu_ns
    std::int64_t move_cpu_ns = 0;  // the part that the record has
    std::uint32_t moves = 0;
    std::int64_t elapsed_ns = 0;  // while the worker was asked
    Budget budget{};
  };

  Rules rules_;
  std::optional<Cycle> cycle_;
  std::int64_t hidden_ns_ = 0;
  Lateness lateness_;
};

}  // namespace ludex::arena::run
