// random: a uniformly random legal move. The weakest sensible opponent, the zero point of rating lists, and
// the shortest complete agent: read it first.
#pragma once

#include <span>
#include <vector>

#include "core/abi/plugin_info.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/no_budget.hpp"
#include "core/util/offers.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::random {

class Random {
 public:
  using Offers = Extensions<NoBudget>;
  static constexpr PluginInfo kInfo{"random", "1.0.0", "uniformly random legal moves", "MIT"};
  static std::span<const ParamSpec> parameters() { return {}; }

  explicit Random(const ParamValues&) {}

  [[nodiscard]] bool needs_budget() const noexcept { return false; }

  void new_game(const Game& game, Player, std::uint64_t seed) {
    game_ = &game;
    rng_ = Rng::seeded(seed);
    moves_.resize(game.traits().max_moves);
  }

  Move choose(const State* position, const Budget&, SearchReport& report) {
    const std::uint32_t count = game_->legal_moves(position, moves_.data());
    const Move move = moves_[rng_.below(count)];
    report.iterations = 1;
    report.add_pv(move);
    return move;
  }

 private:
  const Game* game_ = nullptr;
  Rng rng_{};
  std::vector<Move> moves_;
};

}  // namespace ludex::agents::random
