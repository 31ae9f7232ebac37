#include "arena/base/formats/move_words.hpp"

#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace ludex::arena {

TEST_CASE("words of moves: numbers, glyphs and commas are none") {
  for (const char* word : {"e4", "12.e4", "12...e4", "12\u2026e4", "e4,", "e4!?", "e4;", "1.e4!,"}) {
    CAPTURE(word);
    CHECK(move_in_word(word) == "e4");
  }
  for (const char* word : {"", "12.", "12...", "...", "!?", "$14", "\u00B1", "\xB1", "+-", "+/=", "\u221E",
                           "=", "e.p.", "ep", ",", "1\u2026"}) {
    CAPTURE(word);
    CHECK(move_in_word(word) == "");
  }
  for (const char* word : {"11-15", "22x18", "12", "--", "Z0", "\u2658f3", "pass", "0-0", "$x"}) {
    CAPTURE(word);
    CHECK(move_in_word(word) == word);
  }
  CHECK(moves_in_text("1. e4 e5, 2.Nf3!  Nc6 \u00B1 $3\t\"O-O\"\n") ==
        std::vector<std::string_view>{"e4", "e5", "Nf3", "Nc6", "O-O"});
  CHECK(moves_in_text(" ,, 1... ").empty());
}

}  // namespace ludex::arena
