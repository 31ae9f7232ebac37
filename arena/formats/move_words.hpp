// Moves as files write them in a row: with numbers, commas, glyphs.
#pragma once

#include <string_view>
#include <vector>

namespace ludex::arena {

// The move in a word: without a number before it ("12.e4", "12...e5"), and commas, "!" and "?" after it; ""
// if the word is no move but a number ("12.", "12..."), a glyph ("$14", "!?", "+-" and what has neither
// letter nor digit) or "e.p.". A null move ("--") is kept, for the game to refuse.
[[nodiscard]] std::string_view move_in_word(std::string_view word) noexcept;

// The moves of a text, one after the other: words are separated by blanks, commas and quotation
// marks.
[[nodiscard]] std::vector<std::string_view> moves_in_text(std::string_view text);

}  // namespace ludex::arena
