// The game as the plug-in presents it: name, parameters, and the rules for given values.
#pragma once

#include <array>
#include <span>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/util/result.hpp"
#include "games/awari/rules.hpp"

namespace ludex::games::awari {

struct Awari {
  static constexpr PluginInfo kInfo{"awari", "1.0.0", "Awari (oware): sow and capture on 2 x 6 pits", "MIT"};
  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::choice("rules", "ludii", "ludii|abapa",
                       "ludii: as the PN-MCTS experiments played it; abapa: the solved game",
                       "Kowalski et al., PN-MCTS, V-B2; Romein & Bal, Awari is Solved, 2002"),
    };
    return specs;
  }
  static Result<std::variant<LudiiRules, AbapaRules>> create(const ParamValues& values) {
    using Rules = std::variant<LudiiRules, AbapaRules>;
    return values.text("rules") == "ludii" ? Rules(LudiiRules()) : Rules(AbapaRules());
  }
};

}  // namespace ludex::games::awari
