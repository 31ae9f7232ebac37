// Presents a rating: rows sorted by rating, and the output formats of `ludex rate`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/results/rating/fit.hpp"
#include "arena/results/rating/heterogeneity.hpp"
#include "arena/results/rating/log_reader.hpp"
#include "arena/results/rating/population_table.hpp"
#include "arena/results/rating/result_table.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::rating {

struct Anchor {
  std::string name;
  double elo = 0;
};

struct StandingsOptions {
  double confidence = 0.95;
  double offset = 0;             // added to every displayed Elo
  std::optional<Anchor> anchor;  // shifts the displayed Elo of its group instead
};

struct Standing {
  std::uint32_t player = 0;
  std::uint32_t group = 0;
  std::size_t rank = 0;  // within the group, from 1
  std::string name;
  // Unscaled Elo, mean 0 in the group; plus and minus are the half-widths of the interval.
  double elo = 0;
  double plus = 0;
  double minus = 0;
  // Scaled (Fit::display_scale) and shifted.
  double display_elo = 0;
  double display_plus = 0;
  double display_minus = 0;
  double opponents = 0;  // mean of the opponents, weighted by games
  PlayerTotals totals;

  [[nodiscard]] double score() const noexcept {
    return totals.points() / static_cast<double>(totals.games());
  }
  [[nodiscard]] double draws() const noexcept {
    return static_cast<double>(totals.draws) / static_cast<double>(totals.games());
  }
};

struct Standings {
  StandingsOptions options;
  Fit fit;
  ReadSummary summary;
  std::vector<Standing> rows;                // by group, then rating
  std::vector<double> los;                   // row-major, in the order of rows
  std::vector<Heterogeneity> heterogeneity;  // filled by callers with standings of several games
  std::optional<Population> population;      // likewise filled by callers

  [[nodiscard]] double superiority(std::size_t row, std::size_t column) const {
    return los[row * rows.size() + column];
  }
};

// Refuses an anchor that did not play.
Result<Standings> make_standings(const ResultTable& table, Fit fit, ReadSummary summary,
                                 const StandingsOptions& options);

Result<Standings> rate_table(const ResultTable& table, ReadSummary summary, const FitOptions& fit_with,
                             const StandingsOptions& show_with);

// Standings of one game.
struct GameStandings {
  std::string game;  // label
  Standings standings;
};

// Rates each game by itself; omits games without results. The error names the game.
Result<std::vector<GameStandings>> rate_by_game(const GameResults& games, const FitOptions& fit_with,
                                                const StandingsOptions& show_with);
// Tests whether the players are equally strong in all games: fills heterogeneity and warnings of `joint`.
// `by_game` is the result of rate_by_game() for `games`.
void compare_games(const GameResults& games, const std::vector<GameStandings>& by_game, Standings& joint);

// "advantage 27.1 +- 9.3 (fitted), draw Elo 0 (no draws)": the errors are half-widths of the interval.
[[nodiscard]] std::string parameters_text(const Standings& standings);
// One JSON document; fields in docs/reference/rating-notes.md. Includes `by_game`, if given.
[[nodiscard]] std::string to_json(const Standings& standings,
                                  const std::vector<GameStandings>* by_game = nullptr);
// One line per player, after a header.
[[nodiscard]] std::string to_csv(const Standings& standings);
// Likewise with the game as the first column.
[[nodiscard]] std::string to_csv(const std::vector<GameStandings>& by_game);
[[nodiscard]] std::string to_markdown(const Standings& standings, bool los);
// Tables with the package booktabs.
[[nodiscard]] std::string to_latex(const Standings& standings, bool los);
// For a terminal.
[[nodiscard]] std::string to_table(const Standings& standings, bool los);

}  // namespace ludex::arena::rating
