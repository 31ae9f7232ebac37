// `ludex check --engine`: whether an engine keeps to GTP.
#include <array>
#include <cstddef>
#include <span>

#include "agents/bridges/gtp_bridge.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/bridges/conformance.hpp"

namespace ludex::agents::bridges {

struct GtpConformance {
  static constexpr PluginInfo kInfo{"gtp-engine-conformance", "1.0.0",
                                    "checks that an engine follows GTP (ludex check --engine)", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsGame;

  static std::span<const ParamSpec> parameters() { return GtpBridge::parameters(); }
  static Result<void> supports(const StudyTask& task) { return GtpBridge::supports(*task.game); }
  static Result<void> run(const StudyTask& task, TextSink& out) {
    Budget time{};
    time.wall_ns = 1'000'000'000;
    const std::array<NamedBudget, 1> budgets{{{"genmove within a second", time}}};
    GtpBridge bridge(task.values);
    check_conformance(bridge, task, std::span<const NamedBudget>(budgets), "answers", out);
    return {};
  }
};

}  // namespace ludex::agents::bridges

LUDEX_STUDY_PLUGIN(ludex::agents::bridges::GtpConformance);
