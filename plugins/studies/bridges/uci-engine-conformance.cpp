// `ludex check --engine`: whether an engine keeps to UCI or USI.
#include <span>

#include "agents/bridges/uci_bridge.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/bridges/conformance.hpp"

namespace ludex::agents::bridges {

struct UciConformance {
  static constexpr PluginInfo kInfo{"uci-engine-conformance", "2.0.0",
                                    "checks that an engine follows UCI or USI (ludex check --engine)", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsGame;

  static const Schema<ConformanceConfig>& schema() {
    static const Schema<ConformanceConfig> made([](auto& s) {
      declare_conformance(s, [](auto& protocol) {
        protocol.choice("protocol", &ConformanceConfig::protocol,
                        {{"uci", EngineProtocol::kUci}, {"usi", EngineProtocol::kUsi}},
                        "usi: the dialect of shogi engines");
      });
    });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<void> supports(const StudyTask& task) { return UciBridge::supports(*task.game); }
  static Result<void> run(const StudyTask& task, TextSink& out) {
    const ConformanceConfig config = schema().read(task.values);
    if (!EngineTexts::speaks(*task.game, config.protocol))
      return Error{"this game has no notation for " + std::string(to_text(config.protocol))};
    check_uci_rules(task, config, out);
    return {};
  }
};

}  // namespace ludex::agents::bridges

LUDEX_STUDY_PLUGIN(ludex::agents::bridges::UciConformance);
