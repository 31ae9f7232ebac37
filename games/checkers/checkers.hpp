// The game as the plug-in presents it: name, parameters, and the rules for given values.
#pragma once

#include <span>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "core/util/result.hpp"
#include "games/checkers/rules.hpp"

namespace ludex::games::checkers {

struct Checkers {
  using Rules = CheckersRules<EnglishDraughts>;

  static constexpr PluginInfo kInfo{"checkers", "1.0.0", "English draughts (American checkers)", "MIT"};
  static const Schema<Options>& schema() {
    static const Schema<Options> made([](auto& s) {
      s.choice("paths", &Options::merge_paths, {{"merged", true}, {"distinct", false}},
               "count captures with equal origin, end and captured pieces as one move");
      s.boolean("draws", &Options::draws, "draw by repetition and by lack of progress; false: for perft",
                "WCDF Rules of Draughts 1.32");
      s.integer("no_progress", &Options::no_progress, 2, Rules::kMaxNoProgress,
                "plies without capture or man move that draw", "WCDF Rules of Draughts 1.32.2");
    });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<Rules> create(const ParamValues& values) { return Rules(schema().read(values)); }
};

}  // namespace ludex::games::checkers
