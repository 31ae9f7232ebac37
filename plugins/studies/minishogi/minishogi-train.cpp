// `ludex study minishogi-train`: learns the weights of MiniShogi's evaluation from Ludex's own games;
// see plugins/studies/training/train_network.hpp.
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/minishogi/network_subject.hpp"
#include "plugins/studies/training/train_network.hpp"

namespace ludex::games::minishogi {

struct TrainStudy : NetworkTraining<NetworkSubject> {
  static constexpr PluginInfo kInfo{"minishogi-train", "1.0.0",
                                    "trains the weights of the MiniShogi evaluation by self-play", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsFolder;
};

}  // namespace ludex::games::minishogi

LUDEX_STUDY_PLUGIN(ludex::games::minishogi::TrainStudy);
