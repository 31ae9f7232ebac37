// Idea: Abramson, "Expected-outcome: a general model of static evaluation", IEEE PAMI 12, 1990; Brugmann,
// "Monte Carlo Go", 1993. With UCB1 the root is one bandit problem (Auer, Cesa-Bianchi & Fischer 2002).
#include "agents/flat-mc/flat_mc.hpp"

#include <cstddef>
#include <cstdint>

#include "agents/common/mcts/parameters.hpp"
#include "agents/common/mcts/plain.hpp"
#include "agents/common/mcts/policy.hpp"
#include "agents/common/mcts/search_of.hpp"
#include "core/abi/schema.hpp"

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

struct Config {
  bool bandit = false;
  double c = mcts::CommonConfig().c;
  std::uint32_t playout_cap = 0;
};

const Schema<Config>& schema() {
  static const Schema<Config> made([](auto& s) {
    s.choice("allocation", &Config::bandit, {{"uniform", false}, {"ucb1", true}},
             "rule for the root move that gets the next playout; uniform plays the move of the best mean, "
             "ucb1 the most visited move",
             "Abramson 1990; Auer, Cesa-Bianchi & Fischer 2002");
    s.real("c", &Config::c, 0, 1000, "ucb1: exploration constant, for rewards in [-1, 1]");
    s.integer("playout_cap", &Config::playout_cap, 0, 1e6,
              "plies after which a playout counts as a draw; 0: never");
  });
  return made;
}

}  // namespace

std::span<const ParamSpec> FlatMc::parameters() {
  return schema().specs();
}

Result<void> FlatMc::supports(const Game& game) {
  return mcts::supports_tree_search(game, kPerfectInformation);
}

FlatMc::FlatMc(const ParamValues& values) {
  const Config own = schema().read(values);
  mcts::CommonConfig config;
  config.c = own.c;
  config.playout_cap = own.playout_cap;
  config.memory_mib = 8;  // 32767 nodes at most
  config.max_depth = 1;
  if (own.bandit) {
    search_ = mcts::plain(config);
  } else {
    config.final_move = mcts::FinalMove::kValue;
    search_ = mcts::make_search<UniformPolicy>(config);
  }
}

}  // namespace ludex::agents::flat_mc
