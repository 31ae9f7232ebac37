// Texts of the Smart Game Format (FF[4], https://www.red-bean.com/sgf) that several games share.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/abi/types.hpp"

namespace ludex::games {

// A point as in Go: two letters, the column from the left and the row from the top, both from 0.
[[nodiscard]] inline std::string sgf_point(std::uint32_t column, std::uint32_t row) {
  const auto letter = [](std::uint32_t i) { return static_cast<char>(i < 26 ? 'a' + i : 'A' + (i - 26)); };
  return {letter(column), letter(row)};
}

// A board set up point by point, and who moves: "AB[aa][bb]AW[cc]PL[B]".
class SgfSetup {
 public:
  void add(Player player, const std::string& point) { points_[player].append("[").append(point).append("]"); }
  [[nodiscard]] std::string text(Player to_move) const {
    std::string all;
    if (!points_[0].empty()) all += "AB" + points_[0];
    if (!points_[1].empty()) all += "AW" + points_[1];
    return all + (to_move == 0 ? "PL[B]" : "PL[W]");
  }

 private:
  std::array<std::string, 2> points_;
};

}  // namespace ludex::games
