// `ludex check --engine`: whether an engine keeps to GTP.
#include <span>

#include "agents/bridges/gtp_bridge.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/bridges/conformance.hpp"

namespace ludex::agents::bridges {

struct GtpConformance {
  static constexpr PluginInfo kInfo{"gtp-engine-conformance", "2.0.0",
                                    "checks that an engine follows GTP (ludex check --engine)", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsGame;

  static const Schema<ConformanceConfig>& schema() {
    static const Schema<ConformanceConfig> made([](auto& s) {
      declare_conformance(s, [](auto& protocol) {
        protocol.boolean("numbered", &ConformanceConfig::numbered,
                         "number the commands, as the protocol allows");
      });
    });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<void> supports(const StudyTask& task) { return GtpBridge::supports(*task.game); }
  static Result<void> run(const StudyTask& task, TextSink& out) {
    check_gtp_rules(task, schema().read(task.values), out);
    return {};
  }
};

}  // namespace ludex::agents::bridges

LUDEX_STUDY_PLUGIN(ludex::agents::bridges::GtpConformance);
