#include "plugins/studies/learning/self_play.hpp"

#include <cmath>
#include <span>

namespace ludex::studies::learning {

SelfPlay::SelfPlay(const Game& game, const agents::model::TupleNetwork& network,
                   const SelfPlayOptions& options)
    : game_(game),
      features_(*find<Features>(game)),
      chance_(find<Chance>(game)),
      network_(network),
      options_(options),
      next_(game),
      codes_(std::size_t{features_.shape().layers} * features_.shape().sites),
      seen_(features_.shape().numbers),
      moves_(game.traits().max_moves) {}

float SelfPlay::value_of(const State* state, Player player) noexcept {
  features_.observe(state, player, codes_.data(), seen_.data());
  return network_.value(codes_.data(), seen_.data());
}

// The value for the player who has moved to this position.
float SelfPlay::value_after(const State* state, Player mover) noexcept {
  if (is_over(game_.status(state))) {
    std::array<float, kMaxPlayers> returns{};
    game_.returns(state, returns.data());
    return returns[mover];
  }
  const Player next = game_.to_move(state);
  if (next == mover || next == kChance) return value_of(state, mover);
  return -value_of(state, next);
}

SelfPlay::Choice SelfPlay::choose(const Position& position, Rng& rng) {
  const std::uint32_t count = game_.legal_moves(position.state(), moves_.data());
  if (rng.uniform() < options_.exploration) return {moves_[rng.below(count)], count > 1};
  Move best = moves_[0];
  float most = -2;
  std::uint32_t equal = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    game_.copy(next_.state(), position.state());
    game_.apply(next_.state(), moves_[i]);
    const float value = value_after(next_.state(), position.to_move());
    equal = value > most ? 1 : value == most ? equal + 1 : equal;
    if (value > most || (value == most && rng.below(equal) == 0)) best = moves_[i];
    most = std::max(most, value);
  }
  return {best, false};
}

void SelfPlay::record(const State* state, Player viewer) {
  steps_.push_back({viewer, value_of(state, viewer), false});
  const std::size_t size = lookups_.size();
  lookups_.resize(size + network_.lookups());
  network_.look(codes_.data(), lookups_.data() + size);
  numbers_.insert(numbers_.end(), seen_.begin(), seen_.end());
}

GameTally SelfPlay::play(TupleLearner& learner, Rng& rng) {
  steps_.clear();
  lookups_.clear();
  numbers_.clear();
  GameTally tally;
  Player mover = 0;
  Position position(game_);
  for (; !position.over(); ++tally.plies) {
    if (position.to_move() == kChance) {
      record(position.state(), mover);
      position.apply(chance_->draw(position.state(), &rng));
      continue;
    }
    mover = position.to_move();
    record(position.state(), mover);
    const Choice choice = choose(position, rng);
    steps_.back().off_policy = choice.explored;
    position.apply(choice.move);
  }
  learn(position, learner, tally);
  return tally;
}

// Targets are lambda-returns (Sutton & Barto 2018, section 12.1), computed from the end.
void SelfPlay::learn(const Position& end, TupleLearner& learner, GameTally& tally) {
  std::array<float, kMaxPlayers> returns{};
  game_.returns(end.state(), returns.data());
  const auto lambda = static_cast<float>(options_.lambda);
  const std::span<const std::uint32_t> lookups(lookups_);
  const std::span<const float> numbers(numbers_);
  float later = 0;  // the lambda-return of the step behind, for its viewer
  for (std::size_t i = steps_.size(); i-- > 0;) {
    const Step& step = steps_[i];
    float target = 0;
    if (i + 1 == steps_.size()) {
      target = returns[step.viewer];
    } else {
      const Step& next = steps_[i + 1];
      target = (1 - lambda) * next.value + lambda * later;
      if (next.viewer != step.viewer) target = -target;
    }
    if (step.off_policy) {
      later = step.value;
      continue;
    }
    later = target;
    learner.learn(lookups.subspan(i * network_.lookups(), network_.lookups()),
                  numbers.subspan(i * seen_.size(), seen_.size()), step.value, target);
    tally.error += std::abs(static_cast<double>(target - step.value));
    ++tally.samples;
  }
}

}  // namespace ludex::studies::learning
