// Boards cut out of the lattices of hexagons and of triangles. Site (row, column) lies `row` steps up and to
// the right (60 degrees from east) and `column` steps to the right of the origin. Steps up and to the left
// keep row + column constant, so the minimum and maximum of row, column and their sum describe a convex shape
// with sides along the lattice.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <vector>

#include "games/lud/board/graph.hpp"

namespace ludex::games::lud {

namespace {

// Triangles and hexagons have sides of length 1: the centres of two adjacent hexagons are the square root of
// 3 apart.
Point place_of(Lattice lattice, Cell cell) {
  const double step = lattice == Lattice::kHexagons ? std::numbers::sqrt3 : 1;
  return {step * (cell.column + cell.row / 2.0), step * cell.row * std::numbers::sqrt3 / 2};
}

struct Range {
  int least = 0;
  int greatest = 0;
  void add(int value) {
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
  [[nodiscard]] bool has(int value) const { return least <= value && value <= greatest; }
};

struct Convex {
  Range row;
  Range column;
  Range sum;
  void add(Cell corner) {
    row.add(corner.row);
    column.add(corner.column);
    sum.add(corner.row + corner.column);
  }
  [[nodiscard]] bool has(Cell cell) const {
    return row.has(cell.row) && column.has(cell.column) && sum.has(cell.row + cell.column);
  }
};

// The sites that lie in at least one of the shapes.
std::vector<Cell> sites_of(std::initializer_list<Convex> shapes) {
  Convex around = *shapes.begin();
  for (const Convex& shape : shapes) {
    around.add({shape.row.least, shape.column.least});
    around.add({shape.row.greatest, shape.column.greatest});
  }
  std::vector<Cell> sites;
  for (int row = around.row.least; row <= around.row.greatest; ++row) {
    for (int column = around.column.least; column <= around.column.greatest; ++column) {
      const Cell cell{row, column};
      if (std::any_of(shapes.begin(), shapes.end(), [&](const Convex& shape) { return shape.has(cell); }))
        sites.push_back(cell);
    }
  }
  return sites;
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
        if (std::hypot(p.x - q.x, p.y - q.y) < 1 + kSamePoint) graph.edges.emplace_back(a, b);
      }
    }
    graph.trace_faces();
  }
  graph.sort();
  return graph;
}

// Rows of `columns` sites from x = 0 on, and between them rows of one fewer, half a step to the right.
std::vector<Cell> rectangle_of(int rows, int columns) {
  std::vector<Cell> sites;
  for (int row = 0; row < rows; ++row) {
    const int first = -(row / 2);
    for (int c = 0; c < columns - row % 2; ++c) sites.push_back({row, first + c});
  }
  return sites;
}

// A triangle with a level side at the bottom, starting at the origin.
std::vector<Cell> triangle_of(int side) {
  const Range range{0, side - 1};
  return sites_of({{.row = range, .column = range, .sum = range}});
}

// Two triangles of 3 n + 1 sites per side with the same centre; the origin is n steps to the left of the
// lowest tip.
std::vector<Cell> star_of(int side) {
  const int n = side;
  const Convex upright{.row = {n, 4 * n}, .column = {-n, 2 * n}, .sum = {0, 3 * n}};
  const Convex upside_down{.row = {0, 3 * n}, .column = {-2 * n, n}, .sum = {n, 4 * n}};
  return sites_of({upright, upside_down});
}

// A hexagon with the given numbers of sites per side, corners included, clockwise from the left end of the
// top side, which is the origin. Fewer than five numbers are repeated; the sixth side closes the polygon.
std::vector<Cell> polygon_of(const std::vector<int>& sides) {
  constexpr std::size_t kGiven = 5;
  // E, SE, SW, W, NW, NE
  constexpr Cell kHeadings[] = {{0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}, {1, 0}};
  if (sides.size() > kGiven + 1 || *std::min_element(sides.begin(), sides.end()) < 1) return {};
  Convex shape;
  Cell corner;
  for (std::size_t k = 0; k < kGiven; ++k) {
    const int steps = sides[sides.size() > kGiven ? k : k % sides.size()] - 1;
    corner.row += steps * kHeadings[k].row;
    corner.column += steps * kHeadings[k].column;
    shape.add(corner);
  }
  // The last corner must lie straight below the origin along the last heading, or the sides do not close.
  if (corner.column != 0 || corner.row > 0) return {};
  if (sides.size() > kGiven && sides.back() != 1 - corner.row) return {};
  return sites_of({shape});
}

}  // namespace ludex::games::lud
