// Texts of rules written and read across the boundary, by GameModule and by the extensions made of texts.
#pragma once

#include <cstdint>
#include <new>
#include <string>
#include <string_view>

#include "core/abi/text.hpp"
#include "core/abi/types.hpp"
#include "core/game/move_reader.hpp"
#include "core/util/result.hpp"

namespace ludex {

namespace module_text {

// Writes the string that `make(of)` returns. Compiled once, not for each text of each game.
[[gnu::noinline]] inline void write_made(TextSink& out, std::string (*make)(const void*),
                                         const void* of) noexcept {
  static_cast<void>(guarded(out, [&] {
    out.write(make(of));
    return Status::kOk;
  }));
}

// Writes the string that `make` returns.
template <class F>
void write_text(TextSink& out, const F& make) noexcept {
  write_made(
      out, [](const void* of) -> std::string { return (*static_cast<const F*>(of))(); }, &make);
}

// Writes the result of `make`, a Result<T>, to uninitialised memory; or its error.
template <class T, class F>
Status read_value(TextSink& error, T* out, F&& make) noexcept {
  return guarded(error, [&] {
    const Result<T> value = make();
    if (!value) {
      error.write(value.error());
      return Status::kInvalidArgument;
    }
    new (out) T(*value);
    return Status::kOk;
  });
}

// Reads a position by `make(warning)`, like read_value; a warning goes to `error`, with kOk.
template <class T, class F>
Status read_warned(TextSink& error, T* out, F&& make) noexcept {
  return read_value(error, out, [&] {
    std::string warning;
    Result<T> value = make(warning);
    if (value && !warning.empty()) error.write(warning);
    return value;
  });
}

// A legal move of `state`, or why `text` is none: `read` returns a move or an error, `write` a move's text.
template <class R, class Read, class Write>
[[nodiscard]] Result<Move> read_move(const R& rules, const typename R::State& state, std::string_view text,
                                     const Read& read, const Write& write) {
  struct All {
    const R& rules;
    const typename R::State& state;
    const Read& read;
    const Write& write;
  };
  const All all{rules, state, read, write};
  const MoveTexts texts{
      &all, rules.traits().max_moves,
      [](const void* of, Move* out) {
        const All& a = *static_cast<const All*>(of);
        return a.rules.legal_moves(a.state, out);
      },
      [](const void* of, std::string_view what) -> Result<Move> {
        return static_cast<const All*>(of)->read(what);
      },
      [](const void* of, Move move) -> std::string { return static_cast<const All*>(of)->write(move); }};
  return read_legal(texts, text);
}

}  // namespace module_text

}  // namespace ludex
