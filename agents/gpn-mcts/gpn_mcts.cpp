#include "agents/gpn-mcts/gpn_mcts.hpp"

#include <array>
#include <string_view>

#include "agents/common/mcts/parameters.hpp"
#include "agents/common/mcts/search_of.hpp"
#include "agents/gpn-mcts/search.hpp"

namespace ludex::agents {

template class mcts::Search<gpn_mcts::GpnPolicy<2>>;
template class mcts::Search<gpn_mcts::GpnPolicy<kMaxPlayers>>;

namespace gpn_mcts {

namespace {

BiasKind bias_kind(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames{"rank", "sum", "max", "log", "exp", "excess"};
  std::uint32_t kind = 0;
  while (kNames[kind] != name) ++kind;
  return static_cast<BiasKind>(kind);
}

}  // namespace

std::span<const ParamSpec> GpnMcts::parameters() {
  static const auto specs = mcts::with_common_parameters(std::array{
      params::choice("bias", "max", "rank|sum|max|log|exp|excess",
                     "how proof numbers enter the selection formula; the last three are drafts",
                     "GPN-MCTS 2025, equations (4) and (5)"),
      params::real("c_pn", "1", 0, 1e9, "weight of the bias; best between 0.1 and 5"),
      params::choice("rank_divisor", "moves", "moves|largest",
                     "ranks are divided by the number of moves (published code) or the largest rank"),
      params::choice("untried", "parent", "parent|first",
                     "a move not tried yet: takes part in the formula with the parent's mean, or goes first"),
      params::boolean("score_bounds", true,
                      "clip values to what is proven; do not search what is proven or cannot improve",
                      "Cazenave & Saffidine 2010"),
      params::real("contempt", "0", -1e3, 1e3,
                   "play a proven draw if the root's mean result is at most this"),
      params::boolean("mobility", false, "first numbers of a node from its number of moves"),
      params::boolean("tactics", true, "ask the game for moves that win at once (ludex.tactics/1)"),
  });
  return specs;
}

Result<void> GpnMcts::supports(const Game& game) {
  const GameTraits& traits = game.traits();
  if (traits.players == 2 && (traits.flags & kZeroSum) == 0) return Error{"needs a zero-sum game"};
  return mcts::supports_tree_search(game);
}

GpnMcts::GpnMcts(const ParamValues& values) {
  mcts::read_common(values, config_);
  config_.bias = bias_kind(values.text("bias"));
  config_.c_pn = values.real("c_pn");
  config_.rank_by_largest = values.text("rank_divisor") == "largest";
  config_.untried_first = values.text("untried") == "first";
  config_.score_bounds = values.boolean("score_bounds");
  config_.contempt = values.real("contempt");
  config_.mobility = values.boolean("mobility");
  config_.tactics = values.boolean("tactics");
}

void GpnMcts::new_game(const Game& game, Player seat, std::uint64_t seed) {
  search_ = game.traits().players == 2 ? mcts::make_search<GpnPolicy<2>>(config_)
                                       : mcts::make_search<GpnPolicy<kMaxPlayers>>(config_);
  SearchAgent::new_game(game, seat, seed);
}

}  // namespace gpn_mcts

}  // namespace ludex::agents
