// uct: the agent around UctSearch. README.md has the idea, the parameters and the departures.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "agents/uct/uct_search.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/agent.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::uct {

class Uct {
 public:
  static constexpr PluginInfo kInfo{"uct", "1.0.0", "Monte-Carlo tree search with UCB1", "MIT"};

  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::real("c", "1.4142135623730951", 0, 1000, "exploration constant, for rewards in [-1, 1]",
                     "Kocsis & Szepesvari 2006"),
        params::boolean("tree_reuse", false, "keep the subtree of the moves played between searches"),
        params::boolean("solver", false, "prove wins, draws and losses in the tree",
                        "Winands, Bjornsson & Saito 2008"),
        params::integer("playout_cap", "0", 0, 1e6, "plies after which a playout counts as a draw; 0: never"),
        params::integer("memory_mib", "512", 1, 131072,
                        "tree memory; when it is full the tree stops growing and the search goes on"),
    };
    return specs;
  }

  static Result<void> supports(const Game& game) {
    const GameTraits& traits = game.traits();
    if ((traits.flags & kPerfectInformation) == 0) return Error{"needs perfect information"};
    if ((traits.flags & kDeterministic) == 0) return Error{"needs a game without chance moves"};
    if (traits.max_moves > 65535) return Error{"needs at most 65535 legal moves in a position"};
    return {};
  }

  explicit Uct(const ParamValues& values) : search_(config(values)) {}

  void new_game(const Game& game, Player, std::uint64_t seed) { search_.new_game(game, seed); }
  void observe(const State* before, Move move) { search_.observe(before, move); }
  Move choose(const State* position, const Budget& budget, SearchReport& report) {
    return search_.choose(position, budget, report);
  }

 private:
  static UctConfig config(const ParamValues& values) {
    return {.c = values.real("c"),
            .tree_reuse = values.boolean("tree_reuse"),
            .solver = values.boolean("solver"),
            .playout_cap = static_cast<std::uint32_t>(values.integer("playout_cap")),
            .memory_mib = static_cast<std::uint32_t>(values.integer("memory_mib"))};
  }

  UctSearch<Game> search_;
};

}  // namespace ludex::agents::uct
