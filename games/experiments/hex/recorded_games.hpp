// Games of Hex from SGF, for train.hpp: plain boards, without the swap.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/abi/types.hpp"
#include "core/util/result.hpp"

namespace ludex::games::hex {

struct RecordedGame {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint16_t> cells;  // played in turn, black first
  std::uint32_t winner = kNobody;
};

// All games of a collection, each with its result; the error names the line.
[[nodiscard]] Result<std::vector<RecordedGame>> read_games(std::string_view sgf);

}  // namespace ludex::games::hex
