// Sequential probability ratio test of H1 "stronger by elo1" against H0 "stronger by elo0" (Wald 1945), with
// the generalised ratio of M. Van den Bergh, "A practical introduction to the GSPRT": the likelihoods are
// those of the most likely distribution of results under each hypothesis.
#pragma once

#include "arena/model/sprt_test.hpp"
#include "arena/results/rating/match_statistics.hpp"

namespace ludex::arena::rating {

// Precision of the iterations. kExact: to the last digits of a double. kFastchess: as in fastchess 1.8.2
// (root of the logistic model to 1e-3, of the normalized one to 1e-7; at most 10 rounds until 1e-4), which
// errs in the third decimal of a logistic LLR; for comparisons.
enum class SprtPrecision { kExact, kFastchess };

// Log-likelihood ratio, natural logarithm. 0 without games. Counts of 0 are taken as 1/1000 (GSPRT), so that
// no result is impossible under a hypothesis; bayesian (without wins or losses) and bayeselo are then
// undefined and give 0. Models for games only give 0 for pairs, too.
[[nodiscard]] double sprt_llr(const SprtTest& test, const ScoreCounts& counts,
                              SprtPrecision precision = SprtPrecision::kExact) noexcept;
[[nodiscard]] inline double sprt_llr(const SprtTest& test, const Trinomial& games,
                                     SprtPrecision precision = SprtPrecision::kExact) noexcept {
  return sprt_llr(test, ScoreCounts::of(games), precision);
}
[[nodiscard]] inline double sprt_llr(const SprtTest& test, const Pentanomial& pairs,
                                     SprtPrecision precision = SprtPrecision::kExact) noexcept {
  return sprt_llr(test, ScoreCounts::of(pairs), precision);
}

}  // namespace ludex::arena::rating
