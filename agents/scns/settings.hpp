// The settings of SCNS, with their names in the paper.
#pragma once

#include <cstdint>
#include <string>

#include "agents/common/staircase/answers.hpp"
#include "agents/common/staircase/interval.hpp"
#include "agents/common/staircase/leaf_shape.hpp"
#include "core/abi/enum_text.hpp"
#include "core/abi/schema.hpp"

namespace ludex::agents::scns {

// Source of the errors of moves.
enum class Scores { kAuto, kMoveScores, kEvaluate, kPlayouts, kMast, kNone };
[[nodiscard]] constexpr auto enum_texts(Scores) noexcept {
  return EnumTexts{"auto", "move-scores", "evaluate", "playouts", "mast", "none"};
}

// The functions that other threads see of a position with a running job.
//   kProven: won, or lost
//   kTarget: the target is reached; true functions beyond the target
enum class Virtual { kProven, kTarget };
[[nodiscard]] constexpr auto enum_texts(Virtual) noexcept {
  return EnumTexts{"proven", "target"};
}

struct Settings {
  // Values are in this many parts of a unit of the paper.
  static constexpr double kParts = 4;
  [[nodiscard]] static staircase::Value parts(double units) noexcept {
    return static_cast<staircase::Value>(units * kParts + 0.5);
  }

  double epsilon = 0.41;
  double eta = 0.30;
  double delta = 103;
  std::uint32_t p_max = 3;
  std::uint32_t d_max = 4;
  double delta_p = 8;
  double delta_d = 7;
  double r_shift = 211;
  double r_impact = 782;
  double w_max = 1824;
  std::uint32_t sweep = 0;
  double probe = 0;
  std::uint32_t interlude = 20;
  std::uint32_t max_work_per_job = 1000;
  Virtual virtual_functions = Virtual::kProven;

  staircase::LeafForm leaf = staircase::LeafForm::kMultiStep;
  std::uint32_t leaf_cap = 4096;
  std::uint32_t steps = 48;
  std::uint32_t must_play = 0;
  bool rave = true;
  bool forgetting = true;
  Scores scores = Scores::kAuto;
  double score_scale = 2500;
  double evaluate_scale = 10;
  double leaf_scale = 0;
  double least_work = 1;
  std::uint32_t playouts = 8;
  double memory_mib = 128;
  bool keep_table = false;
  bool shuffle = true;
  std::string model = {};  // a file
};

[[nodiscard]] const Schema<Settings>& schema();

}  // namespace ludex::agents::scns
