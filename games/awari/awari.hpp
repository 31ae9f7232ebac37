// The game as the plug-in presents it: name, parameters, and the rules for given values.
#pragma once

#include <span>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "core/util/result.hpp"
#include "games/awari/rules.hpp"

namespace ludex::games::awari {

struct Awari {
  static constexpr PluginInfo kInfo{"awari", "1.0.0", "Awari (oware): sow and capture on 2 x 6 pits", "MIT"};
  struct Config {
    bool abapa = false;
  };
  static const Schema<Config>& schema() {
    static const Schema<Config> made([](auto& s) {
      s.choice("rules", &Config::abapa, {{"ludii", false}, {"abapa", true}},
               "ludii: the rules of the PN-MCTS experiments; abapa: the solved game",
               "Kowalski et al., PN-MCTS, V-B2; Romein & Bal, Awari is Solved, 2002");
    });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<std::variant<LudiiRules, AbapaRules>> create(const ParamValues& values) {
    using Rules = std::variant<LudiiRules, AbapaRules>;
    return schema().read(values).abapa ? Rules(AbapaRules()) : Rules(LudiiRules());
  }
};

}  // namespace ludex::games::awari
