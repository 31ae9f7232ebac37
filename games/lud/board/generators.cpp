#include <cmath>
#include <numbers>

#include "games/lud/board/graph.hpp"

namespace ludex::games::lud {

namespace {

const double kRoot3 = std::sqrt(3.0);
// Distance of a mancala board's store from the pits, as on the recorded boards (Kalah, Oware, Wari).
constexpr double kStoreAway = 0.85;

// A hexagon of side 1 around a point; pointed: with a corner at the top.
std::vector<Point> hexagon(Point at, bool pointed) {
  std::vector<Point> corners;
  for (int k = 0; k < 6; ++k) {
    const double angle = std::numbers::pi / 3 * k + (pointed ? std::numbers::pi / 6 : 0);
    corners.push_back({at.x + std::cos(angle), at.y + std::sin(angle)});
  }
  return corners;
}

}  // namespace

Graph rectangle(int rows, int columns, Diagonals diagonals) {
  Graph graph;
  const auto at = [&](int r, int c) { return r * columns + c; };
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) graph.vertices.push_back({double(c), double(r)});
  }
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      if (c + 1 < columns) graph.edges.emplace_back(at(r, c), at(r, c + 1));
      if (r + 1 < rows) graph.edges.emplace_back(at(r, c), at(r + 1, c));
    }
  }
  for (int r = 0; r + 1 < rows; ++r) {
    for (int c = 0; c + 1 < columns; ++c) {
      const int low = at(r, c);
      const int right = at(r, c + 1);
      const int high = at(r + 1, c + 1);
      const int left = at(r + 1, c);
      // Concentric: diagonals point to the middle of the board.
      const bool rising = diagonals == Diagonals::kConcentric ? (2 * r + 2 < rows) == (2 * c + 2 < columns)
                                                              : (r + c) % 2 == 0;
      if (diagonals == Diagonals::kNone) {
        graph.faces.push_back({low, right, high, left});
      } else if (diagonals == Diagonals::kSolid) {
        graph.vertices.push_back({c + 0.5, r + 0.5});
        const int mid = static_cast<int>(graph.vertices.size() - 1);
        for (const int corner : {low, right, high, left}) graph.edges.emplace_back(corner, mid);
        graph.faces.push_back({low, right, mid});
        graph.faces.push_back({right, high, mid});
        graph.faces.push_back({high, left, mid});
        graph.faces.push_back({left, low, mid});
      } else if (rising) {
        graph.edges.emplace_back(low, high);
        graph.faces.push_back({low, right, high});
        graph.faces.push_back({low, high, left});
      } else {
        graph.edges.emplace_back(left, right);
        graph.faces.push_back({low, right, left});
        graph.faces.push_back({right, high, left});
      }
    }
  }
  graph.sort();
  return graph;
}

Graph hexagon_of_hexes(int side) {
  Graph graph;
  for (int row = 0; row < 2 * side - 1; ++row) {
    const int skew = row < side ? row : 2 * side - 2 - row;
    for (int c = 0; c < side + skew; ++c)
      graph.add_polygon(hexagon({kRoot3 * (c - skew / 2.0), 1.5 * row}, true));
  }
  graph.sort();
  return graph;
}

Graph diamond_of_hexes(int side) {
  Graph graph;
  for (int r = 0; r < side; ++r) {
    for (int c = 0; c < side; ++c) graph.add_polygon(hexagon({1.5 * (c - r), kRoot3 / 2 * (c + r)}, false));
  }
  graph.sort();
  return graph;
}

Graph triangle_of_hexes(int side) {
  Graph graph;
  for (int r = 0; r < side; ++r) {
    for (int c = 0; c < side - r; ++c) graph.add_polygon(hexagon({kRoot3 * (c + r / 2.0), 1.5 * r}, true));
  }
  graph.sort();
  return graph;
}

Graph hexagon_of_triangles(int side) {
  Graph graph;
  const auto at = [&](int row, int c) {
    const int skew = row < side ? row : 2 * side - 2 - row;
    return Point{c - skew / 2.0, kRoot3 / 2 * row};
  };
  const auto length = [&](int row) { return side + (row < side ? row : 2 * side - 2 - row); };
  for (int row = 0; row + 1 < 2 * side - 1; ++row) {
    const bool wider = row + 1 < side;
    for (int c = 0; c < length(row); ++c) {
      if (wider) {
        graph.add_polygon({at(row, c), at(row + 1, c + 1), at(row + 1, c)});
        if (c + 1 < length(row)) graph.add_polygon({at(row, c), at(row, c + 1), at(row + 1, c + 1)});
      } else {
        if (c + 1 < length(row)) graph.add_polygon({at(row, c), at(row, c + 1), at(row + 1, c)});
        if (c + 2 < length(row)) graph.add_polygon({at(row, c + 1), at(row + 1, c + 1), at(row + 1, c)});
      }
    }
  }
  graph.sort();
  return graph;
}

// A triangle with its apex, vertex 0, at the top, and rows of equally many vertices below it, joined by lines
// from the apex; the rows are numbered downwards.
Graph wedge(int rows, int columns) {
  Graph graph;
  const double height = rows - 1;
  graph.vertices.push_back({height, height});
  for (int depth = 1; depth < rows; ++depth) {
    for (int c = 0; c < columns; ++c) {
      const double across = -1 + 2.0 * c / (columns - 1);  // -1 at the left end, 1 at the right one
      const int here = static_cast<int>(graph.vertices.size());
      graph.vertices.push_back({height + depth * across, height - depth});
      graph.edges.emplace_back(depth == 1 ? 0 : here - columns, here);
      if (c > 0) graph.edges.emplace_back(here - 1, here);
    }
  }
  return graph;
}

Graph concentric_squares(int rings, bool corners, bool midpoints) {
  Graph graph;
  const double unit = std::sqrt(0.5);
  for (int ring = 1; ring <= rings; ++ring) {
    const double h = unit * ring;
    const Point around[8] = {{-h, -h}, {0, -h}, {h, -h}, {h, 0}, {h, h}, {0, h}, {-h, h}, {-h, 0}};
    const int base = static_cast<int>(graph.vertices.size());
    for (int k = 0; k < 8; ++k) {
      graph.vertices.push_back(around[k]);
      graph.edges.emplace_back(base + k, base + (k + 1) % 8);
      const bool joins = k % 2 == 0 ? corners : midpoints;
      if (ring > 1 && joins) graph.edges.emplace_back(base + k - 8, base + k);
    }
  }
  graph.sort();
  return graph;
}

Graph concentric_circles(const std::vector<int>& counts) {
  Graph graph;
  int previous = -1;  // first vertex of the previous ring
  int previous_count = 0;
  const bool alone = counts.size() == 1;  // then of a radius by which its sites are 1 apart
  double radius = alone ? counts[0] / (2 * std::numbers::pi) : counts[0] == 1 || counts[0] == 0 ? 0 : 1;
  for (const int signed_count : counts) {
    const int count = std::abs(signed_count);
    const int base = static_cast<int>(graph.vertices.size());
    for (int k = 0; k < count; ++k) {
      const double angle = std::numbers::pi / 2 + 2 * std::numbers::pi * (k + 1) / count;
      graph.vertices.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    if (count == 1) graph.pivot = base;
    if (signed_count > 1)
      for (int k = 0; k < count; ++k) graph.add_edge(base + k, base + (k + 1) % count);
    // Spokes join the sites at the same angle.
    if (previous_count == 1 || count == previous_count) {
      for (int k = 0; k < count; ++k) graph.add_edge(previous + (previous_count == 1 ? 0 : k), base + k);
    } else if (previous_count > 1) {
      const int every = count / previous_count;
      for (int k = 0; k < previous_count; ++k) graph.add_edge(previous + k, base + (k + 1) * every - 1);
    }
    previous = base;
    previous_count = count;
    radius += 1;
  }
  if (alone) graph.sort();
  return graph;
}

Graph mancala(int rows, int columns, bool stores) {
  Graph graph;
  if (stores) graph.vertices.push_back({-kStoreAway, (rows - 1) / 2.0});
  const int base = static_cast<int>(graph.vertices.size());
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) graph.vertices.push_back({double(c), double(r)});
  }
  const auto at = [&](int r, int c) { return base + r * columns + c; };
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      if (c + 1 < columns) graph.edges.emplace_back(at(r, c), at(r, c + 1));
      if (r + 1 < rows) graph.edges.emplace_back(at(r, c), at(r + 1, c));
      if (c + 1 < columns && r + 1 < rows)
        graph.faces.push_back({at(r, c), at(r, c + 1), at(r + 1, c + 1), at(r + 1, c)});
    }
  }
  if (stores) {
    graph.vertices.push_back({columns - 1 + kStoreAway, (rows - 1) / 2.0});
    const int last = static_cast<int>(graph.vertices.size() - 1);
    for (const int r : {0, rows - 1}) {
      graph.add_edge(0, at(r, 0));
      graph.add_edge(last, at(r, columns - 1));
    }
    if (rows == 2) {
      graph.faces.push_back({0, at(0, 0), at(1, 0)});
      graph.faces.push_back({last, at(1, columns - 1), at(0, columns - 1)});
    }
  }
  return graph;
}

}  // namespace ludex::games::lud
