// Options of rules: ways of their own to do what GameModule does for every game. Rules name them in Offers,
// like extensions, so that a misspelt method is an error.
#pragma once

#include <string>
#include <string_view>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"
#include "core/game/game.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"

namespace ludex {

// A faster uniform playout.
class OwnPlayout {};
template <class Author, bool offered>
struct RulesMethods<OwnPlayout, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(OwnPlayout, PlayoutResult, playout, (state, rng, trace), State& state, Rng& rng,
                     PlayoutTrace* trace);
};

// A cheaper copy than memcpy of the block.
class OwnCopy {};
template <class Author, bool offered>
struct RulesMethods<OwnCopy, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(OwnCopy, void, copy, (to, from), State& to, const State& from);
};

// Utilities other than -1, 0, 1.
class OwnReturns {};
template <class Author, bool offered>
struct RulesMethods<OwnReturns, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(OwnReturns, void, returns, (state, out), const State& state, float* out);
};

// More spellings of moves than move_text's own.
class OwnMoveReader {};
template <class Author, bool offered>
struct RulesMethods<OwnMoveReader, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(OwnMoveReader, Result<Move>, parse_move, (state, text), const State& state,
                     std::string_view text);
};

// A position may be read in part, with a warning: an overload of parse_position.
class PositionWarnings {};
template <class Author, bool offered>
struct RulesMethods<PositionWarnings, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_OVERLOAD(PositionWarnings, Result<State>, parse_position, (text, warning),
                       std::string_view text, std::string& warning);
};

// Parameters decide which extensions of Offers a game has: offers(id) is false for the others.
class OffersByParameter {};
template <class Author, bool offered>
struct RulesMethods<OffersByParameter, Author, offered> {
  LUDEX_RULES_METHOD(OffersByParameter, bool, offers, (id), std::string_view id);
};

}  // namespace ludex
