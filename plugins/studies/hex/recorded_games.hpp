// Games of Hex as written by hex-self-play.cpp, for hex-train.cpp.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/abi/types.hpp"
#include "core/util/result.hpp"

namespace ludex::games::hex {

struct RecordedGame {
  static constexpr std::uint16_t kNoCell = 0xFFFF;

  struct Ply {
    std::uint16_t cell = kNoCell;                         // kNoCell: the game is decided
    bool searched = false;                                // `value` is set
    float value = 0;                                      // of the search, for the mover
    std::vector<std::pair<std::uint16_t, float>> shares;  // of the visits; none: not recorded
  };

  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t winner = kNobody;
  std::vector<Ply> plies;
};

// Reads one game per line; the error names the line.
[[nodiscard]] Result<std::vector<RecordedGame>> read_games(std::string_view text);

}  // namespace ludex::games::hex
