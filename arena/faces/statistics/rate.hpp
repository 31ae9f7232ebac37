// Ratings of logs as text, CSV, Markdown, LaTeX or JSON, for the command line and for Python.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arena/results/rating/log_reader.hpp"
#include "arena/results/rating/population_table.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::statistics {

struct RateOptions {
  std::vector<std::string> logs;  // files, "-" for standard input, or folders with a games.jsonl
  std::string model = "bayeselo";
  double prior = 2;
  std::string advantage;  // a number or "fit"; empty: the model's default
  std::string draw_elo;
  double confidence = 0.95;
  double offset = 0;
  bool offset_given = false;
  std::string anchor;  // NAME=ELO
  bool json = false;
  bool csv = false;
  bool markdown = false;
  bool latex = false;
  bool los = false;
  bool without_forfeits = false;
  bool strict = false;                         // refuses what is otherwise left out or noted
  std::vector<std::string> games = {};         // labels of games to include
  bool by_game = false;                        // one table per game
  bool population = false;                     // Nash averaging, alpha-rank and cycles instead of ratings
  double alpha = rating::kAlphaRankIntensity;  // of alpha-rank
};

inline constexpr int kBadInput = 2;  // as the exit codes of `ludex` (docs/reference/exit-codes.md)

// The texts of standard output and standard error, and the exit code.
struct RateOutput {
  int exit_code = 0;  // 0 or kBadInput
  std::string out;
  std::string err;
};

// Replaces a folder by the log that `ludex run` writes into it. An error: a folder has none.
[[nodiscard]] Result<std::vector<std::string>> log_files(const std::vector<std::string>& arguments);

// Reading options of either command for --without-forfeits, --strict, --game and --by-game; the results of
// each game go to `results`.
template <class Options>
[[nodiscard]] rating::ReadOptions read_options(const Options& options, rating::GameResults& results) {
  rating::ReadOptions how;
  how.without_forfeits = options.without_forfeits;
  how.strict = options.strict;
  how.games = options.games;
  how.labels_required = options.by_game || !options.games.empty();
  how.by_game = &results;
  return how;
}
// The possible reasons of an error, as the end of its text.
[[nodiscard]] std::string reasons(const rating::ReadSummary& summary);
// Warnings on games that were left out or are unusual, one per line.
[[nodiscard]] std::string reading_warnings(const rating::ReadSummary& summary);
// An error for the first label that no log has, with a suggestion and the games left out.
[[nodiscard]] Result<void> check_labels(const std::vector<std::string>& labels,
                                        const rating::GameResults& found, const rating::ReadSummary& summary);

// The games that were read.
struct RateInput {
  rating::ResultTable table;
  rating::ReadSummary summary;
  rating::GameResults by_game;
};
using ReadInput = std::function<Result<void>(const rating::ReadOptions& how, RateInput& input)>;

[[nodiscard]] RateOutput rate(const RateOptions& options);
// Likewise for games from another source; ignores `options.logs`.
[[nodiscard]] RateOutput rate(const RateOptions& options, const ReadInput& read);

}  // namespace ludex::arena::statistics
