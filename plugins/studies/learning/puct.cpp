#include "plugins/studies/learning/puct.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace ludex::studies::learning {
namespace {

using agents::model::Question;

// A source of random bits as <random> wants it.
struct Bits {
  using result_type = std::uint64_t;
  static constexpr std::uint64_t min() { return 0; }
  static constexpr std::uint64_t max() { return ~std::uint64_t{0}; }
  std::uint64_t operator()() { return rng.next(); }
  Rng& rng;
};

}  // namespace

Puct::Puct(const Game& game, const agents::model::Model& model, const PuctOptions& options)
    : game_(game),
      model_(model),
      options_(options),
      state_(game),
      moves_(game.traits().max_moves),
      scores_(game.traits().max_moves) {}

void Puct::search(const State* root, Rng& rng) {
  nodes_.assign(1, Node{});
  for (std::uint32_t i = 0; i < std::max(options_.simulations, 2U); ++i) {
    simulate(root, rng);
    if (i == 0 && options_.noise > 0) add_noise(rng);
  }
  const Node& top = nodes_[0];
  root_moves_.clear();
  root_visits_.clear();
  for (std::uint32_t i = 0; i < top.count; ++i) {
    root_moves_.push_back(nodes_[top.first + i].move);
    root_visits_.push_back(nodes_[top.first + i].visits);
  }
  root_value_ = static_cast<float>((top.mover == 0 ? top.sum : -top.sum) / top.visits);
}

void Puct::simulate(const State* root, Rng& rng) {
  game_.copy(state_.state(), root);
  path_.assign(1, 0);
  while (nodes_[path_.back()].count != 0) {
    path_.push_back(select(path_.back()));
    state_.apply(nodes_[path_.back()].move);
  }
  const double value = evaluate(path_.back(), rng);
  for (const std::uint32_t node : path_) {
    ++nodes_[node].visits;
    nodes_[node].sum += value;
  }
}

std::uint32_t Puct::select(std::uint32_t node) const noexcept {
  const Node& parent = nodes_[node];
  const double sign = parent.mover == 0 ? 1 : -1;
  const double reach = options_.c * std::sqrt(static_cast<double>(parent.visits));
  const double unknown = sign * parent.sum / parent.visits;
  std::uint32_t best = parent.first;
  double most = -1e30;
  for (std::uint32_t i = parent.first; i < parent.first + parent.count; ++i) {
    const Node& child = nodes_[i];
    const double q = child.visits == 0 ? unknown : sign * child.sum / child.visits;
    const double score = q + reach * static_cast<double>(child.prior) / (1 + child.visits);
    if (score > most) best = i;
    most = std::max(most, score);
  }
  return best;
}

double Puct::evaluate(std::uint32_t node, Rng& rng) {
  std::array<float, kMaxPlayers> returns{};
  if (state_.over()) {
    game_.returns(state_.state(), returns.data());
    return static_cast<double>(returns[0]);
  }
  const std::uint32_t count = game_.legal_moves(state_.state(), moves_.data());
  Question question{.state = state_.state(), .moves = {moves_.data(), count}, .scores = scores_.data()};
  model_.answer({&question, 1});
  const float most = *std::max_element(scores_.data(), scores_.data() + count);
  float total = 0;
  for (std::uint32_t i = 0; i < count; ++i) total += scores_[i] = std::exp(scores_[i] - most);
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  for (std::uint32_t i = 0; i < count; ++i)
    nodes_.push_back({.move = moves_[i], .prior = scores_[i] / total});
  Node& here = nodes_[node];
  here.first = first;
  here.count = count;
  here.mover = state_.to_move();
  const auto value = static_cast<double>(question.value);
  if (model_.has_values()) return here.mover == 0 ? value : -value;
  game_.playout(state_.state(), &rng, nullptr);
  game_.returns(state_.state(), returns.data());
  return static_cast<double>(returns[0]);
}

void Puct::add_noise(Rng& rng) {
  const Node& top = nodes_[0];
  std::gamma_distribution<double> gamma(10.0 / top.count);
  Bits bits{rng};
  scores_.resize(std::max<std::size_t>(scores_.size(), top.count));
  double total = 1e-30;
  for (std::uint32_t i = 0; i < top.count; ++i)
    total += static_cast<double>(scores_[i] = static_cast<float>(gamma(bits)));
  for (std::uint32_t i = 0; i < top.count; ++i) {
    float& prior = nodes_[top.first + i].prior;
    const double noise = static_cast<double>(scores_[i]) / total;
    prior = static_cast<float>((1 - options_.noise) * static_cast<double>(prior) + options_.noise * noise);
  }
}

}  // namespace ludex::studies::learning
