#include "plugins/studies/learning/puct.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>

#include "plugins/studies/learning/improved_policy.hpp"

namespace ludex::studies::learning {
namespace {

using agents::mcts::ArmValue;
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
      scores_(game.traits().max_moves),
      policy_(game.traits().max_moves) {}

void Puct::search(const State* root, Rng& rng) {
  nodes_.assign(1, Node{});
  if (options_.gumbel) return search_by_halving(root, rng);
  for (std::uint32_t i = 0; i < std::max(options_.simulations, 2U); ++i) {
    simulate(root, 0, rng);
    if (i == 0 && options_.noise > 0) add_noise(rng);
  }
  read_visits();
  const Node& top = nodes_[0];
  root_policy_.clear();
  for (const std::uint32_t visits : root_visits_)
    root_policy_.push_back(static_cast<float>(visits) / static_cast<float>(top.visits - 1));
  root_value_ = static_cast<float>((top.mover == 0 ? top.sum : -top.sum) / top.visits);
  const auto most = std::max_element(root_visits_.begin(), root_visits_.end());
  preferred_ = root_moves_[static_cast<std::size_t>(most - root_visits_.begin())];
}

void Puct::search_by_halving(const State* root, Rng& rng) {
  simulate(root, 0, rng);
  const auto child = [&](std::uint32_t i) -> const Node& { return nodes_[nodes_[0].first + i]; };
  const auto arm = [&](std::uint32_t i) { return arm_of(child(i), nodes_[0].mover); };
  const auto merit = [&](std::uint32_t i) {
    gumbel_.look(arm);
    return gumbel_.merit(i, arm(i));
  };
  std::vector<float> logits;
  for (std::uint32_t i = 0; i < nodes_[0].count; ++i)
    logits.push_back(std::log(std::max(child(i).prior, 1e-30F)));
  agents::mcts::GumbelConfig config = options_.root;
  config.considered = std::min(config.considered, options_.simulations);
  gumbel_.start(config, logits, rng);
  halving_.start(gumbel_.considered(), options_.simulations);
  for (std::uint32_t i = 0; i < options_.simulations; ++i) {
    const std::uint32_t next = halving_.next(merit, [](std::uint32_t) { return true; });
    simulate(root, nodes_[0].first + next, rng);
  }
  read_visits();
  root_value_ = static_cast<float>(improve(nodes_[0]));
  root_policy_.assign(policy_.begin(), policy_.begin() + nodes_[0].count);
  const auto left = halving_.left();
  preferred_ = child(*std::max_element(left.begin(), left.end(), [&](std::uint32_t a, std::uint32_t b) {
                 return merit(a) < merit(b);
               })).move;
}

void Puct::read_visits() {
  const Node& top = nodes_[0];
  root_moves_.clear();
  root_visits_.clear();
  for (std::uint32_t i = 0; i < top.count; ++i) {
    root_moves_.push_back(nodes_[top.first + i].move);
    root_visits_.push_back(nodes_[top.first + i].visits);
  }
}

ArmValue Puct::arm_of(const Node& child, Player mover) const noexcept {
  if (child.visits == 0) return {};
  const double mean = child.sum / child.visits;
  return {mover == 0 ? mean : -mean, child.visits};
}

double Puct::improve(const Node& node) noexcept {
  const auto own = static_cast<double>(node.mover == 0 ? node.own : -node.own);
  return improved_policy(
      options_.root, node.count, own,
      [&](std::size_t i) {
        const Node& child = nodes_[node.first + i];
        return std::pair(static_cast<double>(child.prior), arm_of(child, node.mover));
      },
      policy_);
}

void Puct::simulate(const State* root, std::uint32_t first, Rng& rng) {
  game_.copy(state_.state(), root);
  path_.assign(1, 0);
  while (nodes_[path_.back()].count != 0) {
    const std::uint32_t at = path_.back();
    path_.push_back(at == 0 && first != 0 ? first : options_.gumbel ? select_improved(at) : select(at));
    state_.apply(nodes_[path_.back()].move);
  }
  const double value = evaluate(path_.back(), rng);
  if (nodes_[path_.back()].visits == 0) nodes_[path_.back()].own = static_cast<float>(value);
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

std::uint32_t Puct::select_improved(std::uint32_t node) noexcept {
  const Node& parent = nodes_[node];
  improve(parent);
  std::uint32_t best = parent.first;
  double most = -1e30;
  for (std::uint32_t i = 0; i < parent.count; ++i) {
    const double visits = nodes_[parent.first + i].visits;
    const double score = static_cast<double>(policy_[i]) - visits / parent.visits;
    if (score > most) best = parent.first + i;
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
