// uct: the reference Monte-Carlo tree search, a composition of the blocks of agents/mcts. README.md has the
// idea, the parameters and the departures.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "agents/mcts/any_search.hpp"
#include "agents/mcts/parameters.hpp"
#include "agents/mcts/policy.hpp"
#include "agents/mcts/solver.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/agent.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::uct {

class Uct {
 public:
  static constexpr PluginInfo kInfo{"uct", "1.1.0", "Monte-Carlo tree search with UCB1", "MIT"};

  static std::span<const ParamSpec> parameters() {
    static const auto specs = mcts::with_common_parameters(std::array{
        params::boolean("solver", false, "prove wins, draws and losses in the tree",
                        "Winands, Bjornsson & Saito 2008"),
    });
    return specs;
  }

  static Result<void> supports(const Game& game) { return mcts::supports_tree_search(game); }

  explicit Uct(const ParamValues& values) : solver_(values.boolean("solver")) {
    mcts::read_common(values, config_);
  }

  // The solver's rule is for two players.
  void new_game(const Game& game, Player, std::uint64_t seed) {
    if (solver_ && game.traits().players == 2) {
      search_ = std::make_unique<mcts::SearchOf<mcts::SolverPolicy<Game>>>(config_);
    } else {
      search_ = std::make_unique<mcts::SearchOf<mcts::BasicPolicy<Game>>>(config_);
    }
    search_->new_game(game, seed);
  }
  void observe(const State* before, Move move) { search_->observe(before, move); }
  Move choose(const State* position, const Budget& budget, SearchReport& report) {
    return search_->choose(position, budget, report);
  }

 private:
  mcts::CommonConfig config_;
  bool solver_;
  std::unique_ptr<mcts::AnySearch> search_;
};

}  // namespace ludex::agents::uct
