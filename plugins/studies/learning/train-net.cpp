// Learns a residual network with heads for value and policy for any game of two without chance, as AlphaZero
// does, or by other targets: `ludex study train-net GAME --out FOLDER`.
//
// Files in the folder: model.ludex, for the parameter `model` of searches, and learner.state, from which an
// interrupted run goes on and ends with the same bytes.
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/learning/descent_games.hpp"
#include "plugins/studies/learning/network_learner.hpp"
#include "plugins/studies/learning/search_method.hpp"
#include "plugins/studies/learning/training.hpp"

namespace ludex::studies::learning {

using agents::model::ResidualNetwork;

struct TrainNet {
  static constexpr PluginInfo kInfo{
      "train-net", "1.0.0", "learns values and a policy for any game of two by self-play (residual network)",
      "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsGame | Study::kNeedsFolder;

  static std::span<const ParamSpec> parameters() {
    static const std::array kOwn{
        params::integer("channels", "32", 16, 64, "of the network: 16, 32 or 64"),
        params::integer("blocks", "4", 0, ResidualNetwork::kMostBlocks, "residual layers"),
        exploration_parameter(),
        terminal_parameter(),
    };
    static const std::vector<ParamSpec> kParameters =
        search_parameters({.games = "1000",
                           .simulations = "100",
                           .rate = "0.002",
                           .decay = "0.05",
                           .targets = "alphazero|gumbel|descent"},
                          kOwn);
    return kParameters;
  }
  static Result<void> supports(const StudyTask& task) {
    if (Result<void> able = can_search(task); !able) return able;
    const Result<ResidualNetwork> network = make(task);
    if (!network) return Error{network.error()};
    return {};
  }
  static Result<void> run(const StudyTask& task, TextSink& progress) {
    Result<ResidualNetwork> network = make(task);
    NetworkLearner learner(*task.game, std::move(*network),
                           static_cast<std::uint64_t>(task.values.integer("seed")));
    SearchMethod method(task, learner,
                        " " + settings_text(task.values, std::array{"channels", "blocks"}, {}));
    return train(task, method, progress);
  }

 private:
  static Result<ResidualNetwork> make(const StudyTask& task) {
    return ResidualNetwork::make(*find<Features>(*task.game),
                                 static_cast<std::uint32_t>(task.values.integer("channels")),
                                 static_cast<std::uint32_t>(task.values.integer("blocks")));
  }
};

}  // namespace ludex::studies::learning

LUDEX_STUDY_PLUGIN(ludex::studies::learning::TrainNet);
