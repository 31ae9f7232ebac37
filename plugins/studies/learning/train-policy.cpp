// Learns a linear softmax policy over local patterns for any game of two without chance, from the visits of
// PUCT with random playouts: `ludex study train-policy GAME --out FOLDER`.
//
// Files in the folder: model.ludex, for the parameter `model` of searches, and learner.state, from which an
// interrupted run goes on and ends with the same bytes.
#include <span>
#include <vector>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/learning/policy_learner.hpp"
#include "plugins/studies/learning/search_method.hpp"
#include "plugins/studies/learning/training.hpp"

namespace ludex::studies::learning {

struct TrainPolicy {
  static constexpr PluginInfo kInfo{
      "train-policy", "1.0.0", "learns a policy for any game of two by self-play (local patterns)", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsGame | Study::kNeedsFolder;

  static std::span<const ParamSpec> parameters() {
    static const std::vector<ParamSpec> kParameters =
        search_parameters({.games = "1000", .simulations = "200", .rate = "0.01", .decay = "0.01"});
    return kParameters;
  }
  static Result<void> supports(const StudyTask& task) { return can_search(task); }
  static Result<void> run(const StudyTask& task, TextSink& progress) {
    PolicyLearner learner(*task.game);
    SearchMethod method(task, learner, "");
    return train(task, method, progress);
  }
};

}  // namespace ludex::studies::learning

LUDEX_STUDY_PLUGIN(ludex::studies::learning::TrainPolicy);
