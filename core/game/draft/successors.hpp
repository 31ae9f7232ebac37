// ludex.draft.successors/1.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// The position after a move: the data that a search needs before it makes the move.
struct Successor {
  Move move;
  GameStatus status;       // after the move
  std::uint32_t stage;     // its ludex.stage/1; 0 if the game has no stages
  std::uint32_t replies;   // its legal moves (ludex.count-moves/1); 0 if it is over
  std::uint64_t key[2];    // its wide hash (ludex.wide-hash/1)
  std::uint64_t board[2];  // private to the game, for evaluate_successors
};

// All positions after one move at once, without copies and applied moves: the hot path of solvers.
class Successors {
 public:
  static constexpr const char* kId = "ludex.draft.successors/1";
  // Writes the successor by each legal move, in the order of legal_moves, and returns their number.
  virtual std::uint32_t successors(const State* state, Successor* out) const noexcept = 0;
  // out[i]: ludex.evaluate/1 of the position after list[which[i]], i < count, from the point of view of its
  // mover. `list` was written by successors() for `state`; no position asked about is over.
  virtual void evaluate_successors(const State* state, const Successor* list, const std::uint32_t* which,
                                   std::uint32_t count, std::int32_t* out) const noexcept = 0;

 protected:
  ~Successors() = default;
};

template <class Author, bool offered>
struct RulesMethods<Successors, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Successors, std::uint32_t, successors, (state, out), const State& state, Successor* out);
  LUDEX_RULES_METHOD(Successors, void, evaluate_successors, (state, list, which, count, out),
                     const State& state, const Successor* list, const std::uint32_t* which,
                     std::uint32_t count, std::int32_t* out);
};

template <class R>
class FromRules<Successors, R> final : public WithRules<Successors, R> {
 public:
  using WithRules<Successors, R>::WithRules;
  std::uint32_t successors(const State* state, Successor* out) const noexcept override {
    return this->rules_.successors(this->view(state), out);
  }
  void evaluate_successors(const State* state, const Successor* list, const std::uint32_t* which,
                           std::uint32_t count, std::int32_t* out) const noexcept override {
    this->rules_.evaluate_successors(this->view(state), list, which, count, out);
  }
};

}  // namespace ludex
