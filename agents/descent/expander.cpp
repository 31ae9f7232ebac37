#include "agents/descent/expander.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/util/rng.hpp"

namespace ludex::agents::descent {

void Expander::new_game(const Game& game, const Config& config, const model::Model* model) {
  game_ = &game;
  config_ = config;
  const GameTraits& traits = game.traits();
  recur_ = (traits.flags & kCyclic) != 0 && (traits.flags & kHistoryDraws) != 0;
  known_moves_.new_game(game);
  model_ = config.evaluation ? model : nullptr;
  evaluate_ = config.evaluation ? find<Evaluate>(game) : nullptr;
  score_ = find<Score>(game);
  path_.new_game(game);
  scratch_ = StateBuffer(traits, traits.max_moves);
  moves_.resize(traits.max_moves);
  children_.resize(traits.max_moves);
  questions_.reserve(traits.max_moves);
}

void Expander::start(const Task& task, Node& root) {
  task_ = task;
  path_.start(task.root);
  path_[0] = {&root, game_->hash(task.root)};
  known_ = 0;
}

void Expander::descend(std::uint32_t ply, Node& child) noexcept {
  Step& next = path_[ply + 1];
  if (ply < known_ && next.node == &child) return;
  path_.play(ply, child.move);
  next = {&child, game_->hash(path_.state(ply + 1))};
  known_ = ply + 1;
}

std::span<const Node> Expander::expand(std::uint32_t ply) {
  const State* const state = path_.state(ply);
  const KnownMoves::Answer answer =
      task_.units.by_score ? known_moves_.by_score(state, moves_.data()) : known_moves_(state, moves_.data());
  if (ply == 0 && config_.shuffle) {
    Rng rng = Rng::seeded(task_.order);
    for (std::uint32_t i = answer.count; i > 1; --i) std::swap(moves_[i - 1], moves_[rng.below(i)]);
  }
  for (std::uint32_t i = 0; i < answer.count; ++i)
    children_[i] = child_after(ply, moves_[i], answer.standing, scratch_[i]);
  evaluate(answer.count);
  return {children_.data(), answer.count};
}

Node Expander::child_after(std::uint32_t ply, Move move, KnownMoves::Standing standing,
                           State* next) const noexcept {
  game_->copy(next, path_.state(ply));
  const GameStatus status = game_->apply(next, move);
  Node child;
  child.move = move;
  child.low = -task_.units.most;
  child.high = task_.units.most;
  if (is_over(status)) {
    if (task_.units.by_score) {
      set_score(child, score_->score(next, task_.player));
    } else {
      set_result(child, outcome_for(status, task_.player), ply + 1);
    }
    return child;
  }
  child.mover_is_player = mover_is_player(next);
  if (recur_ && path_.find(ply, game_->hash(next))) {
    task_.units.by_score ? set_score(child, 0) : set_result(child, Outcome::kDraw, ply + 1);
    return child;
  }
  // Results that the game knows without search, for the player to move at `ply` or after the move.
  const bool mine = path_[ply].node->mover_is_player;
  if (standing == KnownMoves::Standing::kWon) {
    set_result(child, mine ? Outcome::kWin : Outcome::kLoss, ply + 1);
    return child;
  }
  if (standing == KnownMoves::Standing::kLost) {
    set_result(child, mine ? Outcome::kLoss : Outcome::kWin, ply + 1);
    return child;
  }
  if (task_.solving && !task_.units.by_score) {
    const Outcome known = known_moves_.outcome(next);
    if (known != Outcome::kUnknown) {
      set_result(child, child.mover_is_player ? known : opposite(known), ply + 1);
      return child;
    }
  }
  return child;
}

void Expander::evaluate(std::uint32_t count) noexcept {
  if (evaluate_ == nullptr) return;
  questions_.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    if (children_[i].closed) continue;
    if (model_ != nullptr) {
      questions_.push_back({.state = scratch_[i]});
    } else {
      children_[i].value = evaluate_->evaluate(scratch_[i]);
    }
  }
  if (model_ != nullptr) model_->answer(questions_);
  auto question = questions_.cbegin();
  for (Node& child : std::span(children_.data(), count)) {
    if (child.closed) continue;
    if (model_ != nullptr)
      child.value = static_cast<std::int32_t>(std::lround((question++)->value * model::kCertainWin));
    child.value = std::clamp(child.value, -kMostEvaluation, kMostEvaluation);
    if (!child.mover_is_player) child.value = -child.value;
  }
}

void Expander::set_result(Node& child, Outcome for_player, std::uint32_t ply) const noexcept {
  child.closed = true;
  const std::int32_t sign = for_player == Outcome::kWin ? 1 : for_player == Outcome::kLoss ? -1 : 0;
  child.low = child.high = sign;
  const auto plies = static_cast<std::int32_t>(config_.terminal == Terminal::kResult ? 1000 : ply);
  child.value = sign * (kWinValue - plies);
}

void Expander::set_score(Node& child, std::int32_t for_player) const noexcept {
  child.closed = true;
  child.low = child.high = for_player;
  child.value = task_.units.point * for_player;
}

}  // namespace ludex::agents::descent
