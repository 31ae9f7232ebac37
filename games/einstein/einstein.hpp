// EinStein wuerfelt nicht: the descriptor for the shell.
#pragma once

#include <span>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "core/util/result.hpp"
#include "games/einstein/rules.hpp"

namespace ludex::games::einstein {

struct Einstein {
  static constexpr PluginInfo kInfo{"einstein", "1.0.0",
                                    "EinStein wuerfelt nicht: the die says which stone moves", "MIT"};
  struct Config {
    bool placed = true;
  };
  static const Schema<Config>& schema() {
    static const Schema<Config> made([](auto& s) {
      s.choice("setup", &Config::placed, {{"placed", true}, {"fixed", false}},
               "placed: the players place their stones in turn; fixed: 1 2 3 / 4 5 / 6 from the corner",
               "rules.md, paragraph 2");
    });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<EinsteinRules> create(const ParamValues& values) {
    return EinsteinRules(schema().read(values).placed);
  }
};

}  // namespace ludex::games::einstein
