// Boards cut out of the lattices of hexagons and of triangles, whose sites are (row, column): in every row
// the columns begin half a site further left.
#include <algorithm>
#include <cmath>

#include "games/lud/board/graph.hpp"

namespace ludex::games::lud {

namespace {

const double kRoot3 = std::sqrt(3.0);

Point place_of(Lattice lattice, Cell cell) {
  const double x = cell.column - 0.5 * cell.row;
  return lattice == Lattice::kHexagons ? Point{kRoot3 * x, 1.5 * cell.row} : Point{x, kRoot3 / 2 * cell.row};
}

double distance(Point p, Point a, Point b) {
  const double length = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
  const double t = length == 0 ? 0 : ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length;
  const double k = std::fmin(1, std::fmax(0, t));
  return std::hypot(p.x - a.x - k * (b.x - a.x), p.y - a.y - k * (b.y - a.y));
}

}  // namespace

Graph of_lattice(Lattice lattice, const std::vector<Cell>& cells) {
  Graph graph;
  if (lattice == Lattice::kHexagons) {
    for (const Cell cell : cells) {
      const Point middle = place_of(lattice, cell);
      std::vector<Point> corners;
      for (int k = 0; k < 6; ++k) {
        const double angle = std::acos(-1.0) * (k / 3.0 + 1 / 6.0);
        corners.push_back({middle.x + std::cos(angle), middle.y + std::sin(angle)});
      }
      graph.add_polygon(corners);
    }
  } else {
    for (const Cell cell : cells) graph.vertices.push_back(place_of(lattice, cell));
    const auto count = static_cast<int>(cells.size());
    for (int a = 0; a < count; ++a) {
      for (int b = a + 1; b < count; ++b) {
        const Point& p = graph.vertices[static_cast<std::size_t>(a)];
        const Point& q = graph.vertices[static_cast<std::size_t>(b)];
        if (std::hypot(p.x - q.x, p.y - q.y) < 1 + kSame) graph.edges.emplace_back(a, b);
      }
    }
    graph.trace_faces();
  }
  graph.sort();
  return graph;
}

std::vector<Cell> rectangle_of(int rows, int columns) {
  std::vector<Cell> cells;
  for (int row = 0; row < rows; ++row) {
    for (int c = (row + 1) / 2; c < columns + row / 2; ++c) cells.push_back({row, c});
  }
  return cells;
}

std::vector<Cell> triangle_of(int side) {
  std::vector<Cell> cells;
  for (int row = 0; row < side; ++row) {
    for (int c = row; c < side; ++c) cells.push_back({row, c});
  }
  return cells;
}

// A hexagon with a triangle on each of its sides.
std::vector<Cell> star_of(int side) {
  std::vector<Cell> cells;
  const int size = 4 * side + 1;
  for (int row = 0; row < size; ++row) {
    for (int c = 0; c < size; ++c) {
      const bool rising = c >= side && c - row <= side;
      const bool falling = row - c <= side && c <= 3 * side;
      const bool in = row < side || (row > 2 * side && row <= 3 * side) ? rising : falling;
      if (in) cells.push_back({row, c});
    }
  }
  return cells;
}

// Around a polygon of these sides, each a turn to the left of the one before; a negative one turns to the
// right. They are repeated up to five, and the last leads back; nothing if it would have to leave the
// lattice.
std::vector<Cell> polygon_of(Lattice lattice, const std::vector<int>& sides) {
  constexpr int kWays[6][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}};
  std::vector<Point> corners{place_of(lattice, {0, 0})};
  Cell at{0, 0};
  Cell low{0, 0};
  Cell high{0, 0};
  int way = 1;
  for (std::size_t k = 0; k < std::max<std::size_t>(5, sides.size()); ++k) {
    const int side = sides[k % sides.size()];
    const int steps = side < 0 ? side + 1 : side - 1;
    way = (way + (steps < 0 ? 5 : 1)) % 6;
    if (steps <= 0) continue;
    at = {at.row + steps * kWays[way][0], at.column + steps * kWays[way][1]};
    corners.push_back(place_of(lattice, at));
    low = {std::min(low.row, at.row), std::min(low.column, at.column)};
    high = {std::max(high.row, at.row), std::max(high.column, at.column)};
  }
  // It must close along the lattice.
  way = (way + 1) % 6;
  const int steps = kWays[way][0] != 0 ? -at.row * kWays[way][0] : -at.column * kWays[way][1];
  const bool closed = at.row == 0 && at.column == 0;
  if (!closed &&
      (steps <= 0 || at.row + steps * kWays[way][0] != 0 || at.column + steps * kWays[way][1] != 0))
    return {};
  std::vector<Cell> cells;
  for (int row = low.row; row <= high.row; ++row) {
    for (int c = low.column; c <= high.column; ++c) {
      const Point p = place_of(lattice, {row, c});
      bool in = inside(p, corners);
      for (std::size_t k = 0; k < corners.size() && !in; ++k)
        in = distance(p, corners[k], corners[(k + 1) % corners.size()]) < kSame;
      if (in) cells.push_back({row, c});
    }
  }
  return cells;
}

}  // namespace ludex::games::lud
