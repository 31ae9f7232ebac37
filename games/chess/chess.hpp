// The game as a plug-in offers it: name, parameters, and the rules for given values.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/util/result.hpp"
#include "games/chess/rules.hpp"

namespace ludex::games::chess {

struct Chess {
  static constexpr PluginInfo kInfo{"chess", "1.0.0", "Chess by the FIDE Laws", "MIT"};
#if defined(__BMI2__)
  using Rules = std::variant<ChessRules<Bmi2>, ChessRules<Portable>>;
#else
  using Rules = ChessRules<Portable>;
#endif

  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::choice("draws", "fide", "fide|none",
                       "fide: threefold repetition, fifty moves and dead positions draw at once; none: only "
                       "stalemate and max_plies do",
                       "FIDE Laws 5.2.2, 9.2, 9.3"),
        params::integer("max_plies", "11800", 1, 60000,
                        "plies after which the game is drawn; the default "
                        "is never reached with draws=fide"),
        params::choice(
            "evaluation", "tapered", "tapered|thesis",
            "what ludex.evaluate/1 answers: a tapered evaluation with learned weights, or the piece-square "
            "tables of the thesis on MTD-H"),
    };
    return specs;
  }
  static Result<Rules> create(const ParamValues& values) {
    const Options options{.draws = values.text("draws") == "fide",
                          .max_plies = static_cast<std::uint32_t>(values.integer("max_plies")),
                          .thesis_evaluation = values.text("evaluation") == "thesis"};
#if defined(__BMI2__)
    if (has_fast_pext()) return Rules(ChessRules<Bmi2>(options));
#endif
    return Rules(ChessRules<Portable>(options));
  }
};

}  // namespace ludex::games::chess
