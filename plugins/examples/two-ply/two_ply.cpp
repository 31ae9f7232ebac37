// two-ply: wins at once if it can, avoids moves that let the opponent win at once, else plays at random. A
// third party's agent of sixty lines, built outside the tree.

#include <span>
#include <vector>

#include "core/abi/schema.hpp"
#include "core/game/position.hpp"
#include "core/plugin/agent_plugin.hpp"
#include "core/util/rng.hpp"

namespace {

using namespace ludex;

class TwoPly {
 public:
  static constexpr PluginInfo kInfo{"two-ply", "1.0.0", "plays a win in one ply, avoids a loss in two",
                                    "MIT"};

  struct Config {
    bool careful = true;
  };
  static const Schema<Config>& schema() {
    static const Schema<Config> made(
        [](auto& s) { s.boolean("careful", &Config::careful, "look at the opponent's replies"); });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }

  explicit TwoPly(const ParamValues& values) : config_(schema().read(values)) {}

  void new_game(const Game& game, Player, std::uint64_t seed) {
    game_ = &game;
    rng_ = Rng::seeded(seed);
    moves_.resize(game.traits().max_moves);
    replies_.resize(game.traits().max_moves);
    boards_ = StateBuffer(game.traits(), 2);
  }

  Move choose(const State* position, const Budget& budget, SearchReport& report) {
    BudgetMeter meter(budget);
    const Player me = game_->to_move(position);
    const std::uint32_t count = game_->legal_moves(position, moves_.data());
    const std::uint32_t first = rng_.below(count);
    Move chosen = moves_[first];
    bool safe_found = false;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Move move = moves_[(first + i) % count];
      if (!meter.next_node()) break;
      game_->copy(boards_[0], position);
      if (winner_of(game_->apply(boards_[0], move)) == me) {
        report.outcome = Outcome::kWin;
        chosen = move;
        break;
      }
      if (!safe_found && !(config_.careful && can_win_at_once(boards_[0], meter))) {
        chosen = move;
        safe_found = true;
      }
    }
    report.iterations = 1;
    report.nodes = meter.nodes();
    report.add_pv(chosen);
    return chosen;
  }

 private:
  // Also true if the budget runs out before all replies have been checked.
  bool can_win_at_once(const State* position, BudgetMeter& meter) {
    const std::uint32_t count = game_->legal_moves(position, replies_.data());
    const Player mover = game_->to_move(position);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!meter.next_node()) return true;
      game_->copy(boards_[1], position);
      if (winner_of(game_->apply(boards_[1], replies_[i])) == mover) return true;
    }
    return false;
  }

  Config config_;

  // Per game.
  const Game* game_ = nullptr;
  Rng rng_{};
  std::vector<Move> moves_;
  std::vector<Move> replies_;
  StateBuffer boards_;
};

}  // namespace

LUDEX_AGENT_PLUGIN(TwoPly);
