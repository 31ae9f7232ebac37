// MiniShogi: the descriptor for the shell.
#pragma once

#include <array>
#include <span>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "games/minishogi/rules.hpp"

namespace ludex::games::minishogi {

struct Minishogi {
  static constexpr PluginInfo kInfo{"minishogi", "1.0.0", "MiniShogi: shogi on 5 x 5 squares with drops",
                                    "MIT"};
  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::choice("repetition", "official", "official|draw|none",
                       "fourth occurrence of a position: Sente loses, draw, or no rule",
                       "rules.md, paragraph 9"),
        params::choice("uchifuzume", "illegal", "illegal|legal", "mate by dropping a pawn",
                       "rules.md, paragraph 6"),
        params::integer("max_plies", "512", 1, 65000,
                        "the game is drawn after so many plies; up to 512 unless repetition=none",
                        "rules.md, paragraph 10"),
        params::choice("evaluation", "learned", "learned|classical",
                       "what ludex.evaluate/1 answers: a network learned from games of its own, or a "
                       "hand-made evaluation"),
    };
    return specs;
  }
  static Result<std::variant<MinishogiRules<true>, MinishogiRules<false>>> create(const ParamValues& values) {
    const auto max_plies = static_cast<unsigned>(values.integer("max_plies"));
    const Evaluation evaluation =
        values.text("evaluation") == "learned" ? Evaluation::kLearned : Evaluation::kClassical;
    const bool uchifuzume_legal = values.text("uchifuzume") == "legal";
    const std::string& name = values.text("repetition");
    std::variant<MinishogiRules<true>, MinishogiRules<false>> rules =
        MinishogiRules<false>(FourfoldRule::kNone, uchifuzume_legal, max_plies, evaluation);
    if (name == "none") return rules;
    if (max_plies > History::kMaxPlies)
      return Error{"max_plies is " + std::to_string(max_plies) +
                   "; the state remembers 512 plies, so that more need repetition=none"};
    rules = MinishogiRules<true>(name == "draw" ? FourfoldRule::kDraw : FourfoldRule::kOfficial,
                                 uchifuzume_legal, max_plies, evaluation);
    return rules;
  }
};

}  // namespace ludex::games::minishogi
