// MovePenalties: how much worse each move of a position is than the best one, by a local heuristic (siblings
// comparison, eq. 10 and 11): e = log(E0 / E), in units of `score_scale`.
//
// The paper takes the scores E from its game. Where a game offers none, a generic source replaces them:
//   evaluate   e = difference of static evaluations, one ply down
//   playouts   E = share of wins of a few random games after the move, (w + 1/2) / (n + 1)
//   mast       E = share of wins of the move in random games from wherever it was played, (w + 1) / (n + 2);
//              a number of games from the root, then one from every new position. Only this source changes
//              the errors of a position; they are computed again at every visit.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "agents/scns/settings.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/position.hpp"
#include "core/util/hash.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::scns {

using staircase::Value;

class MovePenalties {
 public:
  void new_game(const Game& game, const Settings& settings, std::uint64_t seed);
  // Forgets the statistics of all positions.
  void clear() { std::fill(counts_.begin(), counts_.end(), Count{}); }

  [[nodiscard]] bool active() const noexcept { return source_ != Scores::kNone; }

  [[nodiscard]] bool moving() const noexcept { return source_ == Scores::kMast; }

  // Called when a search begins.
  void start(const State* root);
  // Called when a position is expanded for the first time.
  void visit(const State* state, std::uint64_t number = 0);

  // log E of a move by MAST.
  [[nodiscard]] double by_mast(std::uint32_t move_class, Player mover) const noexcept {
    const Count& c = counts_[move_class * std::size_t{2} + mover];
    return std::log((c.wins + 1.0) / (c.games + 2.0));
  }
  // The error of a move of this quality, relative to the best.
  [[nodiscard]] Value error(double best, double quality, double scale) const noexcept {
    return Settings::parts(std::clamp((best - quality) * scale, 0.0, kLargest));
  }
  // The value of a leaf below `state` for its mover.
  [[nodiscard]] Value leaf_value(const State* state) const noexcept;
  [[nodiscard]] double scale() const noexcept {
    return source_ == Scores::kEvaluate ? settings_.evaluate_scale : settings_.score_scale;
  }

  // Writes the error of every move, in parts of units; moves that end the game (`ends`) get 0 and are not
  // compared. next[i] is the position after moves[i].
  template <class Ends>
  void operator()(const State* state, Player mover, const Move* moves, const StateBuffer& next,
                  std::uint32_t count, const Ends& ends, Value* out) {
    if (source_ == Scores::kMoveScores) move_scores_->move_scores(state, moves, count, scores_.data());
    double best = -std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < count; ++i) {
      if (ends(i)) continue;
      quality_[i] = quality(state, mover, moves[i], next[i], i);
      best = std::max(best, quality_[i]);
    }
    for (std::uint32_t i = 0; i < count; ++i) out[i] = ends(i) ? 0 : error(best, quality_[i], scale());
  }

 private:
  struct Count {
    std::uint32_t games = 0;
    std::uint32_t wins = 0;
  };
  static constexpr std::uint64_t kFirstGames = 200;
  static constexpr double kLargest = 20000;  // units; keeps sums over a path in range

  static void require(bool there, const char* parameter, const char* id, const char* instead = "") {
    if (!there) throw std::invalid_argument(std::string(parameter) + ": the game has no " + id + instead);
  }

  // log E, or the evaluation.
  [[nodiscard]] double quality(const State* state, Player mover, Move move, const State* next,
                               std::uint32_t i);

  // Set for each game.
  const Game* game_ = nullptr;
  Settings settings_;
  std::uint64_t seed_ = 0;
  Scores source_ = Scores::kNone;
  const MoveScores* move_scores_ = nullptr;
  const Evaluate* evaluate_ = nullptr;
  StateBuffer buffer_;
  std::vector<float> scores_;
  std::vector<double> quality_;
  std::vector<TracedMove> trace_;

  // Statistics of MAST: [class, player].
  std::vector<Count> counts_;
};

// Inverse of the error function on (-1, 1), relative error below 1e-9: two steps of Halley's method from
// Winitzki's formula; no need for Giles' rational start ("Approximating the erfinv function", GPU Computing
// Gems 2012).
[[nodiscard]] double inverse_erf(double y) noexcept;

}  // namespace ludex::agents::scns
