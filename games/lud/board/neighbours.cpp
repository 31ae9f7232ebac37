// Neighbours of sites: cells that share an edge or a corner, or that an edge connects; vertices that an edge
// joins, or that lie across a cell; edges that share an end.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "games/lud/board/plane.hpp"
#include "games/lud/board/topology.hpp"

namespace ludex::games::lud {

namespace {

// The maximum turn of a way from cell to cell along an edge between them. On the recorded boards of played
// games every value from 1e-9 to 1.57 rad gives the recorded diagonals; ConHex, whose cells have four, five
// and six corners, has diagonals that turn by up to 17.1 degrees, and none of 21.7 degrees.
constexpr double kBridgeTurn = radians(20);

// A neighbour less than this west of north is ordered first, like one due north: coordinates are rounded.
// Every value from 1e-12 to 0.39 rad gives the recorded order of neighbours.
constexpr double kNorthward = 1e-4;

using Pairs = std::set<std::pair<int, int>>;  // (site, neighbour)

std::pair<int, int> side_of(int a, int b) {
  return std::minmax(a, b);
}

// Pairs of neighbours by their relation.
struct Relations {
  Pairs orthogonal;
  Pairs diagonal;
  Pairs off;
  Pairs beyond;  // diagonal, but the two do not touch
};

void add_both_ways(Pairs& pairs, int a, int b) {
  pairs.emplace(a, b);
  pairs.emplace(b, a);
}

// The cells and edges that meet at each vertex.
struct Meeting {
  explicit Meeting(const Graph& graph) : cells(graph.vertices.size()), edges(graph.vertices.size()) {
    for (std::size_t c = 0; c < graph.faces.size(); ++c) {
      for (const int v : graph.faces[c]) {
        auto& list = cells[static_cast<std::size_t>(v)];
        if (list.empty() || list.back() != static_cast<int>(c)) list.push_back(static_cast<int>(c));
      }
    }
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      edges[static_cast<std::size_t>(graph.edges[e].first)].push_back(static_cast<int>(e));
      edges[static_cast<std::size_t>(graph.edges[e].second)].push_back(static_cast<int>(e));
    }
  }
  [[nodiscard]] const std::vector<int>& cells_at(int vertex) const {
    return cells[static_cast<std::size_t>(vertex)];
  }
  [[nodiscard]] std::size_t edges_at(int vertex) const {
    return edges[static_cast<std::size_t>(vertex)].size();
  }

  std::vector<std::vector<int>> cells;
  std::vector<std::vector<int>> edges;
};

Point place(const std::vector<Point>& points, int site) {
  return points[static_cast<std::size_t>(site)];
}

Pairs cells_with_a_common_edge(const Graph& graph) {
  std::map<std::pair<int, int>, std::vector<int>> beside;
  for (std::size_t c = 0; c < graph.faces.size(); ++c) {
    const auto& face = graph.faces[c];
    for (std::size_t i = 0; i < face.size(); ++i)
      beside[side_of(face[i], face[(i + 1) % face.size()])].push_back(static_cast<int>(c));
  }
  Pairs pairs;
  for (const auto& [side, cells] : beside) {
    for (const int a : cells) {
      for (const int b : cells)
        if (a != b) pairs.emplace(a, b);
    }
  }
  return pairs;
}

// At each corner of a cell the most nearly opposite cell is diagonal; the others there only touch it.
void across_corners(const Graph& graph, const std::vector<Point>& middles, const Meeting& meeting,
                    Relations& found) {
  Pairs touching;
  for (int c = 0; c < static_cast<int>(graph.faces.size()); ++c) {
    for (const int corner : graph.faces[static_cast<std::size_t>(c)]) {
      const Point at = graph.vertices[static_cast<std::size_t>(corner)];
      int straightest = -1;
      double least = 0;
      for (const int d : meeting.cells_at(corner)) {
        if (d == c || found.orthogonal.contains({c, d})) continue;
        touching.emplace(c, d);
        const double turn = bend(place(middles, c), at, place(middles, d));
        if (straightest >= 0 && turn >= least) continue;
        straightest = d;
        least = turn;
      }
      if (straightest >= 0) found.diagonal.emplace(c, straightest);
    }
  }
  std::set_difference(touching.begin(), touching.end(), found.diagonal.begin(), found.diagonal.end(),
                      std::inserter(found.off, found.off.end()));
}

// Finds cells that do not touch but lie in line with an edge that connects them.
void along_edges(const Graph& graph, const std::vector<Point>& middles, const Meeting& meeting,
                 Relations& found) {
  const auto touch = [&](int a, int b) {
    const auto& corners = graph.faces[static_cast<std::size_t>(b)];
    const auto& others = graph.faces[static_cast<std::size_t>(a)];
    return std::find_first_of(corners.begin(), corners.end(), others.begin(), others.end()) != corners.end();
  };
  for (const auto& [u, v] : graph.edges) {
    if (meeting.edges_at(u) != 3 || meeting.edges_at(v) != 3) continue;
    const Point near = graph.vertices[static_cast<std::size_t>(u)];
    const Point far = graph.vertices[static_cast<std::size_t>(v)];
    for (const int a : meeting.cells_at(u)) {
      for (const int b : meeting.cells_at(v)) {
        const double turn = bend(place(middles, a), near, far) + bend(near, far, place(middles, b));
        if (turn <= kBridgeTurn && !touch(a, b)) add_both_ways(found.beyond, a, b);
      }
    }
  }
}

Relations relations_of_cells(const Graph& graph, const std::vector<Point>& middles) {
  const Meeting meeting(graph);
  Relations found;
  found.orthogonal = cells_with_a_common_edge(graph);
  across_corners(graph, middles, meeting, found);
  along_edges(graph, middles, meeting, found);
  return found;
}

// The corner across a cell: half way round, or with an odd number of corners the one most nearly straight
// beyond the centre. Triangles have none.
int across(const Graph& graph, const std::vector<int>& face, Point middle, std::size_t from) {
  if (face.size() < 4) return -1;
  if (face.size() % 2 == 0) return face[(from + face.size() / 2) % face.size()];
  const auto turn = [&](int v) {
    return bend(graph.vertices[static_cast<std::size_t>(face[from])], middle,
                graph.vertices[static_cast<std::size_t>(v)]);
  };
  return *std::min_element(face.begin(), face.end(), [&](int a, int b) { return turn(a) < turn(b); });
}

Relations relations_of_vertices(const Graph& graph) {
  Relations found;
  for (const auto& [a, b] : graph.edges) add_both_ways(found.orthogonal, a, b);
  for (std::size_t c = 0; c < graph.faces.size(); ++c) {
    const auto& face = graph.faces[c];
    for (std::size_t i = 0; i < face.size(); ++i) {
      const int to = across(graph, face, graph.middle(SiteType::kCell, c), i);
      if (to >= 0 && to != face[i] && !found.orthogonal.contains({face[i], to}))
        found.diagonal.emplace(face[i], to);
    }
  }
  return found;
}

Relations relations_of_edges(const Graph& graph) {
  Relations found;
  for (const auto& meeting : Meeting(graph).edges) {
    for (const int a : meeting) {
      for (const int b : meeting)
        if (a != b) found.orthogonal.emplace(a, b);
    }
  }
  return found;
}

// The sort key of a neighbour in a list: clockwise from north, then by distance.
std::tuple<long, double, int> rank(const std::vector<Point>& points, int site, int neighbour) {
  const Point from = place(points, site);
  const Point to = place(points, neighbour);
  const double clockwise = kPi / 2 - heading(from, to);  // -pi/2..3pi/2
  const double angle = clockwise < -kNorthward ? clockwise + 2 * kPi : std::max(clockwise, 0.0);
  return {rounded(angle), distance(from, to), neighbour};
}

}  // namespace

void Topology::find_neighbours(const Graph& graph, SiteType type) {
  const Relations found = type == SiteType::kCell     ? relations_of_cells(graph, points)
                          : type == SiteType::kVertex ? relations_of_vertices(graph)
                                                      : relations_of_edges(graph);
  const auto add = [&](Absolute kind, const Pairs& pairs) {
    for (const auto& [site, neighbour] : pairs)
      steps_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(site)].push_back(
          static_cast<std::int16_t>(neighbour));
  };
  for (const Absolute kind : {Absolute::kOrthogonal, Absolute::kAdjacent, Absolute::kAll})
    add(kind, found.orthogonal);
  for (const Absolute kind : {Absolute::kDiagonal, Absolute::kAll}) {
    add(kind, found.diagonal);
    add(kind, found.beyond);
  }
  for (const Absolute kind : {Absolute::kOff, Absolute::kAll}) add(kind, found.off);
  if (type == SiteType::kCell) {  // touching cells are adjacent
    add(Absolute::kAdjacent, found.diagonal);
    add(Absolute::kAdjacent, found.off);
  }
  for (auto& lists : steps_) {
    for (int site = 0; site < size(); ++site) {
      auto& list = lists[static_cast<std::size_t>(site)];
      std::sort(list.begin(), list.end(),
                [&](int a, int b) { return rank(points, site, a) < rank(points, site, b); });
    }
  }
}

}  // namespace ludex::games::lud
