// A population of agents from game logs: payoffs of every two, Nash averaging, alpha-rank, how transitive
// the results are, and the cycles in them (docs/reference/rating-notes.md, "Populations").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/base/json/value.hpp"
#include "arena/results/rating/match_statistics.hpp"
#include "arena/results/rating/population.hpp"
#include "arena/results/rating/result_table.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::rating {

struct Standing;

// Individuals in the experiments of Omidshafiei et al. 2019.
inline constexpr std::uint32_t kAlphaRankPopulation = 50;
// Strong: close to the limit of infinite intensity, in which only who beats whom counts.
inline constexpr double kAlphaRankIntensity = 100;
// The equilibrium takes about n^3 operations a step.
inline constexpr std::size_t kMostAgents = 200;
// Below this p a cycle, or intransitivity, is more than noise.
inline constexpr double kIntransitive = 0.01;

// Agent `agents[0]` beats [1], which beats [2], which beats [0]: `games` of each of the three pairs, from the
// winner's view. Longer cycles need no search: where every pair is decided, a cycle of any length contains
// one of three (Moon, "Topics on Tournaments", 1968).
struct NamedCycle {
  std::array<std::size_t, 3> agents;
  std::array<Trinomial, 3> games;
  // The cycle exists if all three wins do: the largest p of the three (an intersection-union test: Berger
  // 1982), times the number of cycles that could be (Bonferroni).
  double p;

  [[nodiscard]] bool beyond_noise() const noexcept { return p < kIntransitive; }
};

struct Population {
  struct Agent {
    std::string name;
    std::uint64_t games;
    double score;
    double elo;         // as the standings display it
    double nash;        // share of the equilibrium of most entropy
    double nash_gain;   // against that equilibrium, in [-1, 1]; at most 0
    double alpha_rank;  // share of the stationary distribution
  };
  std::vector<Agent> agents;       // in the order of the standings
  std::vector<Trinomial> against;  // row by row, from the row's view
  double alpha = kAlphaRankIntensity;
  double transitive = 1;  // share of the log-odds that one number an agent explains (Hodge), in [0, 1]
  double explained = 1;   // share of the deviance from equal scores that Elo ratings explain, in [0, 1]
  // The rest of that deviance, its degrees of freedom, (n - 1)(n - 2) / 2, and the probability of so large
  // a rest among agents that Elo describes.
  double chi_square = 0;
  std::uint32_t degrees = 0;
  double p = 1;
  std::vector<NamedCycle> cycles;  // all in the results, the surest first

  [[nodiscard]] const Trinomial& games(std::size_t row, std::size_t column) const {
    return against[row * agents.size() + column];
  }
  [[nodiscard]] std::size_t cycles_beyond_noise() const noexcept;
};

// `rows`: all players of `table`, rated. Refuses games of three and more players, pairs that never met, fewer
// than two or more than kMostAgents agents, and `alpha` outside (0, 1e6].
[[nodiscard]] Result<Population> evaluate_population(const ResultTable& table, std::span<const Standing> rows,
                                                     double alpha = kAlphaRankIntensity);

// The population if Elo hides something of it: a cycle beyond noise. For displays that are made often: none
// for more than 64 agents, or where evaluate_population refuses.
[[nodiscard]] std::optional<Population> cyclic_population(const ResultTable& table,
                                                          std::span<const Standing> rows);
// For readers of a table of agents with these numbers.
inline constexpr const char* kCyclesText =
    "Agents that beat each other in a circle by more than noise (sign tests of all three pairs, p < 0.01 after "
    "Bonferroni), which no ratings can express. Nash: the share in the equilibrium of most entropy of the game "
    "in which both players choose an agent (Balduzzi et al. 2018), and the gain against it in points won less "
    "points lost; alpha-rank: Omidshafiei et al. 2019.";

// "A beats B (62.5 % of 40), B beats C (...), C beats A (...); p 0.0012"
[[nodiscard]] std::string to_text(const Population& population, const NamedCycle& cycle);
// One sentence each: the transitive share with its test; how many cycles there are.
[[nodiscard]] std::vector<std::string> summary_of(const Population& population);

[[nodiscard]] json::Value to_json(const Population& population);
// The header of a CSV, and one line per agent; with `game` as the first column unless it is empty.
[[nodiscard]] std::string population_csv_heads(bool by_game);
[[nodiscard]] std::string to_csv(const Population& population, const std::string& game);
[[nodiscard]] std::string to_markdown(const Population& population);
[[nodiscard]] std::string to_latex(const Population& population);
[[nodiscard]] std::string to_table(const Population& population);

}  // namespace ludex::arena::rating
