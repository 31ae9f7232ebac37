// Reads a move as people and other programs write it. A game's own reader decides; a refused text is tried
// again without decoration from files (move number, glyphs, comma), and then ignoring case. PGN, EPD, GTP,
// UCI and the commands all use this, through GameModule.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/abi/types.hpp"
#include "core/util/result.hpp"

namespace ludex {

// The text without surrounding blanks, a move number before it ("12.", "12...", "12. "), and glyphs, commas
// and semicolons after it ("!", "?!", "$14").
[[nodiscard]] inline std::string_view bare_move(std::string_view text) noexcept {
  constexpr std::string_view kBlanks = " \t\r\n";
  constexpr std::string_view kDigits = "0123456789";
  const auto skip = [&](std::string_view characters) {
    text.remove_prefix(std::min(text.find_first_not_of(characters), text.size()));
  };
  skip(kBlanks);
  if (const std::size_t digits = text.find_first_not_of(kDigits);
      digits != std::string_view::npos && digits != 0 && text[digits] == '.') {
    text.remove_prefix(digits);
    skip(". \t");
  }
  while (!text.empty()) {
    text = text.substr(0, text.find_last_not_of(" \t\r\n,;!?") + 1);
    const std::size_t glyph = text.find_last_not_of(kDigits);
    if (glyph == std::string_view::npos || text[glyph] != '$' || glyph + 1 == text.size()) break;
    text = text.substr(0, glyph);
  }
  return text;
}

namespace module_text {

[[nodiscard]] inline std::string quoted(std::string_view text) {
  return std::string(1, '\'').append(text).append(1, '\'');
}

// Ignores case in ASCII only; other characters must match exactly.
[[nodiscard]] inline bool same_but_case(std::string_view a, std::string_view b) noexcept {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

// One position of a game and one way to write its moves, type-erased: the reader is compiled once for all
// games.
struct MoveTexts {
  const void* of;  // first argument of the functions
  std::uint32_t most;
  std::uint32_t (*legal_moves)(const void* of, Move* out);
  Result<Move> (*read)(const void* of, std::string_view text);  // need not be legal
  std::string (*write)(const void* of, Move move);
};

// A legal move, or why the text is none: illegal, unknown or ambiguous.
[[gnu::noinline]] inline Result<Move> read_legal(const MoveTexts& texts, std::string_view text) {
  auto moves = std::make_unique<Move[]>(texts.most);
  const std::uint32_t count = texts.legal_moves(texts.of, moves.get());
  const auto read = [&](std::string_view what) -> Result<Move> {
    Result<Move> move = texts.read(texts.of, what);
    if (!move || std::find(moves.get(), moves.get() + count, *move) != moves.get() + count) return move;
    return Error{quoted(text) + " is not legal here"};
  };
  Result<Move> move = read(text);
  if (move) return move;
  const std::string_view bare = bare_move(text);
  if (bare != text) {
    if (Result<Move> again = read(bare)) return again;
  }
  if (bare.empty()) return move;
  Move found = kNoMove;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string written = texts.write(texts.of, moves[i]);
    if (written == bare) return move;  // only case is overlooked: the game's own reader refuses its own text
    if (!same_but_case(written, bare)) continue;
    if (found != kNoMove) return Error{quoted(text) + " is ambiguous: moves of this game differ in case"};
    found = moves[i];
  }
  if (found != kNoMove) return found;
  return move;
}

}  // namespace module_text

}  // namespace ludex
