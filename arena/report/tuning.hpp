// What a tuning's report shows: computed from the log alone, and drawn.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/model/tune_spec.hpp"
#include "arena/tuning/analysis.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::report {

struct TuningReport {
  TuneSpec spec;
  tuning::Space space;
  tuning::History history;
  tuning::Analysis analysis;
  bool finished = false;                // all games were played
  std::vector<std::string> validation;  // a sentence a match, from DIR/tune.json

  explicit TuningReport(const TuneSpec& s) : spec(s), space(s) {}
};

// Plays the log of DIR through the method again. `spec` is the text of DIR/spec.yaml; null if it tunes
// nothing. The error says what does not fit together.
[[nodiscard]] Result<std::shared_ptr<const TuningReport>> read_tuning(const std::string& folder,
                                                                      std::string_view spec);

[[nodiscard]] std::string tuning_json(const TuningReport& report);

// One self-contained SVG element each (tuning_plots.cpp): "tuning-path", the recommendation over the games;
// "tuning-score", points made over the games; "tuning-slice:NAME", the surface along one parameter through
// the recommendation, with the samples and the confident region; "tuning-map:A,B", along two. "" if there is
// none.
[[nodiscard]] std::vector<std::string> tuning_plots(const TuningReport& report);
[[nodiscard]] std::string tuning_plot(const TuningReport& report, std::string_view name);

}  // namespace ludex::arena::report
