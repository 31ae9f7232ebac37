// A tournament as plain values: the contents of the YAML file, with every default filled in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/model/game_record.hpp"
#include "arena/model/sprt_test.hpp"
#include "arena/model/tune_spec.hpp"
#include "core/agent/budget.hpp"

namespace ludex::arena {

// In an AgentSpec or a GameSpec: every parameter of the schema once, in its order.
using Params = ParamTexts;

// Upper bounds: generous, but they catch typing errors (games_per_pair: 1e12).
inline constexpr std::uint32_t kMaxGames = 256;
inline constexpr std::uint32_t kMaxAgents = 1024;
inline constexpr std::uint32_t kMaxGamesPerPair = 1'000'000;
inline constexpr std::uint64_t kMaxScheduled = 100'000'000;  // games; a log of them has 100 GB
inline constexpr std::uint32_t kMaxRandomPlies = 1000;
inline constexpr std::uint32_t kMaxFirstMoves = 20;
inline constexpr std::uint32_t kMaxFilePlies = 10'000;
inline constexpr std::uint32_t kMaxSwissRounds = 10'000;
inline constexpr std::uint32_t kMaxPlyLimit = 1'000'000;
inline constexpr std::uint32_t kMaxAdjudicationScore = 1'000'000;  // hundredths
inline constexpr double kMaxSprtElo = 200;  // the normalized model is meaningless beyond
inline constexpr std::uint32_t kMaxConcurrency = 1024;
inline constexpr std::uint32_t kMaxThreads = 1024;
inline constexpr std::size_t kMaxNameLength = 128;

// One period of a game clock.
struct ClockPeriod {
  std::int64_t base_ns = 0;       // added at its start
  std::int64_t increment_ns = 0;  // added after each move of the clock's owner
  std::uint32_t moves = 0;        // of the owner, after which the next period begins; 0: the last period

  bool operator==(const ClockPeriod&) const = default;
};

// Elapsed time for the moves of a game.
struct ClockSpec {
  static constexpr std::size_t kMostPeriods = 4;

  // The first period. With `moves` and no later period it repeats.
  std::int64_t base_ns = 0;  // 0: no clock
  std::int64_t increment_ns = 0;
  std::uint32_t moves = 0;
  // The later periods, those with a time; the last one repeats if it has `moves`.
  std::array<ClockPeriod, kMostPeriods - 1> later = {};

  [[nodiscard]] bool runs() const noexcept { return base_ns > 0; }
  [[nodiscard]] std::size_t periods() const noexcept {
    std::size_t count = 1;
    while (count < kMostPeriods && later[count - 1].base_ns > 0) ++count;
    return count;
  }
  // Precondition: index < periods().
  [[nodiscard]] ClockPeriod period(std::size_t index) const noexcept {
    return index == 0 ? ClockPeriod{base_ns, increment_ns, moves} : later[index - 1];
  }
  bool operator==(const ClockSpec&) const = default;
};

// Limits for one move, except the clock; 0: unlimited (as in ludex::Budget).
struct BudgetSpec {
  std::uint64_t iterations = 0;
  std::uint64_t nodes = 0;
  std::uint32_t depth = 0;
  std::int64_t cpu_ns = 0;
  std::int64_t wall_ns = 0;
  ClockSpec clock = {};  // time for the game; then wall_ns is 0
  bool scale = false;    // times refer to the machine of TournamentSpec::reference_ns
  std::uint32_t memory_mib = 0;
  std::uint32_t threads = 1;

  [[nodiscard]] bool in_time() const noexcept { return cpu_ns != 0 || wall_ns != 0 || clock.runs(); }
  [[nodiscard]] bool limited() const noexcept {
    return iterations != 0 || nodes != 0 || depth != 0 || in_time();
  }
  // Whether games under this budget can be reproduced exactly.
  [[nodiscard]] bool deterministic() const noexcept { return !in_time() && threads == 1; }
  // Budget of one move, without the clock. `stop` may be null.
  [[nodiscard]] Budget to_budget(const std::uint32_t* stop) const noexcept {
    return {iterations, nodes, cpu_ns, wall_ns, depth, threads, memory_mib, 0, stop};
  }
  bool operator==(const BudgetSpec&) const = default;
};

enum class OpeningKind { kNone, kRandomPlies, kFile, kAllFirstMoves };
enum class OpeningOrder { kSequential, kRandom };
[[nodiscard]] constexpr auto enum_texts(OpeningOrder) noexcept {
  return EnumTexts{"sequential", "random"};
}

struct OpeningSpec {
  OpeningKind kind = OpeningKind::kNone;
  std::uint32_t random_plies = 0;  // kRandomPlies
  std::string file;                // kFile: absolute path
  OpeningOrder order = OpeningOrder::kSequential;
  std::uint64_t fingerprint = 0;  // kFile: fnv1a of the contents, to detect changes
  std::uint32_t plies = 0;        // kAllFirstMoves; kFile: limit for each opening, 0: none
  std::uint64_t start = 0;        // kFile, kAllFirstMoves: opening of round 0
  std::optional<std::uint64_t> seed =
      std::nullopt;  // for random plies and random order; default: the tournament's

  bool operator==(const OpeningSpec&) const = default;
};

struct GameSpec {
  std::string label;  // unique; "hex:size=7" unless given
  std::string id;
  Params params;
  OpeningSpec openings;  // the game's own, or the tournament's
  // Whether its code may run in the host; no value: if it came with ludex.
  std::optional<bool> trusted = {};
  // Untrusted while agents are sandboxed: the game runs in a sandboxed child as well.
  bool sandboxed = false;
  std::uint32_t players = 2;  // a property of the game, not of the specification

  bool operator==(const GameSpec&) const = default;
};

// Limits of an agent besides its budget. Enforced in worker processes; every mode counts faults.
struct LimitsSpec {
  std::uint32_t memory_mib = 0;            // per agent; 0: the machine's memory divided by the seats
  std::int64_t move_ns = 300'000'000'000;  // elapsed, for any budget: a hanging agent is stopped
  std::int64_t start_ns = 60'000'000'000;  // to create it, prepare it for a game, or observe a move
  std::uint32_t faults_in_a_row = 3;       // that withdraw the agent; 0: never
  std::uint32_t processes = 0;             // dedicated: processes that the agent may start
  bool sandbox = false;                    // dedicated: no network, writes only to a scratch folder
  bool ponder = false;                     // dedicated: it may think in the opponent's time
  std::vector<std::string> readable = {};  // sandbox: additional readable files and folders

  bool operator==(const LimitsSpec&) const = default;
};

struct AgentSpec {
  std::string name;  // unique
  std::string id;
  Params params;
  BudgetSpec budget;       // the agent's own, completed by the tournament's
  LimitsSpec limits = {};  // memory, processes and sandbox are its own, the rest the tournament's

  bool operator==(const AgentSpec&) const = default;
};

enum class FormatType { kRoundRobin, kGauntlet, kSwiss, kKnockout, kSprt };
[[nodiscard]] constexpr auto enum_texts(FormatType) noexcept {
  return EnumTexts{"round-robin", "gauntlet", "swiss", "knockout", "sprt"};
}

struct FormatSpec {
  FormatType type = FormatType::kRoundRobin;
  // All numbers of games are even: each opening is played twice with seats swapped. With more than two
  // players an opening is played in all orders of the seats.
  std::uint32_t games_per_pair = 20;     // kRoundRobin, kGauntlet: on each game of the list
  std::vector<std::string> challengers;  // kGauntlet: each meets every other agent
  // kRoundRobin, kGauntlet: games of more than two players have one agent among copies of another.
  bool copies = false;
  std::uint32_t swiss_rounds = 0;  // kSwiss
  std::uint32_t match_games = 0;   // kSwiss, kKnockout: per match, on each game of the list
  std::uint32_t max_games = 0;     // kKnockout: as match_games, including extra pairs; kSprt: in all
  bool random_seeding = false;     // kKnockout: draws the seeds instead of using the file's order
  SprtTest sprt = {};              // kSprt

  // kRoundRobin, kGauntlet: openings of each set of agents, on each game of the list.
  [[nodiscard]] std::uint32_t rounds() const noexcept { return games_per_pair / 2; }
  bool operator==(const FormatSpec&) const = default;
};

// A loss by the loser's own report: at least `movecount` moves in a row at -score or less.
struct ResignSpec {
  std::uint32_t movecount = 0;  // 0: never
  std::uint32_t score = 0;      // hundredths (ValueUnit::kCenti)
  bool twosided = false;        // the opponent must have reported +score or more as often

  bool operator==(const ResignSpec&) const = default;
};

// A draw by both reports: at least `movecount` moves in a row each between -score and +score.
struct DrawSpec {
  std::uint32_t movenumber = 0;  // earliest move of each player, including the opening
  std::uint32_t movecount = 0;   // 0: never
  std::uint32_t score = 0;       // hundredths

  bool operator==(const DrawSpec&) const = default;
};

// The consequence of a fault in a game of more than two players: the game ends, or a random player takes the
// seat, which then has the last rank.
enum class FaultRule { kEnd, kRandom };
[[nodiscard]] constexpr auto enum_texts(FaultRule) noexcept {
  return EnumTexts{"end", "random"};
}

// Rules by which the referee ends a game early. Those but for the ply limit are for games of two players.
struct AdjudicationSpec {
  std::uint32_t plies = 0;                      // per game, including its opening; 0: no limit
  GameResult limit_result = GameResult::kDraw;  // result at the limit; never kNone
  bool agreed_proof = false;                    // both agents, one after the other, report a proven result
  ResignSpec resign = {};
  DrawSpec draw = {};
  std::optional<AgentSpec> oracle = std::nullopt;  // an agent that is asked for proofs
  std::uint32_t oracle_every = 1;                  // plies between questions
  FaultRule fault = FaultRule::kEnd;

  bool operator==(const AdjudicationSpec&) const = default;
};

// The processes that agents run in (ARCHITECTURE section 5).
enum class SeatMode { kInline, kShared, kDedicated };
[[nodiscard]] constexpr auto enum_texts(SeatMode) noexcept {
  return EnumTexts{"inline", "shared", "dedicated"};
}

struct TournamentSpec {
  std::string name;
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> dice_seed = {};  // of games with chance; none: `seed`
  std::vector<GameSpec> games;
  std::vector<AgentSpec> agents;
  FormatSpec format;
  AdjudicationSpec adjudication;
  SeatMode mode = SeatMode::kShared;
  bool competition = false;               // dedicated, every agent sandboxed, and late answers lose
  std::uint32_t concurrency = 0;          // concurrent games; 0: one per core
  std::int64_t grace_ns = 1'000'000'000;  // additional time for an answer before the agent is stopped
  LimitsSpec limits;
  std::optional<TuneSpec> tune = std::nullopt;
  bool strict = false;                     // refuses opening files of which anything is left out
  std::vector<std::string> warnings = {};  // not part of the specification: entries left out of its files
  bool compress_log = false;               // the log of a finished run is games.jsonl.zst
  bool record_moves = true;                // logs each move's times, nodes ..., not only their sums
  std::int64_t reference_ns = 0;  // what the reference work (arena/run/transport) takes on the machine that
                                  // scaled times are meant for; 0: no budget is scaled
  std::string out;                // folder; "results/NAME" unless given
  std::string scratch;            // folder for agents' temporary files; empty: in the temporary folder

  bool operator==(const TournamentSpec&) const = default;
};

// Whether some agent's strength depends on the machine's speed.
[[nodiscard]] bool in_time(const TournamentSpec& spec) noexcept;
// Whether the specification always gives the same games.
[[nodiscard]] bool deterministic(const TournamentSpec& spec) noexcept;
// The largest number of players of a game.
[[nodiscard]] std::uint32_t most_players(const TournamentSpec& spec) noexcept;
// The specification with its scaled budgets for a machine where the reference work takes `seconds`: twice the
// time where it takes twice as long.
[[nodiscard]] TournamentSpec scaled(TournamentSpec spec, double seconds);

[[nodiscard]] std::string_view limit_result_text(GameResult result) noexcept;  // "draw", "first", "second"

}  // namespace ludex::arena
