// The positions of a logged game from which an evaluation is learned, and the quality of its predictions.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include "core/abi/types.hpp"
#include "core/game/extensions.hpp"
#include "core/util/result.hpp"
#include "plugins/studies/training/game_log.hpp"

namespace ludex::games {

// Targets for a position, as expected results for the mover: of the search and of the game.
struct PredictionTarget {
  float value;
  float outcome;  // 0, 1/2, 1

  // The mixture of both; `share`: weight of the search.
  [[nodiscard]] float wanted(float share) const noexcept { return share * value + (1 - share) * outcome; }
};

// Sums over positions.
struct PredictionTally {
  double samples = 0;
  double square = 0;    // of the error in the target
  double outcome = 0;   // of the error in the outcome
  double searched = 0;  // of the search's error in the outcome

  void add(const PredictionTarget& truth, float share, float predicted) noexcept {
    const auto squared = [](float d) { return static_cast<double>(d) * static_cast<double>(d); };
    ++samples;
    square += squared(predicted - truth.wanted(share));
    outcome += squared(predicted - truth.outcome);
    searched += squared(truth.value - truth.outcome);
  }
  [[nodiscard]] std::string text() const {
    const double n = std::max(samples, 1.0);
    std::array<char, 96> line{};
    std::snprintf(line.data(), line.size(), "squared error %.5f; of the outcome %.5f (of the search %.5f)",
                  square / n, outcome / n, searched / n);
    return line.data();
  }
};

// Calls take(state, target) for each position in which the mover is under no threat, the played move
// neither captures nor promotes, and no end is in sight; `scale` is the value in centi-units that equals an
// expected result of logistic(1). An error names an illegal move.
template <class Rules, class Take>
[[nodiscard]] Result<void> each_quiet_position(const Rules& rules, const LoggedGame& game, double scale,
                                               Take&& take) {
  constexpr double kEndInSight = 20000;  // values beyond are wins and losses
  typename Rules::State state = rules.initial();
  const auto move_of = [&](const std::string& text) -> Result<Move> {
    auto move = rules.parse_move(state, text);
    if (!move) return Error{text + ": " + move.error()};
    return move;
  };
  for (const std::string& text : game.opening) {
    const auto move = move_of(text);
    if (!move) return Error{move.error()};
    rules.apply(state, *move);
  }
  std::array<std::size_t, 2> moves{};
  for (const std::string& text : game.moves) {
    const auto move = move_of(text);
    if (!move) return Error{move.error()};
    const Player mover = rules.to_move(state);
    const auto& values = game.values[mover];
    const std::size_t index = moves[mover]++;
    const double value = index < values.size() ? values[index] : LoggedGame::kNoValue;
    std::int32_t gain = 0;
    rules.move_gains(state, &*move, 1, &gain);
    if (std::abs(value) < kEndInSight && gain == Selective::kQuiet && !rules.in_check_or_forced(state))
      take(state, PredictionTarget{static_cast<float>(1 / (1 + std::exp(-value / scale))),
                                   static_cast<float>(mover == 0 ? game.outcome : 1 - game.outcome)});
    rules.apply(state, *move);
  }
  return {};
}

}  // namespace ludex::games
