#include "agents/uct/uct.hpp"

#include <array>
#include <stdexcept>

#include "agents/common/mcts/parameters.hpp"
#include "agents/common/mcts/plain.hpp"
#include "agents/uct/compositions.hpp"
#include "agents/uct/preset.hpp"

namespace ludex::agents::uct {

std::span<const ParamSpec> Uct::parameters() {
  static const auto specs = mcts::with_common_parameters(std::array{
      params::choice(
          "preset", "none", "none|hex",
          "values of the parameters that are left at their defaults: for hex:learned=all,must_play=region,"
          "playouts=bridges"),
      params::choice("solver", "false", "false|true|bounds",
                     "prove results in the tree; bounds: with score bounds",
                     "Winands et al. 2008; Cazenave & Saffidine 2010"),
      params::choice("selection", "ucb1", "ucb1|ucb1-tuned", "the bandit", "Auer et al. 2002"),
      params::choice("amaf", "off", "off|rave|grave", "all moves as first",
                     "Gelly & Silver 2007; Cazenave 2015"),
      params::integer("grave_ref", "100", 0, 1e9, "visits after which a node's own AMAF table counts"),
      params::real("grave_bias", "1e-5", 0, 1, "GRAVE: how soon the mean outweighs AMAF"),
      params::real("rave_k", "1000", 0, 1e9, "RAVE: visits at which both weigh the same"),
      params::choice("playout", "uniform", "uniform|mast|nst",
                     "which moves playouts make: random; best so far; best so far after the last two",
                     "Finnsson & Bjornsson 2008; Tak et al. 2012"),
      params::real("epsilon", "0.1", 0, 1, "share of random moves in mast and nst playouts"),
      params::real("history", "0", 0, 1000, "W of the progressive history; published 3; 0: off",
                   "Nijssen & Winands 2011"),
      params::real("progressive_bias", "0", 0, 1000, "weight of the heuristic H / (n + 1); 0: off",
                   "Chaslot et al. 2008"),
      params::choice("bias_source", "evaluate", "evaluate|move-scores",
                     "H: ludex.evaluate/1 or ludex.move-scores/1"),
      params::real(
          "puct", "0", 0, 1000,
          "weight of P sqrt(N) / (n + 1), P a move's share of the scores (ludex.move-scores/1); 0: off",
          "Silver et al. 2016"),
      params::real("puct_growth", "0", 0, 1000,
                   "to puct is added this times log(1 + (1 + N) / 19652); published 1", "Silver et al. 2018"),
      params::real("temperature", "1", 0.1, 10, "with puct: shares of the scores to the power 1 / this"),
      params::real("implicit_minimax", "0", 0, 1,
                   "alpha: share of the minimax of evaluations; published 0.1-0.4; 0: off",
                   "Lanctot et al. 2014"),
      params::real("evaluation_share", "0", 0, 1,
                   "share of ludex.evaluate/1 in the result of a playout; two players; published 0.5; 0: off",
                   "Silver et al. 2016"),
      params::integer("playout_plies", "0", 0, 1e6, "end playouts with an evaluation after so many; 0: never",
                      "Lorentz 2008"),
      params::integer("must_play", "0", 0, 1e9,
                      "visits of a node after which the game is asked which moves matter "
                      "(ludex.must-play/1); implies solver=true; 0: never",
                      "Arneson et al. 2010"),
      params::integer(
          "expand_after", "0", 0, 1e6,
          "visits after which a node gets all its children at once, chosen among with first_play; "
          "0: one at a time, each tried once first"),
      params::real(
          "first_play", "0", -10, 10,
          "with expand_after: mean of a move not tried yet, with puct beside its parent's, unless amaf "
          "knows better",
          "Gelly & Wang 2006"),
      params::real("evaluation_scale", "500", 1, 1e6, "centi-units: an evaluation e counts tanh(e / this)"),
  });
  return specs;
}

Result<void> Uct::supports(const Game& game) {
  return mcts::supports_tree_search(game);
}

Uct::Uct(const ParamValues& values) : solver_(values.text("solver")) {
  using namespace mcts;
  read_common(values, config_);
  config_.tuned = values.text("selection") == "ucb1-tuned";
  const std::string& amaf = values.text("amaf");
  config_.amaf = amaf == "rave" ? AmafKind::kRave : amaf == "grave" ? AmafKind::kGrave : AmafKind::kOff;
  config_.grave_ref = static_cast<std::uint32_t>(values.integer("grave_ref"));
  config_.grave_bias = values.real("grave_bias");
  config_.rave_k = values.real("rave_k");
  const std::string& playout = values.text("playout");
  config_.playout = playout == "mast" ? Playout::kMast : playout == "nst" ? Playout::kNst : Playout::kUniform;
  config_.epsilon = values.real("epsilon");
  config_.history = values.real("history");
  config_.progressive_bias = values.real("progressive_bias");
  config_.puct = values.real("puct");
  config_.puct_growth = values.real("puct_growth");
  config_.temperature = values.real("temperature");
  config_.bias_source =
      values.text("bias_source") == "evaluate" ? BiasSource::kEvaluate : BiasSource::kMoveScores;
  config_.implicit_minimax = values.real("implicit_minimax");
  config_.evaluation_share = values.real("evaluation_share");
  config_.playout_plies = static_cast<std::uint32_t>(values.integer("playout_plies"));
  config_.evaluation_scale = values.real("evaluation_scale");
  config_.expand_after = static_cast<std::uint32_t>(values.integer("expand_after"));
  config_.first_play = values.real("first_play");
  config_.must_play = static_cast<std::uint32_t>(values.integer("must_play"));
  if (values.text("preset") == "hex") apply_hex_preset(config_);
  if (config_.must_play != 0 && solver_ == "false") solver_ = "true";
  if (config_.puct != 0 && config_.progressive_bias != 0)
    throw std::invalid_argument(
        "uct: puct and progressive_bias are two uses of the same knowledge: one of them");
  if (config_.evaluation_share != 0 && config_.implicit_minimax != 0)
    throw std::invalid_argument("uct: evaluation_share and implicit_minimax keep two different evaluations");
  if (config_.expand_after != 0 && (solver_ == "bounds" || config_.implicit_minimax != 0))
    throw std::invalid_argument(
        "uct: expand_after goes neither with solver=bounds nor with implicit_minimax: moves without a visit "
        "have "
        "neither bounds nor an evaluation");
  if (config_.must_play != 0 && solver_ == "bounds")
    throw std::invalid_argument("uct: must_play goes with solver=true, not with bounds");
}

void Uct::new_game(const Game& game, Player seat, std::uint64_t seed) {
  search_ = compose(game.traits());
  SearchAgent::new_game(game, seat, seed);
}

// Solver and bounds have rules for two players only; other games do without them.
std::unique_ptr<mcts::AnySearch> Uct::compose(const GameTraits& traits) const {
  const bool two = traits.players == 2;
  const bool bounds = two && solver_ == "bounds" && (traits.flags & kZeroSum) != 0;
  const bool solver = two && !bounds && solver_ != "false";
  if (solver && config_.must_play != 0) return must_play(config_);
  if (config_.any()) {
    return bounds ? enhanced_bounds(config_) : solver ? enhanced_solver(config_) : enhanced(config_);
  }
  return bounds ? mcts::plain_bounds(config_) : solver ? mcts::plain_solver(config_) : mcts::plain(config_);
}

}  // namespace ludex::agents::uct
