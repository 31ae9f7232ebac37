#include "agents/uct/settings.hpp"

#include <stdexcept>

#include "agents/common/mcts/parameters.hpp"

namespace ludex::agents::uct {

const Schema<Config>& schema() {
  static const Schema<Config> made([](auto& s) {
    mcts::declare_common(s);
    s.choice("solver", &Config::solver, "prove results in the tree; bounds: with score bounds",
             "Winands et al. 2008; Cazenave & Saffidine 2010");
    s.boolean("graph", &Config::graph,
              "one node a position, whichever moves lead to it: values by position, visits by move",
              "Childs et al. 2008; Czech et al. 2021");
    s.choice("root", &Config::root,
             "how simulations are divided among the moves of the root; halving needs a budget of iterations; "
             "gumbel: halving of moves drawn by the prior policy (see puct and model), else uniformly",
             "Karnin et al. 2013; Pepels et al. 2014; Sagers et al. 2024; Danihelka et al. 2022");
    const auto gumbel = [](auto member) { return nested(&Config::gumbel, member); };
    s.integer("gumbel_moves", gumbel(&mcts::GumbelConfig::considered), 1, 32767,
              "root=gumbel: number of moves considered", "Danihelka et al. 2022");
    s.real(
        "gumbel_visits", gumbel(&mcts::GumbelConfig::visits), 0, 1e6,
        "root=gumbel: a value q in [0, 1] counts (this + most visits) gumbel_scale q against the prior's logits",
        "Danihelka et al. 2022");
    s.real("gumbel_scale", gumbel(&mcts::GumbelConfig::scale), 0, 1000, "root=gumbel: see gumbel_visits",
           "Danihelka et al. 2022");
    s.choice(
        "players", &Config::players,
        "more than two players: each for itself; all others against the searcher; the same, but only one "
        "of them replies by search",
        "Sturtevant 2008; Nijssen & Winands 2013; Schadd & Winands 2011");
    s.choice("chance", &Config::open_loop, {{"explicit", false}, {"open-loop", true}},
             "games with chance: nodes for its outcomes, or statistics by players' moves alone",
             "Perez Liebana et al. 2015");
    s.choice("selection", &Config::tuned, {{"ucb1", false}, {"ucb1-tuned", true}}, "the bandit",
             "Auer et al. 2002");
    s.choice("amaf", &Config::amaf, "all moves as first", "Gelly & Silver 2007; Cazenave 2015");
    s.integer("grave_ref", &Config::grave_ref, 0, 1e9, "visits after which a node uses its own AMAF table");
    s.real("grave_bias", &Config::grave_bias, 0, 1,
           "GRAVE: bias; the larger it is, the sooner the mean outweighs AMAF");
    s.real("rave_k", &Config::rave_k, 0, 1e9, "RAVE: visits at which the mean and AMAF have equal weight");
    s.choice("playout", &Config::playout,
             "moves of playouts: random; the best so far; the best so far after the last two moves; drawn by "
             "their scores (ludex.move-scores/1, or the policy of the model)",
             "Finnsson & Bjornsson 2008; Tak et al. 2012");
    s.real("epsilon", &Config::epsilon, 0, 1, "share of random moves in mast, nst and policy playouts");
    s.real("history", &Config::history, 0, 1000, "W of the progressive history; published 3; 0: off",
           "Nijssen & Winands 2011");
    s.real("progressive_bias", &Config::progressive_bias, 0, 1000,
           "weight of the heuristic H / (n + 1); 0: off", "Chaslot et al. 2008");
    s.choice("bias_source", &Config::bias_source, "H: ludex.evaluate/1 or ludex.move-scores/1");
    s.real(
        "puct", &Config::puct, 0, 1000,
        "weight of P sqrt(N) / (n + 1), P a move's share of the scores (ludex.move-scores/1); published 1-5; "
        "0: off",
        "Silver et al. 2016");
    s.real("puct_growth", &Config::puct_growth, 0, 1000,
           "this times log(1 + (1 + N) / 19652) is added to puct; published 1", "Silver et al. 2018");
    s.real("temperature", &Config::temperature, 0.1, 10,
           "with puct: a move's share is computed from the scores to the power of 1 / this");
    s.real("implicit_minimax", &Config::implicit_minimax, 0, 1,
           "alpha: share of the minimax of evaluations; published 0.1-0.4; 0: off", "Lanctot et al. 2014");
    s.real("evaluation_share", &Config::evaluation_share, 0, 1,
           "share of ludex.evaluate/1 in the result of a playout; two players; published 0.5; 0: off",
           "Silver et al. 2016");
    s.integer("playout_plies", &Config::playout_plies, 0, 1e6,
              "plies after which a playout ends with an evaluation; 0: never", "Lorentz 2008");
    s.text(
        "model", &Config::model,
        "games of two: the model in this file (ludex train) evaluates leaves, and its policy, if it has one, "
        "is ludex.move-scores/1 (puct, playout=policy, root=gumbel)");
    s.real("model_share", &Config::model_share, 0, 1,
           "with model: share of its value of the leaf in the result of a simulation; 1: no playout",
           "Silver et al. 2016, 2018");
    s.integer("must_play", &Config::must_play, 0, 1e9,
              "visits of a node before the game is asked for its must-play moves (ludex.must-play/1); "
              "implies solver=true; 0: never",
              "Arneson et al. 2010");
    s.integer("expand_after", &Config::expand_after, 0, 1e6,
              "visits after which a node gets all its children at once, selected by first_play; 0: children "
              "are added one at a time, each tried once first");
    s.real("first_play", &Config::first_play, -10, 10,
           "with expand_after: mean assumed for an untried move without AMAF statistics; with puct relative "
           "to the parent's mean",
           "Gelly & Wang 2006");
    s.real("evaluation_scale", &Config::evaluation_scale, 1, 1e6,
           "centi-units: an evaluation e counts as tanh(e / this)");
  });
  return made;
}

void check(const Config& config) {
  if (config.puct != 0 && config.progressive_bias != 0)
    throw std::invalid_argument(
        "uct: puct and progressive_bias use the same knowledge: set only one of them");
  if (config.evaluation_share != 0 && config.implicit_minimax != 0)
    throw std::invalid_argument(
        "uct: evaluation_share and implicit_minimax cannot be combined: they store different evaluations");
  if (config.expand_after != 0 && (config.solver == Solver::kBounds || config.implicit_minimax != 0))
    throw std::invalid_argument(
        "uct: expand_after cannot be combined with solver=bounds or implicit_minimax: unvisited moves have "
        "neither bounds nor an evaluation");
  if (config.must_play != 0 && config.solver == Solver::kBounds)
    throw std::invalid_argument("uct: must_play needs solver=true, not solver=bounds");
  if (config.graph &&
      (config.any() || !config.model.empty() || config.must_play != 0 || config.solver == Solver::kBounds ||
       config.players != mcts::Players::kMaxN || config.root != mcts::RootBandit::kUcb || config.batch > 1))
    throw std::invalid_argument(
        "uct: graph=true works with c, solver=true, final_move, tree_reuse, playout_cap and memory_mib only");
  if (config.root == mcts::RootBandit::kGumbel && (config.must_play != 0 || config.open_loop))
    throw std::invalid_argument(
        "uct: root=gumbel cannot be combined with must_play or chance=open-loop: the moves that it considers "
        "are chosen before the search");
  if (!config.open_loop) return;
  if (config.solver != Solver::kOff)
    throw std::invalid_argument("uct: chance=open-loop needs solver=false: its nodes cannot be proven");
  if (config.players != mcts::Players::kMaxN)
    throw std::invalid_argument("uct: chance=open-loop needs players=maxn");
  if (config.expand_after != 0 || config.scores_moves())
    throw std::invalid_argument(
        "uct: chance=open-loop cannot be combined with expand_after or scores of moves: the legal moves of a "
        "node vary");
}

void check_for_chance(const Config& config) {
  if (config.must_play != 0) throw std::invalid_argument("uct: must_play needs a game without chance moves");
  const bool by_evaluation =
      config.progressive_bias != 0 && config.bias_source == mcts::BiasSource::kEvaluate;
  if (config.implicit_minimax != 0 || config.evaluation_share != 0 || by_evaluation)
    throw std::invalid_argument(
        "uct: implicit_minimax, evaluation_share and bias_source=evaluate need a game without chance moves");
}

}  // namespace ludex::agents::uct
