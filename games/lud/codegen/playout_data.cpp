#include "games/lud/codegen/playout_data.hpp"

#include <algorithm>
#include <utility>

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud::codegen {

bool PlayoutData::keep_lines(std::uint32_t half, std::uint32_t mask) {
  if (line_ways != 0 || half == 0) return line_ways == half;
  const Topology& board = p_.board();
  std::vector<int> directions;
  for (int d = 0; d < kConcrete; ++d) {
    if ((half >> d & 1U) == 0) continue;
    // Requires one line in each direction and its opposite.
    if (d >= 16 || (mask >> ((d + 8) % 16) & 1U) == 0 || (half >> ((d + 8) % 16) & 1U) != 0) return false;
    directions.push_back(d);
  }
  const std::size_t count = directions.size();
  std::vector<int> places(count * static_cast<std::size_t>(board.size()), -1);
  int lines = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const int d = directions[k], back = (d + 8) % 16;
    const auto place = [&](int site) -> int& { return places[static_cast<std::size_t>(site) * count + k]; };
    for (int at = 0; at < board.size(); ++at) {
      const auto& ahead = board.radials(d, at);
      if (ahead.size() > 1 || board.radials(back, at).size() > 1) return false;
      if (!board.radials(back, at).empty()) continue;
      if (lines >= 2000) return false;
      place(at) = lines * 32;
      const int size = ahead.empty() ? 0 : ahead[0].size;
      if (size > 31) return false;
      for (int i = 0; i < size; ++i) {
        if (place(ahead[0].sites[i]) >= 0) return false;
        place(ahead[0].sites[i]) = lines * 32 + i + 1;
      }
      ++lines;
    }
  }
  // The lines ahead of and behind a site must be the rest of its numbered line.
  for (std::size_t k = 0; k < count; ++k) {
    const int d = directions[k];
    for (int at = 0; at < board.size(); ++at) {
      const auto place = [&](int site) { return places[static_cast<std::size_t>(site) * count + k]; };
      if (place(at) < 0) return false;
      const auto fits = [&](const std::vector<Radial>& radials, int sign) {
        for (int i = 0; !radials.empty() && i < radials[0].size; ++i)
          if (place(radials[0].sites[i]) != place(at) + sign * (i + 1)) return false;
        return true;
      };
      const auto& behind = board.radials((d + 8) % 16, at);
      if (!fits(board.radials(d, at), 1) || !fits(behind, -1)) return false;
      if ((behind.empty() ? 0 : behind[0].size) != place(at) % 32) return false;
    }
  }
  line_of = std::move(places);
  line_rows = lines;
  line_ways = half;
  return true;
}

std::uint32_t PlayoutData::keep_regions(const std::string& near, const std::vector<Region>& wanted) {
  constexpr std::size_t kMostRegions = 16;
  if (!group_near.empty() && group_near != near) return 0;
  std::vector<Region> all = regions;
  std::uint32_t bits = 0;
  for (const Region& each : wanted) {
    const auto found = std::find(all.begin(), all.end(), each);
    bits |= 1U << (found - all.begin());
    if (found == all.end()) all.push_back(each);
    if (all.size() > kMostRegions) return 0;
  }
  group_near = near;
  regions = std::move(all);
  touch.assign(static_cast<std::size_t>(p_.board_sites), 0);
  for (int site = 0; site < p_.board_sites; ++site)
    for (std::size_t k = 0; k < regions.size(); ++k)
      if (test(regions[k].data(), site)) touch[static_cast<std::size_t>(site)] |= 1U << k;
  return bits;
}

}  // namespace ludex::games::lud::codegen
