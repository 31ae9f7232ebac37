// Frames: the positions on the search path with their moves and the data known of each.
//
// A frame outlives its visit. When the search comes down the same path again, as it does after every
// interlude at the root, it finds its frames unchanged: no move generation, no scores, no table.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "agents/common/moves/known_moves.hpp"
#include "agents/common/path/identity.hpp"
#include "agents/common/path/path.hpp"
#include "agents/common/staircase/answers.hpp"
#include "agents/scns/move_penalties.hpp"
#include "agents/scns/settings.hpp"
#include "agents/scns/table.hpp"
#include "core/game/position.hpp"

namespace ludex::agents::scns {

using staircase::Draws;
using staircase::kInfinite;
using staircase::kTop;
using staircase::shifted;

// A move and the position after it. Its functions are kept from the view of its own mover, relative to a
// value of 0: the error of the move is added on use, so it may change while the functions stay.
struct Child {
  WideKey key;
  Move move = kNoMove;
  std::uint32_t move_class = 0;
  std::uint32_t work = 0;  // expansions below
  Value first_error = 0;   // by the heuristic
  Value error = 0;         // with RAVE and forgetting
  ProofCount pn = 1;       // to reach the targets of the current visit, for the mover of the frame
  ProofCount dn = 1;
  Value own_x = 0;
  Value other_x = 0;
  ProofCount own_scale = 1;
  ProofCount other_scale = 1;
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
  bool changed = false;  // since the functions were computed
  bool first = false;    // not expanded before, as far as the table remembers
  bool asked = false;    // the game was asked for its must-play moves
  Player mover = 0;
  Value offset = 0;  // of the mover's values from those of the path: eq. 14
  std::uint32_t count = 0;
  std::uint32_t work = 0;
  std::uint32_t last = kNone;    // child searched last
  std::uint32_t memos = 0;       // memos for the table: of each legal move, and of the leaves
  Value leaf_value = 0;          // of unsearched moves, for the mover
  std::uint64_t next_sweep = 0;  // the work at which the next sweep is due
  Curve own{};
  Curve other{};
  std::unique_ptr<Child[]> children;
  std::unique_ptr<Step[]> steps;              // own and other of the node, then of each child
  std::vector<std::uint16_t> index_of_class;  // for RAVE; may be stale

  [[nodiscard]] std::span<Child> moves() const noexcept { return {children.get(), count}; }
};

// The memos of a node's moves for the table, in `room`; empty if `memos` is 0.
[[nodiscard]] std::span<const MoveMemo> memos_of(std::span<const Child> moves, std::uint32_t memos,
                                                 Value leaf_value, std::vector<MoveMemo>& room);

class Frames {
 public:
  void new_game(const Game& game, const Settings& settings, const LeafShape& shape, std::uint64_t seed);

  // `user`: the number of the thread in the table.
  void start(const State* root, Draws draws, std::uint64_t order, FunctionTable& table, std::uint32_t user);

  // Invalidates the frames from this depth on.
  void forget(std::uint32_t ply) noexcept {
    for (; made_ > ply; --made_) frames_[made_ - 1].valid = false;
  }

  [[nodiscard]] Frame& operator[](std::uint32_t ply) noexcept { return frames_[ply]; }
  [[nodiscard]] const State* state(std::uint32_t ply) const noexcept { return path_.state(ply); }
  [[nodiscard]] const WideKey& key(std::uint32_t ply) const noexcept { return path_[ply].key; }
  [[nodiscard]] std::uint32_t max_depth() const noexcept { return path_.max_depth(); }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

  // Functions from the view of the child's own mover.
  [[nodiscard]] Curve first(const Frame& frame, const Child& child) const noexcept {
    return {child.own_x, child.own_scale, {room(frame, child, 0), child.own_size}};
  }
  [[nodiscard]] Curve second(const Frame& frame, const Child& child) const noexcept {
    return {child.other_x, child.other_scale, {room(frame, child, 1), child.other_size}};
  }
  // The functions of a child, for the mover of the frame and for the opponent; true values are `error` lower.
  [[nodiscard]] Curve own(const Frame& frame, const Child& child) const noexcept {
    return child.same_mover ? first(frame, child) : second(frame, child);
  }
  [[nodiscard]] Curve other(const Frame& frame, const Child& child) const noexcept {
    return child.same_mover ? second(frame, child) : first(frame, child);
  }
  // Sets the functions of a child, from the view of its own mover.
  void set(Frame& frame, Child& child, const Curve& own, const Curve& other) const noexcept {
    child.own_x = own.x, child.own_scale = own.scale;
    child.other_x = other.x, child.other_scale = other.scale;
    child.own_size = static_cast<std::uint8_t>(own.steps.size());
    child.other_size = static_cast<std::uint8_t>(other.steps.size());
    if (child.own_size != 0) std::copy(own.steps.begin(), own.steps.end(), room(frame, child, 0));
    if (child.other_size != 0) std::copy(other.steps.begin(), other.steps.end(), room(frame, child, 1));
  }
  // Sets the functions of the node itself.
  void set_own(Frame& frame, const Curve& curve) const noexcept { keep(frame.own, frame.steps.get(), curve); }
  void set_other(Frame& frame, const Curve& curve) const noexcept {
    keep(frame.other, frame.steps.get() + settings_.steps, curve);
  }

  void descend(std::uint32_t ply, const Child& child) noexcept;

  // Makes the frame of the last position of the path, unless it is valid. A node that the mover wins at once
  // gets only that move.
  void open(std::uint32_t ply);

  // Another structure (the tree of jobs) keeps positions nearer to the root than `ply`; credit() gives them
  // the results of finished games.
  void begin_at(std::uint32_t ply);
  // RAVE: credits the games that ended since begin_at() to position `ply` of the path.
  void credit(std::uint32_t ply, Player mover, std::span<Child> children);

  void store(Frame& frame);

  // Updates errors that may have changed since.
  void score_again(std::span<Child> moves, Player mover) const;

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

  [[nodiscard]] WideKey salt() const noexcept;

  [[nodiscard]] Step* room(const Frame& frame, const Child& child, std::size_t which) const noexcept {
    const auto at = static_cast<std::size_t>(&child - frame.children.get()) + 1;
    return frame.steps.get() + (2 * at + which) * settings_.steps;
  }
  static void keep(Curve& to, Step* steps, const Curve& curve) noexcept {
    std::copy(curve.steps.begin(), curve.steps.end(), steps);
    to = {curve.x, curve.scale, {steps, curve.steps.size()}};
  }

  // Called once per depth.
  void allocate(Frame& frame) const;

  // False if one move wins, or all lose, and no more data is needed.
  inline bool generate(Frame& frame, std::uint32_t ply);

  [[nodiscard]] KnownMoves::Answer legal(const State* state) noexcept {
    return {KnownMoves::Standing::kOpen, game_->legal_moves(state, moves_.data())};
  }

  // Marks an end of the game, worth `value` to the mover of the frame.
  inline static void finish(Child& child, Value value) noexcept;
  // With must_play, the game may give an answer later: treat the node as new.
  [[nodiscard]] bool met_first(const Frame& frame) const noexcept {
    return frame.first || settings_.must_play != 0;
  }
  void win(Frame& frame, std::uint32_t ply, Move move);
  // The game knows that all `count` moves, in moves_, lose. The root keeps one to play: the best by the
  // heuristic.
  void lose(Frame& frame, std::uint32_t ply, std::uint32_t count);

  inline void score(Frame& frame, std::uint32_t ply, std::span<const MoveMemo> memo);

  [[nodiscard]] std::uint32_t count_memos(const Frame& frame) const noexcept {
    return frame.count + (settings_.leaf_scale != 0 ? 1U : 0U);
  }

  // Sets the value of unsearched moves from the game's evaluation of the position.
  void value_leaves(Frame& frame, std::uint32_t ply, std::span<const MoveMemo> memo) const noexcept;

  // Reads the children from the table; a proven one may decide the node.
  inline void look_up(Frame& frame);

  void shuffle(Frame& frame) const noexcept;

  void index_classes(Frame& frame) const noexcept;

  // RAVE: a move of class `last` at `ply` ended the game. At every position on the path, the moves that its
  // mover played later on the path, as far as they were possible there, have won or lost.
  void learn(std::uint32_t ply, std::uint32_t last, Player winner);

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
  MovePenalties penalties_;
  KnownMoves known_;

  // Set for each search.
  FunctionTable* table_ = nullptr;
  std::uint32_t user_ = 0;
  std::uint32_t made_ = 0;  // frames beyond are invalid
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
