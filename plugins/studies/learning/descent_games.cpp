#include "plugins/studies/learning/descent_games.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace ludex::studies::learning {

using agents::model::Question;

ParamSpec terminal_parameter() {
  return params::choice(
      "terminal", "result", "result|depth|score",
      "targets=descent: what a finished game is worth: its result, more for a win after fewer plies, or its "
      "score (ludex.score/1) by the score's bound",
      "Cohen-Solal 2020");
}

ParamSpec exploration_parameter() {
  return params::real("exploration", "0.1", 0, 1,
                      "targets=descent: 0 plays the best move, 1 all moves alike, between them by rank",
                      "Cohen-Solal 2020");
}

Result<Terminal> terminal_of(const ParamValues& values, const Game& game) {
  const std::string& text = values.text("terminal");
  if (text == "score" && find<Score>(game) == nullptr)
    return Error{"terminal=score: the game has no scores (ludex.score/1)"};
  return text == "score" ? Terminal::kScore : text == "depth" ? Terminal::kDepth : Terminal::kResult;
}

DescentGames::DescentGames(const Game& game, const agents::model::Model& model, const DescentOptions& options)
    : game_(game),
      features_(*find<Features>(game)),
      score_(find<Score>(game)),
      model_(model),
      options_(options),
      state_(game),
      after_(game.traits(), game.traits().max_moves),
      moves_(game.traits().max_moves) {}

std::vector<Sample> DescentGames::play(Rng& rng) {
  Position position = random_opening(game_, options_.random_plies, rng);
  begin(position.state());
  std::uint32_t node = 0;
  for (plies_ = 0; !position.over(); ++plies_) {
    search_move(position.state(), node, plies_);
    node = draw(node, rng);
    position.apply(nodes_[node].move);
  }
  for (const Node& learned : nodes_) {
    if (learned.sample != kNone)
      samples_[learned.sample].value = learned.mover == 0 ? learned.value : -learned.value;
  }
  return std::move(samples_);
}

float DescentGames::search(const State* root) {
  begin(root);
  search_move(root, 0, 0);
  return nodes_[0].mover == 0 ? nodes_[0].value : -nodes_[0].value;
}

Move DescentGames::best_move() const noexcept {
  const Node& root = nodes_[0];
  const float sign = root.mover == 0 ? 1 : -1;
  const auto begin = nodes_.begin() + root.first;
  return std::max_element(begin, begin + root.count,
                          [&](const Node& a, const Node& b) { return sign * a.worth() < sign * b.worth(); })
      ->move;
}

void DescentGames::begin(const State* root) {
  nodes_.assign(1, Node{});
  nodes_[0].mover = game_.to_move(root);
  samples_.clear();
  evaluated_ = 0;
}

void DescentGames::search_move(const State* position, std::uint32_t node, std::uint32_t ply) {
  const std::uint64_t wanted = evaluated_ + options_.evaluations;
  do {
    simulate(position, node, ply);
  } while (evaluated_ < wanted && !nodes_[node].proven() && pick(node) != kNone);
}

void DescentGames::simulate(const State* position, std::uint32_t node, std::uint32_t ply) {
  game_.copy(state_.state(), position);
  path_.assign(1, node);
  for (;;) {
    const std::uint32_t at = path_.back();
    if (nodes_[at].over) break;
    if (nodes_[at].count == 0) {
      expand(state_.state(), at, ply);
      back_up(at);
    }
    const std::uint32_t next = nodes_[at].proven() ? kNone : pick(at);
    if (next == kNone) break;
    ++nodes_[next].visits;
    state_.apply(nodes_[next].move);
    path_.push_back(next);
    ++ply;
  }
  for (std::size_t i = path_.size(); i-- > 0;) back_up(path_[i]);
}

void DescentGames::expand(const State* state, std::uint32_t node, std::uint32_t ply) {
  const FeatureShape& shape = features_.shape();
  nodes_[node].sample = static_cast<std::uint32_t>(samples_.size());
  Sample& sample = samples_.emplace_back();
  sample.codes.resize(std::size_t{shape.layers} * shape.sites);
  sample.numbers.resize(shape.numbers);
  features_.observe(state, nodes_[node].mover, sample.codes.data(), sample.numbers.data());
  const std::uint32_t count = game_.legal_moves(state, moves_.data());
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  questions_.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    game_.copy(after_[i], state);
    Node child;
    child.move = moves_[i];
    if (is_over(game_.apply(after_[i], moves_[i]))) {
      finish(after_[i], ply + 1, child);
    } else {
      child.mover = game_.to_move(after_[i]);
      questions_.push_back({.state = after_[i]});
    }
    nodes_.push_back(child);
  }
  model_.answer(questions_);
  auto question = questions_.cbegin();
  for (std::uint32_t i = first; i < first + count; ++i) {
    Node& child = nodes_[i];
    if (child.over) continue;
    const float value = (question++)->value;
    child.value = child.mover == 0 ? value : -value;
  }
  evaluated_ += count;
  nodes_[node].first = first;
  nodes_[node].count = count;
}

void DescentGames::finish(const State* state, std::uint32_t ply, Node& child) const {
  std::array<float, kMaxPlayers> returns{};
  game_.returns(state, returns.data());
  const int sign = returns[0] > 0 ? 1 : returns[0] < 0 ? -1 : 0;
  child.over = true;
  child.low = child.high = static_cast<std::int8_t>(sign);
  child.value = returns[0];
  if (options_.terminal == Terminal::kScore)
    child.value = static_cast<float>(score_->score(state, 0)) / static_cast<float>(score_->bound());
  const auto most = static_cast<float>(game_.traits().max_plies);
  if (options_.terminal == Terminal::kDepth)
    child.value = static_cast<float>(sign) * std::max(0.0F, most - static_cast<float>(ply) + 1) / most;
}

void DescentGames::back_up(std::uint32_t index) noexcept {
  Node& node = nodes_[index];
  if (node.count == 0) return;
  const bool maximises = node.mover == 0;
  const float sign = maximises ? 1 : -1;
  const Node* best = nullptr;
  node.low = node.high = maximises ? -1 : 1;
  for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
    const Node& child = nodes_[i];
    node.low = maximises ? std::max(node.low, child.low) : std::min(node.low, child.low);
    node.high = maximises ? std::max(node.high, child.high) : std::min(node.high, child.high);
    if (best == nullptr || sign * child.worth() > sign * best->worth()) best = &child;
  }
  node.value = best->value;
}

std::uint32_t DescentGames::pick(std::uint32_t index) const noexcept {
  const Node& node = nodes_[index];
  const float sign = node.mover == 0 ? 1 : -1;
  std::uint32_t best = kNone;
  for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
    const Node& child = nodes_[i];
    if (child.proven()) continue;
    if (best != kNone) {
      const float more = sign * (child.worth() - nodes_[best].worth());
      if (more < 0 || (more == 0 && child.visits >= nodes_[best].visits)) continue;
    }
    best = i;
  }
  return best;
}

std::uint32_t DescentGames::draw(std::uint32_t index, Rng& rng) {
  const Node& node = nodes_[index];
  const float sign = node.mover == 0 ? 1 : -1;
  order_.resize(node.count);
  std::iota(order_.begin(), order_.end(), node.first);
  std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return sign * nodes_[a].worth() > sign * nodes_[b].worth();
  });
  const double exploit = 1 - options_.exploration;
  for (std::size_t i = 0; i + 1 < order_.size(); ++i) {
    if (rng.uniform() < exploit + (1 - exploit) / static_cast<double>(order_.size() - i)) return order_[i];
  }
  return order_.back();
}

}  // namespace ludex::studies::learning
