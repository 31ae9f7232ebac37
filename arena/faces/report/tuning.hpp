// A tuning's report and its plots, computed from the log alone.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/model/tune_spec.hpp"
#include "arena/run/tuning/analysis.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::report {

struct TuningReport {
  TuneSpec spec;
  tuning::Space space;
  tuning::History history;
  tuning::Analysis analysis;
  bool finished = false;                // all games were played
  std::vector<std::string> validation;  // one sentence per match, from DIR/tune.json

  explicit TuningReport(const TuneSpec& s) : spec(s), space(s) {}
};

// Replays the log of DIR through the method. `spec` is the text of DIR/spec.yaml; null if it has no `tune`.
// The error describes inconsistent files.
[[nodiscard]] Result<std::shared_ptr<const TuningReport>> read_tuning(const std::string& folder,
                                                                      std::string_view spec);

[[nodiscard]] std::string tuning_json(const TuningReport& report);

// Self-contained SVG elements (tuning_plots.cpp): "tuning-path", the recommendation over the games;
// "tuning-score", points scored over the games; "tuning-slice:NAME", the surface along one parameter through
// the recommendation, with the samples and the confident region; "tuning-map:A,B", along two. "" if there are
// no data.
[[nodiscard]] std::vector<std::string> tuning_plots(const TuningReport& report);
[[nodiscard]] std::string tuning_plot(const TuningReport& report, std::string_view name);

}  // namespace ludex::arena::report
