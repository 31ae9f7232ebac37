// A sequential probability ratio test as a specification gives it: hypotheses, error rates, the meaning of
// Elo. What it says of results: rating/sprt.hpp.
#pragma once

#include "core/abi/enum_text.hpp"

namespace ludex::arena {

// For the enumerations of this namespace, beside its own overloads.
using ludex::to_text;

// What elo0 and elo1 mean.
enum class SprtModel {
  kNormalized,  // (score - 1/2) / deviation: the test's length does not depend on draws and openings
  kLogistic,    // the mean score
  kBayesian,    // games only: the mean score that BayesElo gives, with the draw Elo of the sample
  kBayesElo,    // games only: no GSPRT, the probabilities of BayesElo as they are (OpenBench's older test)
  kCutechess,   // games only: the same with half a game added to each count, and Elo scaled to logistic
};
[[nodiscard]] constexpr auto enum_texts(SprtModel) noexcept {
  return EnumTexts{"normalized", "logistic", "bayesian", "bayeselo", "cutechess"};
}
inline constexpr int kSprtModels = kEnumSize<SprtModel>;
[[nodiscard]] constexpr bool takes_pairs(SprtModel model) noexcept {
  return model == SprtModel::kNormalized || model == SprtModel::kLogistic;
}

enum class SprtDecision { kContinue, kAcceptH0, kAcceptH1 };
[[nodiscard]] constexpr auto enum_texts(SprtDecision) noexcept {
  return EnumTexts{"continue", "H0", "H1"};
}

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

}  // namespace ludex::arena
