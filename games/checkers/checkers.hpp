// The game as the plug-in presents it: name, parameters, and the rules for given values.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/util/result.hpp"
#include "games/checkers/rules.hpp"

namespace ludex::games::checkers {

struct Checkers {
  using Rules = CheckersRules<EnglishDraughts>;

  static constexpr PluginInfo kInfo{"checkers", "1.0.0", "English draughts (American checkers)", "MIT"};
  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::choice("paths", "merged", "merged|distinct",
                       "whether captures with equal origin, end and captured pieces are one move"),
        params::boolean("draws", true, "draw by repetition and without progress (false: perft)",
                        "WCDF Rules of Draughts 1.32"),
        params::integer("no_progress", "80", 2, Rules::kMaxNoProgress,
                        "plies without capture or man move that draw", "WCDF Rules of Draughts 1.32.2"),
    };
    return specs;
  }
  static Result<Rules> create(const ParamValues& values) {
    return Rules({.merge_paths = values.text("paths") == "merged",
                  .draws = values.boolean("draws"),
                  .no_progress = static_cast<std::uint32_t>(values.integer("no_progress"))});
  }
};

}  // namespace ludex::games::checkers
