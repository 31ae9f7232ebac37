// The moves of a game as hashes, to find games that are equal move by move.
#pragma once

#include <cstdint>
#include <string_view>

#include "arena/model/game_record.hpp"

namespace ludex::arena::log {

// Equal for games with the same start, or with the same start and moves. Players and results are not part of
// it. 0: unknown.
struct PlayHash {
  std::uint64_t start = 0;  // position and opening
  std::uint64_t whole = 0;  // and the moves that the agents chose

  // `opening` and `moves` are lists as the log writes them: ["a1","b2"].
  [[nodiscard]] static PlayHash of(std::string_view position, std::string_view opening,
                                   std::string_view moves) noexcept;
  [[nodiscard]] static PlayHash of(const GameRecord& record);
  bool operator==(const PlayHash&) const = default;
};

// Eight bytes a step, so that the moves of a long log cost little.
[[nodiscard]] std::uint64_t text_hash(std::string_view text) noexcept;

}  // namespace ludex::arena::log
