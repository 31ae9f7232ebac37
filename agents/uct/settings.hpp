// The settings of uct: README.md has the formulas of the components.
#pragma once

#include <cstdint>
#include <string>

#include "agents/common/mcts/enhancements/config.hpp"
#include "core/abi/enum_text.hpp"
#include "core/abi/schema.hpp"

namespace ludex::agents::uct {

enum class Solver : std::uint32_t { kOff, kOn, kBounds };
[[nodiscard]] constexpr auto enum_texts(Solver) noexcept {
  return EnumTexts{"false", "true", "bounds"};
}

struct Config : mcts::EnhancedConfig {
  Solver solver = Solver::kOff;
  bool open_loop = false;  // in games with chance
  bool graph = false;
  std::string model = {};  // a file
  double model_share = 1;  // leaf_share of a model with values
};

[[nodiscard]] const Schema<Config>& schema();
// Throws if settings contradict each other.
void check(const Config& config);
// Throws if a setting does not work where there is chance.
void check_for_chance(const Config& config);

}  // namespace ludex::agents::uct
