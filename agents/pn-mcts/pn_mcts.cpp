#include "agents/pn-mcts/pn_mcts.hpp"

#include <array>
#include <cstdint>

#include "agents/common/mcts/parameters.hpp"
#include "agents/common/mcts/search_of.hpp"
#include "agents/pn-mcts/search.hpp"

namespace ludex::agents {

template class mcts::Search<pn_mcts::PnPolicy<1>>;
template class mcts::Search<pn_mcts::PnPolicy<2>>;

namespace pn_mcts {

namespace {

PnConfig read(const ParamValues& values) {
  PnConfig config;
  mcts::read_common(values, config);
  config.final_move_proven = values.boolean("final");
  config.solver = values.boolean("solver");
  config.uct_pn = values.boolean("uct_pn");
  config.c_pn = values.real("c_pn");
  config.threshold = static_cast<std::uint32_t>(values.integer("threshold"));
  config.contempt = values.real("contempt");
  config.contempt_strict = values.text("contempt_rule") == "below";
  config.rank_by_largest = values.text("rank_divisor") == "largest";
  config.rank_layer_two = values.boolean("rank_layer_two");
  config.expand_all = values.text("expansion") == "all";
  config.tactics = values.boolean("tactics");
  return config;
}

}  // namespace

std::span<const ParamSpec> PnMcts::parameters() {
  constexpr const char* kPaper = "Kowalski et al. 2024";
  static const auto specs = mcts::with_common_parameters(std::array{
      params::boolean("final", true, "F: play a proven win whatever its visits", "section IV-A"),
      params::boolean("solver", true, "S: do not select solved children again", "section IV-B"),
      params::boolean("uct_pn", true, "U: proof-number rank in the selection formula", "equation (2)"),
      params::real("c_pn", "1", 0, 1e9, "weight of the rank", kPaper),
      params::integer("threshold", "5", 0, 1e9, "T: visits a solved child still gets", "section IV-B"),
      params::choice("layers", "1", "1|2", "1: prove wins; 2: prove also that a game is not lost",
                     "section VIII"),
      params::real("contempt", "0", -1e3, 1e3,
                   "layers 2: play a proven draw if the root's mean result is at most this",
                   "section VIII-C"),
      params::choice("contempt_rule", "at-most", "at-most|below",
                     "at-most: as in the published code; below: as in the paper"),
      params::choice("rank_divisor", "moves", "moves|largest",
                     "ranks are divided by the number of moves (published code) or the largest rank (paper)"),
      params::boolean("rank_layer_two", true,
                      "layers 2: the second layer breaks ties of the rank; false: as the published code"),
      params::choice("expansion", "lazy", "lazy|all",
                     "one child a simulation, or all children of a node at once (as published)"),
      params::boolean("tactics", true,
                      "lazy expansion: ask the game for moves that win at once (ludex.tactics/1)"),
  });
  return specs;
}

Result<void> PnMcts::supports(const Game& game) {
  const GameTraits& traits = game.traits();
  if (traits.players != 2) return Error{"needs two players"};
  if ((traits.flags & kZeroSum) == 0) return Error{"needs a zero-sum game"};
  return mcts::supports_tree_search(game);
}

PnMcts::PnMcts(const ParamValues& values) {
  const PnConfig config = read(values);
  search_ = values.text("layers") == "2" ? mcts::make_search<PnPolicy<2>>(config)
                                         : mcts::make_search<PnPolicy<1>>(config);
}

}  // namespace pn_mcts

}  // namespace ludex::agents
