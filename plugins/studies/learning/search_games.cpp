#include "plugins/studies/learning/search_games.hpp"

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
  Position position = random_opening(game_, options_.random_plies, rng);
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

void SearchGames::record(const State* state, Player mover) {
  const FeatureShape& shape = features_.shape();
  const auto moves = search_.moves();
  Sample& sample = samples_.emplace_back();
  sample.codes.resize(std::size_t{shape.layers} * shape.sites);
  sample.numbers.resize(shape.numbers);
  features_.observe(state, mover, sample.codes.data(), sample.numbers.data());
  sample.places.resize(moves.size());
  agents::model::place_moves(game_, features_, state, moves, sample.places.data());
  sample.shares.assign(search_.policy().begin(), search_.policy().end());
  sample.value = search_.value();
  movers_.push_back(mover);
}

Move SearchGames::choose(std::uint32_t ply, Rng& rng) const {
  // The Gumbel noise of a search has drawn its move already.
  if (options_.search.gumbel || ply >= options_.drawn_plies) return search_.preferred();
  const auto visits = search_.visits();
  std::uint32_t total = 0;
  for (const std::uint32_t n : visits) total += n;
  std::uint32_t rest = rng.below(total);
  std::size_t i = 0;
  while (rest >= visits[i]) rest -= visits[i++];
  return search_.moves()[i];
}

}  // namespace ludex::studies::learning
