// Backgammon: the descriptor for the shell.
#pragma once

#include <span>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "core/util/result.hpp"
#include "games/backgammon/rules.hpp"

namespace ludex::games::backgammon {

struct Backgammon {
  static constexpr PluginInfo kInfo{"backgammon", "1.1.0", "Backgammon without a doubling cube", "MIT"};
  struct Config {
    bool money = true;
    unsigned match = 0;
    unsigned max_plies = 10'000;
  };
  static const Schema<Config>& schema() {
    static const Schema<Config> made([](auto& s) {
      s.choice("scoring", &Config::money, {{"money", true}, {"single", false}},
               "money: gammons count 2, backgammons 3, in thirds; single: only who wins",
               "rules.md, paragraph 7");
      s.integer("match", &Config::match, 0, kMaxMatch,
                "games are played until a player has so many points; 0: one game", "rules.md, paragraph 9");
      s.integer("max_plies", &Config::max_plies, 1, 65'000,
                "plies, with rolls, after which the game is drawn", "rules.md, paragraph 8");
    });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<BackgammonRules> create(const ParamValues& values) {
    const auto [money, match, max_plies] = schema().read(values);
    return BackgammonRules(money, max_plies, match);
  }
};

}  // namespace ludex::games::backgammon
