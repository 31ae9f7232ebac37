#include "agents/common/proof-number/expander.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "agents/common/proof-number/table_memory.hpp"

namespace ludex::agents::proof_number {

void Expander::new_game(const Game& game, const Settings& settings) {
  game_ = &game;
  settings_ = settings;
  const GameTraits& traits = game.traits();
  alternating_ = (traits.flags & kAlternating) != 0;
  path_.new_game(game);
  scratch_ = StateBuffer(traits, traits.max_moves + std::size_t{1});
  moves_.resize(traits.max_moves);
  scores_.resize(traits.max_moves);
  first_.new_game(game, settings);
  evaluate_ = find<Evaluate>(game);
  move_scores_ = find<MoveScores>(game);
  known_moves_.new_game(game);
  if (!settings.knowledge) known_moves_.only_wins();
  score_ = find<Score>(game);
  keys_.new_game(game, settings.verify == Verify::kHash   ? KeySource::kHash
                       : settings.verify == Verify::kWide ? KeySource::kWideHashOrText
                                                          : KeySource::kWideHash);
  // It evaluates by the game, not by a model.
  successors_ = find<Successors>(game);
  if (!keys_.wide() || known_moves_.knows_wins() || known_moves_.knows_needless() ||
      known_moves_.knows_outcomes() || !alternating_ || !settings.model.empty())
    successors_ = nullptr;
  if (successors_ != nullptr) {
    next_.resize(traits.max_moves);
    new_.resize(traits.max_moves);
    evaluations_.resize(traits.max_moves);
  }
}

void Expander::start(const State* root, const Question& question, Identity identity, WideKey salt,
                     std::uint64_t order, std::uint64_t origin) {
  path_.start(root);
  question_ = question;
  keys_.start(identity, salt ^ question.salt());
  order_ = order;
  origin_ = origin;
  nodes_ = 0;
  reacher_ = question.threshold <= 0 ? 1 - question.player : question.player;
  centre_ = question.by_score ? (question.threshold - 1) * 100 : 0;
  path_[0] = {keys_.key(origin, root), game_->to_move(root)};
}

template <class Memory>
std::uint32_t Expander::expand(std::uint32_t ply, std::uint64_t path, const Memory& known, Child* out) {
  if (successors_ != nullptr && identity() == Identity::kPosition)
    return expand_at_once(ply, path, known, out);
  const State* const state = path_.state(ply);
  const Player mover = path_[ply].mover;
  Move* const moves = moves_.data();
  const auto [standing, count] =
      question_.by_score ? known_moves_.by_score(state, moves) : known_moves_(state, moves);
  if (standing != KnownMoves::Standing::kOpen) {
    out[0] = Child{};
    out[0].value = standing == KnownMoves::Standing::kWon ? PnDn::proven() : PnDn::disproven();
    out[0].move = moves[0];
    out[0].final = true;
    return 1;
  }
  if (ply == 0 && settings_.shuffle) shuffle(moves, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    Child& child = out[i];
    child = Child{};
    child.move = moves[i];
    State* const next = scratch_[i];
    game_->copy(next, state);
    const GameStatus status = game_->apply(next, child.move);
    ++nodes_;
    if (is_over(status)) {
      end_of_game(child, next, status, mover);
    } else if (!has_known_outcome(child, next, mover)) {
      child.same_mover = !alternating_ && game_->to_move(next) == mover;
      child.key = keys_.key_after(path, child.move, next);
      if (identity() == Identity::kPositionAndTwins) recurrence(child, ply, mover);
      if (!child.final) known.prefetch(child.key);
      if (ply + 1 >= max_depth() && !child.final) {
        child.value = {ProofNumber::largest(), ProofNumber::largest()};
        child.final = true;
      }
    }
    if (child.value.is_proven() && child.dependence == kAnyPath) {
      out[0] = child;
      return 1;
    }
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    Child& child = out[i];
    if (child.final) continue;
    if (known(child, extend_path(path, child.move))) {
      if (!child.same_mover) child.value = child.value.flipped();
      if (settings_.order && evaluate_ != nullptr) set_rank(child, evaluate_->evaluate(scratch_[i]));
      if (child.value.is_proven() && child.dependence == kAnyPath) {
        out[0] = child;
        return 1;
      }
    } else {
      std::int32_t evaluation = 0;
      const PnDn first =
          first_(scratch_[i], ply + 1, centre_for(child.same_mover ? mover : 1 - mover), evaluation);
      child.value = child.same_mover ? first : first.flipped();
      if (settings_.order && evaluate_ != nullptr)
        set_rank(child, first_.evaluates() ? evaluation : evaluate_->evaluate(scratch_[i]));
    }
  }
  if (settings_.order || settings_.focused()) sort(moves, state, out, count);
  return count;
}

template <class Memory>
std::uint32_t Expander::expand_at_once(std::uint32_t ply, std::uint64_t path, const Memory& known,
                                       Child* out) {
  const State* const state = path_.state(ply);
  const Player mover = path_[ply].mover;
  Successor* const next = next_.data();
  const std::uint32_t count = successors_->successors(state, next);
  if (ply == 0 && settings_.shuffle) shuffle(next, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    Child& child = out[i];
    child = Child{};
    child.move = next[i].move;
    ++nodes_;
    if (is_over(next[i].status)) {
      State* const end = scratch_[0];
      if (question_.by_score) {
        game_->copy(end, state);
        game_->apply(end, child.move);
      }
      end_of_game(child, end, next[i].status, mover);
    } else {
      child.key = WideKey{next[i].key[0], next[i].key[1]} ^ keys_.salt();
      if (ply + 1 >= max_depth()) {
        child.value = {ProofNumber::largest(), ProofNumber::largest()};
        child.final = true;
      } else {
        known.prefetch(child.key);
      }
    }
    if (child.value.is_proven()) {
      out[0] = child;
      return 1;
    }
  }
  const bool ranked = settings_.order && evaluate_ != nullptr;
  std::uint32_t evaluated = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    Child& child = out[i];
    if (child.final) continue;
    if (known(child, path)) {
      child.value = child.value.flipped();
      if (child.value.is_proven()) {
        out[0] = child;
        return 1;
      }
      if (ranked) new_[evaluated++] = i;
    } else {
      new_[evaluated++] = i;
    }
  }
  if (evaluated != 0 && (ranked || first_.evaluates()))
    successors_->evaluate_successors(state, next, new_.data(), evaluated, evaluations_.data());
  const std::int32_t centre = centre_for(1 - mover);
  for (std::uint32_t k = 0; k < evaluated; ++k) {
    const std::uint32_t i = new_[k];
    if (out[i].work == 0) out[i].value = first_(next[i], ply + 1, centre, evaluations_[k]).flipped();
    if (ranked) set_rank(out[i], evaluations_[k]);
  }
  if (settings_.order || settings_.focused()) {
    for (std::uint32_t i = 0; i < count; ++i) moves_[i] = next[i].move;
    sort(moves_.data(), state, out, count);
  }
  return count;
}

inline bool Expander::has_known_outcome(Child& child, const State* next, Player mover) const noexcept {
  if (question_.by_score || identity() != Identity::kPosition) return false;
  const Outcome outcome = known_moves_.outcome(next);
  if (outcome == Outcome::kUnknown) return false;
  const int value = outcome == Outcome::kWin ? 1 : outcome == Outcome::kLoss ? -1 : 0;
  const bool asks = (alternating_ ? 1 - mover : game_->to_move(next)) == question_.player;
  const bool yes = (asks ? value : -value) >= question_.threshold;
  child.value = yes == (mover == question_.player) ? PnDn::proven() : PnDn::disproven();
  child.final = true;
  return true;
}

inline void Expander::end_of_game(Child& child, const State* end, GameStatus status,
                                  Player mover) const noexcept {
  const Player player = question_.player;
  const Outcome outcome = outcome_for(status, player);
  const std::int32_t value = question_.by_score          ? score_->score(end, player)
                             : outcome == Outcome::kWin  ? 1
                             : outcome == Outcome::kLoss ? -1
                                                         : 0;
  const bool yes = value >= question_.threshold;
  child.value = yes == (mover == player) ? PnDn::proven() : PnDn::disproven();
  child.final = true;
  // A draw may depend on the past.
  if (identity() == Identity::kPositionAndTwins && outcome == Outcome::kDraw) child.dependence = 0;
}

inline void Expander::recurrence(Child& child, std::uint32_t ply, Player mover) const noexcept {
  const auto back = path_.find(ply, child.key);
  if (!back) return;
  child.value = mover == reacher_ ? PnDn::disproven() : PnDn::proven();
  child.dependence = static_cast<std::uint16_t>(*back);
  child.final = true;
}

inline void Expander::sort(const Move* moves, const State* state, Child* out, std::uint32_t count) {
  if (!settings_.order && move_scores_ != nullptr) {
    move_scores_->move_scores(state, moves, count, scores_.data());
    for (std::uint32_t i = 0; i < count; ++i) out[i].rank = static_cast<std::int32_t>(scores_[i] * 256.0F);
  } else if (!settings_.order) {
    // Ranks by the first numbers if there is no evaluation.
    for (std::uint32_t i = 0; i < count; ++i)
      out[i].rank = static_cast<std::int32_t>(out[i].value.delta.value() / 2) -
                    static_cast<std::int32_t>(out[i].value.phi.value() / 2);
  }
  for (std::uint32_t i = 1; i < count; ++i) {
    const Child child = out[i];
    std::uint32_t j = i;
    for (; j > 0 && out[j - 1].rank < child.rank; --j) out[j] = out[j - 1];
    out[j] = child;
  }
}

template <class T>
void Expander::shuffle(T* moves, std::uint32_t count) const noexcept {
  Rng rng = Rng::seeded(order_);
  for (std::uint32_t i = count; i > 1; --i) std::swap(moves[i - 1], moves[rng.below(i)]);
}

template std::uint32_t Expander::expand(std::uint32_t, std::uint64_t, const TableMemory&, Child*);
template std::uint32_t Expander::expand(std::uint32_t, std::uint64_t, const NoMemory&, Child*);

}  // namespace ludex::agents::proof_number
