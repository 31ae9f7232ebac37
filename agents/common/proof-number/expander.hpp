// Expander: the positions on the search path, and the data of the children of the last of them. One per
// thread; the searches access games only through it.
#pragma once

#include <cstdint>
#include <vector>

#include "agents/common/moves/known_moves.hpp"
#include "agents/common/path/identity.hpp"
#include "agents/common/path/path.hpp"
#include "agents/common/proof-number/first_numbers.hpp"
#include "agents/common/proof-number/question.hpp"
#include "agents/common/proof-number/settings.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::proof_number {

// No memory of positions, for searches that keep their tree.
struct NoMemory {
  bool operator()(Child&, std::uint64_t) const noexcept { return false; }
  void prefetch(const WideKey&) const noexcept {}
};

class Expander {
 public:
  void new_game(const Game& game, const Settings& settings);

  // Starts a search. `salt` separates its keys from those of others, `order` is a seed for the order of the
  // root's moves, `origin` the code of the path that led to the root.
  void start(const State* root, const Question& question, Identity identity, WideKey salt,
             std::uint64_t order, std::uint64_t origin);

  [[nodiscard]] const Game& game() const noexcept { return *game_; }
  [[nodiscard]] const Question& question() const noexcept { return question_; }
  [[nodiscard]] std::uint64_t origin() const noexcept { return origin_; }
  [[nodiscard]] Identity identity() const noexcept { return keys_.identity(); }
  [[nodiscard]] const State* state(std::uint32_t ply) const noexcept { return path_.state(ply); }
  [[nodiscard]] Player mover(std::uint32_t ply) const noexcept { return path_[ply].mover; }
  [[nodiscard]] const WideKey& key(std::uint32_t ply) const noexcept { return path_[ply].key; }
  [[nodiscard]] std::uint32_t max_depth() const noexcept { return path_.max_depth(); }
  // Calls of Game::apply so far.
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

  // Makes a child the last position of the path.
  void descend(std::uint32_t ply, const Child& child) noexcept {
    path_.descend(ply, child.move, {child.key, child.same_mover ? mover(ply) : 1 - mover(ply)});
  }

  // The first numbers of the last position of the path itself.
  [[nodiscard]] PnDn first_numbers(std::uint32_t ply) noexcept {
    std::int32_t evaluation = 0;
    return first_(path_.state(ply), ply, centre_for(mover(ply)), evaluation);
  }

  // Writes the moves of the position at `ply` with their data, and returns their number; if one is known to
  // prove the position, it alone. `known` fills in value, dependence and work of a child with known numbers,
  // for the side to move there, and returns true if it did.
  template <class Memory>
  std::uint32_t expand(std::uint32_t ply, std::uint64_t path, const Memory& known, Child* out);

 private:
  struct Step {
    WideKey key;
    Player mover;
  };

  // expand() by ludex.draft.successors/1, for games without cycles: the same numbers without copies of
  // positions, with all new children evaluated together. Counts the same nodes.
  template <class Memory>
  std::uint32_t expand_at_once(std::uint32_t ply, std::uint64_t path, const Memory& known, Child* out);

  [[nodiscard]] std::int32_t centre_for(Player mover) const noexcept {
    return mover == question_.player ? centre_ : -centre_;
  }

  inline void end_of_game(Child& child, const State* end, GameStatus status, Player mover) const noexcept;

  // True if the game knows the result of the position after a move of `mover`; the child then has it.
  inline bool has_known_outcome(Child& child, const State* next, Player mover) const noexcept;

  // Handles a position that lies on the path: the reacher fails.
  inline void recurrence(Child& child, std::uint32_t ply, Player mover) const noexcept;

  static void set_rank(Child& child, std::int32_t evaluation) noexcept {
    child.rank = child.same_mover ? evaluation : -evaluation;
  }

  // Sorts best first, stably.
  inline void sort(const Move* moves, const State* state, Child* out, std::uint32_t count);

  template <class T>
  void shuffle(T* moves, std::uint32_t count) const noexcept;

  // Set for each game.
  const Game* game_ = nullptr;
  Settings settings_;
  bool alternating_ = true;
  Path<Step> path_;
  KeyMaker keys_;
  StateBuffer scratch_;  // children of the node that is being expanded
  std::vector<Move> moves_;
  std::vector<float> scores_;
  FirstNumbers first_;
  const Evaluate* evaluate_ = nullptr;
  const MoveScores* move_scores_ = nullptr;
  KnownMoves known_moves_;
  const Score* score_ = nullptr;
  const Successors* successors_ = nullptr;
  std::vector<Successor> next_;  // of the node that is being expanded
  std::vector<std::uint32_t> new_;
  std::vector<std::int32_t> evaluations_;

  // Set for each search.
  Question question_;
  std::uint64_t order_ = 0;
  std::uint64_t origin_ = 0;
  Player reacher_ = 0;
  std::int32_t centre_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace ludex::agents::proof_number
