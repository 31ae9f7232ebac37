#include "agents/scns/frame.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/util/rng.hpp"

namespace ludex::agents::scns {

void Frames::new_game(const Game& game, const Settings& settings, const LeafShape& shape,
                      std::uint64_t seed) {
  game_ = &game;
  settings_ = settings;
  shape_ = &shape;
  const GameTraits& traits = game.traits();
  alternating_ = (traits.flags & kAlternating) != 0;
  path_.new_game(game);
  keys_.new_game(game, KeySource::kWideHash);
  scratch_ = StateBuffer(traits, traits.max_moves + std::size_t{1});
  moves_.resize(traits.max_moves);
  errors_of_.resize(traits.max_moves);
  memo_.resize(traits.max_moves + std::size_t{1});
  index_of_class_.resize(settings.rave ? traits.move_classes : 0);
  made_ = 0;
  frames_.clear();
  frames_.resize(path_.max_depth() + std::size_t{2});
  penalties_.new_game(game, settings, seed);
  known_.new_game(game);
}

void Frames::start(const State* root, Draws draws, std::uint64_t order, FunctionTable& table,
                   std::uint32_t user) {
  path_.start(root);
  table_ = &table;
  user_ = user;
  from_ = 0;
  played_.clear();
  ended_.clear();
  draws_ = draws;
  order_ = order;
  nodes_ = 0;
  asked_ = game_->to_move(root);
  forget(0);
  const bool cyclic = (game_->traits().flags & kCyclic) != 0;
  keys_.start(cyclic ? Identity::kPath : Identity::kPosition, salt());
  path_[0] = {keys_.key(0, root), 0, asked_, 0, 0};
  penalties_.start(path_.state(0));
}

void Frames::descend(std::uint32_t ply, const Child& child) noexcept {
  PathStep& here = path_[ply];
  here.move_class = child.move_class;
  path_.descend(
      ply, child.move,
      {child.key, extend_path(here.code, child.move), child.same_mover ? here.mover : 1 - here.mover, 0,
       child.same_mover ? here.offset - child.error : child.error - here.offset});
}

void Frames::open(std::uint32_t ply) {
  Frame& frame = frames_[ply];
  if (frame.valid && frame.key == path_[ply].key && (frame.asked || frame.work < settings_.must_play)) {
    frame.first = false;
    score_again(frame.moves(), frame.mover);
    return;
  }
  allocate(frame);
  frame.key = path_[ply].key;
  frame.valid = frame.changed = true;
  made_ = std::max(made_, ply + 1);
  frame.mover = path_[ply].mover;
  frame.offset = path_[ply].offset;
  frame.last = Frame::kNone;
  frame.memos = 0;
  frame.work = 0;
  std::size_t memos = 0;
  Move last = kNoMove;
  frame.first = !table_->read(frame.key, [&](const FunctionTable::Slot& slot) {
    frame.work = slot.work;
    last = slot.last;
    const auto memo = table_->memo(slot);
    memos = memo.size();
    std::copy(memo.begin(), memo.end(), memo_.begin());
  });
  if (settings_.sweep != 0)
    frame.next_sweep = (frame.work / std::uint64_t{settings_.sweep} + 1) * settings_.sweep;
  if (frame.first) penalties_.visit(path_.state(ply));
  if (!generate(frame, ply)) return;
  score(frame, ply, {memo_.data(), memos});
  if (settings_.leaf_scale != 0) value_leaves(frame, ply, {memo_.data(), memos});
  look_up(frame);
  if (ply == 0 && settings_.shuffle) shuffle(frame);
  for (std::uint32_t i = 0; i < frame.count; ++i) {
    if (frame.children[i].move == last) frame.last = i;
  }
  if (settings_.rave) index_classes(frame);
}

void Frames::begin_at(std::uint32_t ply) {
  from_ = ply;
  played_.clear();
  ended_.clear();
  forget(ply);
}

void Frames::credit(std::uint32_t ply, Player mover, std::span<Child> children) {
  if (ended_.empty()) return;
  std::size_t results[2] = {0, 0};
  for (const Ended& game : ended_) ++results[game.winner];
  for (std::uint32_t i = 0; i < children.size(); ++i)
    index_of_class_[children[i].move_class] = static_cast<std::uint16_t>(i);
  const auto count = [&](std::uint32_t move_class, bool won, std::size_t games) {
    const std::uint32_t i = index_of_class_[move_class];
    if (i < children.size() && children[i].move_class == move_class) children[i].count_rave(won, games);
  };
  for (std::uint32_t at = ply; at < from_; ++at) {
    if (path_[at].mover != mover) continue;
    for (const Player winner : {Player{0}, Player{1}}) {
      if (results[winner] != 0) count(path_[at].move_class, winner == mover, results[winner]);
    }
  }
  std::size_t next = 0;
  for (const Ended& game : ended_) {
    for (; next < game.end; ++next) {
      if (played_[next].mover == mover) count(played_[next].move_class, game.winner == mover, 1);
    }
  }
}

void Frames::store(Frame& frame) {
  table_->store(frame.key, frame.own, frame.other, frame.work,
                frame.last == Frame::kNone ? kNoMove : frame.children[frame.last].move,
                memos_of(frame.moves(), frame.memos, frame.leaf_value, memo_), user_);
}

void Frames::score_again(std::span<Child> moves, Player mover) const {
  if (!penalties_.moving()) return;
  double best = -std::numeric_limits<double>::infinity();
  for (const Child& child : moves) {
    if (!child.final) best = std::max(best, penalties_.by_mast(child.move_class, mover));
  }
  for (Child& child : moves) {
    if (child.final) continue;
    const double quality = penalties_.by_mast(child.move_class, mover);
    child.first_error = penalties_.error(best, quality, penalties_.scale());
  }
}

WideKey Frames::salt() const noexcept {
  const std::uint64_t question = draws_ == Draws::kZero ? 0 : asked_ * 2ULL + (draws_ == Draws::kWin) + 1;
  return {mix64(question + 0x2545F4914F6CDD1DULL), mix64(~question)};
}

void Frames::allocate(Frame& frame) const {
  if (frame.children != nullptr) return;
  const std::uint32_t moves = game_->traits().max_moves;
  frame.children = std::make_unique<Child[]>(moves);
  // Not initialised: memory of moves without steps is never touched.
  frame.steps.reset(new Step[(moves + std::size_t{1}) * 2 * settings_.steps]);
  if (settings_.rave) frame.index_of_class.resize(game_->traits().move_classes);
}

inline bool Frames::generate(Frame& frame, std::uint32_t ply) {
  const State* const state = path_.state(ply);
  frame.asked = ply == 0 || frame.work >= settings_.must_play;
  const auto [standing, count] = frame.asked ? known_(state, moves_.data()) : legal(state);
  if (standing == KnownMoves::Standing::kWon) {
    win(frame, ply, moves_[0]);
    return false;
  }
  if (standing == KnownMoves::Standing::kLost) {
    lose(frame, ply, count);
    return false;
  }
  frame.count = count;
  for (std::uint32_t i = 0; i < frame.count; ++i) {
    Child& child = frame.children[i];
    child = Child{};
    child.move = moves_[i];
    child.index = static_cast<std::uint16_t>(i);
    State* const next = scratch_[i];
    game_->copy(next, state);
    const GameStatus status = game_->apply(next, child.move);
    ++nodes_;
    if (settings_.rave || penalties_.moving()) child.move_class = game_->move_class(state, child.move);
    if (is_over(status)) {
      if (winner_of(status) == frame.mover) {
        win(frame, ply, child.move);
        return false;
      }
      finish(child, staircase::value_of(status, frame.mover, asked_, draws_, -frame.offset));
      if (child.other_x == kTop) {
        // The draw counts as a win.
        const Child only = child;
        frame.children[0] = only;
        frame.count = 1;
        return false;
      }
      if (frame.first && status != GameStatus::kDraw) learn(ply, child.move_class, winner_of(status));
      continue;
    }
    child.same_mover = !alternating_ && game_->to_move(next) == frame.mover;
    child.key = keys_.key_after(path_[ply].code, child.move, next);
    table_->prefetch(child.key);
  }
  return true;
}

inline void Frames::finish(Child& child, Value value) noexcept {
  child.final = true;
  child.own_x = -value, child.own_scale = kInfinite;
  child.other_x = value, child.other_scale = kInfinite;
}

void Frames::win(Frame& frame, std::uint32_t ply, Move move) {
  frame.count = 1;
  frame.children[0] = Child{};
  frame.children[0].move = move;
  finish(frame.children[0], kTop);
  if (settings_.rave && met_first(frame)) learn(ply, game_->move_class(path_.state(ply), move), frame.mover);
}

void Frames::lose(Frame& frame, std::uint32_t ply, std::uint32_t count) {
  std::uint32_t least = 0;
  if (ply == 0 && penalties_.active()) {
    const State* const state = path_.state(ply);
    for (std::uint32_t i = 0; i < count; ++i) {
      game_->copy(scratch_[i], state);
      game_->apply(scratch_[i], moves_[i]);
    }
    const auto none = [](std::uint32_t) { return false; };
    penalties_(state, frame.mover, moves_.data(), scratch_, count, none, errors_of_.data());
    const auto first = errors_of_.begin();
    least = static_cast<std::uint32_t>(std::min_element(first, first + count) - first);
  }
  frame.count = 1;
  frame.children[0] = Child{};
  frame.children[0].move = moves_[least];
  finish(frame.children[0], -kTop);
  if (settings_.rave && met_first(frame) && ply > from_)
    learn(ply - 1, path_[ply - 1].move_class, 1 - frame.mover);
}

inline void Frames::score(Frame& frame, std::uint32_t ply, std::span<const MoveMemo> memo) {
  const auto moves = frame.moves();
  if (!penalties_.active() && !settings_.rave) return;
  frame.memos = count_memos(frame);
  if (memo.size() == frame.memos) {
    for (Child& child : moves) {
      child.first_error = memo[child.index].error;
      child.rave_wins = memo[child.index].rave_wins;
      child.rave_losses = memo[child.index].rave_losses;
    }
  }
  if (penalties_.active() && (memo.size() != frame.memos || penalties_.moving())) {
    penalties_(
        path_.state(ply), frame.mover, moves_.data(), scratch_, frame.count,
        [&](std::uint32_t i) { return frame.children[i].final; }, errors_of_.data());
    for (Child& child : moves) child.first_error = errors_of_[child.index];
  }
  for (Child& child : moves) child.error = child.first_error;
}

void Frames::value_leaves(Frame& frame, std::uint32_t ply, std::span<const MoveMemo> memo) const noexcept {
  frame.leaf_value =
      memo.size() == count_memos(frame) ? memo.back().error : penalties_.leaf_value(path_.state(ply));
  for (Child& child : frame.moves()) {
    if (child.final) continue;
    child.own_x = child.same_mover ? frame.leaf_value : -frame.leaf_value;
    child.other_x = -child.own_x;
  }
}

inline void Frames::look_up(Frame& frame) {
  for (Child& child : frame.moves()) {
    if (child.final) continue;
    table_->read(child.key, [&](const FunctionTable::Slot& slot) {
      child.work = std::max(slot.work, 1U);
      set(frame, child, table_->own(slot), table_->other(slot));
    });
  }
}

void Frames::shuffle(Frame& frame) const noexcept {
  // Children that have steps cannot be reordered: steps belong to places.
  for (const Child& child : frame.moves()) {
    if (child.own_size != 0 || child.other_size != 0) return;
  }
  Rng rng = Rng::seeded(order_);
  for (std::uint32_t i = frame.count; i > 1; --i)
    std::swap(frame.children[i - 1], frame.children[rng.below(i)]);
}

void Frames::index_classes(Frame& frame) const noexcept {
  for (std::uint32_t i = 0; i < frame.count; ++i)
    frame.index_of_class[frame.children[i].move_class] = static_cast<std::uint16_t>(i);
}

void Frames::learn(std::uint32_t ply, std::uint32_t last, Player winner) {
  if (!settings_.rave) return;
  path_[ply].move_class = last;
  if (from_ != 0) {
    for (std::uint32_t at = from_; at <= ply; ++at)
      played_.push_back({path_[at].move_class, path_[at].mover});
    ended_.push_back({played_.size(), winner});
  }
  for (std::uint32_t at = from_; at <= ply; ++at) {
    Frame& frame = frames_[at];
    if (!frame.valid || frame.memos == 0 || !(frame.key == path_[at].key)) continue;
    const bool won = frame.mover == winner;
    for (std::uint32_t later = at; later <= ply; ++later) {
      if (path_[later].mover != frame.mover) continue;
      const std::uint32_t move_class = path_[later].move_class;
      const std::uint32_t index = frame.index_of_class[move_class];
      if (index >= frame.count || frame.children[index].move_class != move_class) continue;
      frame.children[index].count_rave(won, 1);
    }
  }
}

std::span<const MoveMemo> memos_of(std::span<const Child> moves, std::uint32_t memos, Value leaf_value,
                                   std::vector<MoveMemo>& room) {
  if (memos == 0) return {};
  for (const Child& child : moves)
    room[child.index] = {child.first_error, child.rave_wins, child.rave_losses};
  if (memos > moves.size()) room[moves.size()] = {leaf_value, 0, 0};
  return {room.data(), memos};
}

}  // namespace ludex::agents::scns
