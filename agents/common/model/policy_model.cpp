#include "agents/common/model/policy_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "agents/common/model/observed.hpp"

namespace ludex::agents::model {

using Role = LocalPatterns::Role;

PolicyModel::PolicyModel(const Game& game, std::shared_ptr<const LocalPatterns> patterns,
                         std::span<const float> weights)
    : game_(game),
      features_(*find<Features>(game)),
      patterns_(std::move(patterns)),
      first_rest_(patterns_->rest(kPass, nullptr)) {
  for (std::vector<float>& entries : entries_) entries.resize(patterns_->entries());
  set_weights(weights);
}

void PolicyModel::set_weights(std::span<const float> weights) {
  for (const Role role : {Role::kTo, Role::kFrom}) {
    std::vector<float>& entries = entries_[static_cast<std::size_t>(role)];
    for (std::uint32_t entry = 0; entry < patterns_->entries(); ++entry)
      entries[entry] = weights[patterns_->weight_of(role, entry)];
  }
  rest_.assign(weights.begin() + first_rest_, weights.end());
}

float PolicyModel::at_site(Role role, std::uint32_t site, const std::uint8_t* codes) const noexcept {
  const std::vector<float>& entries = entries_[static_cast<std::size_t>(role)];
  float sum = 0;
  patterns_->for_each_entry(site, codes, [&](std::uint32_t entry) { sum += entries[entry]; });
  return sum;
}

void PolicyModel::answer(std::span<Question> questions) const noexcept {
  for (Question& question : questions) {
    question.value = 0;
    if (question.moves.empty()) continue;
    const Observed seen(features_, question.state, game_.to_move(question.state));
    const std::uint8_t* const codes = seen.codes.data();
    with_places(game_, features_, question.state, question.moves, [&](std::size_t i, const MovePlace& place) {
      float score = rest(place, codes);
      if (place.to != kNoSite) score += at_site(Role::kTo, place.to, codes);
      if (place.from != kNoSite) score += at_site(Role::kFrom, place.from, codes);
      question.scores[i] = score;
    });
  }
}

PolicyPlayer::PolicyPlayer(const PolicyModel& model)
    : model_(model),
      features_(*find<Features>(model.game())),
      sites_(features_.shape().sites),
      layers_(features_.shape().layers),
      codes_(std::size_t{sites_} * layers_),
      numbers_(features_.shape().numbers),
      places_(model.game().traits().max_moves),
      moves_(places_.size()),
      scores_(places_.size()) {
  for (View& view : views_) {
    view.codes.resize(codes_.size());
    for (auto& sums : view.sums) sums.resize(sites_);
    for (auto& known : view.known) known.resize(sites_);
  }
}

void PolicyPlayer::look(View& view, const State* state, Player player) noexcept {
  features_.observe(state, player, codes_.data(), numbers_.data());
  for (std::size_t place = 0; place < codes_.size(); ++place) {
    if (codes_[place] == view.codes[place]) continue;
    for (const std::uint32_t site : model_.patterns().readers(static_cast<std::uint32_t>(place % sites_)))
      view.known[0][site] = view.known[1][site] = 0;
  }
  view.codes.swap(codes_);
}

float PolicyPlayer::sum(View& view, Role role, std::uint32_t site) noexcept {
  const auto r = static_cast<std::size_t>(role);
  if (view.known[r][site] == 0) {
    view.known[r][site] = 1;
    view.sums[r][site] = model_.at_site(role, site, view.codes.data());
  }
  return view.sums[r][site];
}

void PolicyPlayer::score(const State* state, std::span<const Move> moves, float* scores) noexcept {
  const Player mover = model_.game().to_move(state);
  View& view = views_[mover];
  look(view, state, mover);
  place_moves(model_.game(), features_, state, moves, places_.data());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const MovePlace& place = places_[i];
    float score = model_.rest(place, view.codes.data());
    if (place.to != kNoSite) score += sum(view, Role::kTo, place.to);
    if (place.from != kNoSite) score += sum(view, Role::kFrom, place.from);
    scores[i] = score;
  }
}

Move PolicyPlayer::draw(const State* state, std::span<const Move> moves, Rng& rng) noexcept {
  if (moves.size() == 1) return moves[0];
  score(state, moves, scores_.data());
  const float most = *std::max_element(scores_.data(), scores_.data() + moves.size());
  float total = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) total += scores_[i] = std::exp(scores_[i] - most);
  auto rest = static_cast<float>(rng.uniform()) * total;
  for (std::size_t i = 0; i + 1 < moves.size(); ++i) {
    rest -= scores_[i];
    if (rest < 0) return moves[i];
  }
  return moves.back();
}

PlayoutResult PolicyPlayer::playout(State* state, std::uint32_t most_plies, Rng& rng) noexcept {
  const Game& game = model_.game();
  PlayoutResult result{game.status(state), 0};
  while (!is_over(result.status) && result.plies < most_plies) {
    const std::uint32_t count = game.legal_moves(state, moves_.data());
    result.status = game.apply(state, draw(state, {moves_.data(), count}, rng));
    ++result.plies;
  }
  return result;
}

StoredModel stored_policy(std::span<const float> weights) {
  return {.kind = PolicyModel::kKind,
          .game = "",
          .note = "",
          .lines = {"patterns 1"},
          .weights = {weights.begin(), weights.end()}};
}

Result<std::unique_ptr<const Model>> load_policy(const StoredModel& model, const Game& game) {
  if (model.lines != std::vector<std::string>{"patterns 1"})
    return Error{"has patterns of another version than 1, which this version reads"};
  auto patterns = std::make_shared<const LocalPatterns>(game);
  if (model.weights.size() != patterns->weights())
    return Error{"has " + std::to_string(model.weights.size()) +
                 " weights where the patterns of this game have " + std::to_string(patterns->weights())};
  return {std::make_unique<const PolicyModel>(game, std::move(patterns), model.weights)};
}

}  // namespace ludex::agents::model
