#include "agents/uct/uct.hpp"

#include "agents/common/mcts/parameters.hpp"
#include "agents/common/mcts/plain.hpp"
#include "agents/uct/compositions.hpp"
#include "agents/uct/graph_search.hpp"

namespace ludex::agents::uct {

Result<void> Uct::supports(const Game& game) {
  return mcts::supports_tree_search(game, kPerfectInformation);
}

Uct::Uct(const ParamValues& values) : config_(schema().read(values)) {
  if (config_.must_play != 0 && config_.solver == Solver::kOff) config_.solver = Solver::kOn;
  check(config_);
  config_.gumbel.prior = config_.scores_moves() || config_.playout == mcts::Playout::kPolicy;
}

void Uct::new_game(const Game& played, Player seat, std::uint64_t seed) {
  const Game& game = model::guided(guided_, config_.model, played, model::NeedsOfModel::kAny);
  if (!config_.model.empty()) use(guided_->model());
  search_ = compose(game.traits());
  SearchAgent::new_game(game, seat, seed);
}

void Uct::use(const model::Model& model) noexcept {
  config_.leaf_share = model.has_values() ? config_.model_share : 0;
  config_.expected_values = model.has_values();
  config_.gumbel.prior = config_.gumbel.prior || model.has_scores();
}

// Solver and bounds have rules for two players only; other games do without them.
std::unique_ptr<mcts::AnySearch> Uct::compose(const GameTraits& traits) const {
  const bool two = traits.players == 2;
  const bool zero_sum = (traits.flags & kZeroSum) != 0;
  const bool bounds = two && config_.solver == Solver::kBounds && zero_sum;
  const bool solver = two && !bounds && config_.solver != Solver::kOff;
  if (config_.graph) return std::make_unique<GraphSearch>(config_, solver);
  // With two players and a zero sum nothing depends on it.
  const bool against = config_.players != mcts::Players::kMaxN && !(two && zero_sum);
  if ((traits.flags & kDeterministic) == 0) {
    check_for_chance(config_);
    if (config_.open_loop)
      return config_.any() ? enhanced_open_loop(config_) : mcts::plain_open_loop(config_);
    if (against) return enhanced_chance_others(config_);
    if (config_.any()) {
      return bounds   ? enhanced_chance_bounds(config_)
             : solver ? enhanced_chance_solver(config_)
                      : enhanced_chance(config_);
    }
    return bounds   ? mcts::plain_chance_bounds(config_)
           : solver ? mcts::plain_chance_solver(config_)
                    : mcts::plain_chance(config_);
  }
  if (against) return config_.any() ? enhanced_others(config_) : others(config_);
  if (solver && config_.must_play != 0) return must_play(config_);
  if (config_.any()) {
    return bounds ? enhanced_bounds(config_) : solver ? enhanced_solver(config_) : enhanced(config_);
  }
  return bounds ? mcts::plain_bounds(config_) : solver ? mcts::plain_solver(config_) : mcts::plain(config_);
}

}  // namespace ludex::agents::uct
