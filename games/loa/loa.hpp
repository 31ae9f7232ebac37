// Lines of Action: the descriptor for the shell.
#pragma once

#include <span>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "games/loa/rules.hpp"

namespace ludex::games::loa {

struct Loa {
  using Rules = std::variant<LoaRules<SmallBits>, LoaRules<LargeBits>>;
  static constexpr PluginInfo kInfo{"loa", "1.0.0", "Lines of Action: connect all your discs", "MIT"};
  struct Config {
    unsigned size = 8;
    Simultaneous simultaneous = Simultaneous::kDraw;
    unsigned max_plies = 2500;
  };
  static const Schema<Config>& schema() {
    static const Schema<Config> made([](auto& s) {
      s.integer("size", &Config::size, 5, 16, "columns and rows");
      s.choice("simultaneous", &Config::simultaneous,
               {{"draw", Simultaneous::kDraw}, {"mover", Simultaneous::kMoverWins}},
               "winner when one move connects both sides", "rules.md, paragraph 6");
      s.integer("max_plies", &Config::max_plies, 1, 65000, "plies after which the game is drawn",
                "rules.md, paragraph 8");
    });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<Rules> create(const ParamValues& values) {
    const auto [size, simultaneous, max_plies] = schema().read(values);
    if (size > SmallBits::kStride) return Rules(LoaRules<LargeBits>(size, simultaneous, max_plies));
    return Rules(LoaRules<SmallBits>(size, simultaneous, max_plies));
  }
};

}  // namespace ludex::games::loa
