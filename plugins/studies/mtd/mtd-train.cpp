// Fits the parameters of MTD-H's distribution on the first positions and tests them on the rest (`ludex
// study mtd-train GAME --positions FILE`). Results: arena/papers/mtd-h.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/mtd/mtd.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/common/agent_parameters.hpp"
#include "plugins/studies/common/print.hpp"
#include "plugins/studies/mtd/deepen.hpp"
#include "plugins/studies/mtd/distribution_fit.hpp"

namespace ludex::agents::mtd {

class TrainStudy {
 public:
  static constexpr PluginInfo kInfo{"mtd-train", "1.0.0", "fits the parameters of MTD-H's distribution",
                                    "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsPositions;

  static std::span<const ParamSpec> parameters() {
    static const auto specs = with_agent(
        {params::integer("train", "250", 1, 1'000'000,
                         "number of positions to fit, from the start of the list; the rest are the test set"),
         params::integer("depth", "7", 3, 12, "the deepest search")},
        Mtd::parameters());
    return specs;
  }
  static Result<void> supports(const StudyTask& task) { return Mtd::supports(*task.game); }
  static Result<void> run(const StudyTask& task, TextSink& out);
};

Result<void> TrainStudy::run(const StudyTask& task, TextSink& out) {
  const auto training = static_cast<std::uint32_t>(task.values.integer("train"));
  const auto depth = static_cast<std::uint32_t>(task.values.integer("depth"));
  Settings settings = Mtd::read_settings(task.values);
  settings.shuffle = false;
  settings.step = Step::kMedian;
  Engine<minimax::BucketTally> engine(settings);
  minimax::BucketTally buckets;
  buckets.configure(settings.buckets, settings.width);

  // [from][distance 1 or 2][training or test]
  std::vector<std::array<std::array<Samples, 2>, 3>> data(depth + 1);
  for (std::size_t i = 0; i < task.positions.size() && !task.stopped(); ++i) {
    const std::vector<DepthResult> results = deepen(engine, task, task.positions[i], depth);
    const Score sign = task.game->to_move(task.positions[i]) == 0 ? 1 : -1;
    for (std::uint32_t from = 1; from < results.size(); ++from) {
      // Such positions have a certain prediction: the same win.
      if (is_win(results[from - 1].value) || is_loss(results[from - 1].value)) continue;
      for (std::uint32_t distance = 1; distance <= 2 && from + distance <= results.size(); ++distance) {
        add_samples(data[from][distance][i < training ? 0 : 1], results[from - 1].counters,
                    buckets.bucket_of(sign * results[from + distance - 1].value));
      }
    }
  }
  print(out, "from,to,p,down,up,c,loss,test_loss,thesis_loss,thesis_test_loss\n");
  for (std::uint32_t to = 3; to <= depth; ++to) {
    for (const std::uint32_t distance : {2U, 1U}) {
      const auto& sets = data[to - distance][distance];
      Parameters row = fit(sets[0]);
      const Parameters* const thesis = parameters_for(kThesisParameters, to - distance, to);
      print(out, to - distance, ",", to);
      for (const double part : {row.p, row.down, row.up, row.c, loss(sets[0], row), loss(sets[1], row)})
        print(out, ",", fixed(part, 6));
      if (thesis != nullptr)
        print(out, ",", fixed(loss(sets[0], *thesis), 6), ",", fixed(loss(sets[1], *thesis), 6));
      print(out, "\n");
    }
  }
  return {};
}

}  // namespace ludex::agents::mtd

LUDEX_STUDY_PLUGIN(ludex::agents::mtd::TrainStudy);
