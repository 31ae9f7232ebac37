// One finished game: what the log has a line of.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/abi/enum_text.hpp"
#include "core/abi/types.hpp"
#include "core/agent/report.hpp"
#include "core/agent/report_check.hpp"

namespace ludex::arena {

// For the enumerations of this namespace, beside its own overloads.
using ludex::to_text;

// Parameter settings as text.
using ParamTexts = std::vector<std::pair<std::string, std::string>>;

// Why a game ended. All but the first six, kWithdrawn, kHostStopped and kResigned are faults of the loser.
enum class Termination {
  kNormal,           // by the rules
  kAgreedProof,      // both agents reported the same proven outcome
  kOracle,           // the specification's oracle proved the outcome
  kPlyLimit,         // adjudicated at the specification's limit
  kAdjudicatedWin,   // by the specification's `resign`: a score that the loser itself gave up on
  kAdjudicatedDraw,  // by its `draw`: both scores near 0 for long
  kIllegalMove,
  kCrash,  // a signal; the agent's, or that of an engine behind it, as those that follow
  kAbort,
  kExit,
  kException,  // an error status or an exception from the agent
  kHang,       // no answer within budget and grace
  kOverTime,
  kOverMemory,
  kWithdrawn,    // one side had been withdrawn from the tournament
  kHostStopped,  // nobody's fault; no result
  kProtocol,     // the agent's worker process, or its engine, answered with nonsense
  kResigned,     // the loser gave it up
};
[[nodiscard]] constexpr auto enum_texts(Termination) noexcept {
  return EnumTexts{"normal",           "agreed-proof", "oracle",    "ply-limit",   "adjudicated-win",
                   "adjudicated-draw", "illegal-move", "crash",     "abort",       "exit",
                   "exception",        "hang",         "over-time", "over-memory", "withdrawn",
                   "host-stopped",     "protocol",     "resigned"};
}
inline constexpr int kTerminations = kEnumSize<Termination>;
// Whether the loser lost by a fault of its own or by withdrawal: counted apart in standings.
[[nodiscard]] bool is_forfeit(Termination termination) noexcept;
// Whether it can be what an agent did instead of a move: a fault of its own, or that it resigned.
[[nodiscard]] bool is_agents_own(Termination termination) noexcept;

enum class GameResult { kFirstWins, kSecondWins, kDraw, kNone };
[[nodiscard]] constexpr auto enum_texts(GameResult) noexcept {
  return EnumTexts{"1-0", "0-1", "1/2-1/2", "*"};
}
[[nodiscard]] GameResult game_result(GameStatus status) noexcept;  // kOngoing is kNone
[[nodiscard]] GameResult loss_of(Player seat) noexcept;

// What a seat said a position was worth, for the seat itself; to four decimals.
struct MoveValue {
  double value = 0;
  ValueUnit unit = ValueUnit::kNone;
  ValueBound bound = ValueBound::kExact;

  bool operator==(const MoveValue&) const = default;
};

// What one seat spent and said, one entry a move of its that stands on the board. A list is empty when
// nothing was recorded or all of it was zero.
struct MoveSeries {
  std::vector<std::uint64_t> cpu_us;
  std::vector<std::uint64_t> wall_us;        // from a log: empty, too, where it tells no more than cpu_us
  std::vector<std::uint64_t> engine_cpu_us;  // of processes that the agent started, beyond cpu_us
  std::vector<std::uint64_t> iterations;
  std::vector<std::uint64_t> nodes;
  std::vector<std::uint64_t> depth;
  std::vector<std::uint64_t> clock_ms;          // what the clock showed after the move; empty without clocks
  std::vector<std::optional<MoveValue>> value;  // nothing where the agent had none

  bool operator==(const MoveSeries&) const = default;
};

// Of counts that agents tell: a sum that would not fit is the largest there is.
[[nodiscard]] constexpr std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) noexcept {
  return a + b < a ? ~std::uint64_t{0} : a + b;
}

// Sums over the moves one seat chose in the game.
struct SeatStats {
  std::uint64_t moves = 0;
  std::uint64_t iterations = 0;
  std::uint64_t nodes = 0;
  double cpu_seconds = 0;
  double wall_seconds = 0;
  std::uint32_t depth_max = 0;
  double engine_cpu_seconds = 0;  // of processes that the agent started
  std::uint64_t overruns = 0;     // moves answered after the time but within the grace
  std::uint64_t starved = 0;      // calls waited for beyond time and grace, because the machine was too busy
  double hidden_cpu_seconds =
      0;                   // outside its moves, in the opponent's time among others; 0 where hardly any
  ReportFlaws flaws = {};  // what in its reports made no sense and was left out
  MoveSeries series = {};

  bool operator==(const SeatStats&) const = default;
};

struct GameRecord {
  std::string id;                     // GameTask::id
  std::string game;                   // label
  std::array<std::string, 2> agents;  // names in seat order
  std::uint32_t round = 0;
  std::string position;              // where the opening starts; empty: the initial position
  std::vector<std::string> opening;  // moves the agents did not choose
  std::vector<std::string> moves;    // moves they did
  GameResult outcome = GameResult::kNone;
  Termination termination = Termination::kNormal;
  std::string note;     // what a fault looked like, in words; usually empty
  std::string printed;  // after a fault: the last of what the agent's process printed
  std::uint64_t seed = 0;
  std::uint64_t plies = 0;  // opening.size() + moves.size()
  std::array<SeatStats, 2> stats;
  // Where a seat's agent was given others than the specification's (`ludex tune`): those, and their values.
  std::array<ParamTexts, 2> params = {};
  std::string spec_hash;  // hash_text(spec_hash(spec)); may be empty

  bool operator==(const GameRecord&) const = default;
};

}  // namespace ludex::arena
