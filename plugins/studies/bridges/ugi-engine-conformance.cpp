// `ludex check --engine`: whether an engine keeps to UGI.
#include <span>

#include "agents/bridges/uci_bridge.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/bridges/uci_conformance.hpp"

namespace ludex::agents::bridges {

struct UgiConformance {
  static constexpr PluginInfo kInfo{"ugi-engine-conformance", "1.0.0",
                                    "whether an engine keeps to UGI (ludex check --engine)", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsGame;

  static std::span<const ParamSpec> parameters() { return UgiBridge::parameters(); }
  static Result<void> supports(const StudyTask& task) { return UgiBridge::supports(*task.game); }
  static Result<void> run(const StudyTask& task, TextSink& out) {
    check_uci_family<UgiBridge>(task, false, out);
    return {};
  }
};

}  // namespace ludex::agents::bridges

LUDEX_STUDY_PLUGIN(ludex::agents::bridges::UgiConformance);
