// A report as numbers: everything is computed here once; the renderers only format it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/faces/report/distribution.hpp"
#include "arena/faces/report/machines.hpp"
#include "arena/faces/report/sweep.hpp"
#include "arena/faces/report/tuning.hpp"
#include "arena/model/game_record.hpp"
#include "arena/results/log/run_info.hpp"
#include "arena/results/rating/heterogeneity.hpp"
#include "arena/results/rating/match_statistics.hpp"
#include "arena/results/rating/population_table.hpp"
#include "arena/results/rating/rank_table.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::report {

// Wins, draws and losses of one side. With three and more players: first alone, first with others, behind.
struct Wdl {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  double more_points = 0;  // pairwise scores beyond 1 for a win and 1/2 for a draw

  [[nodiscard]] std::uint64_t games() const noexcept { return wins + draws + losses; }
  [[nodiscard]] double points() const noexcept {
    return static_cast<double>(wins) + 0.5 * static_cast<double>(draws) + more_points;
  }
  // Points per game; no value without games.
  [[nodiscard]] std::optional<double> score() const noexcept {
    if (games() == 0) return std::nullopt;
    return points() / static_cast<double>(games());
  }
  bool operator==(const Wdl&) const = default;
};

// A rating as `ludex rate` displays it.
struct Rating {
  double elo = 0;
  double error = 0;  // half-width of the 95 % interval
  std::uint64_t games = 0;
  std::uint32_t group = 0;  // ratings of different groups cannot be compared
};

struct Fault {
  Termination reason = Termination::kNormal;
  std::string note;
  std::string game;  // label
  std::uint64_t times = 0;
};

struct AgentReport {
  std::string name;
  std::string plugin;    // id; empty if there is no specification
  std::string settings;  // "c=1.4, solver=true"
  std::string budget;    // "iterations: 1000"
  Wdl all;
  std::array<Wdl, 2> by_seat;                          // games of two players
  std::vector<Wdl> by_game;                            // by index of Report::games
  std::vector<std::optional<Rating>> rating_by_game;   // likewise; each game rated separately
  std::optional<rating::Heterogeneity> heterogeneity;  // of these, if the games can be compared
  std::uint64_t forfeits = 0;                          // losses by faults of its own
  std::uint64_t forfeits_won = 0;                      // wins by faults of the opponent
  bool withdrawn = false;
  std::optional<Rating> rating;         // from all games; no value without games
  std::optional<Rating> rating_played;  // without forfeits
  // Its games by ending; faults only if its own.
  std::array<std::uint64_t, kTerminations> endings{};
  std::vector<Fault> faults;  // its own faults, the first few different ones
  // Totals of its moves.
  std::uint64_t moves = 0;
  std::uint64_t iterations = 0;
  std::uint64_t nodes = 0;
  std::uint64_t overruns = 0;
  double cpu_seconds = 0;
  double wall_seconds = 0;
  std::uint32_t depth_max = 0;
  Distribution cpu_us;
  Distribution wall_us;
  Distribution node_counts;
  Distribution iteration_counts;
};

struct GameReport {
  std::string label;
  std::uint32_t players = 2;
  Wdl first;  // of the side that moves first
  Distribution plies;
  std::uint64_t distinct = 0;     // number of different games, by opening and moves
  std::uint64_t repeated = 0;     // that repeat an earlier one of the same agents in the same seats
  std::string rating_parameters;  // as Report::rating_parameters, for this game alone
};

// A match of two agents: pairs of games with seats swapped, from the first agent's view.
struct Match {
  rating::Pentanomial pairs;
  std::uint64_t unpaired = 0;  // games without their other half

  [[nodiscard]] std::uint64_t total() const noexcept { return pairs.total(); }
  // Statistics of the pairs; total() > 0.
  [[nodiscard]] rating::MatchStatistics statistics() const noexcept {
    return rating::match_statistics(pairs);
  }
};

// Agents of whom some beat each other in a circle, beyond noise, which no rating of one number can say.
struct CyclicPopulation {
  std::string game;  // label; "" for all games together
  rating::Population population;
};

struct Report {
  std::string name;
  std::string folder;               // as given; for messages
  std::string specification;        // the text that the hash belongs to; empty if unknown
  std::string spec_hash;            // of the games; the last one's if the tournament has grown
  std::uint32_t growths = 0;        // how many times the tournament has grown
  std::optional<log::RunInfo> run;  // run.json
  std::uint64_t games_played = 0;   // lines of the log with a result
  std::uint64_t without_result = 0;
  std::uint64_t forfeits = 0;
  bool verified = false;            // the log's digests show that it is unaltered
  std::string trust;                // likewise in words: "verified", "not verified: ..."
  bool per_move = false;            // distributions are over moves; else over means of games
  bool wall_differs = false;        // some agent's elapsed times differ from its CPU times
  std::vector<AgentReport> agents;  // best rating first, those without games last
  std::vector<GameReport> games;    // in the order of the specification, or of the log
  // Row-major: row against column. Every two seats of a game of three and more players count.
  std::vector<Wdl> cross;
  std::vector<double> los;  // row-major; 0.5 where nothing is known
  std::uint32_t rating_groups = 0;
  std::string rating_parameters;          // rating::parameters_text() of all games; empty without ratings
  std::vector<MachineReport> machines;    // if there are several
  std::vector<Sweep> sweeps;              // of the specification
  std::optional<Match> match;             // exactly two agents with games of two players
  std::vector<rating::RankTable> ranked;  // games of three and more players, by their number
  std::vector<CyclicPopulation> cyclic;   // each game, then all together
  std::shared_ptr<const TuningReport> tuning;  // of `ludex tune`; else null
  std::vector<std::string> warnings;           // sentences for the reader

  [[nodiscard]] const Wdl& against(std::size_t row, std::size_t column) const {
    return cross[row * agents.size() + column];
  }
  // Whether there are games of two players.
  [[nodiscard]] bool has_pairs() const {
    return std::any_of(games.begin(), games.end(), [](const GameReport& game) { return game.players == 2; });
  }
  // Whether there are ratings of several games.
  [[nodiscard]] bool rated_by_game() const { return games.size() > 1 && rating_groups != 0; }
  [[nodiscard]] double superiority(std::size_t row, std::size_t column) const {
    return los[row * agents.size() + column];
  }
  [[nodiscard]] std::uint64_t total() const { return run ? run->total : 0; }  // 0: unknown
  [[nodiscard]] bool finished() const { return run && run->finished; }
};

// Reads DIR/games.jsonl and, if present, spec.yaml, spec.identity and run.json. The error names a missing or
// damaged file.
[[nodiscard]] Result<Report> make_report(const std::string& folder);

}  // namespace ludex::arena::report
