// A preset for one game: replaces parameters that have their default values.
#pragma once

#include "agents/common/mcts/enhancements/config.hpp"

namespace ludex::agents::uct {

// For Hex with learned=all, must_play=region and playouts=bridges (arena/papers/hex/RESULTS.md).
inline void apply_hex_preset(mcts::EnhancedConfig& config) {
  const mcts::EnhancedConfig plain;
  const auto set = [&](auto member, auto value) {
    if (config.*member == plain.*member) config.*member = value;
  };
  using Config = mcts::EnhancedConfig;
  set(&Config::c, 0.0);
  set(&Config::tree_reuse, true);
  set(&Config::expand_after, 1U);
  set(&Config::puct, 1.4);
  set(&Config::amaf, mcts::AmafKind::kRave);
  set(&Config::must_play, 5U);
  set(&Config::evaluation_share, 0.6);
}

}  // namespace ludex::agents::uct
