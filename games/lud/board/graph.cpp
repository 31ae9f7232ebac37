#include "games/lud/board/graph.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ludex::games::lud {

Point Graph::middle(SiteType type, std::size_t index) const {
  if (type == SiteType::kVertex) return vertices[index];
  Point sum;
  double n = 0;
  const auto add = [&](int v) {
    sum.x += vertices[static_cast<std::size_t>(v)].x;
    sum.y += vertices[static_cast<std::size_t>(v)].y;
    n += 1;
  };
  if (type == SiteType::kEdge) {
    add(edges[index].first);
    add(edges[index].second);
  } else {
    for (const int v : faces[index]) add(v);
  }
  return {sum.x / n, sum.y / n};
}

int Graph::add_vertex(Point at) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (std::abs(vertices[i].x - at.x) < kSamePoint && std::abs(vertices[i].y - at.y) < kSamePoint)
      return static_cast<int>(i);
  }
  vertices.push_back(at);
  return static_cast<int>(vertices.size() - 1);
}

int Graph::find_edge(int a, int b) const {
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i] == std::pair{a, b} || edges[i] == std::pair{b, a}) return static_cast<int>(i);
  }
  return -1;
}

void Graph::add_edge(int a, int b) {
  if (a != b && find_edge(a, b) < 0) edges.emplace_back(a, b);
}

void Graph::add_face(std::vector<int> face) {
  for (std::size_t i = 0; i < face.size(); ++i) add_edge(face[i], face[(i + 1) % face.size()]);
  faces.push_back(std::move(face));
}

void Graph::add_polygon(const std::vector<Point>& corners) {
  std::vector<int> face;
  for (const Point& corner : corners) face.push_back(add_vertex(corner));
  add_face(std::move(face));
}

namespace {

// Ranks points from the lower left, row by row, by old index. A row holds points less than kSamePoint above
// its lowest one: every value from 1e-15 to 0.24 gives the numbering of the recorded boards, where rows of
// edge midpoints are 0.25 apart.
std::vector<int> ranks(const std::vector<Point>& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto by = [&](auto&& before) {
    return [&points, before](std::size_t a, std::size_t b) { return before(points[a], points[b]); };
  };
  std::stable_sort(order.begin(), order.end(), by([](Point a, Point b) { return a.y < b.y; }));
  for (auto row = order.begin(); row != order.end();) {
    const double low = points[*row].y;
    const auto end =
        std::find_if(row, order.end(), [&](std::size_t i) { return points[i].y > low + kSamePoint; });
    std::stable_sort(row, end, by([](Point a, Point b) { return a.x < b.x; }));
    row = end;
  }
  std::vector<int> rank(points.size());
  for (std::size_t k = 0; k < order.size(); ++k) rank[order[k]] = static_cast<int>(k);
  return rank;
}

template <class T>
void permute(std::vector<T>& items, const std::vector<int>& rank) {
  std::vector<T> sorted(items.size());
  for (std::size_t i = 0; i < items.size(); ++i)
    sorted[static_cast<std::size_t>(rank[i])] = std::move(items[i]);
  items = std::move(sorted);
}

std::vector<Point> middles(const Graph& graph, SiteType type) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < graph.size(type); ++i) points.push_back(graph.middle(type, i));
  return points;
}

}  // namespace

void Graph::sort() {
  const std::vector<int> rank = ranks(vertices);
  permute(vertices, rank);
  for (auto& [a, b] : edges) {
    a = rank[static_cast<std::size_t>(a)];
    b = rank[static_cast<std::size_t>(b)];
    if (a > b) std::swap(a, b);
  }
  for (auto& face : faces) {
    for (int& v : face) v = rank[static_cast<std::size_t>(v)];
  }
  if (pivot) pivot = rank[static_cast<std::size_t>(*pivot)];
  permute(edges, ranks(middles(*this, SiteType::kEdge)));
  permute(faces, ranks(middles(*this, SiteType::kCell)));
}

void Graph::trace_faces() {
  // The neighbours around each vertex by angle; every directed edge belongs to the face on its left.
  std::vector<std::vector<int>> around(vertices.size());
  const auto angle = [&](std::size_t from, int to) {
    const Point& p = vertices[static_cast<std::size_t>(to)];
    return std::atan2(p.y - vertices[from].y, p.x - vertices[from].x);
  };
  for (const auto& [a, b] : edges) {
    around[static_cast<std::size_t>(a)].push_back(b);
    around[static_cast<std::size_t>(b)].push_back(a);
  }
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    std::stable_sort(around[v].begin(), around[v].end(),
                     [&](int a, int b) { return angle(v, a) < angle(v, b); });
  }
  std::vector<std::vector<bool>> used(vertices.size());
  for (std::size_t v = 0; v < vertices.size(); ++v) used[v].assign(around[v].size(), false);
  for (std::size_t start = 0; start < vertices.size(); ++start) {
    for (std::size_t first = 0; first < around[start].size(); ++first) {
      if (used[start][first]) continue;
      std::vector<int> face;
      double area = 0;
      std::size_t v = start;
      std::size_t k = first;
      while (!used[v][k]) {
        used[v][k] = true;
        face.push_back(static_cast<int>(v));
        const auto next = static_cast<std::size_t>(around[v][k]);
        area += vertices[v].x * vertices[next].y - vertices[next].x * vertices[v].y;
        const auto back = static_cast<std::size_t>(
            std::find(around[next].begin(), around[next].end(), static_cast<int>(v)) - around[next].begin());
        k = (back + around[next].size() - 1) % around[next].size();
        // Among coincident edges takes the first.
        while (k > 0 && k - 1 != back && angle(next, around[next][k - 1]) == angle(next, around[next][k]))
          --k;
        v = next;
      }
      if (area > kSamePoint && face.size() >= 3) faces.push_back(std::move(face));
    }
  }
}

void Graph::transform(double xx, double xy, double yx, double yy, Point about, Point shift) {
  for (Point& p : vertices) {
    const double x = p.x - about.x;
    const double y = p.y - about.y;
    p = {xx * x + xy * y + about.x + shift.x, yx * x + yy * y + about.y + shift.y};
  }
}

void Graph::remove_vertices(const std::vector<bool>& gone) {
  std::vector<int> rank(vertices.size(), -1);
  std::vector<Point> kept;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (gone[i]) continue;
    rank[i] = static_cast<int>(kept.size());
    kept.push_back(vertices[i]);
  }
  const auto lost = [&](int v) { return gone[static_cast<std::size_t>(v)]; };
  std::erase_if(edges, [&](const auto& edge) { return lost(edge.first) || lost(edge.second); });
  std::erase_if(faces, [&](const auto& face) { return std::any_of(face.begin(), face.end(), lost); });
  for (auto& [a, b] : edges) {
    a = rank[static_cast<std::size_t>(a)];
    b = rank[static_cast<std::size_t>(b)];
  }
  for (auto& face : faces) {
    for (int& v : face) v = rank[static_cast<std::size_t>(v)];
  }
  if (pivot && lost(*pivot)) pivot.reset();
  if (pivot) pivot = rank[static_cast<std::size_t>(*pivot)];
  vertices = std::move(kept);
}

void Graph::remove_faces(const std::vector<bool>& gone) {
  std::vector<bool> unused(vertices.size(), true);
  std::vector<std::vector<int>> kept;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    if (gone[i]) continue;
    for (const int v : faces[i]) unused[static_cast<std::size_t>(v)] = false;
    kept.push_back(faces[i]);
  }
  faces = std::move(kept);
  std::erase_if(edges, [&](const auto& edge) {
    return std::none_of(faces.begin(), faces.end(), [&](const auto& face) {
      for (std::size_t i = 0; i < face.size(); ++i) {
        const std::pair side{face[i], face[(i + 1) % face.size()]};
        if (side == edge || std::pair{side.second, side.first} == edge) return true;
      }
      return false;
    });
  });
  remove_vertices(unused);
}

void Graph::remove_edge(int a, int b) {
  const int index = find_edge(a, b);
  if (index < 0) return;
  edges.erase(edges.begin() + index);
  std::erase_if(faces, [&](const auto& face) {
    for (std::size_t i = 0; i < face.size(); ++i) {
      const int p = face[i];
      const int q = face[(i + 1) % face.size()];
      if ((p == a && q == b) || (p == b && q == a)) return true;
    }
    return false;
  });
}

Point Graph::centre() const {
  Point low{1e9, 1e9};
  Point high{-1e9, -1e9};
  for (const Point& p : vertices) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  return {(low.x + high.x) / 2, (low.y + high.y) / 2};
}

bool inside(Point p, const std::vector<Point>& polygon) {
  bool in = false;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Point& a = polygon[i];
    const Point& b = polygon[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) in = !in;
  }
  return in;
}

namespace {

Graph joined(const std::vector<Graph>& parts, bool by_place) {
  Graph all;
  for (const Graph& part : parts) {
    std::vector<int> to;
    for (const Point& p : part.vertices) {
      if (by_place) {
        to.push_back(all.add_vertex(p));
      } else {
        all.vertices.push_back(p);
        to.push_back(static_cast<int>(all.vertices.size() - 1));
      }
    }
    for (const auto& [a, b] : part.edges)
      all.add_edge(to[static_cast<std::size_t>(a)], to[static_cast<std::size_t>(b)]);
    for (const auto& face : part.faces) {
      std::vector<int> mapped;
      for (const int v : face) mapped.push_back(to[static_cast<std::size_t>(v)]);
      auto key = mapped;
      std::sort(key.begin(), key.end());
      const bool known = std::any_of(all.faces.begin(), all.faces.end(), [&](auto other) {
        std::sort(other.begin(), other.end());
        return other == key;
      });
      if (!known) all.faces.push_back(std::move(mapped));
    }
  }
  return all;
}

}  // namespace

Graph merge(const std::vector<Graph>& parts) {
  // Finds the faces again and numbers them in order.
  Graph all = joined(parts, true);
  all.faces.clear();
  all.trace_faces();
  return all;
}
Graph unite(const std::vector<Graph>& parts) {
  return joined(parts, false);
}

Graph dual(const Graph& graph) {
  Graph made;
  std::vector<std::vector<int>> beside(graph.edges.size());
  for (std::size_t f = 0; f < graph.faces.size(); ++f) {
    made.vertices.push_back(graph.middle(SiteType::kCell, f));
    const auto& face = graph.faces[f];
    for (std::size_t i = 0; i < face.size(); ++i) {
      const int edge = graph.find_edge(face[i], face[(i + 1) % face.size()]);
      if (edge >= 0) beside[static_cast<std::size_t>(edge)].push_back(static_cast<int>(f));
    }
  }
  for (const auto& faces : beside) {
    if (faces.size() == 2) made.add_edge(faces[0], faces[1]);
  }
  made.trace_faces();
  made.sort();
  return made;
}

bool has_edges_through_vertices(const Graph& graph) {
  for (const auto& [a, b] : graph.edges) {
    const Point p = graph.vertices[static_cast<std::size_t>(a)];
    const Point q = graph.vertices[static_cast<std::size_t>(b)];
    const double x = q.x - p.x;
    const double y = q.y - p.y;
    const double length = std::hypot(x, y);
    for (const Point& v : graph.vertices) {
      const double along = ((v.x - p.x) * x + (v.y - p.y) * y) / length;
      const double beside = ((v.x - p.x) * y - (v.y - p.y) * x) / length;
      if (along > kSamePoint && along < length - kSamePoint && std::abs(beside) < kSamePoint) return true;
    }
  }
  return false;
}

}  // namespace ludex::games::lud
