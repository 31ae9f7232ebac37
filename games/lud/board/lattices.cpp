// Boards cut out of the lattices of hexagons and of triangles, whose sites are (row, column).
#include <cmath>

#include "games/lud/board/graph.hpp"

namespace ludex::games::lud {

namespace {

Point place_of([[maybe_unused]] Lattice lattice, [[maybe_unused]] Cell cell) {
  // To be written from the specification.
  return {};
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

std::vector<Cell> rectangle_of([[maybe_unused]] int rows, [[maybe_unused]] int columns) {
  // To be written from the specification.
  return {};
}

std::vector<Cell> triangle_of([[maybe_unused]] int side) {
  // To be written from the specification.
  return {};
}

std::vector<Cell> star_of([[maybe_unused]] int side) {
  // To be written from the specification.
  return {};
}

std::vector<Cell> polygon_of([[maybe_unused]] Lattice lattice,
                             [[maybe_unused]] const std::vector<int>& sides) {
  // To be written from the specification.
  return {};
}

}  // namespace ludex::games::lud
