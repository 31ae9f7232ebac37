// Positions as JSON: notation, legal moves, outcomes of chance, pictures, results.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "arena/faces/api/json.hpp"
#include "core/game/position.hpp"

namespace ludex::arena::api {

// A requested position: a start and moves from there.
struct Played {
  std::string position;  // empty: the initial one
  std::vector<std::string> moves;
};
// Limits on texts and games; longer ones are refused.
inline constexpr std::size_t kMostMoves = 20'000;
inline constexpr std::size_t kLongestPosition = 16 * 1024;

// A requested position by the rules.
struct Line {
  Position start;
  std::vector<Move> moves;
  Position end;
  std::string warning;  // the game's, about a text that it has read in part
};
// Throws Refusal.
[[nodiscard]] Line line_of(const Game& game, const Played& played);

// Optional parts of position_json().
enum Part : unsigned {
  kMoves = 1U << 0,     // "start", "moves": [{"move", "mover"}...] so far
  kLegal = 1U << 1,     // "legal": [{"move", "probability" (where chance decides)}...]
  kSvg = 1U << 2,       // "svg": the picture, null if the game has none
  kText = 1U << 3,      // "text": the board in letters
  kCells = 1U << 4,     // "cells": [[name, x, y, width, height]...] of the picture, and of each move
  kSides = 1U << 5,     // "sides": [{"name", "colour"}...], null if the game does not name them
  kFeatures = 1U << 6,  // "features": {"player", "active", "numbers"}, null if the game has none
};
// {"position", "to_move", "status", "players", "returns" and "ranks" (of a game that is over), "warning" (if
// any)} and the parts. `to_move`: a seat, -1 where chance decides, null if the game is over.
[[nodiscard]] Json position_json(const Line& line, unsigned parts);

// Parts of it.
[[nodiscard]] Json mover_json(Player mover);
[[nodiscard]] Json sides_json(const Position& position);
[[nodiscard]] std::string status_text(const Position& position);  // "ongoing", "draw", "won by 0"
// The game's SVG, or else its drawing in letters.
[[nodiscard]] std::string drawing(const Position& position, Move last);
// Adds "returns" and "ranks" of a game that is over.
void put_result(const Position& position, Json& json);

}  // namespace ludex::arena::api
