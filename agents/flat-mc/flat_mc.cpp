// Idea: Abramson, "Expected-outcome: a general model of static evaluation", IEEE PAMI 12, 1990; Brugmann,
// "Monte Carlo Go", 1993. With UCB1 the root is one bandit problem (Auer, Cesa-Bianchi & Fischer 2002).
#include "agents/flat-mc/flat_mc.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include "agents/common/mcts/parameters.hpp"
#include "agents/common/mcts/plain.hpp"
#include "agents/common/mcts/policy.hpp"
#include "agents/common/mcts/search_of.hpp"

namespace ludex::agents::flat_mc {

namespace {

// Sends every playout to the root move with the fewest.
class UniformPolicy : public mcts::BasicPolicy<> {
 public:
  using BasicPolicy::BasicPolicy;

  [[nodiscard]] mcts::Node* select(WorkerType& w, mcts::Node& node, std::size_t) noexcept override {
    return best_child(w, node, [](const mcts::Node& child) { return -static_cast<float>(child.visits); });
  }
};

}  // namespace

std::span<const ParamSpec> FlatMc::parameters() {
  static const std::array specs{
      params::choice("allocation", "uniform", "uniform|ucb1",
                     "which root move gets the next playout; uniform plays the best mean, ucb1 the most "
                     "visited move",
                     "Abramson 1990; Auer, Cesa-Bianchi & Fischer 2002"),
      params::real("c", "1.4142135623730951", 0, 1000, "ucb1: exploration constant, for rewards in [-1, 1]"),
      params::integer("playout_cap", "0", 0, 1e6, "plies after which a playout counts as a draw; 0: never"),
  };
  return specs;
}

Result<void> FlatMc::supports(const Game& game) {
  return mcts::supports_tree_search(game);
}

FlatMc::FlatMc(const ParamValues& values) {
  mcts::CommonConfig config;
  config.c = values.real("c");
  config.playout_cap = static_cast<std::uint32_t>(values.integer("playout_cap"));
  config.memory_mib = 8;  // 32767 nodes at most
  config.max_depth = 1;
  if (values.text("allocation") == "ucb1") {
    search_ = mcts::plain(config);
  } else {
    config.final_move = mcts::FinalMove::kValue;
    search_ = mcts::make_search<UniformPolicy>(config);
  }
}

}  // namespace ludex::agents::flat_mc
