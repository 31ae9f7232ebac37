#include "plugins/studies/learning/search_games.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/game/position.hpp"

namespace ludex::studies::learning {

SearchGames::SearchGames(const Game& game, const agents::model::Model& model,
                         const SearchGameOptions& options)
    : game_(game),
      features_(*find<Features>(game)),
      options_(options),
      search_(game, model, options.search) {}

std::vector<Sample> SearchGames::play(Rng& rng) {
  samples_.clear();
  movers_.clear();
  Position position = opening(rng);
  for (std::uint32_t ply = 0; !position.over(); ++ply) {
    search_.search(position.state(), rng);
    record(position.state(), position.to_move());
    position.apply(choose(ply, rng));
  }
  std::array<float, kMaxPlayers> returns{};
  game_.returns(position.state(), returns.data());
  const auto share = static_cast<float>(options_.search_share);
  for (std::size_t i = 0; i < samples_.size(); ++i)
    samples_[i].value = share * samples_[i].value + (1 - share) * returns[movers_[i]];
  return std::move(samples_);
}

// Not over. Random moves that end the game are taken back, with all before them.
Position SearchGames::opening(Rng& rng) const {
  const Position start(game_);
  Position position = start;
  for (std::uint32_t left = rng.below(options_.random_plies + 1); left > 0; --left) {
    const std::vector<Move> moves = position.legal_moves();
    if (is_over(position.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]))) return start;
  }
  return position;
}

void SearchGames::record(const State* state, Player mover) {
  const FeatureShape& shape = features_.shape();
  const auto moves = search_.moves();
  Sample& sample = samples_.emplace_back();
  sample.codes.resize(std::size_t{shape.layers} * shape.sites);
  sample.numbers.resize(shape.numbers);
  features_.observe(state, mover, sample.codes.data(), sample.numbers.data());
  sample.places.resize(moves.size());
  agents::model::place_moves(game_, features_, state, moves, sample.places.data());
  std::uint32_t total = 0;
  for (const std::uint32_t visits : search_.visits()) total += visits;
  for (const std::uint32_t visits : search_.visits())
    sample.shares.push_back(static_cast<float>(visits) / static_cast<float>(total));
  sample.value = search_.value();
  movers_.push_back(mover);
}

Move SearchGames::choose(std::uint32_t ply, Rng& rng) const {
  const auto visits = search_.visits();
  if (ply >= options_.drawn_plies) {
    const auto most = std::max_element(visits.begin(), visits.end());
    return search_.moves()[static_cast<std::size_t>(most - visits.begin())];
  }
  std::uint32_t total = 0;
  for (const std::uint32_t n : visits) total += n;
  std::uint32_t rest = rng.below(total);
  std::size_t i = 0;
  while (rest >= visits[i]) rest -= visits[i++];
  return search_.moves()[i];
}

}  // namespace ludex::studies::learning
