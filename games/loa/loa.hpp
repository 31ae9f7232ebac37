// Lines of Action: the descriptor for the shell.
#pragma once

#include <array>
#include <span>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "games/loa/rules.hpp"

namespace ludex::games::loa {

struct Loa {
  using Rules = std::variant<LoaRules<SmallBits>, LoaRules<LargeBits>>;
  static constexpr PluginInfo kInfo{"loa", "1.0.0", "Lines of Action: connect all your discs", "MIT"};
  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::integer("size", "8", 5, 16, "columns and rows"),
        params::choice("simultaneous", "draw", "draw|mover", "who wins when one move connects both sides",
                       "rules.md, paragraph 6"),
        params::integer("max_plies", "2500", 1, 65000, "the game is drawn after so many plies",
                        "rules.md, paragraph 8"),
    };
    return specs;
  }
  static Result<Rules> create(const ParamValues& values) {
    const auto size = static_cast<unsigned>(values.integer("size"));
    const auto max_plies = static_cast<unsigned>(values.integer("max_plies"));
    const auto simultaneous =
        values.text("simultaneous") == "draw" ? Simultaneous::kDraw : Simultaneous::kMoverWins;
    if (size > SmallBits::kStride) return Rules(LoaRules<LargeBits>(size, simultaneous, max_plies));
    return Rules(LoaRules<SmallBits>(size, simultaneous, max_plies));
  }
};

}  // namespace ludex::games::loa
