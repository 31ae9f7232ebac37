#include "agents/uct/uct.hpp"

#include "agents/common/mcts/parameters.hpp"
#include "agents/common/mcts/plain.hpp"
#include "agents/uct/compositions.hpp"

namespace ludex::agents::uct {

Result<void> Uct::supports(const Game& game) {
  return mcts::supports_tree_search(game);
}

Uct::Uct(const ParamValues& values) : config_(schema().read(values)) {
  if (config_.must_play != 0 && config_.solver == Solver::kOff) config_.solver = Solver::kOn;
  check(config_);
}

void Uct::new_game(const Game& game, Player seat, std::uint64_t seed) {
  search_ = compose(game.traits());
  SearchAgent::new_game(game, seat, seed);
}

// Solver and bounds have rules for two players only; other games do without them.
std::unique_ptr<mcts::AnySearch> Uct::compose(const GameTraits& traits) const {
  const bool two = traits.players == 2;
  const bool bounds = two && config_.solver == Solver::kBounds && (traits.flags & kZeroSum) != 0;
  const bool solver = two && !bounds && config_.solver != Solver::kOff;
  if (solver && config_.must_play != 0) return must_play(config_);
  if (config_.any()) {
    return bounds ? enhanced_bounds(config_) : solver ? enhanced_solver(config_) : enhanced(config_);
  }
  return bounds ? mcts::plain_bounds(config_) : solver ? mcts::plain_solver(config_) : mcts::plain(config_);
}

}  // namespace ludex::agents::uct
