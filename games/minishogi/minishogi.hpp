// MiniShogi: the descriptor for the shell.
#pragma once

#include <span>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "games/minishogi/rules.hpp"

namespace ludex::games::minishogi {

struct Minishogi {
  static constexpr PluginInfo kInfo{"minishogi", "1.0.0", "MiniShogi: shogi on 5 x 5 squares with drops",
                                    "MIT"};
  struct Config {
    FourfoldRule repetition = FourfoldRule::kOfficial;
    bool uchifuzume_legal = false;
    unsigned max_plies = 512;
    Evaluation evaluation = Evaluation::kLearned;
  };
  static const Schema<Config>& schema() {
    static const Schema<Config> made([](auto& s) {
      s.choice("repetition", &Config::repetition,
               {{"official", FourfoldRule::kOfficial},
                {"draw", FourfoldRule::kDraw},
                {"none", FourfoldRule::kNone}},
               "result of a fourth occurrence of a position: Sente loses, a draw, or no rule",
               "rules.md, paragraph 9");
      s.choice("uchifuzume", &Config::uchifuzume_legal, {{"illegal", false}, {"legal", true}},
               "whether a pawn drop may give mate", "rules.md, paragraph 6");
      s.integer("max_plies", &Config::max_plies, 1, 65000,
                "plies after which the game is drawn; up to 512 unless repetition=none",
                "rules.md, paragraph 10");
      s.choice("evaluation", &Config::evaluation,
               {{"learned", Evaluation::kLearned}, {"classical", Evaluation::kClassical}},
               "source of ludex.evaluate/1: a network trained by self-play, or a hand-made evaluation");
    });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<std::variant<MinishogiRules<true>, MinishogiRules<false>>> create(const ParamValues& values) {
    const auto [repetition, uchifuzume_legal, max_plies, evaluation] = schema().read(values);
    std::variant<MinishogiRules<true>, MinishogiRules<false>> rules =
        MinishogiRules<false>(FourfoldRule::kNone, uchifuzume_legal, max_plies, evaluation);
    if (repetition == FourfoldRule::kNone) return rules;
    if (max_plies > History::kMaxPlies)
      return Error{"max_plies is " + std::to_string(max_plies) +
                   "; the state holds 512 plies, so more need repetition=none"};
    rules = MinishogiRules<true>(repetition, uchifuzume_legal, max_plies, evaluation);
    return rules;
  }
};

}  // namespace ludex::games::minishogi
