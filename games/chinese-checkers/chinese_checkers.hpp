// Chinese Checkers: the descriptor for the shell.
#pragma once

#include <span>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "games/chinese-checkers/rules.hpp"

namespace ludex::games::chinese_checkers {

struct ChineseCheckers {
  static constexpr PluginInfo kInfo{"chinese-checkers", "1.0.0",
                                    "Chinese Checkers: fill the opposite corner of the star first", "MIT"};
  struct Config {
    unsigned players = 2;
    unsigned size = 4;
    Places places = Places::kFirst;
    unsigned max_turns = 200;
  };
  static const Schema<Config>& schema() {
    static const Schema<Config> made([](auto& s) {
      s.choice("players", &Config::players, {{"2", 2U}, {"3", 3U}, {"4", 4U}, {"6", 6U}}, "players",
               "rules.md, paragraph 2");
      s.integer("size", &Config::size, 1, kMaxSize, "rows of a corner; 4: 121 holes, 10 men each",
                "rules.md, paragraph 1");
      s.choice("places", &Config::places, {{"first", Places::kFirst}, {"all", Places::kAll}},
               "the game ends when the first player has filled its corner, or goes on for the other places",
               "rules.md, paragraph 7");
      s.integer("max_turns", &Config::max_turns, 1, 10'000, "turns of each player, after which the game ends",
                "rules.md, paragraph 8");
    });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<ChineseCheckersRules> create(const ParamValues& values) {
    const auto [players, size, places, max_turns] = schema().read(values);
    return ChineseCheckersRules(players, size, places, max_turns);
  }
};

}  // namespace ludex::games::chinese_checkers
