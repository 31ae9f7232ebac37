// Texts of the Smart Game Format (FF[4], https://www.red-bean.com/sgf) that several games share.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/abi/types.hpp"

namespace ludex::games {

// A point as in Go: two letters, the column from the left and the row from the top, both from 0.
[[nodiscard]] std::string sgf_point(std::uint32_t column, std::uint32_t row);

// A board set up point by point, and the side to move: "AB[aa][bb]AW[cc]PL[B]".
class SgfSetup {
 public:
  void add(Player player, const std::string& point);
  [[nodiscard]] std::string text(Player to_move) const;

 private:
  std::array<std::string, 2> points_;
};

}  // namespace ludex::games
