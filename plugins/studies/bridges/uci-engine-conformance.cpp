// `ludex check --engine`: whether an engine keeps to UCI or USI.
#include <array>
#include <cstddef>
#include <span>

#include "agents/bridges/uci_bridge.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/bridges/conformance.hpp"

namespace ludex::agents::bridges {

struct UciConformance {
  static constexpr PluginInfo kInfo{"uci-engine-conformance", "1.0.0",
                                    "checks that an engine follows UCI or USI (ludex check --engine)", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsGame;

  static std::span<const ParamSpec> parameters() { return UciBridge::parameters(); }
  static Result<void> supports(const StudyTask& task) { return UciBridge::supports(*task.game); }
  static Result<void> run(const StudyTask& task, TextSink& out) {
    Budget nodes{}, depth{}, time{};
    nodes.nodes = 1000;
    depth.depth = 2;
    time.wall_ns = 200'000'000;
    const std::array<NamedBudget, 3> budgets{
        {{"go nodes 1000", nodes}, {"go depth 2", depth}, {"go movetime 190", time}}};
    // USI has no search by nodes or depth.
    const std::size_t first = task.values.text("protocol") == "usi" ? 2 : 0;
    UciBridge bridge(task.values);
    check_conformance(bridge, task, std::span(budgets).subspan(first), "bestmove lines", out);
    return {};
  }
};

}  // namespace ludex::agents::bridges

LUDEX_STUDY_PLUGIN(ludex::agents::bridges::UciConformance);
