// `ludex check --engine`: whether an engine keeps to UGI.
#include <span>

#include "agents/bridges/uci_bridge.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/needs.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/bridges/conformance.hpp"

namespace ludex::agents::bridges {

struct UgiConformance {
  static constexpr PluginInfo kInfo{"ugi-engine-conformance", "2.0.0",
                                    "checks that an engine follows UGI (ludex check --engine)", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsGame;

  static const Schema<ConformanceConfig>& schema() {
    static const Schema<ConformanceConfig> made(
        [](auto& s) { declare_conformance(s, [](auto& /*protocol*/) {}); });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<void> supports(const StudyTask& task) { return needs(*task.game, kDeterministic, 2); }
  static Result<void> run(const StudyTask& task, TextSink& out) {
    ConformanceConfig config = schema().read(task.values);
    config.protocol = EngineProtocol::kUgi;
    check_uci_rules(task, config, out);
    return {};
  }
};

}  // namespace ludex::agents::bridges

LUDEX_STUDY_PLUGIN(ludex::agents::bridges::UgiConformance);
