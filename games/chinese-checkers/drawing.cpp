// The star as a picture.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/chinese-checkers/rules.hpp"
#include "games/common/svg.hpp"

namespace ludex::games::chinese_checkers {
namespace {

constexpr double kMargin = 1.1;     // around the outermost holes, in distances between neighbours
constexpr double kRowStep = 0.866;  // between rows: sqrt(3) / 2

struct Picture {
  const Board& board;

  [[nodiscard]] double x(unsigned hole) const {
    return kMargin + board.column[hole] - board.row[hole] / 2.0 + board.size / 2.0;
  }
  [[nodiscard]] double y(unsigned hole) const {
    return kMargin + (board.rows - 1 - board.row[hole]) * kRowStep;
  }
  [[nodiscard]] double width() const { return 3 * board.size + 2 * kMargin; }
  [[nodiscard]] double height() const { return (board.rows - 1) * kRowStep + 2 * kMargin; }
};

// The triangle of a corner: its tip, and the two ends of its last row, which are farthest apart.
std::vector<std::pair<double, double>> triangle(const Picture& at, unsigned corner) {
  const Board& b = at.board;
  const unsigned tip = b.tip[corner];
  std::vector<std::pair<double, double>> points{{at.x(tip), at.y(tip)}};
  for (unsigned hole = 0; hole < b.holes; ++hole) {
    unsigned near = 0;
    for (const Way way : b.ways[hole]) near += way.over != kNoHole && contains(b.corner[corner], way.over);
    const bool last_row = contains(b.corner[corner], hole) && b.distance[hole][tip] + 1U == b.size;
    if (last_row && near == 2 && hole != tip) points.emplace_back(at.x(hole), at.y(hole));
  }
  return points;
}

}  // namespace

std::string ChineseCheckersRules::svg(const State& s, Move last) const {
  const Picture at{board_};
  SvgWriter out(at.width(), at.height(), 36);
  out.rectangle(0, 0, at.width(), at.height(), "#f3e9d6");
  for (unsigned hole = 0; hole < board_.holes; ++hole) {
    for (const Way way : board_.ways[hole]) {
      if (way.over != kNoHole && way.over > hole)
        out.line(at.x(hole), at.y(hole), at.x(way.over), at.y(way.over), "#b9a98a", 0.04);
    }
  }
  for (Player p = 0; p < players_; ++p) {
    for (const unsigned corner : {home(p), goal(p)})
      out.polygon(triangle(at, corner), "none", side(s, p).colour, corner == home(p) ? 0.09 : 0.05);
  }
  if (last != kNoMove && last != kPass)
    out.line(at.x(from_of(last)), at.y(from_of(last)), at.x(to_of(last)), at.y(to_of(last)), "#c8d67a", 0.22);
  for (unsigned hole = 0; hole < board_.holes; ++hole) {
    const Player p = owner(s, hole);
    if (p == players_) {
      out.circle(at.x(hole), at.y(hole), 0.2, "#fff8ea", "#7a6a50", 0.04);
    } else {
      out.circle(at.x(hole), at.y(hole), 0.38, side(s, p).colour, "#222", 0.04);
    }
  }
  // Rows are named at their left ends, columns at their lower right ends.
  for (unsigned row = 0; row < board_.rows; ++row) {
    const unsigned first = board_.row_begin[row];
    out.label(std::to_string(row + 1), at.x(first) - 0.75, at.y(first), 0.26, "#444");
  }
  for (unsigned column = 0; column < board_.rows; ++column) {
    unsigned lowest = 0;
    while (board_.column[lowest] != column) ++lowest;
    out.label(std::string(1, static_cast<char>('a' + column)), at.x(lowest) + 0.33, at.y(lowest) + 0.6, 0.26,
              "#444");
  }
  return std::move(out).finish();
}

std::string ChineseCheckersRules::svg_cells(const State&) const {
  const Picture at{board_};
  SvgCellList cells;
  for (unsigned hole = 0; hole < board_.holes; ++hole)
    cells.add(hole_text(hole), at.x(hole) - 0.42, at.y(hole) - 0.42, 0.84, 0.84);
  return std::move(cells).finish();
}

std::string ChineseCheckersRules::svg_move_cells(const State&, Move move) const {
  if (move == kPass) return "";
  return hole_text(from_of(move)) + ' ' + hole_text(to_of(move));
}

}  // namespace ludex::games::chinese_checkers
