#include "games/common/sgf.hpp"

#include <cstdint>
#include <string>

#include "core/abi/types.hpp"

namespace ludex::games {

std::string sgf_point(std::uint32_t column, std::uint32_t row) {
  const auto letter = [](std::uint32_t i) { return static_cast<char>(i < 26 ? 'a' + i : 'A' + (i - 26)); };
  return {letter(column), letter(row)};
}

std::string SgfSetup::text(Player to_move) const {
  std::string all;
  if (!points_[0].empty()) all += "AB" + points_[0];
  if (!points_[1].empty()) all += "AW" + points_[1];
  return all + (to_move == 0 ? "PL[B]" : "PL[W]");
}

void SgfSetup::add(Player player, const std::string& point) {
  points_[player].append("[").append(point).append("]");
}

}  // namespace ludex::games
