// The game as the plug-in presents it: name, parameters, and the rules for given values.
#pragma once

#include <span>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "core/util/result.hpp"
#include "games/knightthrough/rules.hpp"

namespace ludex::games::knightthrough {

struct Knightthrough {
  static constexpr PluginInfo kInfo{
      "knightthrough", "1.0.0", "Knightthrough: the first forward-leaping knight on the far row wins", "MIT"};
  using Rules = std::variant<Small, Large>;

  struct Config {
    int width = 8;
    int height = 8;
  };
  static const Schema<Config>& schema() {
    static const Schema<Config> made([](auto& s) {
      s.integer("width", &Config::width, 2, 16, "columns; width x height is at most 128");
      s.integer("height", &Config::height, 4, 26, "rows");
    });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<Rules> create(const ParamValues& values) {
    const auto [width, height] = schema().read(values);
    if (width * height > race::kMaxSquares)
      return Error{"width x height is " + std::to_string(width * height) + ", at most " +
                   std::to_string(race::kMaxSquares) + " squares are possible"};
    if (width * height <= 64) return Rules(Small(width, height));
    return Rules(Large(width, height));
  }
};

}  // namespace ludex::games::knightthrough
