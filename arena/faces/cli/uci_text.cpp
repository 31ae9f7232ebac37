#include "arena/faces/cli/uci_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace ludex::arena::cli {
namespace {

// Bound on evaluations (core/game/extensions.hpp); larger reports are wins, minus the distance in plies.
constexpr double kLargestEvaluation = 30000;
constexpr double kWinInNoMoves = 32000;

std::string mate_words(bool wins, std::uint32_t plies, EngineProtocol protocol) {
  const std::uint32_t distance = protocol == EngineProtocol::kUsi ? plies : (plies + 1) / 2;
  return fmt::format(" score mate {}{}", wins ? "" : "-", distance);
}

}  // namespace

std::string score_words(const UciScore& score, EngineProtocol protocol) {
  const bool decided = score.outcome == Outcome::kWin || score.outcome == Outcome::kLoss;
  if (decided && score.plies != 0) return mate_words(score.outcome == Outcome::kWin, score.plies, protocol);
  const bool has_value = score.unit != ValueUnit::kNone && score.bound != ValueBound::kNone;
  if (!has_value && !decided) return "";
  const std::string bound =
      !has_value || score.bound == ValueBound::kExact ? "" : fmt::format(" {}bound", to_text(score.bound));
  if (has_value && score.unit == ValueUnit::kCenti && std::abs(score.value) > kLargestEvaluation) {
    const double plies = std::clamp(kWinInNoMoves - std::abs(score.value), 0.0, 2000.0);
    return mate_words(score.value > 0, static_cast<std::uint32_t>(std::lround(plies)), protocol) + bound;
  }
  if (decided)
    return fmt::format(" score cp {:.0f}",
                       score.outcome == Outcome::kWin ? kLargestEvaluation : -kLargestEvaluation);
  const double centi = score.unit == ValueUnit::kExpected ? 1000 : score.unit == ValueUnit::kScore ? 100 : 1;
  return fmt::format(" score cp {:.0f}{}",
                     std::clamp(centi * score.value, -kLargestEvaluation, kLargestEvaluation), bound);
}

}  // namespace ludex::arena::cli
