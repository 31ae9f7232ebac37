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
#include <array>
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
  void new_game(const Game& game, const Settings& settings, std::uint64_t seed) {
    game_ = &game;
    settings_ = settings;
    seed_ = seed;
    move_scores_ = static_cast<const MoveScores*>(game.extension(MoveScores::kId));
    evaluate_ = static_cast<const Evaluate*>(game.extension(Evaluate::kId));
    source_ = settings.scores;
    if (source_ == Scores::kAuto)
      source_ = move_scores_ != nullptr ? Scores::kMoveScores
                : evaluate_ != nullptr  ? Scores::kEvaluate
                                        : Scores::kMast;
    require(source_ != Scores::kMoveScores || move_scores_ != nullptr, "scores", MoveScores::kId);
    require(source_ != Scores::kEvaluate || evaluate_ != nullptr, "scores", Evaluate::kId);
    require(settings.leaf_scale == 0 || evaluate_ != nullptr, "leaf_scale", Evaluate::kId,
            "; leaf_scale=0 does without");
    const GameTraits& traits = game.traits();
    scores_.resize(traits.max_moves);
    quality_.resize(traits.max_moves);
    buffer_ = StateBuffer(traits, 1);
    if (source_ == Scores::kMast) {
      trace_.resize(std::size_t{traits.max_plies} + 1);
      counts_.resize(std::size_t{traits.move_classes} * 2);
    }
    clear();
  }
  // Forgets what was learnt from positions seen.
  void clear() { std::fill(counts_.begin(), counts_.end(), Count{}); }

  [[nodiscard]] bool active() const noexcept { return source_ != Scores::kNone; }

  [[nodiscard]] bool moving() const noexcept { return source_ == Scores::kMast; }

  // A search begins.
  void start(const State* root) {
    clear();
    for (std::uint64_t i = 1; i <= kFirstGames; ++i) visit(root, i);
  }
  // A position is expanded for the first time.
  void visit(const State* state, std::uint64_t number = 0) {
    if (source_ != Scores::kMast) return;
    Rng rng = Rng::seeded(hash_combine(seed_ + number, game_->hash(state)));
    State* const copy = buffer_[0];
    game_->copy(copy, state);
    PlayoutTrace trace{trace_.data(), static_cast<std::uint32_t>(trace_.size()), 0};
    const Player winner = winner_of(game_->playout(copy, &rng, &trace).status);
    for (std::uint32_t i = 0; i < trace.size; ++i) {
      Count& count = counts_[trace_[i].move_class * std::size_t{2} + trace_[i].player];
      ++count.games;
      if (trace_[i].player == winner) ++count.wins;
    }
  }

  // log E of a move by MAST.
  [[nodiscard]] double by_mast(std::uint32_t move_class, Player mover) const noexcept {
    const Count& c = counts_[move_class * std::size_t{2} + mover];
    return std::log((c.wins + 1.0) / (c.games + 2.0));
  }
  // As an error beside the best.
  [[nodiscard]] Value error(double best, double quality, double scale) const noexcept {
    return Settings::parts(std::clamp((best - quality) * scale, 0.0, kLargest));
  }
  // What a leaf below `state` is worth to its mover.
  [[nodiscard]] Value leaf_value(const State* state) const noexcept {
    const double units = std::clamp(evaluate_->evaluate(state) * settings_.leaf_scale, -kLargest, kLargest);
    return static_cast<Value>(std::lround(units * Settings::kParts));
  }
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
                               std::uint32_t i) {
    switch (source_) {
      case Scores::kMoveScores:
        return std::log(std::max(static_cast<double>(scores_[i]), 1e-30));
      case Scores::kEvaluate: {
        const double value = evaluate_->evaluate(next);
        return game_->to_move(next) == mover ? value : -value;
      }
      case Scores::kPlayouts: {
        Rng rng = Rng::seeded(hash_combine(seed_, game_->hash(next)));
        double wins = 0.5;
        std::array<float, 2> rewards{};
        for (std::uint32_t k = 0; k < settings_.playouts; ++k) {
          State* const copy = buffer_[0];
          game_->copy(copy, next);
          game_->playout(copy, &rng, nullptr);
          game_->returns(copy, rewards.data());
          wins += (static_cast<double>(rewards[mover]) + 1) / 2;
        }
        return std::log(wins / (settings_.playouts + 1.0));
      }
      case Scores::kMast:
        return by_mast(game_->move_class(state, move), mover);
      default:
        return 0;
    }
  }

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
[[nodiscard]] inline double inverse_erf(double y) noexcept {
  constexpr double kA = 0.147;
  constexpr double kPi = 3.14159265358979323846;
  const double log = std::log1p(-y * y);
  const double first = 2 / (kPi * kA) + log / 2;
  double x = std::copysign(std::sqrt(std::sqrt(first * first - log / kA) - first), y);
  for (int i = 0; i < 2; ++i) {
    const double error = std::erf(x) - y;
    x -= error / (2 / std::sqrt(kPi) * std::exp(-x * x) - x * error);
  }
  return x;
}

}  // namespace ludex::agents::scns
