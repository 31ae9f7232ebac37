// Searches without enhancements, compiled once for all agents that use them.
#pragma once

#include <memory>

#include "agents/common/mcts/any_search.hpp"
#include "agents/common/mcts/config.hpp"

namespace ludex::agents::mcts {

// UCT; with proven results (solver.hpp); with score bounds (bounds.hpp).
[[nodiscard]] std::unique_ptr<AnySearch> plain(const CommonConfig& config);
[[nodiscard]] std::unique_ptr<AnySearch> plain_solver(const CommonConfig& config);
[[nodiscard]] std::unique_ptr<AnySearch> plain_bounds(const CommonConfig& config);

// The same for games with chance (chance.hpp), and UCT in open loop.
[[nodiscard]] std::unique_ptr<AnySearch> plain_chance(const CommonConfig& config);
[[nodiscard]] std::unique_ptr<AnySearch> plain_chance_solver(const CommonConfig& config);
[[nodiscard]] std::unique_ptr<AnySearch> plain_chance_bounds(const CommonConfig& config);
[[nodiscard]] std::unique_ptr<AnySearch> plain_open_loop(const CommonConfig& config);

}  // namespace ludex::agents::mcts
