// The record of a finished game, one line of the log.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/abi/enum_text.hpp"
#include "core/abi/types.hpp"
#include "core/agent/report.hpp"
#include "core/contract/report_check.hpp"

namespace ludex::arena {

// Found for this namespace's enumerations together with its own overloads.
using ludex::to_text;

// Parameter settings as text.
using ParamTexts = std::vector<std::pair<std::string, std::string>>;

// The reason for a game's end. All but the first six, kWithdrawn, kHostStopped and kResigned are faults of
// the loser.
enum class Termination {
  kNormal,           // by the rules
  kAgreedProof,      // both agents reported the same proven outcome
  kOracle,           // the specification's oracle proved the outcome
  kPlyLimit,         // adjudicated at the specification's limit
  kAdjudicatedWin,   // by the specification's `resign`: the loser's own scores
  kAdjudicatedDraw,  // by its `draw`: scores of both near 0 for long
  kIllegalMove,
  kCrash,  // a signal, in the agent or its engine, as in the next ones
  kAbort,
  kExit,
  kException,  // an error status or an exception from the agent
  kHang,       // no answer within budget and grace
  kOverTime,
  kOverMemory,
  kWithdrawn,    // one side had been withdrawn from the tournament
  kHostStopped,  // not a fault; no result
  kProtocol,     // the agent's worker process, or its engine, violated the protocol
  kResigned,     // the loser resigned
};
[[nodiscard]] constexpr auto enum_texts(Termination) noexcept {
  return EnumTexts{"normal",           "agreed-proof", "oracle",    "ply-limit",   "adjudicated-win",
                   "adjudicated-draw", "illegal-move", "crash",     "abort",       "exit",
                   "exception",        "hang",         "over-time", "over-memory", "withdrawn",
                   "host-stopped",     "protocol",     "resigned"};
}
inline constexpr int kTerminations = kEnumSize<Termination>;
// Whether the loser lost by its own fault or by withdrawal; standings count these separately.
[[nodiscard]] bool is_forfeit(Termination termination) noexcept;
// Whether an agent can cause it instead of a move: by its own fault, or by resigning.
[[nodiscard]] bool is_agents_own(Termination termination) noexcept;

// kRanked: a finished game of more than two players, whose result is GameRecord::ranks.
enum class GameResult { kFirstWins, kSecondWins, kDraw, kNone, kRanked };
[[nodiscard]] constexpr auto enum_texts(GameResult) noexcept {
  return EnumTexts{"1-0", "0-1", "1/2-1/2", "*", "ranked"};
}
[[nodiscard]] GameResult game_result(GameStatus status) noexcept;  // kOngoing becomes kNone
[[nodiscard]] GameResult loss_of(Player seat) noexcept;

// A seat's value of a position, from its own view; to four decimals.
struct MoveValue {
  double value = 0;
  ValueUnit unit = ValueUnit::kNone;
  ValueBound bound = ValueBound::kExact;

  bool operator==(const MoveValue&) const = default;
};

// A seat's data per move that it played. A list is empty when nothing was recorded or all values were zero.
struct MoveSeries {
  std::vector<std::uint64_t> cpu_us;
  std::vector<std::uint64_t> wall_us;        // also empty, when read from a log, if it adds nothing to cpu_us
  std::vector<std::uint64_t> engine_cpu_us;  // of processes that the agent started, beyond cpu_us
  std::vector<std::uint64_t> iterations;
  std::vector<std::uint64_t> nodes;
  std::vector<std::uint64_t> depth;
  std::vector<std::uint64_t> clock_ms;          // the clock's display after the move; empty without clocks
  std::vector<std::optional<MoveValue>> value;  // no value where the agent reported none

  bool operator==(const MoveSeries&) const = default;
};

// For agents' counts: a sum that overflows becomes the maximum.
[[nodiscard]] constexpr std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) noexcept {
  return a + b < a ? ~std::uint64_t{0} : a + b;
}

// Sums over the moves chosen by a seat in the game.
struct SeatStats {
  std::uint64_t moves = 0;
  std::uint64_t iterations = 0;
  std::uint64_t nodes = 0;
  double cpu_seconds = 0;
  double wall_seconds = 0;
  std::uint32_t depth_max = 0;
  double engine_cpu_seconds = 0;  // of processes that the agent started
  std::uint64_t overruns = 0;     // moves answered late but within the grace
  std::uint64_t starved = 0;      // calls that the host waited for beyond time and grace (busy machine)
  double hidden_cpu_seconds = 0;  // outside its moves, e.g. in the opponent's time; 0 if negligible
  ReportFlaws flaws = {};         // invalid parts of its reports, which were left out
  MoveSeries series = {};

  bool operator==(const SeatStats&) const = default;
};

// A seat's fault, or resignation, in a game of more than two players.
struct SeatFault {
  Player seat = 0;
  Termination reason = Termination::kException;
  std::uint64_t ply = 0;  // plies played before
  std::string note = {};  // in words

  bool operator==(const SeatFault&) const = default;
};

// The lists have one entry per seat: two unless the game has more players.
struct GameRecord {
  std::string id;                                                 // GameTask::id
  std::string game;                                               // label
  std::vector<std::string> agents = std::vector<std::string>(2);  // names in seat order
  std::uint32_t round = 0;
  std::string position;              // start of the opening; empty: the initial position
  std::vector<std::string> opening;  // moves that the agents did not choose
  std::vector<std::string> moves;    // moves that they chose
  GameResult outcome = GameResult::kNone;
  // The result of a finished game of more than two players: returns in [-1, 1], to six decimals, and
  // ranks: 1 is the best, ties share the better rank.
  std::vector<double> returns = {};
  std::vector<std::uint32_t> ranks = {};
  Termination termination = Termination::kNormal;
  std::string note;                    // description of a fault; usually empty
  std::string printed;                 // after a fault: the end of the output of the agent's process
  std::vector<SeatFault> faults = {};  // with more than two players: in the order of play
  std::uint64_t seed = 0;
  std::uint64_t plies = 0;  // opening.size() + moves.size()
  std::vector<SeatStats> stats = std::vector<SeatStats>(2);
  // Parameters that replace a seat's (`ludex tune`), with their values.
  std::vector<ParamTexts> params = std::vector<ParamTexts>(2);
  std::string spec_hash;  // hash_text(spec_hash(spec)); may be empty

  bool operator==(const GameRecord&) const = default;
};

// Makes the record one of a game of `players` players.
void set_players(GameRecord& record, std::size_t players);
[[nodiscard]] inline std::size_t players(const GameRecord& record) noexcept {
  return record.agents.size();
}

// Ranks by descending values: 1 is the best, ties share the better rank.
[[nodiscard]] std::vector<std::uint32_t> ranks_by(const std::vector<double>& values);
// Whether ranks_by() can give them.
[[nodiscard]] bool are_ranks(const std::vector<std::uint32_t>& ranks);
// The ranks of a game of any number of players; empty if it has no result.
[[nodiscard]] std::vector<std::uint32_t> ranks_of(const GameRecord& record);
// The part of the other seats that a seat is ahead of, ties counting one half: 0..1. Of two players: the
// points.
[[nodiscard]] double share_of(const std::vector<std::uint32_t>& ranks, Player seat) noexcept;
// How the first place is shared: "0-1", "1/2-1/2", "0-1-0", "1/2-1/2-0"; "*" without a result.
[[nodiscard]] std::string outcome_text(const GameRecord& record);
// Gives each seat of a game of more than two players its result. Seats with a fault are behind the others,
// those that failed first at the end.
void set_ranked(GameRecord& record, std::vector<double> returns);
// Likewise where some seats have lost together and the others share the first place: a fault that ends the
// game, or seats that were withdrawn. No result if all have lost.
void set_losers(GameRecord& record, const std::vector<bool>& lost);
// The reason why a seat has lost the game by a fault or its withdrawal, if it has.
[[nodiscard]] std::optional<Termination> forfeit_of(const GameRecord& record, Player seat) noexcept;

}  // namespace ludex::arena
