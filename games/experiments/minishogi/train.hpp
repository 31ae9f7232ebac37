// `ludex experiment minishogi-train`: learns the weights of MiniShogi's evaluation from Ludex's own games;
// see games/experiments/common/train_network.hpp.
#pragma once

#include "games/experiments/common/train_network.hpp"
#include "games/minishogi/network.hpp"
#include "games/minishogi/rules.hpp"

namespace ludex::games::minishogi {

struct NetworkSubject {
  using Inputs = NetworkInputs;
  using Rules = MinishogiRules<true>;
  static Rules rules() { return {FourfoldRule::kOfficial, false, 512}; }
  static const Position& position(const Rules::State& state) noexcept { return state.position; }
  static std::int32_t prior(const Position& p) noexcept { return evaluate_position(p); }
};

struct TrainExperiment : NetworkTraining<NetworkSubject> {
  static constexpr PluginInfo kInfo{"minishogi-train", "1.0.0",
                                    "learns the weights of MiniShogi's evaluation from games of its own",
                                    "MIT"};
  static constexpr std::uint32_t kNeeds = Experiment::kNeedsFolder;
};

}  // namespace ludex::games::minishogi
