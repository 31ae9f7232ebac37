#include "plugins/studies/learning/self_play.hpp"

#include <cmath>

namespace ludex::studies::learning {

SelfPlay::SelfPlay(const Game& game, const agents::model::TupleNetwork& network,
                   const SelfPlayOptions& options)
    : game_(game),
      features_(*find<Features>(game)),
      chance_(find<Chance>(game)),
      network_(network),
      options_(options),
      players_(game.traits().players),
      two_sided_(players_ == 2 && (game.traits().flags & kZeroSum) != 0),
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
  if (!two_sided_ || next == mover || next == kChance) return value_of(state, mover);
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

void SelfPlay::record(const State* state) {
  const std::size_t first = steps_.size();
  const Player mover = game_.to_move(state);
  if (two_sided_ && mover != kChance) {
    add_step(state, mover);
  } else {
    for (Player viewer = 0; viewer < players_; ++viewer) add_step(state, viewer);
  }
  positions_.push_back({first, steps_.size() - first, false});
}

void SelfPlay::add_step(const State* state, Player viewer) {
  steps_.push_back({viewer, value_of(state, viewer)});
  const std::size_t size = lookups_.size();
  lookups_.resize(size + network_.lookups());
  network_.look(codes_.data(), lookups_.data() + size);
  numbers_.insert(numbers_.end(), seen_.begin(), seen_.end());
}

GameTally SelfPlay::play(TupleLearner& learner, Rng& rng) {
  positions_.clear();
  steps_.clear();
  lookups_.clear();
  numbers_.clear();
  GameTally tally;
  Position position(game_);
  bool rolled = false;
  for (; !position.over(); ++tally.plies) {
    if (!rolled || !options_.afterstates) record(position.state());
    rolled = position.to_move() == kChance;
    if (rolled) {
      position.apply(chance_->draw(position.state(), &rng));
      continue;
    }
    const Choice choice = choose(position, rng);
    positions_.back().off_policy = choice.explored;
    position.apply(choice.move);
  }
  learn(position, learner, tally);
  return tally;
}

// Targets are lambda-returns (Sutton & Barto 2018, section 12.1), computed from the end.
void SelfPlay::learn(const Position& end, TupleLearner& learner, GameTally& tally) {
  const auto lambda = static_cast<float>(options_.lambda);
  const std::span<const std::uint32_t> lookups(lookups_);
  const std::span<const float> numbers(numbers_);
  // Value and lambda-return of the position after, for each player.
  Values values{};
  game_.returns(end.state(), values.data());
  Values returns = values;
  for (std::size_t i = positions_.size(); i-- > 0;) {
    const Record& passed = positions_[i];
    for (std::size_t at = passed.first; at < passed.first + passed.steps; ++at) {
      const auto [viewer, value] = steps_[at];
      const float target = (1 - lambda) * values[viewer] + lambda * returns[viewer];
      values[viewer] = value;
      returns[viewer] = passed.off_policy ? value : target;
      if (two_sided_ && passed.steps == 1) {
        values[1 - viewer] = -values[viewer];
        returns[1 - viewer] = -returns[viewer];
      }
      if (passed.off_policy) continue;
      learner.learn(lookups.subspan(at * network_.lookups(), network_.lookups()),
                    numbers.subspan(at * seen_.size(), seen_.size()), target);
      tally.error += std::abs(static_cast<double>(target - value));
      ++tally.samples;
    }
  }
}

GameTally learn_samples(const agents::model::TupleNetwork& network, std::span<const Sample> samples,
                        std::uint64_t plies, TupleLearner& learner) {
  GameTally tally{.plies = plies, .samples = samples.size()};
  std::vector<std::uint32_t> lookups(network.lookups());
  for (std::size_t i = samples.size(); i-- > 0;) {
    const Sample& sample = samples[i];
    network.look(sample.codes.data(), lookups.data());
    const float value = learner.learn(lookups, sample.numbers, sample.value);
    tally.error += std::abs(static_cast<double>(sample.value - value));
  }
  return tally;
}

}  // namespace ludex::studies::learning
