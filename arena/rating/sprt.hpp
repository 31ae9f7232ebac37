// Sequential probability ratio test of H1 "stronger by elo1" against H0 "stronger by elo0" (Wald 1945), with
// the generalised ratio of M. Van den Bergh, "A practical introduction to the GSPRT": the likelihoods are
// those of the most likely distribution of results under each hypothesis.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "arena/rating/match_statistics.hpp"

namespace ludex::arena::rating {

// What elo0 and elo1 mean.
enum class SprtModel {
  kNormalized,  // (score - 1/2) / deviation: the test's length does not depend on draws and openings
  kLogistic,    // the mean score
  kBayesian,    // games only: the mean score that BayesElo gives, with the draw Elo of the sample
  kBayesElo,    // games only: no GSPRT, the probabilities of BayesElo as they are (OpenBench's older test)
  kCutechess,   // games only: the same with half a game added to each count, and Elo scaled to logistic
};
inline constexpr int kSprtModels = 5;

[[nodiscard]] std::string_view to_text(SprtModel model) noexcept;  // "normalized" ...
[[nodiscard]] std::optional<SprtModel> sprt_model_from_text(std::string_view text) noexcept;
[[nodiscard]] constexpr bool takes_pairs(SprtModel model) noexcept {
  return model == SprtModel::kNormalized || model == SprtModel::kLogistic;
}

enum class SprtDecision { kContinue, kAcceptH0, kAcceptH1 };
[[nodiscard]] std::string_view to_text(SprtDecision decision) noexcept;  // "continue", "H0", "H1"

struct SprtTest {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05;  // P(accept H1 | H0)
  double beta = 0.05;   // P(accept H0 | H1)
  SprtModel model = SprtModel::kNormalized;

  [[nodiscard]] double lower() const noexcept;  // ln(beta / (1 - alpha))
  [[nodiscard]] double upper() const noexcept;  // ln((1 - beta) / alpha)
  [[nodiscard]] SprtDecision decide(double llr) const noexcept;
  bool operator==(const SprtTest&) const = default;
};

// How far the iterations go. kExact: to the last digits of a double. kFastchess: as fastchess 1.8.2 does
// (root of the logistic model to 1e-3, of the normalized one to 1e-7; at most 10 rounds until 1e-4), which is
// off in the third decimal of a logistic LLR; for comparisons.
enum class SprtPrecision { kExact, kFastchess };

// Log-likelihood ratio, natural logarithm. 0 without games. Counts of 0 are taken as 1/1000 (GSPRT) so that
// no result is impossible under a hypothesis; bayesian (without wins or losses) and bayeselo are not defined
// then and give 0. Models for games only, given pairs, give 0, too.
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
