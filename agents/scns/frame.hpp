// Frames: the positions on the search path with their moves and what is known of each.
//
// A frame outlives its visit. When the search comes down the same path again, as it does after every
// interlude at the root, it finds its frames as they were: no move generation, no scores, no table.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "agents/common/moves/known_moves.hpp"
#include "agents/common/path/identity.hpp"
#include "agents/common/path/path.hpp"
#include "agents/common/staircase/answers.hpp"
#include "agents/scns/errors.hpp"
#include "agents/scns/settings.hpp"
#include "agents/scns/table.hpp"
#include "core/abi/text.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::scns {

using staircase::Draws;
using staircase::kInfinite;
using staircase::kTop;
using staircase::shifted;

// A move and the position after it. Its functions are kept from the view of its own mover, its value as 0:
// the error of the move is added when they are used, so it may change while the functions stay.
struct Child {
  WideKey key;
  Move move = kNoMove;
  std::uint32_t move_class = 0;
  std::uint32_t work = 0;  // expansions below
  Value first_error = 0;   // by the heuristic
  Value error = 0;         // with RAVE and forgetting
  Height pn = 1;           // to reach the targets of the visit under way, for the mover of the frame
  Height dn = 1;
  Value own_x = 0;
  Value other_x = 0;
  Height own_scale = 1;
  Height other_scale = 1;
  std::uint16_t rave_wins = 0;
  std::uint16_t rave_losses = 0;
  std::uint16_t index = 0;  // in the order of legal_moves
  std::uint8_t own_size = 0;
  std::uint8_t other_size = 0;
  bool same_mover = false;
  bool final = false;

  void count_rave(bool won, std::size_t games) noexcept {
    std::uint16_t& counter = won ? rave_wins : rave_losses;
    counter = static_cast<std::uint16_t>(std::min<std::size_t>(counter + games, 0xFFFF));
  }
};

struct Frame {
  static constexpr std::uint32_t kNone = ~0U;

  WideKey key;
  bool valid = false;
  bool changed = false;  // since the functions were folded
  bool first = false;    // not expanded before, as far as is remembered
  bool asked = false;    // the game has been asked which moves matter
  Player mover = 0;
  Value offset = 0;  // of the mover's values from those of the path: eq. 14
  std::uint32_t count = 0;
  std::uint32_t work = 0;
  std::uint32_t last = kNone;    // child searched last
  std::uint32_t memos = 0;       // those that the table is to remember: of each legal move, and of the leaves
  Value leaf_value = 0;          // of moves not searched yet, for the mover
  std::uint64_t next_sweep = 0;  // the work at which another move is due that has not been chosen
  Curve own{};
  Curve other{};
  std::unique_ptr<Child[]> children;
  std::unique_ptr<Step[]> steps;              // own and other of the node, then of each child
  std::vector<std::uint16_t> index_of_class;  // for RAVE; may be stale

  [[nodiscard]] std::span<Child> moves() const noexcept { return {children.get(), count}; }
};

// What the table is to remember of a node's moves, in `room`; nothing if `memos` is 0.
[[nodiscard]] inline std::span<const MoveMemo> memos_of(std::span<const Child> moves, std::uint32_t memos,
                                                        Value leaf_value, std::vector<MoveMemo>& room) {
  if (memos == 0) return {};
  for (const Child& child : moves)
    room[child.index] = {child.first_error, child.rave_wins, child.rave_losses};
  if (memos > moves.size()) room[moves.size()] = {leaf_value, 0, 0};
  return {room.data(), memos};
}

class Frames {
 public:
  void new_game(const Game& game, const Settings& settings, const LeafShape& shape, std::uint64_t seed) {
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
    errors_.new_game(game, settings, seed);
    known_.new_game(game);
  }

  // `user`: the number of the thread in the table.
  void start(const State* root, Draws draws, std::uint64_t order, FunctionTable& table, std::uint32_t user) {
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
    errors_.start(path_.state(0));
  }

  // Frames from this depth on are made anew when they are opened.
  void forget(std::uint32_t ply) noexcept {
    for (; made_ > ply; --made_) frames_[made_ - 1].valid = false;
  }

  [[nodiscard]] Frame& operator[](std::uint32_t ply) noexcept { return frames_[ply]; }
  [[nodiscard]] const State* state(std::uint32_t ply) const noexcept { return path_.state(ply); }
  [[nodiscard]] const WideKey& key(std::uint32_t ply) const noexcept { return path_[ply].key; }
  [[nodiscard]] std::uint32_t max_depth() const noexcept { return path_.max_depth(); }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

  // The child's own view.
  [[nodiscard]] Curve first(const Frame& frame, const Child& child) const noexcept {
    return {child.own_x, child.own_scale, {room(frame, child, 0), child.own_size}};
  }
  [[nodiscard]] Curve second(const Frame& frame, const Child& child) const noexcept {
    return {child.other_x, child.other_scale, {room(frame, child, 1), child.other_size}};
  }
  // The functions of a child, for the mover of the frame and for the opponent; true values are `error` below.
  [[nodiscard]] Curve own(const Frame& frame, const Child& child) const noexcept {
    return child.same_mover ? first(frame, child) : second(frame, child);
  }
  [[nodiscard]] Curve other(const Frame& frame, const Child& child) const noexcept {
    return child.same_mover ? second(frame, child) : first(frame, child);
  }
  // Gives a child functions, from the view of its own mover.
  void set(Frame& frame, Child& child, const Curve& own, const Curve& other) const noexcept {
    child.own_x = own.x, child.own_scale = own.scale;
    child.other_x = other.x, child.other_scale = other.scale;
    child.own_size = static_cast<std::uint8_t>(own.steps.size());
    child.other_size = static_cast<std::uint8_t>(other.steps.size());
    if (child.own_size != 0) std::copy(own.steps.begin(), own.steps.end(), room(frame, child, 0));
    if (child.other_size != 0) std::copy(other.steps.begin(), other.steps.end(), room(frame, child, 1));
  }
  // Gives the node itself functions.
  void set_own(Frame& frame, const Curve& curve) const noexcept { keep(frame.own, frame.steps.get(), curve); }
  void set_other(Frame& frame, const Curve& curve) const noexcept {
    keep(frame.other, frame.steps.get() + settings_.steps, curve);
  }

  void descend(std::uint32_t ply, const Child& child) noexcept {
    PathStep& here = path_[ply];
    here.move_class = child.move_class;
    path_.descend(
        ply, child.move,
        {child.key, extend_path(here.code, child.move), child.same_mover ? here.mover : 1 - here.mover, 0,
         child.same_mover ? here.offset - child.error : child.error - here.offset});
  }

  // Makes the frame of the last position of the path, unless it is there. A node that the mover wins at once
  // has that move only.
  void open(std::uint32_t ply) {
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
    if (frame.first) errors_.visit(path_.state(ply));
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

  // Positions nearer to the root than `ply` are kept elsewhere, and what they learn from finished games, too
  // (credit()).
  void begin_at(std::uint32_t ply) {
    from_ = ply;
    played_.clear();
    ended_.clear();
    forget(ply);
  }
  // RAVE: tells position `ply` of the path of the games that have ended since begin_at().
  void credit(std::uint32_t ply, Player mover, std::span<Child> children) {
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

  void store(Frame& frame) {
    table_->store(frame.key, frame.own, frame.other, frame.work,
                  frame.last == Frame::kNone ? kNoMove : frame.children[frame.last].move,
                  memos_of(frame.moves(), frame.memos, frame.leaf_value, memo_), user_);
  }

  // Errors that have changed since, if they can.
  void score_again(std::span<Child> moves, Player mover) const {
    if (!errors_.moving()) return;
    double best = -std::numeric_limits<double>::infinity();
    for (const Child& child : moves) {
      if (!child.final) best = std::max(best, errors_.by_mast(child.move_class, mover));
    }
    for (Child& child : moves) {
      if (child.final) continue;
      const double quality = errors_.by_mast(child.move_class, mover);
      child.first_error = errors_.error(best, quality, errors_.scale());
    }
  }

 private:
  struct PathStep {
    WideKey key;
    std::uint64_t code;
    Player mover;
    std::uint32_t move_class;  // of the move played there
    Value offset;
  };
  struct Played {
    std::uint32_t move_class;
    Player mover;
  };
  struct Ended {
    std::size_t end;  // in played_
    Player winner;
  };

  [[nodiscard]] WideKey salt() const noexcept {
    const std::uint64_t question = draws_ == Draws::kZero ? 0 : asked_ * 2ULL + (draws_ == Draws::kWin) + 1;
    return {mix64(question + 0x2545F4914F6CDD1DULL), mix64(~question)};
  }

  [[nodiscard]] Step* room(const Frame& frame, const Child& child, std::size_t which) const noexcept {
    const auto at = static_cast<std::size_t>(&child - frame.children.get()) + 1;
    return frame.steps.get() + (2 * at + which) * settings_.steps;
  }
  static void keep(Curve& to, Step* steps, const Curve& curve) noexcept {
    std::copy(curve.steps.begin(), curve.steps.end(), steps);
    to = {curve.x, curve.scale, {steps, curve.steps.size()}};
  }

  // Once for each depth reached.
  void allocate(Frame& frame) const {
    if (frame.children != nullptr) return;
    const std::uint32_t moves = game_->traits().max_moves;
    frame.children = std::make_unique<Child[]>(moves);
    // Not initialised: memory of moves that have no steps of their own is never touched.
    frame.steps.reset(new Step[(moves + std::size_t{1}) * 2 * settings_.steps]);
    if (settings_.rave) frame.index_of_class.resize(game_->traits().move_classes);
  }

  // False if one move wins, or all lose, and nothing else need be known.
  bool generate(Frame& frame, std::uint32_t ply) {
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
      if (settings_.rave || errors_.moving()) child.move_class = game_->move_class(state, child.move);
      if (is_over(status)) {
        if (winner_of(status) == frame.mover) {
          win(frame, ply, child.move);
          return false;
        }
        finish(child, staircase::value_of(status, frame.mover, asked_, draws_, -frame.offset));
        if (child.other_x == kTop) {
          // A draw that counts as a win.
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

  [[nodiscard]] KnownMoves::Answer legal(const State* state) noexcept {
    return {KnownMoves::Standing::kOpen, game_->legal_moves(state, moves_.data())};
  }

  // An end of the game, worth `value` to the mover of the frame.
  static void finish(Child& child, Value value) noexcept {
    child.final = true;
    child.own_x = -value, child.own_scale = kInfinite;
    child.other_x = value, child.other_scale = kInfinite;
  }
  // What the game says when it is asked later is news, too.
  [[nodiscard]] bool met_first(const Frame& frame) const noexcept {
    return frame.first || settings_.must_play != 0;
  }
  void win(Frame& frame, std::uint32_t ply, Move move) {
    frame.count = 1;
    frame.children[0] = Child{};
    frame.children[0].move = move;
    finish(frame.children[0], kTop);
    if (settings_.rave && met_first(frame))
      learn(ply, game_->move_class(path_.state(ply), move), frame.mover);
  }
  // The game knows that all `count` moves, in moves_, lose. At the root one is played all the same: the best
  // by the heuristic.
  void lose(Frame& frame, std::uint32_t ply, std::uint32_t count) {
    std::uint32_t least = 0;
    if (ply == 0 && errors_.active()) {
      const State* const state = path_.state(ply);
      for (std::uint32_t i = 0; i < count; ++i) {
        game_->copy(scratch_[i], state);
        static_cast<void>(game_->apply(scratch_[i], moves_[i]));
      }
      const auto none = [](std::uint32_t) { return false; };
      errors_(state, frame.mover, moves_.data(), scratch_, count, none, errors_of_.data());
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

  void score(Frame& frame, std::uint32_t ply, std::span<const MoveMemo> memo) {
    const auto moves = frame.moves();
    if (!errors_.active() && !settings_.rave) return;
    frame.memos = count_memos(frame);
    if (memo.size() == frame.memos) {
      for (Child& child : moves) {
        child.first_error = memo[child.index].error;
        child.rave_wins = memo[child.index].rave_wins;
        child.rave_losses = memo[child.index].rave_losses;
      }
    }
    if (errors_.active() && (memo.size() != frame.memos || errors_.moving())) {
      errors_(
          path_.state(ply), frame.mover, moves_.data(), scratch_, frame.count,
          [&](std::uint32_t i) { return frame.children[i].final; }, errors_of_.data());
      for (Child& child : moves) child.first_error = errors_of_[child.index];
    }
    for (Child& child : moves) child.error = child.first_error;
  }

  [[nodiscard]] std::uint32_t count_memos(const Frame& frame) const noexcept {
    return frame.count + (settings_.leaf_scale != 0 ? 1U : 0U);
  }

  // Moves that have not been searched are worth what the game says of the position.
  void value_leaves(Frame& frame, std::uint32_t ply, std::span<const MoveMemo> memo) const noexcept {
    frame.leaf_value =
        memo.size() == count_memos(frame) ? memo.back().error : errors_.leaf_value(path_.state(ply));
    for (Child& child : frame.moves()) {
      if (child.final) continue;
      child.own_x = child.same_mover ? frame.leaf_value : -frame.leaf_value;
      child.other_x = -child.own_x;
    }
  }

  // What the table knows of the children; a proven one may decide.
  void look_up(Frame& frame) {
    for (Child& child : frame.moves()) {
      if (child.final) continue;
      table_->read(child.key, [&](const FunctionTable::Slot& slot) {
        child.work = std::max(slot.work, 1U);
        set(frame, child, table_->own(slot), table_->other(slot));
      });
    }
  }

  void shuffle(Frame& frame) const noexcept {
    // Only what has no steps yet may be moved about: steps belong to places.
    for (const Child& child : frame.moves()) {
      if (child.own_size != 0 || child.other_size != 0) return;
    }
    Rng rng = Rng::seeded(order_);
    for (std::uint32_t i = frame.count; i > 1; --i)
      std::swap(frame.children[i - 1], frame.children[rng.below(i)]);
  }

  void index_classes(Frame& frame) const noexcept {
    for (std::uint32_t i = 0; i < frame.count; ++i)
      frame.index_of_class[frame.children[i].move_class] = static_cast<std::uint16_t>(i);
  }

  // RAVE: the end of a game was reached by a move of class `last` at `ply`. At every position on the path,
  // the moves that its mover played later on the path, as far as they were possible there, have won or lost.
  void learn(std::uint32_t ply, std::uint32_t last, Player winner) {
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

  // Set for each game.
  const Game* game_ = nullptr;
  Settings settings_;
  const LeafShape* shape_ = nullptr;
  bool alternating_ = true;
  Path<PathStep> path_;
  KeyMaker keys_;
  StateBuffer scratch_;  // children of the node that is being expanded
  std::vector<Move> moves_;
  std::vector<Value> errors_of_;
  std::vector<MoveMemo> memo_;
  std::vector<Frame> frames_;
  Errors errors_;
  KnownMoves known_;

  // Set for each search.
  FunctionTable* table_ = nullptr;
  std::uint32_t user_ = 0;
  std::uint32_t made_ = 0;  // frames beyond are not valid
  std::uint32_t from_ = 0;
  std::vector<Played> played_;  // moves from ply from_ on, of ended_
  std::vector<Ended> ended_;
  std::vector<std::uint16_t> index_of_class_;  // may be stale
  Draws draws_ = Draws::kZero;
  Player asked_ = 0;
  std::uint64_t order_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace ludex::agents::scns
