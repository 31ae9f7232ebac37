// @id@: flat Monte-Carlo. Plays random games after every move in turn and takes the move with the best mean result.
// A complete agent; replace choose() by your algorithm.

#include <cstdint>
#include <span>
#include <vector>

#include "core/abi/schema.hpp"
#include "core/game/position.hpp"
#include "core/plugin/agent_plugin.hpp"
#include "core/util/rng.hpp"

namespace {

using namespace ludex;

class @Class@ {
 public:
  static constexpr PluginInfo kInfo{"@id@", "0.1.0", "flat Monte-Carlo", "MIT"};

  // Parameters that a tournament file can set, with their defaults. `ludex describe @id@` shows them.
  struct Config {
    std::uint32_t playouts_per_move = 1;
  };
  static const Schema<Config>& schema() {
    static const Schema<Config> made([](auto& s) {
      s.integer("playouts_per_move", &Config::playouts_per_move, 1, 1000, "playouts after each move in turn");
    });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }

  explicit @Class@(const ParamValues& values) : config_(schema().read(values)) {}

  // Everything that this agent has besides the methods that all need (core/agent/agent_shell.hpp).
  using Offers = Extensions<ChoosesGames>;
  // Refuses games that the algorithm cannot play; omit both to accept all.
  static Result<void> supports(const Game& game) {
    if (game.traits().players != 2) return Error{"needs a game of two players"};
    return {};
  }

  // Called before every game: allocate here, not in choose().
  void new_game(const Game& game, Player seat, std::uint64_t seed) {
    game_ = &game;
    seat_ = seat;
    rng_ = Rng::seeded(seed);
    moves_.resize(game.traits().max_moves);
    sums_.resize(game.traits().max_moves);
    board_ = StateBuffer(game.traits(), 1);
  }

  Move choose(const State* position, const Budget& budget, SearchReport& report) {
    const std::uint32_t count = game_->legal_moves(position, moves_.data());
    std::fill(sums_.begin(), sums_.end(), 0.0);
    std::vector<std::uint64_t> visits(count);
    BudgetMeter meter(budget);  // counts iterations and watches the clock
    for (std::uint32_t i = 0; meter.next_iteration(); i = (i + 1) % count) {
      for (std::uint32_t k = 0; k < config_.playouts_per_move; ++k) {
        game_->copy(board_[0], position);
        game_->apply(board_[0], moves_[i]);
        const PlayoutResult result = game_->playout(board_[0], &rng_, nullptr);
        const Player winner = winner_of(result.status);
        sums_[i] += winner == kNobody ? 0.0 : winner == seat_ ? 1.0 : -1.0;
        ++visits[i];
        meter.count_nodes(1);
      }
    }
    std::uint32_t best = 0;
    const auto mean = [&](std::uint32_t i) {
      return visits[i] == 0 ? -2.0 : sums_[i] / static_cast<double>(visits[i]);
    };
    for (std::uint32_t i = 0; i < count; ++i) {
      if (visits[i] != 0) report.add_root({mean(i), visits[i], moves_[i], Outcome::kUnknown});
      if (mean(i) > mean(best)) best = i;
    }
    report.iterations = meter.iterations();
    report.nodes = meter.nodes();
    report.set_value(mean(best), ValueUnit::kExpected);
    report.add_pv(moves_[best]);
    return moves_[best];
  }

 private:
  Config config_;

  // Per game.
  const Game* game_ = nullptr;
  Player seat_ = 0;
  Rng rng_{};
  std::vector<Move> moves_;
  std::vector<double> sums_;
  StateBuffer board_;
};

}  // namespace

LUDEX_AGENT_PLUGIN(@Class@);
