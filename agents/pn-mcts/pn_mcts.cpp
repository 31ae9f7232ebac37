#include "agents/pn-mcts/pn_mcts.hpp"

#include "agents/common/mcts/parameters.hpp"
#include "agents/common/mcts/search_of.hpp"
#include "agents/pn-mcts/search.hpp"

namespace ludex::agents {

template class mcts::Search<pn_mcts::PnPolicy<1>>;
template class mcts::Search<pn_mcts::PnPolicy<2>>;

namespace pn_mcts {

namespace {

struct Config : PnConfig {
  bool two_layers = false;
};

const Schema<Config>& schema() {
  static const Schema<Config> made([](auto& s) {
    mcts::declare_common(s);
    s.boolean("final", &Config::final_move_proven, "F: play a proven win regardless of its visits",
              "section IV-A");
    s.boolean("solver", &Config::solver, "S: do not select solved children again", "section IV-B");
    s.boolean("uct_pn", &Config::uct_pn, "U: proof-number rank in the selection formula", "equation (2)");
    s.real("c_pn", &Config::c_pn, 0, 1e9, "weight of the rank", "Kowalski et al. 2024");
    s.integer("threshold", &Config::threshold, 0, 1e9,
              "T: number of visits after which a solved child is no longer selected", "section IV-B");
    s.choice("layers", &Config::two_layers, {{"1", false}, {"2", true}},
             "1: prove wins; 2: also prove that the game is not lost", "section VIII");
    s.real("contempt", &Config::contempt, -1e3, 1e3,
           "layers 2: play a proven draw if the root's mean result is at most this", "section VIII-C");
    s.choice("contempt_rule", &Config::contempt_strict, {{"at-most", false}, {"below", true}},
             "at-most: as in the published code; below: as in the paper");
    s.choice("rank_divisor", &Config::rank_by_largest, {{"moves", false}, {"largest", true}},
             "ranks are divided by the number of moves (published code) or the largest rank (paper)");
    s.boolean("rank_layer_two", &Config::rank_layer_two,
              "layers 2: the second layer breaks ties of the rank; false: as the published code");
    s.choice("expansion", &Config::expand_all, {{"lazy", false}, {"all", true}},
             "add one child per simulation, or all children of a node at once (as published)");
    s.boolean("tactics", &Config::tactics,
              "lazy expansion: ask the game for immediate wins (ludex.tactics/1)");
  });
  return made;
}

}  // namespace

std::span<const ParamSpec> PnMcts::parameters() {
  return schema().specs();
}

Result<void> PnMcts::supports(const Game& game) {
  return mcts::supports_tree_search(game, kZeroSum | kPerfectInformation | kDeterministic, 2);
}

PnMcts::PnMcts(const ParamValues& values) {
  const Config config = schema().read(values);
  search_ =
      config.two_layers ? mcts::make_search<PnPolicy<2>>(config) : mcts::make_search<PnPolicy<1>>(config);
}

}  // namespace pn_mcts

}  // namespace ludex::agents
