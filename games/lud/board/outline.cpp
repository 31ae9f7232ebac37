// The outline of a board: outer sites, corners, sides, extremes, centre.
#include <algorithm>
#include <cmath>
#include <map>

#include "games/lud/board/plane.hpp"
#include "games/lud/board/topology.hpp"

namespace ludex::games::lud {

namespace {

// Twice the area of a triangle that is too flat for a corner of the hull. Every value from 1e-12 to 0.4 gives
// the corners of the recorded boards.
constexpr double kFlat = 0.1;
// Difference of squared distances to the centre. Every value from 1e-12 to 0.49 gives the recorded centres.
constexpr double kEquallyNear = 0.01;

// The corners of the convex hull, counterclockwise.
std::vector<int> hull(const std::vector<Point>& points) {
  std::vector<int> order(points.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  const auto p = [&](int i) { return points[static_cast<std::size_t>(i)]; };
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return std::abs(p(a).x - p(b).x) > 1e-6 ? p(a).x < p(b).x : p(a).y < p(b).y;
  });
  std::vector<int> out;
  for (const bool back : {false, true}) {
    const std::size_t base = out.size();
    for (const int i : order) {
      while (out.size() >= base + 2 && cross(p(out[out.size() - 2]), p(out.back()), p(i)) < kFlat)
        out.pop_back();
      out.push_back(i);
    }
    out.pop_back();
    if (!back) std::reverse(order.begin(), order.end());
  }
  return out;
}

// The vertices along the outer boundary of each connected component of the graph, clockwise from its leftmost
// vertex.
std::vector<std::vector<int>> boundaries(const Graph& graph) {
  const auto n = graph.vertices.size();
  std::vector<std::vector<int>> around(n);
  for (const auto& [a, b] : graph.edges) {
    around[static_cast<std::size_t>(a)].push_back(b);
    around[static_cast<std::size_t>(b)].push_back(a);
  }
  const auto angle = [&](std::size_t from, int to) {
    const Point& a = graph.vertices[from];
    const Point& b = graph.vertices[static_cast<std::size_t>(to)];
    return std::atan2(b.y - a.y, b.x - a.x);
  };
  std::vector<int> part(n, -1);
  std::vector<std::vector<int>> out;
  for (std::size_t seed = 0; seed < n; ++seed) {
    if (part[seed] >= 0) continue;
    std::vector<std::size_t> members{seed};
    part[seed] = static_cast<int>(out.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (const int to : around[members[i]]) {
        if (part[static_cast<std::size_t>(to)] >= 0) continue;
        part[static_cast<std::size_t>(to)] = static_cast<int>(out.size());
        members.push_back(static_cast<std::size_t>(to));
      }
    }
    const std::size_t start =
        *std::min_element(members.begin(), members.end(), [&](std::size_t a, std::size_t b) {
          const Point& p = graph.vertices[a];
          const Point& q = graph.vertices[b];
          return std::abs(p.x - q.x) > 1e-6 ? p.x < q.x : p.y < q.y;
        });
    std::vector<int> walk;
    double came = kPi;  // direction back to the previous vertex: at first from the left, outside
    std::size_t here = start;
    for (std::size_t steps = 0; steps < 4 * n + 4 && !around[here].empty(); ++steps) {
      // The next edge clockwise from the one we came by.
      int best = -1;
      double turn = 1e9;
      for (const int to : around[here]) {
        double t = came - angle(here, to);
        while (t <= 1e-9) t += 2 * kPi;
        if (t < turn) {
          turn = t;
          best = to;
        }
      }
      if (here == start && walk.size() > 1 && best == walk[1]) break;
      walk.push_back(static_cast<int>(here));
      came = angle(static_cast<std::size_t>(best), static_cast<int>(here));
      here = static_cast<std::size_t>(best);
    }
    if (walk.empty()) walk.push_back(static_cast<int>(start));
    out.push_back(std::move(walk));
  }
  return out;
}

// The sites nearest to the centroid of a set of sites.
std::vector<int> nearest_to(const std::vector<int>& set, const std::vector<Point>& points) {
  std::vector<int> out;
  if (set.empty()) return out;
  const auto n = static_cast<double>(set.size());
  Point mean;
  for (const int s : set) {
    mean.x += points[static_cast<std::size_t>(s)].x / n;
    mean.y += points[static_cast<std::size_t>(s)].y / n;
  }
  const auto squared = [&](Point p) {
    return (p.x - mean.x) * (p.x - mean.x) + (p.y - mean.y) * (p.y - mean.y);
  };
  double least = 1e18;
  for (const Point& p : points) least = std::min(least, squared(p));
  for (std::size_t s = 0; s < points.size(); ++s)
    if (squared(points[s]) - least < kEquallyNear) out.push_back(static_cast<int>(s));
  return out;
}

// The centre of a board computed from its outer sites and corners; corners count twice. Where the corners are
// unknown, the centre is known only if it does not depend on them. Empty: unknown.
std::vector<int> middle(const Topology& board) {
  std::vector<int> set = board.outer;
  set.insert(set.end(), board.corners.begin(), board.corners.end());
  const std::vector<int> found = nearest_to(set, board.points);
  if (board.corners_known) return found;
  return found == nearest_to(board.outer, board.points) ? found : std::vector<int>{};
}

}  // namespace

void Topology::find_outline(const Graph& graph, SiteType type) {
  std::vector<bool> border(graph.vertices.size(), false);
  const auto walks = boundaries(graph);
  for (const auto& walk : walks) {
    for (const int v : walk) border[static_cast<std::size_t>(v)] = true;
  }
  const auto on_border = [&](int v) { return border[static_cast<std::size_t>(v)]; };
  std::map<std::pair<int, int>, int> uses;
  for (const auto& face : graph.faces) {
    for (std::size_t i = 0; i < face.size(); ++i) ++uses[std::minmax(face[i], face[(i + 1) % face.size()])];
  }
  Point low{1e9, 1e9};
  Point high{-1e9, -1e9};
  for (const Point& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  for (int s = 0; s < size(); ++s) {
    const Point& p = points[static_cast<std::size_t>(s)];
    bool out = false;
    if (type == SiteType::kVertex) {
      out = on_border(s);
    } else if (type == SiteType::kCell) {
      const auto& face = graph.faces[static_cast<std::size_t>(s)];
      out = std::any_of(face.begin(), face.end(), on_border);
    } else {
      const auto [a, b] = graph.edges[static_cast<std::size_t>(s)];
      out = on_border(a) && on_border(b) && uses[std::minmax(a, b)] < 2;
    }
    (out ? outer : inner).push_back(s);
    if (p.x - low.x < kSamePoint) left.push_back(s);
    if (p.y - low.y < kSamePoint) bottom.push_back(s);
    if (high.x - p.x < kSamePoint) right.push_back(s);
    if (high.y - p.y < kSamePoint) top.push_back(s);
  }

  if (points.size() < 3 || walks.size() != 1) {
    centre = middle(*this);
    return;
  }
  corners = hull(points);
  std::vector<bool> on_hull(points.size(), false);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Point a = points[static_cast<std::size_t>(corners[i])];
    const Point b = points[static_cast<std::size_t>(corners[(i + 1) % corners.size()])];
    std::vector<int> run;
    for (int s = 0; s < size(); ++s) {
      const Point p = points[static_cast<std::size_t>(s)];
      const double along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y));
      const double length = std::hypot(b.x - a.x, b.y - a.y);
      if (std::abs(cross(a, b, p)) < 0.02 * length && along > -0.02 && along < length * length + 0.02) {
        run.push_back(s);
        on_hull[static_cast<std::size_t>(s)] = true;
      }
    }
    // The hull goes counterclockwise: outwards is to the right.
    auto& side = sides[static_cast<std::size_t>(compass(std::atan2(-(b.x - a.x), b.y - a.y), 8))];
    side.insert(side.end(), run.begin(), run.end());
    side_runs.push_back(std::move(run));
  }
  sides_known =
      std::all_of(outer.begin(), outer.end(), [&](int s) { return on_hull[static_cast<std::size_t>(s)]; });
  // Where the outline turns only slightly, it is unknown whether that is a corner.
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Point a = points[static_cast<std::size_t>(corners[(i + corners.size() - 1) % corners.size()])];
    const Point b = points[static_cast<std::size_t>(corners[i])];
    const Point c = points[static_cast<std::size_t>(corners[(i + 1) % corners.size()])];
    const double turn = std::atan2(cross(a, b, c), (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y));
    sides_known = sides_known && turn > 0.3 * kPi;
  }
  corners_known = sides_known;
  if (type == SiteType::kCell) {
    // The tip of a corner whose cell has three outer sides is a side of its own.
    for (const int s : corners) {
      const auto& face = graph.faces[static_cast<std::size_t>(s)];
      std::vector<double> outside;
      for (std::size_t i = 0; i < face.size(); ++i) {
        const int a = face[i];
        const int b = face[(i + 1) % face.size()];
        if (uses[std::minmax(a, b)] != 1) continue;
        const Point& p = graph.vertices[static_cast<std::size_t>(a)];
        const Point& q = graph.vertices[static_cast<std::size_t>(b)];
        const Point& c = points[static_cast<std::size_t>(s)];
        outside.push_back(std::atan2((p.y + q.y) / 2 - c.y, (p.x + q.x) / 2 - c.x));
      }
      if (outside.size() != 3 || face.size() != 6) continue;
      double x = 0;
      double y = 0;
      for (const double angle : outside) {
        x += std::cos(angle);
        y += std::sin(angle);
      }
      sides[static_cast<std::size_t>(compass(std::atan2(y, x), 8))].push_back(s);
    }
  }
  if (!sides_known && type == SiteType::kVertex) {
    // One dent, as between two touching triangles: its corners are the turns of the outline.
    std::vector<int> turning;
    const auto& walk = walks[0];
    for (std::size_t i = 0; i < walk.size(); ++i) {
      const Point a = points[static_cast<std::size_t>(walk[(i + walk.size() - 1) % walk.size()])];
      const Point b = points[static_cast<std::size_t>(walk[i])];
      const Point c = points[static_cast<std::size_t>(walk[(i + 1) % walk.size()])];
      if (std::abs(cross(a, b, c)) > 0.05) turning.push_back(walk[i]);
    }
    std::sort(turning.begin(), turning.end());
    turning.erase(std::unique(turning.begin(), turning.end()), turning.end());
    if (turning.size() == corners.size() + 1) {
      corners = turning;
      corners_known = true;
    }
  }
  std::sort(corners.begin(), corners.end());
  centre = middle(*this);
  for (auto& side : sides) {
    std::sort(side.begin(), side.end());
    side.erase(std::unique(side.begin(), side.end()), side.end());
  }
}

}  // namespace ludex::games::lud
