// flat-mc: Monte-Carlo evaluation of the root moves, without a tree. README.md has the idea and the
// parameters.
//
// Idea: Abramson, "Expected-outcome: a general model of static evaluation", IEEE PAMI 12, 1990; Brugmann,
// "Monte Carlo Go", 1993. With UCB1 the root is one bandit problem (Auer, Cesa-Bianchi & Fischer 2002).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "agents/common/mcts/any_search.hpp"
#include "agents/common/mcts/parameters.hpp"
#include "agents/common/mcts/policy.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/agent.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::flat_mc {

// Every playout goes to the root move with the fewest.
template <class G>
class UniformPolicy : public mcts::BasicPolicy<G> {
  using Base = mcts::BasicPolicy<G>;

 public:
  using typename Base::WorkerType;

 protected:
  using Base::Base;

  // A path of root and child: the search never goes deeper.
  void equip(WorkerType& w, const GameTraits&) { w.path.resize(2); }
  [[nodiscard]] mcts::Node* select(WorkerType& w, mcts::Node& node, std::size_t) noexcept {
    return this->best_child(w, node,
                            [](const mcts::Node& child) { return -static_cast<float>(child.visits); });
  }
};

// UCB1 at the root.
template <class G>
class BanditPolicy : public mcts::BasicPolicy<G> {
  using Base = mcts::BasicPolicy<G>;

 public:
  using typename Base::WorkerType;

 protected:
  using Base::Base;

  void equip(WorkerType& w, const GameTraits&) { w.path.resize(2); }
};

class FlatMc {
 public:
  static constexpr PluginInfo kInfo{"flat-mc", "1.0.0", "Monte-Carlo evaluation of the root moves", "MIT"};

  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::choice("allocation", "uniform", "uniform|ucb1",
                       "which root move gets the next playout; uniform plays the best mean, ucb1 the most "
                       "visited move",
                       "Abramson 1990; Auer, Cesa-Bianchi & Fischer 2002"),
        params::real("c", "1.4142135623730951", 0, 1000,
                     "ucb1: exploration constant, for rewards in [-1, 1]"),
        params::integer("playout_cap", "0", 0, 1e6, "plies after which a playout counts as a draw; 0: never"),
    };
    return specs;
  }

  static Result<void> supports(const Game& game) { return mcts::supports_tree_search(game); }

  explicit FlatMc(const ParamValues& values) {
    mcts::CommonConfig config;
    config.c = values.real("c");
    config.playout_cap = static_cast<std::uint32_t>(values.integer("playout_cap"));
    config.memory_mib = 8;  // 32767 nodes at most
    if (values.text("allocation") == "ucb1") {
      search_ = std::make_unique<mcts::SearchOf<BanditPolicy<Game>>>(config);
    } else {
      config.final_move = mcts::FinalMove::kValue;
      search_ = std::make_unique<mcts::SearchOf<UniformPolicy<Game>>>(config);
    }
  }

  void new_game(const Game& game, Player, std::uint64_t seed) { search_->new_game(game, seed); }
  Move choose(const State* position, const Budget& budget, SearchReport& report) {
    return search_->choose(position, budget, report, &board_);
  }
  [[nodiscard]] ProgressBoard& progress() noexcept { return board_; }

 private:
  std::unique_ptr<mcts::AnySearch> search_;
  ProgressBoard board_;
};

}  // namespace ludex::agents::flat_mc
