// Pig: the descriptor for the shell.
#pragma once

#include <span>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "core/util/result.hpp"
#include "games/pig/rules.hpp"

namespace ludex::games::pig {

struct Pig {
  static constexpr PluginInfo kInfo{"pig", "1.0.0", "Pig: roll on or hold, a 1 loses the turn's points",
                                    "MIT"};
  struct Config {
    unsigned target = 100;
    unsigned max_plies = 20'000;
  };
  static const Schema<Config>& schema() {
    static const Schema<Config> made([](auto& s) {
      s.integer("target", &Config::target, 2, 1000, "points that win",
                "Neller & Presser, Optimal Play of the Dice Game Pig, 2004");
      s.integer("max_plies", &Config::max_plies, 1, 65'000,
                "plies, with rolls, after which the game is drawn", "rules.md, paragraph 5");
    });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<PigRules> create(const ParamValues& values) {
    const auto [target, max_plies] = schema().read(values);
    return PigRules(target, max_plies);
  }
};

}  // namespace ludex::games::pig
