// The game as a plug-in offers it: name, parameters, and the rules for given values.
#pragma once

#include <array>
#include <span>
#include <string>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/util/result.hpp"
#include "games/othello/rules.hpp"

namespace ludex::games::othello {

struct Othello {
  static constexpr PluginInfo kInfo{"othello", "1.0.0", "Othello: outflanked discs change sides", "MIT"};
  using Rules = std::variant<OthelloRules<8>, OthelloRules<4>, OthelloRules<6>, OthelloRules<10>>;

  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::choice("size", "8", "4|6|8|10", "rows and columns"),
        params::choice(
            "end", "two-passes", "two-passes|no-moves",
            "over after two passes in succession (they count as plies), or as soon as neither side "
            "can move"),
    };
    return specs;
  }
  static Result<Rules> create(const ParamValues& values) {
    const End end = values.text("end") == "no-moves" ? End::kNoMoves : End::kTwoPasses;
    const std::string& size = values.text("size");
    if (size == "4") return Rules(OthelloRules<4>(end));
    if (size == "6") return Rules(OthelloRules<6>(end));
    if (size == "10") return Rules(OthelloRules<10>(end));
    return Rules(OthelloRules<8>(end));
  }
};

}  // namespace ludex::games::othello
