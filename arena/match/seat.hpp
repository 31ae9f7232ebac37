// A seat: where one agent sits during a game, and what can go wrong there. The referee knows no other way to
// reach an agent, so where the agent runs (in the host, in a worker process) is the seat's business alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "arena/host/library.hpp"
#include "arena/model/game_record.hpp"
#include "arena/model/opening.hpp"
#include "core/agent/game_clock.hpp"
#include "core/agent/report_check.hpp"
#include "core/game/position.hpp"

namespace ludex::arena {

// A participant's failure: a result, not an error of the arena.
struct Fault {
  Termination reason = Termination::kException;
  std::string note;  // in words
};

// A seat's answer to the question for a move, what it spent, and what is kept of its search report. Plain
// bytes: a worker process sends it as it is.
struct MoveReport {
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

// The agent runs in this thread, without protection: it can crash or hang the process. For tests, debugging
// and profiling, and inside worker processes. A move that took longer than budget and grace is a fault
// afterwards. The agent is made for the first game, and made anew after a fault. With a clock, the wall_ns of
// the report is what the clock counts: the elapsed time but for that in which the machine had no time for
// this thread.
class InlineSeat final : public Seat {
 public:
  InlineSeat(std::shared_ptr<const Library> library, Settings params, std::int64_t grace_ns)
      : library_(std::move(library)), params_(std::move(params)), grace_ns_(grace_ns) {}

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
};

}  // namespace ludex::arena
