// Match statistics of logs or of counts, as text or JSON, for the command line and for Python.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arena/faces/statistics/rate.hpp"
#include "arena/results/rating/match_table.hpp"

namespace ludex::arena::statistics {

struct MatchOptions {
  std::vector<std::string> logs;  // as RateOptions
  std::string sprt;               // "ELO0,ELO1[,ALPHA,BETA][,MODEL]"; empty: no test
  double confidence = 0.95;
  bool json = false;
  bool without_forfeits = false;
  bool strict = false;                  // as RateOptions
  std::vector<std::string> games = {};  // as RateOptions
  bool by_game = false;
};

// Counts from the command line; exactly one of `wdl` and `penta`.
struct SprtOptions {
  std::string wdl;    // "W,D,L"
  std::string penta;  // five numbers LL,LD,WL+DD,WD,WW, or six with WL and DD separate
  std::string sprt = "0,5";
  double confidence = 0.95;
  bool json = false;
};

using ReadMatches =
    std::function<Result<rating::MatchTables>(const rating::ReadOptions& how, rating::ReadSummary& summary)>;

[[nodiscard]] RateOutput match(const MatchOptions& options);
// Likewise for games from another source; ignores `options.logs`.
[[nodiscard]] RateOutput match(const MatchOptions& options, const ReadMatches& read);
[[nodiscard]] RateOutput sprt(const SprtOptions& options);

}  // namespace ludex::arena::statistics
