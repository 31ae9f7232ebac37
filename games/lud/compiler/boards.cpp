// Makes the board of a game from its description.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "games/lud/compiler/compiler.hpp"

namespace ludex::games::lud {

double Compiler::real(const Node& node) {
  if (node.row == nullptr) {
    const std::string& text = node.tree->text;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || std::abs(value) > 1e6)
      fail(node, "expected a number in -1000000..1000000");
    return value;
  }
  const double a = real(node.kid(0));
  const double b = real(node.kid(1));
  const std::string& head = node.tree->head();
  if (head == "/" && b == 0) fail(node, "division by zero");
  return head == "+" ? a + b : head == "-" ? a - b : head == "*" ? a * b : a / b;
}

int Compiler::dimension(const Node& node, int low, int high) {
  if (!node.constant) fail(node, "the size of a board must be a constant");
  if (node.imm < low || node.imm > high) {
    fail(node, "the size " + std::to_string(node.imm) + " is not in " + std::to_string(low) + ".." +
                   std::to_string(high));
  }
  return node.imm;
}

std::vector<Point> Compiler::polygon(const Node& node) {
  std::vector<Point> points;
  for (const Node* pair : node.kid(0).kids) {
    if (pair->kids.size() != 2) fail(*pair, "expected {x y}");
    points.push_back({real(*pair->kids[0]), real(*pair->kids[1])});
  }
  if (points.size() < 3) fail(node, "a polygon needs at least three corners");
  return points;
}

Graph Compiler::graph(const Node& node) {
  const std::string& head = node.tree->head();
  const auto keyword = [&](const char* word) {
    return node.tree->items.size() > 1 && node.tree->items[1].is_atom(word);
  };
  const auto diagonals = [&](std::size_t k) {
    return node.has(k) ? static_cast<Diagonals>(node.kid(k).imm + 1) : Diagonals::kNone;
  };
  const auto checked = [&](Graph made) {
    if (made.vertices.size() > 3 * kMaxSites || made.faces.size() > kMaxSites)
      fail(node, "a board of more than " + std::to_string(kMaxSites) + " sites");
    return made;
  };
  // Generators count vertices: a board of n x n cells has n + 1 per side.
  const bool cells = p_->site_type == SiteType::kCell;
  const int more = cells ? 1 : 0;
  if (head == "square") {
    const int n = dimension(node.kid(0), 1, 60);
    return checked(rectangle(n + more, n + more, diagonals(1)));
  }
  if (head == "rectangle") {
    const int rows = dimension(node.kid(0), 1, 200);
    const int columns = node.has(1) ? dimension(node.kid(1), 1, 200) : rows;
    if (rows * columns > static_cast<int>(kMaxSites)) fail(node, "a board of more than 4000 sites");
    return checked(rectangle(rows + more, columns + more, diagonals(2)));
  }
  if (head == "hex" || head == "tri") {
    const Lattice lattice = head == "hex" ? Lattice::kHexagons : Lattice::kTriangles;
    if (lattice == Lattice::kTriangles && cells)
      fail(node, "cells of a board of triangles are not implemented");
    const auto cut = [&](const std::vector<Cell>& sites) {
      if (sites.empty()) fail(node, "a board of such sides is not implemented");
      return checked(of_lattice(lattice, sites));
    };
    if (node.kid(0).type == Type::kArray) {
      std::vector<int> sides;
      for (const Node* side : node.kid(0).kids) sides.push_back(dimension(*side, -30, 30));
      if (sides.empty()) fail(node, "a board without sides");
      return cut(polygon_of(sides));
    }
    const int n = dimension(node.kid(0), 1, 40);
    const int m = node.kids.size() > 1 && node.has(1) ? dimension(node.kid(1), 1, 40) : n;
    if (keyword("Rectangle") || keyword("Square")) return cut(rectangle_of(n, m));
    if (keyword("Star")) return cut(star_of(n));
    if (keyword("Limping")) return cut(polygon_of({n, n + 1}));
    if (lattice == Lattice::kTriangles) {
      if (keyword("Hexagon")) return checked(hexagon_of_triangles(dimension(node.kid(0), 2, 30)));
      return cut(triangle_of(n));
    }
    if (keyword("Diamond")) return checked(diamond_of_hexes(n));
    if (keyword("Triangle")) return checked(triangle_of_hexes(n));
    if (node.kids.size() > 1) return cut(polygon_of({n, m}));
    return checked(hexagon_of_hexes(dimension(node.kid(0), 1, 30)));
  }
  if (head == "wedge")
    return wedge(dimension(node.kid(0), 2, 20), node.has(1) ? dimension(node.kid(1), 2, 20) : 3);
  if (head == "concentric") {
    if (keyword("Square")) {
      const bool corners = node.has(1) && node.kid(1).imm != 0;
      const bool midpoints = !node.has(2) || node.kid(2).imm != 0;
      return concentric_squares(dimension(node.kid(0), 1, 20), corners, midpoints);
    }
    std::vector<int> counts;
    for (const Node* count : node.kid(0).kids) counts.push_back(dimension(*count, -200, 200));
    const bool even = counts.size() >= 2 && std::all_of(counts.begin() + 1, counts.end(), [&](int count) {
                        return count == counts[1] && count >= 3;
                      });
    // Each circle has so many times the sites of the one inside.
    bool whole = !cells && (counts.size() == 1 ? counts[0] >= 3 : counts[0] == 0 || counts[0] == 1);
    for (std::size_t k = 1; k < counts.size(); ++k)
      whole = whole && std::abs(counts[k]) >= 3 &&
              (counts[k - 1] == 0 || std::abs(counts[k]) % std::abs(counts[k - 1]) == 0);
    if (!whole && (!even || (counts[0] != 1 && counts[0] != counts[1])))
      fail(node, "circles with such numbers of sites are not implemented");
    circles_ = true;
    return checked(concentric_circles(counts));
  }
  if (head == "graph") {
    Graph made;
    for (const Node* pair : node.kid(0).kids) {
      if (pair->kids.size() != 2) fail(*pair, "expected {x y}");
      made.vertices.push_back({real(*pair->kids[0]), real(*pair->kids[1])});
    }
    if (node.has(1)) {
      for (const Node* pair : node.kid(1).kids) {
        if (pair->kids.size() != 2) fail(*pair, "expected {a b}");
        const int last = static_cast<int>(made.vertices.size()) - 1;
        made.add_edge(dimension(*pair->kids[0], 0, last), dimension(*pair->kids[1], 0, last));
      }
    }
    made.trace_faces();
    return checked(std::move(made));
  }
  if (head == "shift") {
    Graph made = graph(node.kid(2));
    made.transform(1, 0, 0, 1, {0, 0}, {real(node.kid(0)), real(node.kid(1))});
    return made;
  }
  if (head == "rotate") {
    Graph made = graph(node.kid(1));
    const double angle = real(node.kid(0)) * std::numbers::pi / 180;
    made.transform(std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle), made.centre(),
                   {0, 0});
    return made;
  }
  if (head == "scale") {
    Graph made = graph(node.kid(2));
    const double x = real(node.kid(0));
    made.transform(x, 0, 0, node.has(1) ? real(node.kid(1)) : x, {0, 0}, {0, 0});
    return made;
  }
  if (head == "merge" || head == "union") {
    std::vector<Graph> parts;
    if (node.kid(0).type == Type::kArray) {
      for (const Node* part : node.kid(0).kids) parts.push_back(graph(*part));
    } else {
      parts.push_back(graph(node.kid(0)));
      parts.push_back(graph(node.kid(1)));
    }
    if (std::count_if(parts.begin(), parts.end(), [](const Graph& part) { return part.pivot.has_value(); }) >
        1)
      fail(node, "a board of several systems of concentric circles is not implemented");
    return checked(head == "merge" ? merge(parts) : unite(parts));
  }
  if (head == "remove") {
    Graph made = graph(node.kid(0));
    const auto marked = [&](const Node& list, std::size_t size) {
      std::vector<bool> gone(size, false);
      for (const Node* each : list.kids)
        gone[static_cast<std::size_t>(dimension(*each, 0, static_cast<int>(size) - 1))] = true;
      return gone;
    };
    if (node.has(1)) made.remove_faces(marked(node.kid(1), made.faces.size()));
    if (node.has(2) && node.kid(0).tree->head() == "add")
      fail(node, "removing edges from a graph with added edges is not implemented");
    if (node.has(2)) {
      for (const Node* pair : node.kid(2).kids) {
        const int last = static_cast<int>(made.vertices.size()) - 1;
        if (pair->kids.size() != 2) fail(*pair, "expected {a b}");
        made.remove_edge(dimension(*pair->kids[0], 0, last), dimension(*pair->kids[1], 0, last));
      }
    }
    if (node.has(3)) made.remove_vertices(marked(node.kid(3), made.vertices.size()));
    return made;
  }
  if (head == "hole") {
    // The cells go; what bounds them stays.
    Graph made = graph(node.kid(0));
    const std::vector<Point> shape = polygon(node.kid(1));
    std::vector<std::vector<int>> kept;
    for (std::size_t k = 0; k < made.faces.size(); ++k)
      if (!inside(made.middle(SiteType::kCell, k), shape)) kept.push_back(made.faces[k]);
    made.faces = std::move(kept);
    return made;
  }
  if (head == "add") {
    Graph made = graph(node.kid(0));
    if (node.has(1)) {
      for (const Node* pair : node.kid(1).kids) {
        if (pair->kids.size() != 2) fail(*pair, "expected {x y}");
        made.add_vertex({real(*pair->kids[0]), real(*pair->kids[1])});
      }
    }
    if (node.has(2)) {
      for (const Node* pair : node.kid(2).kids) {
        const int last = static_cast<int>(made.vertices.size()) - 1;
        if (pair->kids.size() != 2) fail(*pair, "expected {a b}");
        made.add_edge(dimension(*pair->kids[0], 0, last), dimension(*pair->kids[1], 0, last));
      }
    }
    if (node.has(3)) {
      for (const Node* corners : node.kid(3).kids) {
        std::vector<int> face;
        for (const Node* each : corners->kids)
          face.push_back(dimension(*each, 0, static_cast<int>(made.vertices.size()) - 1));
        if (face.size() < 3) fail(*corners, "a cell has three corners at least");
        made.add_face(std::move(face));
      }
    }
    return made;
  }
  if (head == "keep") {
    Graph made = graph(node.kid(0));
    const std::vector<Point> shape = polygon(node.kid(1));
    std::vector<bool> gone;
    for (const Point& p : made.vertices) {
      // Sites on the outline stay.
      const Point nudged[] = {
          {p.x + kSamePoint, p.y}, {p.x - kSamePoint, p.y}, {p.x, p.y + kSamePoint}, {p.x, p.y - kSamePoint}};
      gone.push_back(
          std::none_of(std::begin(nudged), std::end(nudged), [&](Point q) { return inside(q, shape); }));
    }
    made.remove_vertices(gone);
    if (cells) {
      const std::vector<bool> none(made.faces.size(), false);
      made.remove_faces(none);
    }
    return made;
  }
  fail(node, "this board is not implemented");
}

}  // namespace ludex::games::lud
