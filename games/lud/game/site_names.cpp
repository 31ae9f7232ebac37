#include "games/lud/game/site_names.hpp"

#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace ludex::games::lud {

namespace {

bool is_grid(const Topology& board) {
  std::map<int, double> height;
  std::map<int, double> place;
  std::set<std::pair<int, int>> taken;
  for (int site = 0; site < board.size(); ++site) {
    const auto s = static_cast<std::size_t>(site);
    const Point& point = board.points[s];
    if (std::abs(height.try_emplace(board.row[s], point.y).first->second - point.y) > kSamePoint ||
        std::abs(place.try_emplace(board.column[s], point.x).first->second - point.x) > kSamePoint ||
        !taken.emplace(board.row[s], board.column[s]).second)
      return false;
  }
  return true;
}

}  // namespace

SiteNames::SiteNames(const Program& program)
    : program_(&program), grid_(program.layout.slots <= 1 && is_grid(program.board())) {}

std::string SiteNames::column(int column) {
  std::string letters;
  for (int c = column; c >= 0; c = c / 26 - 1)
    letters.insert(letters.begin(), static_cast<char>('a' + c % 26));
  return letters;
}

std::string SiteNames::of(int site, int type) const {
  if (site < 0) return "-";
  const auto kind = static_cast<SiteType>(type);
  const bool own = kind == program_->site_type;
  const bool hand = program_->containers.size() > 1 && site >= program_->first_hand;
  if (hand && (own || kind == SiteType::kCell)) return std::to_string(site);
  if (!own)
    return (kind == SiteType::kCell ? "c" : kind == SiteType::kVertex ? "v" : "e") + std::to_string(site);
  if (!grid_ || site >= program_->board_sites) return std::to_string(site);
  const Topology& board = program_->board();
  const auto s = static_cast<std::size_t>(site);
  return column(board.column[s]) + std::to_string(board.row[s] + 1);
}

}  // namespace ludex::games::lud
