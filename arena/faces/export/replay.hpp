// Replays a game of a log by the rules: positions and moves instead of texts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "arena/model/game_record.hpp"
#include "core/game/position.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::exports {

// A seat's report and cost of a move; no value where the log has none.
struct MoveNote {
  std::optional<MoveValue> value;
  std::optional<std::uint64_t> cpu_us;
  std::optional<std::uint64_t> wall_us;  // elapsed; equals cpu_us where the log has one value
  std::optional<std::uint64_t> iterations;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> depth;
  std::optional<std::uint64_t> clock_ms;  // left on the clock after the move
};

struct Ply {
  Move move = kNoMove;
  Player mover = 0;      // kChance: an outcome, such as a roll of dice
  bool opening = false;  // not chosen by the agents
  bool random = false;   // by the random player in the place of an agent with a fault
  MoveNote note = {};

  [[nodiscard]] bool rolled() const noexcept { return mover == kChance; }
};

struct Replay {
  Position start;
  std::vector<Ply> plies;

  // The position after the first `count` plies, or after all if there are fewer.
  [[nodiscard]] Position after(std::size_t count) const;
};

// The game must outlive the replay. An error, which names the game and the move, if the record violates the
// rules.
[[nodiscard]] Result<Replay> replay(const Game& game, const GameRecord& record);

// "+0.24/12 1.500s": value, depth and time of a move as engine managers write them into comments; values in
// units other than hundredths as in value_text(). Empty if nothing is known.
[[nodiscard]] std::string note_text(const MoveNote& note);

}  // namespace ludex::arena::exports
