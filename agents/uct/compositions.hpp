// Enhanced UCT variants, apart from agents/common/mcts/plain.hpp because they are slow to compile.
#pragma once

#include <memory>

#include "agents/common/mcts/any_search.hpp"
#include "agents/common/mcts/enhancements/config.hpp"

namespace ludex::agents::uct {

using Composition = std::unique_ptr<mcts::AnySearch>;

// UCT with any enhancement except must-play.
[[nodiscard]] Composition enhanced(const mcts::EnhancedConfig& config);
[[nodiscard]] Composition enhanced_solver(const mcts::EnhancedConfig& config);
[[nodiscard]] Composition enhanced_bounds(const mcts::EnhancedConfig& config);

// The same for games with chance (agents/common/mcts/chance.hpp), and UCT in open loop.
[[nodiscard]] Composition enhanced_chance(const mcts::EnhancedConfig& config);
[[nodiscard]] Composition enhanced_chance_solver(const mcts::EnhancedConfig& config);
[[nodiscard]] Composition enhanced_chance_bounds(const mcts::EnhancedConfig& config);
[[nodiscard]] Composition enhanced_open_loop(const mcts::EnhancedConfig& config);

// UCT that takes others to play against it (agents/common/mcts/others.hpp), without and with enhancements,
// and with enhancements for games with chance.
[[nodiscard]] Composition others(const mcts::EnhancedConfig& config);
[[nodiscard]] Composition enhanced_others(const mcts::EnhancedConfig& config);
[[nodiscard]] Composition enhanced_chance_others(const mcts::EnhancedConfig& config);

// UCT with must-play and any other enhancement: includes the solver.
[[nodiscard]] Composition must_play(const mcts::EnhancedConfig& config);

}  // namespace ludex::agents::uct
