// A sequential probability ratio test in a specification: hypotheses, error rates, the meaning of Elo.
// rating/sprt.hpp evaluates it.
#pragma once

#include "core/abi/enum_text.hpp"

namespace ludex::arena {

// Found for this namespace's enumerations together with its own overloads.
using ludex::to_text;

// The meaning of elo0 and elo1.
enum class SprtModel {
  kNormalized,  // (score - 1/2) / deviation: draws and openings do not affect the length
  kLogistic,    // the mean score
  kBayesian,    // games only: BayesElo's mean score, with the sample's draw Elo
  kBayesElo,    // games only: no GSPRT, but BayesElo's probabilities (OpenBench's older test)
  kCutechess,   // games only: likewise with half a game added to each count, and Elo scaled to logistic
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
