// shares of tests/support as a plug-in.
#include <span>

#include "core/abi/schema.hpp"
#include "core/plugin/game_plugin.hpp"
#include "tests/support/shares_rules.hpp"

namespace {

using namespace ludex;
using tests::SharesRules;

struct Shares {
  static constexpr PluginInfo kInfo{"shares", "1.0.0", "take numbers in turn; the sums rank the players",
                                    "MIT"};

  struct Config {
    std::uint8_t players = 3;
    std::uint8_t size = 9;
  };
  static const Schema<Config>& schema() {
    static const Schema<Config> made([](auto& s) {
      s.integer("players", &Config::players, 2, kMaxPlayers, "number of players");
      s.integer("size", &Config::size, 1, SharesRules::kMostNumbers, "numbers to take");
    });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<SharesRules> create(const ParamValues& values) {
    const auto [players, size] = schema().read(values);
    return SharesRules{players, size};
  }
};

}  // namespace

LUDEX_GAME_PLUGIN(Shares);
