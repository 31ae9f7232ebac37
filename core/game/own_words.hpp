// Moves in a game's own text as one word, for protocols whose lines are split at blanks: '_' for blanks.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "core/abi/text.hpp"
#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex {

// `move` is legal in `state`.
[[nodiscard]] inline std::string own_word(const Game& game, const State* state, Move move) {
  StringSink text;
  game.move_to_text(state, move, text);
  std::string word = text.take();
  std::replace(word.begin(), word.end(), ' ', '_');
  return word;
}

// A legal move, or the reason why there is none: `read(&move, error)` answers with a Status.
template <class Read>
[[nodiscard]] Result<Move> move_or_reason(Read&& read) {
  Move move = kNoMove;
  StringSink error;
  if (read(&move, error) != Status::kOk) return Error{error.take()};
  return move;
}

// A legal move of `state`, or the reason why the word is none.
[[nodiscard]] inline Result<Move> move_of_own_word(const Game& game, const State* state,
                                                   std::string_view word) {
  std::string own(word);
  std::replace(own.begin(), own.end(), '_', ' ');
  return move_or_reason([&](Move* move, TextSink& error) {
    return game.move_from_text(state, own.data(), own.size(), move, error);
  });
}

}  // namespace ludex
