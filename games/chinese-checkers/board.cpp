#include "games/chinese-checkers/board.hpp"

#include <algorithm>
#include <cstdlib>

namespace ludex::games::chinese_checkers {
namespace {

// Axial coordinates with the middle of the board as origin: x to the right, y to the upper left.
struct Point {
  int x;
  int y;
};
// In the order of Around.
constexpr std::array<Point, 6> kDirections{{{-1, -1}, {0, -1}, {-1, 0}, {1, 0}, {0, 1}, {1, 1}}};

// The three distances from the lines through the middle. They sum to 0.
std::array<int, 3> cube(Point p) {
  return {p.x, -p.y, p.y - p.x};
}

// The star is the union of two triangles.
bool on_star(Point p, int size) {
  const std::array<int, 3> c = cube(p);
  return std::all_of(c.begin(), c.end(), [&](int v) { return v >= -size; }) ||
         std::all_of(c.begin(), c.end(), [&](int v) { return v <= size; });
}

// The corner in which the point lies, or kCorners.
unsigned corner_of(Point p, int size) {
  const std::array<int, 3> c = cube(p);
  if (c[1] > size) return 0;   // lowest
  if (c[0] < -size) return 1;  // lower left
  if (c[2] > size) return 2;   // upper left
  if (c[1] < -size) return 3;  // highest
  if (c[0] > size) return 4;   // upper right
  if (c[2] < -size) return 5;  // lower right
  return kCorners;
}

}  // namespace

Board::Board(unsigned star_size) : size(star_size), rows(4 * size + 1), men(size * (size + 1) / 2) {
  const int n = static_cast<int>(size);
  const auto point = [&](unsigned hole) { return Point{int{column[hole]} - 2 * n, int{row[hole]} - 2 * n}; };
  std::array<std::array<std::uint8_t, kMaxRows>, kMaxRows> at;  // [row][column], kNoHole outside the star
  for (auto& line : at) line.fill(kNoHole);
  for (int y = -2 * n; y <= 2 * n; ++y) {
    row_begin[static_cast<unsigned>(y + 2 * n)] = static_cast<std::uint8_t>(holes);
    for (int x = -2 * n; x <= 2 * n; ++x) {
      if (!on_star({x, y}, n)) continue;
      const auto hole = static_cast<std::uint8_t>(holes++);
      row[hole] = static_cast<std::uint8_t>(y + 2 * n);
      column[hole] = static_cast<std::uint8_t>(x + 2 * n);
      at[row[hole]][column[hole]] = hole;
      if (const unsigned c = corner_of({x, y}, n); c < kCorners) corner[c] |= hole_bit(hole);
    }
  }
  row_begin[rows] = static_cast<std::uint8_t>(holes);
  const auto hole_at = [&](int x, int y) {
    const bool inside = std::abs(x) <= 2 * n && std::abs(y) <= 2 * n;
    return inside ? at[static_cast<unsigned>(y + 2 * n)][static_cast<unsigned>(x + 2 * n)] : kNoHole;
  };
  for (unsigned hole = 0; hole < holes; ++hole) {
    const auto [x, y] = point(hole);
    for (std::size_t d = 0; d < kDirections.size(); ++d) {
      const auto [dx, dy] = kDirections[d];
      ways[hole][d] = {hole_at(x + dx, y + dy), hole_at(x + 2 * dx, y + 2 * dy)};
      if (ways[hole][d].over != kNoHole) near[hole] |= hole_bit(ways[hole][d].over);
    }
    mirror[hole] = hole_at(y - x, y);
    for (unsigned other = 0; other < holes; ++other) {
      const auto [u, v] = point(other);
      const int far = std::max({std::abs(u - x), std::abs(v - y), std::abs(u - x - v + y)});
      distance[hole][other] = static_cast<std::uint8_t>(far);
    }
  }
  for (unsigned hole = 0; hole < holes; ++hole) place_around(hole);
  tip = {hole_at(-n, -2 * n), hole_at(-2 * n, -n), hole_at(-n, n),
         hole_at(n, 2 * n),   hole_at(2 * n, n),   hole_at(n, -n)};
}

void Board::place_around(unsigned hole) {
  Holes places = 0;
  unsigned over = 0, land = 0;
  for (unsigned bit = 0; bit < 12; ++bit) {
    const bool is_over = (Around::kOvers >> bit & 1U) != 0;
    const std::uint8_t place = is_over ? ways[hole][over++].over : ways[hole][land++].land;
    const auto mask = static_cast<std::uint16_t>(1U << bit);
    if (place != kNoHole) {
      places |= hole_bit(place);
      around[hole].present |= mask;
    } else if (!is_over) {
      around[hole].closed |= mask;
    }
  }
  around[hole].low = static_cast<std::uint64_t>(places);
  around[hole].high = static_cast<std::uint64_t>(places >> 64);
}

const Board& board_of(unsigned size) {
  static const std::array<Board, kMaxSize> boards{Board(1), Board(2), Board(3), Board(4)};
  return boards[size - 1];
}

}  // namespace ludex::games::chinese_checkers
