// What uct may be beside the searches of agents/common/mcts/plain.hpp. They are what takes long to compile.
#pragma once

#include <memory>

#include "agents/common/mcts/any_search.hpp"
#include "agents/common/mcts/enhancements/config.hpp"

namespace ludex::agents::uct {

using Composition = std::unique_ptr<mcts::AnySearch>;

// With any enhancement but must-play.
[[nodiscard]] Composition enhanced(const mcts::EnhancedConfig& config);
[[nodiscard]] Composition enhanced_solver(const mcts::EnhancedConfig& config);
[[nodiscard]] Composition enhanced_bounds(const mcts::EnhancedConfig& config);

// With must-play and any other: it solves.
[[nodiscard]] Composition must_play(const mcts::EnhancedConfig& config);

}  // namespace ludex::agents::uct
