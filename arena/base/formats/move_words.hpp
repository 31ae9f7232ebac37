// Extracts moves from texts with numbers, commas and glyphs.
#pragma once

#include <string_view>
#include <vector>

#include "core/game/position.hpp"

namespace ludex::arena {

// The move in a word: without a leading number ("12.e4", "12...e5") and trailing commas, "!" and "?"; "" if
// the word is a number ("12.", "12..."), a glyph ("$14", "!?", "+-" and words without letters and digits) or
// "e.p.". Keeps a null move ("--"), which the game refuses.
[[nodiscard]] std::string_view move_in_word(std::string_view word) noexcept;

// The moves of a text in order; words are separated by blanks, commas and quotation marks.
[[nodiscard]] std::vector<std::string_view> moves_in_text(std::string_view text);
// Likewise, but only blanks, quotes and commas beside blanks separate: "8/5,6/5" is one word.
[[nodiscard]] std::vector<std::string_view> words_in_text(std::string_view text);
// Such a word as moves: itself if the position reads it as one, else its parts between commas: "8/5,6/5", but
// "e2e4,e7e5".
[[nodiscard]] std::vector<std::string_view> moves_in_word(const Position& position, std::string_view word);

}  // namespace ludex::arena
