// Errors: how much worse each move of a position is than the best one, by a local heuristic (siblings
// comparison, eq. 10 and 11): e = log(E0 / E), in units of `score_scale`.
//
// The paper has one source of scores E, that of its game. Where a game offers none, a generic one takes its
// place:
//   evaluate   e = difference of static evaluations, one ply down
//   playouts   E = share of wins of a few random games after the move, (w + 1/2) / (n + 1)
//   mast       E = share of wins of the move in random games from wherever it was played, (w + 1) / (n + 2);
//              a number of games from the root, then one from every new position. The only source whose
//              errors of a position change; they are looked up again at every visit.
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

class Errors {
 public:
  void new_game(const Game& game, const Settings& settings, std::uint64_t seed);
  // Forgets what was learnt from positions seen.
  void clear() { std::fill(counts_.begin(), counts_.end(), Count{}); }

  [[nodiscard]] bool active() const noexcept { return source_ != Scores::kNone; }

  [[nodiscard]] bool moving() const noexcept { return source_ == Scores::kMast; }

  // A search begins.
  void start(const State* root);
  // A position is expanded for the first time.
  void visit(const State* state, std::uint64_t number = 0);

  // log E of a move by MAST.
  [[nodiscard]] double by_mast(std::uint32_t move_class, Player mover) const noexcept {
    const Count& c = counts_[move_class * std::size_t{2} + mover];
    return std::log((c.wins + 1.0) / (c.games + 2.0));
  }
  // The error against the best.
  [[nodiscard]] Value error(double best, double quality, double scale) const noexcept {
    return Settings::parts(std::clamp((best - quality) * scale, 0.0, kLargest));
  }
  // The value of a leaf below `state` for its mover.
  [[nodiscard]] Value leaf_value(const State* state) const noexcept;
  [[nodiscard]] double scale() const noexcept {
    return source_ == Scores::kEvaluate ? settings_.evaluate_scale : settings_.score_scale;
  }

  // Writes the error of every move, in parts of units; those of `ends` (moves that end the game) are 0 and
  // are not compared. next[i] is the position after moves[i].
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
  static constexpr double kLargest = 20000;  // units; so that sums over a path stay in range

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

  // Learnt by MAST: [class, player].
  std::vector<Count> counts_;
};

// Inverse of the error function on (-1, 1), relative error below 1e-9: Giles' rational start ("Approximating
// the erfinv function", GPU Computing Gems 2012) is not needed; two steps of Halley's method from Winitzki's
// formula.
[[nodiscard]] double inverse_erf(double y) noexcept;

}  // namespace ludex::agents::scns
