// ludex.draft.selective/2.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// Properties of positions and moves that selective search needs besides the rules.
class Selective {
 public:
  static constexpr const char* kId = "ludex.draft.selective/2";
  // Value of move_gains() for a move that neither captures nor promotes.
  static constexpr std::int32_t kQuiet = -0x7FFFFFFF - 1;
  // True if the mover faces a threat that static evaluation misses and few moves answer: it is in check, or
  // must capture. The search then tries all moves, and the mover may not pass.
  [[nodiscard]] virtual bool in_check_or_forced(const State* state) const noexcept = 0;
  // Writes for each legal move a quick estimate of its gain in centi-units: about the value of the captured
  // piece or the promotion; negative if the exchange that follows loses material; kQuiet for other moves.
  // |gain| < 100000.
  virtual void move_gains(const State* state, const Move* moves, std::uint32_t count,
                          std::int32_t* out) const noexcept = 0;
  // False: after this legal move the opponent is certainly not in check or forced. Must be cheaper than
  // making the move; returns true where finding out would not be.
  [[nodiscard]] virtual bool may_threaten(const State* state, Move move) const noexcept = 0;
  // Makes a null move (the rules have no pass). False where that would mislead the search: when in check or
  // forced, or when zugzwang is likely; `state` is then undefined.
  virtual bool pass(State* state) const noexcept = 0;
  // True if a search may score the position as a draw although the game goes on, as after a first repetition
  // where later ones draw.
  [[nodiscard]] virtual bool treat_as_draw(const State* state) const noexcept = 0;

 protected:
  ~Selective() = default;
};

template <class Author, bool offered>
struct RulesMethods<Selective, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Selective, bool, in_check_or_forced, (state), const State& state);
  LUDEX_RULES_METHOD(Selective, void, move_gains, (state, moves, count, out), const State& state,
                     const Move* moves, std::uint32_t count, std::int32_t* out);
  LUDEX_RULES_METHOD(Selective, bool, may_threaten, (state, move), const State& state, Move move);
  LUDEX_RULES_METHOD(Selective, bool, pass, (state), State& state);
  LUDEX_RULES_METHOD(Selective, bool, treat_as_draw, (state), const State& state);
};

template <class R>
class FromRules<Selective, R> final : public WithRules<Selective, R> {
 public:
  using WithRules<Selective, R>::WithRules;
  [[nodiscard]] bool in_check_or_forced(const State* state) const noexcept override {
    return this->rules_.in_check_or_forced(this->view(state));
  }
  void move_gains(const State* state, const Move* moves, std::uint32_t count,
                  std::int32_t* out) const noexcept override {
    this->rules_.move_gains(this->view(state), moves, count, out);
  }
  [[nodiscard]] bool may_threaten(const State* state, Move move) const noexcept override {
    return this->rules_.may_threaten(this->view(state), move);
  }
  bool pass(State* state) const noexcept override { return this->rules_.pass(this->view(state)); }
  [[nodiscard]] bool treat_as_draw(const State* state) const noexcept override {
    return this->rules_.treat_as_draw(this->view(state));
  }
};

}  // namespace ludex
