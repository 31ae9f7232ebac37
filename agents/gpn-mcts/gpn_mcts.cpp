#include "agents/gpn-mcts/gpn_mcts.hpp"

#include <cstdint>

#include "agents/common/mcts/parameters.hpp"
#include "agents/common/mcts/search_of.hpp"
#include "agents/gpn-mcts/search.hpp"

namespace ludex::agents {

template class mcts::Search<gpn_mcts::GpnPolicy<2>>;
template class mcts::Search<gpn_mcts::GpnPolicy<kMaxPlayers>>;

namespace gpn_mcts {

namespace {

const Schema<GpnConfig>& schema() {
  static const Schema<GpnConfig> made([](auto& s) {
    mcts::declare_common(s);
    s.choice("bias", &GpnConfig::bias,
             "how proof numbers enter the selection formula; the last three are drafts",
             "GPN-MCTS 2025, equations (4) and (5)");
    s.real("c_pn", &GpnConfig::c_pn, 0, 1e9, "weight of the bias; best between 0.1 and 5");
    s.choice("rank_divisor", &GpnConfig::rank_by_largest, {{"moves", false}, {"largest", true}},
             "ranks are divided by the number of moves (published code) or the largest rank");
    s.choice("untried", &GpnConfig::untried_first, {{"parent", false}, {"first", true}},
             "an untried move enters the formula with the parent's mean, or is tried first");
    s.boolean(
        "score_bounds", &GpnConfig::score_bounds,
        "clip values to the proven bounds; do not search moves that are proven or cannot improve the result",
        "Cazenave & Saffidine 2010");
    s.real("contempt", &GpnConfig::contempt, -1e3, 1e3,
           "play a proven draw if the root's mean result is at most this");
    s.boolean("mobility", &GpnConfig::mobility,
              "initialise the proof numbers of a node from its number of moves");
    s.boolean("tactics", &GpnConfig::tactics, "ask the game for immediate wins (ludex.tactics/1)");
  });
  return made;
}

}  // namespace

std::span<const ParamSpec> GpnMcts::parameters() {
  return schema().specs();
}

Result<void> GpnMcts::supports(const Game& game) {
  const std::uint32_t sum = game.traits().players == 2 ? kZeroSum : 0U;
  return mcts::supports_tree_search(game, sum | kPerfectInformation | kDeterministic);
}

GpnMcts::GpnMcts(const ParamValues& values) : config_(schema().read(values)) {}

void GpnMcts::new_game(const Game& game, Player seat, std::uint64_t seed) {
  search_ = game.traits().players == 2 ? mcts::make_search<GpnPolicy<2>>(config_)
                                       : mcts::make_search<GpnPolicy<kMaxPlayers>>(config_);
  SearchAgent::new_game(game, seat, seed);
}

}  // namespace gpn_mcts

}  // namespace ludex::agents
