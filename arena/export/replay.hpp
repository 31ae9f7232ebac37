// A game of a log, played again by the rules: positions and moves instead of texts.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "arena/model/game_record.hpp"
#include "core/game/position.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// What a seat said and spent when it chose a move; nothing where the log does not tell.
struct MoveNote {
  std::optional<MoveValue> value;
  std::optional<std::uint64_t> cpu_us;
  std::optional<std::uint64_t> wall_us;  // what the move took, elapsed; as cpu_us where the two agree
  std::optional<std::uint64_t> iterations;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> depth;
  std::optional<std::uint64_t> clock_ms;  // left on the clock after the move
};

struct Ply {
  Move move = kNoMove;
  Player mover = 0;
  bool opening = false;  // the agents did not choose it
  MoveNote note = {};
};

struct Replay {
  Position start;
  std::vector<Ply> plies;

  // After the first `count` plies; all there are, if it is more.
  [[nodiscard]] Position after(std::size_t count) const;
};

// The game of the record must outlive the replay. An error, which names the game and the move, if the rules
// do not allow what the log says.
[[nodiscard]] Result<Replay> replay(const Game& game, const GameRecord& record);

// "+0.24/12 1.500s": value, depth and time of a move as engine managers write them into comments; values in
// units other than a hundredth as value_text() writes them. Empty if nothing is known.
[[nodiscard]] std::string note_text(const MoveNote& note);

}  // namespace ludex::arena
