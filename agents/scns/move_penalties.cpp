#include "agents/scns/move_penalties.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace ludex::agents::scns {

void MovePenalties::new_game(const Game& game, const Settings& settings, std::uint64_t seed) {
  game_ = &game;
  settings_ = settings;
  seed_ = seed;
  move_scores_ = find<MoveScores>(game);
  evaluate_ = find<Evaluate>(game);
  source_ = settings.scores;
  if (source_ == Scores::kAuto)
    source_ = move_scores_ != nullptr ? Scores::kMoveScores
              : evaluate_ != nullptr  ? Scores::kEvaluate
                                      : Scores::kMast;
  require(source_ != Scores::kMoveScores || move_scores_ != nullptr, "scores", MoveScores::kId);
  require(source_ != Scores::kEvaluate || evaluate_ != nullptr, "scores", Evaluate::kId);
  require(settings.leaf_scale == 0 || evaluate_ != nullptr, "leaf_scale", Evaluate::kId,
          "; leaf_scale=0 does not need it");
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

void MovePenalties::start(const State* root) {
  clear();
  for (std::uint64_t i = 1; i <= kFirstGames; ++i) visit(root, i);
}

void MovePenalties::visit(const State* state, std::uint64_t number) {
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

Value MovePenalties::leaf_value(const State* state) const noexcept {
  const double units = std::clamp(evaluate_->evaluate(state) * settings_.leaf_scale, -kLargest, kLargest);
  return static_cast<Value>(std::lround(units * Settings::kParts));
}

double MovePenalties::quality(const State* state, Player mover, Move move, const State* next,
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

double inverse_erf(double y) noexcept {
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
