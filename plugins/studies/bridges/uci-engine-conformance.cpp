// `ludex check --engine`: whether an engine keeps to UCI or USI.
#include <span>

#include "agents/bridges/uci_bridge.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/bridges/uci_conformance.hpp"

namespace ludex::agents::bridges {

struct UciConformance {
  static constexpr PluginInfo kInfo{"uci-engine-conformance", "1.0.0",
                                    "checks that an engine follows UCI or USI (ludex check --engine)", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsGame;

  static std::span<const ParamSpec> parameters() { return UciBridge::parameters(); }
  static Result<void> supports(const StudyTask& task) { return UciBridge::supports(*task.game); }
  static Result<void> run(const StudyTask& task, TextSink& out) {
    check_uci_family<UciBridge>(task, task.values.text("protocol") == "usi", out);
    return {};
  }
};

}  // namespace ludex::agents::bridges

LUDEX_STUDY_PLUGIN(ludex::agents::bridges::UciConformance);
