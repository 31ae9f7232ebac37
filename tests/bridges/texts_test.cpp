// What every game tells engines (ludex.uci/1, ludex.gtp/1), on random games of every game that has them.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/host/plugins/registry.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"
#include "paths.hpp"
#include "tests/support/protocol_contract.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {

TEST_CASE("moves and positions as engines are told them are read back as they were") {
  arena::host::Registry registry({{LUDEX_BUILD_DIR "/plugins"}, LUDEX_BUILD_DIR "/ludex"});
  constexpr int kGames = kSanitized ? 2 : 20;
  Rng rng = Rng::seeded(1);
  std::vector<std::string> seen;
  for (const auto& plugin : registry.plugins()) {
    if (plugin.kind != PluginKind::kGame || !plugin.accepted || plugin.id == "python") continue;
    const auto made = registry.make_game({plugin.id, {}});
    REQUIRE(made.ok());
    const Game& game = **made;
    if (find<Uci>(game) == nullptr && find<Gtp>(game) == nullptr) continue;
    seen.push_back(plugin.id);
    for (int i = 0; i < kGames; ++i) {
      for (Position position(game); !position.over();) {
        const std::vector<Move> moves = position.legal_moves();
        CAPTURE(plugin.id);
        CAPTURE(position.text());
        REQUIRE(protocol_violation(game, position, moves, position.text()) == "");
        position.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      }
    }
  }
  CHECK(seen == std::vector<std::string>{"breakthrough", "chess", "gomoku", "hex", "minishogi", "othello"});
}

}  // namespace ludex::tests
