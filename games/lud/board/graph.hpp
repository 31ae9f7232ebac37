// Boards as plane graphs: vertices with coordinates, edges, and faces, which are the cells. Generators make
// graphs and operators change them; the order of each list is the numbering of the sites.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "games/lud/board/site.hpp"

namespace ludex::games::lud {

struct Point {
  double x = 0;
  double y = 0;
};

struct Graph {
  std::vector<Point> vertices;
  std::vector<std::pair<int, int>> edges;
  std::vector<std::vector<int>> faces;  // vertices in order around the face
  std::optional<int> pivot;             // the centre of circles

  [[nodiscard]] Point middle(SiteType type, std::size_t index) const;
  [[nodiscard]] std::size_t size(SiteType type) const {
    return type == SiteType::kCell     ? faces.size()
           : type == SiteType::kVertex ? vertices.size()
                                       : edges.size();
  }
  int add_vertex(Point at);     // the vertex at that point, new if there is none
  void add_edge(int a, int b);  // unless it exists
  [[nodiscard]] int find_edge(int a, int b) const;
  void add_face(std::vector<int> face);  // also adds its edges
  void add_polygon(const std::vector<Point>& corners);

  // Numbers vertices, edges and faces from the lower left, row by row.
  void sort();
  // Finds the faces that the edges enclose, if none are given.
  void trace_faces();
  void transform(double xx, double xy, double yx, double yy, Point about, Point shift);
  void remove_vertices(const std::vector<bool>& gone);
  void remove_faces(const std::vector<bool>& gone);  // and the edges and vertices of no other face
  void remove_edge(int a, int b);                    // and the faces it bounds
  [[nodiscard]] Point centre() const;                // of the bounding box
};

inline constexpr double kSamePoint = 0.01;  // points closer are the same
inline constexpr std::size_t kMaxSites = 4000;

[[nodiscard]] bool inside(Point p, const std::vector<Point>& polygon);
// Such boards are refused: their faces and neighbours are unknown.
[[nodiscard]] bool has_edges_through_vertices(const Graph& graph);

// Generators. The callers check the sizes.
enum class Diagonals : std::uint8_t { kNone, kAlternating, kSolid, kConcentric };
[[nodiscard]] Graph rectangle(int rows, int columns, Diagonals diagonals);
[[nodiscard]] Graph hexagon_of_hexes(int side);
[[nodiscard]] Graph diamond_of_hexes(int side);
[[nodiscard]] Graph triangle_of_hexes(int side);
[[nodiscard]] Graph hexagon_of_triangles(int side);
[[nodiscard]] Graph wedge(int rows, int columns);
[[nodiscard]] Graph concentric_squares(int rings, bool corners, bool midpoints);
[[nodiscard]] Graph concentric_circles(const std::vector<int>& counts);
[[nodiscard]] Graph mancala(int rows, int columns, bool stores);

// Sites of the lattices of hexagons and of triangles (lattices.cpp).
enum class Lattice : std::uint8_t { kHexagons, kTriangles };
struct Cell {
  int row = 0;
  int column = 0;
};
[[nodiscard]] Graph of_lattice(Lattice lattice, const std::vector<Cell>& cells);
[[nodiscard]] std::vector<Cell> rectangle_of(int rows, int columns);
[[nodiscard]] std::vector<Cell> triangle_of(int side);
[[nodiscard]] std::vector<Cell> star_of(int side);
[[nodiscard]] std::vector<Cell> polygon_of(const std::vector<int>& sides);  // empty: refused

// Operators.
[[nodiscard]] Graph merge(const std::vector<Graph>& parts);
[[nodiscard]] Graph unite(const std::vector<Graph>& parts);
[[nodiscard]] Graph dual(const Graph& graph);  // a vertex in every face, an edge across every edge

}  // namespace ludex::games::lud
