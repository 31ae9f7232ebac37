// A seat: where one agent sits during a game, and what can go wrong there. The referee knows no other way to
// reach an agent, so where the agent runs (in the host, in a worker process) is the seat's business alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/host/library.hpp"
#include "arena/log/game_record.hpp"
#include "core/agent/report.hpp"
#include "core/game/position.hpp"

namespace ludex::arena {

// A participant's failure: a result, not an error of the arena.
struct Fault {
  Termination reason;
  std::string note;  // in words
};

// What a seat spent and said about one move.
struct MoveReport {
  std::uint64_t iterations = 0;
  std::uint64_t nodes = 0;
  std::uint32_t depth = 0;
  Outcome outcome = Outcome::kUnknown;
  double cpu_seconds = 0;
  double wall_seconds = 0;
  double value = 0;  // of the position, for the seat
  ValueUnit value_unit = ValueUnit::kNone;
};

// Used by one thread at a time. No method throws; a fault ends the game and the seat may be asked for another
// one.
class Seat {
 public:
  virtual ~Seat() = default;

  // `game` outlives the seat's use of it.
  [[nodiscard]] virtual std::optional<Fault> new_game(const Game& game, Player seat, std::uint64_t seed) = 0;
  // A move was played in `before`, by either side.
  [[nodiscard]] virtual std::optional<Fault> observe(const Position& before, Move move) = 0;
  // Blocks for at most the budget and its grace. `move` is whatever the agent said: the referee judges it.
  [[nodiscard]] virtual std::optional<Fault> choose(const Position& position, const Budget& budget,
                                                    Move& move, MoveReport& report) = 0;
};

// The agent runs in this thread, without protection: it can crash or hang the host. For tests, debugging and
// profiling. A move that took longer than budget and grace is a fault afterwards.
class InlineSeat final : public Seat {
 public:
  InlineSeat(AgentPtr agent, std::int64_t grace_ns) : agent_(std::move(agent)), grace_ns_(grace_ns) {}

  [[nodiscard]] std::optional<Fault> new_game(const Game& game, Player seat, std::uint64_t seed) override;
  [[nodiscard]] std::optional<Fault> observe(const Position& before, Move move) override;
  [[nodiscard]] std::optional<Fault> choose(const Position& position, const Budget& budget, Move& move,
                                            MoveReport& report) override;

 private:
  AgentPtr agent_;
  std::int64_t grace_ns_;
};

}  // namespace ludex::arena
