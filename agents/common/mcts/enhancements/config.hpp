// The settings of the enhancements; formulas and papers are in the files of this folder, the published values
// in agents/uct/settings.cpp.
#pragma once

#include <cstdint>

#include "agents/common/mcts/config.hpp"

namespace ludex::agents::mcts {

enum class AmafKind : std::uint32_t { kOff, kRave, kGrave };
[[nodiscard]] constexpr auto enum_texts(AmafKind) noexcept {
  return EnumTexts{"off", "rave", "grave"};
}
enum class Playout : std::uint32_t { kUniform, kMast, kNst, kPolicy };
[[nodiscard]] constexpr auto enum_texts(Playout) noexcept {
  return EnumTexts{"uniform", "mast", "nst", "policy"};
}
enum class BiasSource : std::uint32_t { kEvaluate, kMoveScores };
[[nodiscard]] constexpr auto enum_texts(BiasSource) noexcept {
  return EnumTexts{"evaluate", "move-scores"};
}

struct EnhancedConfig : CommonConfig {
  bool tuned = false;  // UCB1-Tuned
  AmafKind amaf = AmafKind::kOff;
  std::uint32_t grave_ref = 100;
  double grave_bias = 1e-5;
  double rave_k = 1000;
  Playout playout = Playout::kUniform;
  double epsilon = 0.1;
  double history = 0;           // W of the progressive history
  double progressive_bias = 0;  // its weight
  double puct = 0;              // weight of a move's share of the scores; 0: off
  double puct_growth = 0;       // of the weight, with the visits of the parent
  double temperature = 1;       // of the shares
  BiasSource bias_source = BiasSource::kEvaluate;
  double implicit_minimax = 0;      // alpha
  double evaluation_share = 0;      // of mixed playouts
  std::uint32_t playout_plies = 0;  // early termination; 0: never
  double leaf_share = 0;            // of the leaf's evaluation in its reward; 1: no playout
  double evaluation_scale = 500;    // centi-units that count as tanh(1)
  bool expected_values = false;     // evaluations are expected results instead, 10,000 for a win
  double first_play = 0;            // with expand_after: value of an unvisited move
  std::uint32_t must_play = 0;      // visits after which the game is asked about a node; 0: never

  [[nodiscard]] bool any() const noexcept {
    return tuned || amaf != AmafKind::kOff || playout != Playout::kUniform || history != 0 ||
           progressive_bias != 0 || puct != 0 || implicit_minimax != 0 || playout_plies != 0 ||
           evaluation_share != 0 || leaf_share != 0 || must_play != 0 || expand_after != 0;
  }
  [[nodiscard]] bool evaluates() const noexcept {
    return evaluation_share != 0 || leaf_share != 0 || evaluates_entered();
  }
  // True if every position that enters the tree is evaluated.
  [[nodiscard]] bool evaluates_entered() const noexcept {
    return implicit_minimax != 0 || playout_plies != 0 ||
           (progressive_bias != 0 && bias_source == BiasSource::kEvaluate);
  }
  [[nodiscard]] bool scores_moves() const noexcept {
    return puct != 0 || (progressive_bias != 0 && bias_source == BiasSource::kMoveScores);
  }
  [[nodiscard]] bool means_of_moves() const noexcept {
    return history != 0 || playout == Playout::kMast || playout == Playout::kNst;
  }
};

}  // namespace ludex::agents::mcts
