// greedy: looks one ply ahead. A weak baseline that needs no tuning. README.md has the details.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/no_budget.hpp"
#include "core/agent/options.hpp"
#include "core/game/extensions.hpp"
#include "core/game/position.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::greedy {

class Greedy {
 public:
  using Offers = Extensions<ChoosesGames, NoBudget>;
  static constexpr PluginInfo kInfo{"greedy", "1.0.0", "the best move at one ply", "MIT"};

  struct Config {
    bool evaluation = true;
    std::uint32_t playouts = 4;
  };
  [[nodiscard]] static const Schema<Config>& schema();

  static std::span<const ParamSpec> parameters() { return schema().specs(); }

  static Result<void> supports(const Game& game);

  explicit Greedy(const ParamValues& values) : config_(schema().read(values)) {}

  // The search of one ply ends by itself.
  [[nodiscard]] bool needs_budget() const noexcept { return false; }

  void new_game(const Game& game, Player, std::uint64_t seed);

  // A function of position, seed and budget.
  Move choose(const State* position, const Budget& budget, SearchReport& report);

 private:
  struct Candidate {
    Move move;
    Outcome known;
    double value;  // centi-units, or the sum of rewards
    std::uint32_t samples = 0;

    [[nodiscard]] double mean() const { return samples > 1 ? value / samples : value; }
  };
  static constexpr double kWin = std::numeric_limits<double>::infinity();

  // Finds wins without playing moves, where the game supports it.
  std::uint32_t winning_moves(const State* position) {
    return tactics_ == nullptr ? 0 : tactics_->winning_moves(position, wins_.data());
  }

  // Tries all moves in random order, as far as the budget allows.
  void look_ahead(const State* position, BudgetMeter& meter);

  // Plays in rounds, so that a tight budget is spread evenly.
  void play_out(const State* position, BudgetMeter& meter);

  [[nodiscard]] Candidate best();

  [[nodiscard]] Move answer(const Candidate& chosen, const BudgetMeter& meter, SearchReport& report) const;
  // A win in one ply is 31999 centi-units, beyond every evaluation.
  [[nodiscard]] double shown(const Candidate& c) const;

  // Fixed.
  Config config_;

  // Set for each game.
  const Game* game_ = nullptr;
  const Evaluate* evaluate_ = nullptr;
  const Tactics* tactics_ = nullptr;
  std::uint64_t seed_ = 0;
  StateBuffer states_;
  std::vector<Move> moves_;
  std::vector<Move> wins_;

  // Within one search.
  Rng rng_{};
  Player mover_ = 0;
  bool complete_ = false;  // all legal moves have been tried
  std::vector<Candidate> candidates_;
};

}  // namespace ludex::agents::greedy
