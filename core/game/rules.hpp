// Rules as a game's author writes them: an ordinary C++20 value type.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"

namespace ludex {

// Rules of one game with its parameters fixed: an immutable value with a type State, which must be trivially
// copyable, and the methods of RulesBasics. The methods mean what their namesakes in Game mean; those that
// return text or Result may allocate and throw, the others may not.
//
// The class names everything else that it offers: `using Offers = Extensions<Evaluate, Tactics,
// OwnPlayout>;`. The methods of a name are in its header in core/game/extensions/ or draft/, or in
// core/game/options.hpp. A name without its methods, or with a method of another type, does not compile; nor
// does a method whose name is not in the list.
template <class R>
concept GameRules = std::is_trivially_copyable_v<typename R::State> && std::copy_constructible<R>;

#define LUDEX_BASIC(QUALIFIERS, RESULT, NAME, ARGUMENTS, ...)      \
  static_assert(                                                   \
      requires(Author & author __VA_OPT__(, ) __VA_ARGS__) {       \
        {author.NAME ARGUMENTS} QUALIFIERS->offers::Gives<RESULT>; \
      },                                                           \
      "rules need the method " #RESULT " " #NAME "(" #__VA_ARGS__ ") const " #QUALIFIERS)

// The methods of all rules, as assertions; `Author` is the rules class, const.
template <class Author>
struct RulesBasics {
  using State = typename Author::State;
  LUDEX_BASIC(, GameTraits, traits, (), );  // state_size and state_align are filled in
  LUDEX_BASIC(, State, initial, (), );
  LUDEX_BASIC(noexcept, Player, to_move, (state), const State& state);
  LUDEX_BASIC(noexcept, GameStatus, status, (state), const State& state);
  LUDEX_BASIC(noexcept, std::uint32_t, legal_moves, (state, out), const State& state, Move* out);
  LUDEX_BASIC(noexcept, GameStatus, apply, (state, move), State& state, Move move);
  LUDEX_BASIC(noexcept, std::uint64_t, hash, (state), const State& state);
  LUDEX_BASIC(noexcept, std::uint32_t, move_class, (state, move), const State& state, Move move);
  LUDEX_BASIC(, std::string, move_text, (state, move), const State& state, Move move);
  LUDEX_BASIC(, std::string, position_text, (state), const State& state);
  LUDEX_BASIC(, Result<State>, parse_position, (text), std::string_view text);
  LUDEX_BASIC(, std::string, board_text, (state), const State& state);
};

#undef LUDEX_BASIC

// Appends one ply to a trace if there is one with room.
inline void record(PlayoutTrace* trace, Move move, std::uint32_t move_class, Player player) noexcept {
  if (trace != nullptr && trace->size < trace->capacity)
    trace->moves[trace->size++] = {move, move_class, player};
}

// The plain uniform playout, by move generation; the reference for every faster one. Chance draws by its
// probabilities.
template <GameRules R>
PlayoutResult play_uniformly(const R& rules, typename R::State& state, Rng& rng, PlayoutTrace* trace,
                             Move* buffer) noexcept {
  if (trace != nullptr) trace->size = 0;
  PlayoutResult result{rules.status(state), 0};
  const auto draw = [&]() -> Move {
    if constexpr (kOffers<R, Chance>) {
      if (rules.to_move(state) == kChance) return rules.draw_outcome(state, rng);
    }
    return buffer[rng.below(rules.legal_moves(state, buffer))];
  };
  while (!is_over(result.status)) {
    const Move move = draw();
    if (trace != nullptr) record(trace, move, rules.move_class(state, move), rules.to_move(state));
    result.status = rules.apply(state, move);
    ++result.plies;
  }
  return result;
}

}  // namespace ludex
