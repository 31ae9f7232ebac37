// Descriptions on which a rewriting of generated code is used, or is not: lists, positions and playouts are
// the interpreter's either way.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/lud_native.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {

inline std::string filled(std::string text, const std::string& mark, const std::string& with) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + with.size()))
    text.replace(at, mark.size(), with);
  return text;
}

inline int times(const std::string& text, const char* pass) {
  const auto description = description_of("t.lud", text, "");
  CAPTURE(text);
  REQUIRE_MESSAGE(description->program != nullptr,
                  (description->problems.empty() ? "" : description->problems[0]));
  const auto passes = codegen::generate(*description->program).passes;
  const auto found = passes.find(pass);
  return found == passes.end() ? 0 : found->second;
}

// The pass is used, and changes nothing.
inline void check_used(const std::string& text, const char* pass) {
  CAPTURE(pass);
  CAPTURE(text);
  CHECK(times(text, pass) > 0);
  CHECK((compare_text("t", text, "", kSanitized ? 10 : 40, kSanitized ? 2 : 10) ||
         std::getenv("LUDEX_CXX") == nullptr));
}

// The pass is not used.
inline void check_not_used(const std::string& text, const char* pass) {
  CAPTURE(pass);
  CAPTURE(text);
  CHECK(times(text, pass) == 0);
}

// The pass is not used, and both back ends still agree.
inline void check_unused(const std::string& text, const char* pass) {
  CAPTURE(pass);
  CAPTURE(text);
  CHECK(times(text, pass) == 0);
  CHECK((compare_text("t", text, "", kSanitized ? 10 : 40, kSanitized ? 2 : 10) ||
         std::getenv("LUDEX_CXX") == nullptr));
}

// A game of men and kings.
inline const std::string kPieces = R"((game "Pieces" (players 2)
  (equipment {(board BOARD) (piece "Man" P1 N MOVES) (piece "Man" P2 S MOVES) (piece "King" Each KING)})
  (rules
    (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top)) (place "King1" 0)})
    (play PLAY)
    (end (if (or (no Moves Next) (> (count Moves) 60)) (result Mover Win))))))";

inline std::string pieces(const std::string& board, const std::string& moves, const std::string& play) {
  std::string text = filled(kPieces, "BOARD", board);
  text = filled(text, "PLAY", play);
  text = filled(text, "MOVES", moves);
  return filled(text, "KING", "(move Step Adjacent (to if:(is Empty (to))))");
}

// One word of a set, one that is full, and two.
inline const std::vector<std::string> kBoards{"(square 5)", "(square 8)", "(rectangle 4 9)", "(square 10)"};

}  // namespace ludex::tests
