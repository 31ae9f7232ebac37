#include "games/lud/board/isometries.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "games/lud/board/plane.hpp"

namespace ludex::games::lud {

namespace {

constexpr std::size_t kMost = 48;

// Finds the site at a point.
class Finder {
 public:
  explicit Finder(const std::vector<Point>& points) : points_(points) {
    for (std::size_t k = 0; k < points.size(); ++k)
      cells_.emplace(key(column(points[k].x), column(points[k].y)), static_cast<int>(k));
  }
  [[nodiscard]] int at(Point p) const {  // -1: none
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        const auto found = cells_.find(key(column(p.x) + dx, column(p.y) + dy));
        if (found != cells_.end() && distance(points_[static_cast<std::size_t>(found->second)], p) < kNear)
          return found->second;
      }
    }
    return -1;
  }

 private:
  static constexpr double kNear = kSamePoint;
  static long column(double x) { return std::lround(x / kNear); }
  static std::int64_t key(long x, long y) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(x) << 32 ^ static_cast<std::uint32_t>(y));
  }
  const std::vector<Point>& points_;
  std::unordered_map<std::int64_t, int> cells_;
};

struct Turn {
  double angle;
  bool mirrored;
};

// The images of all sites; empty: some site has none.
std::vector<int> images(const std::vector<Point>& points, const Finder& finder, Point centre, Turn turn) {
  std::vector<int> map(points.size());
  std::vector<bool> hit(points.size());
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double x = points[k].x - centre.x;
    const double y = (points[k].y - centre.y) * (turn.mirrored ? -1 : 1);
    const int there = finder.at({centre.x + x * std::cos(turn.angle) - y * std::sin(turn.angle),
                                 centre.y + x * std::sin(turn.angle) + y * std::cos(turn.angle)});
    if (there < 0 || hit[static_cast<std::size_t>(there)]) return {};
    hit[static_cast<std::size_t>(there)] = true;
    map[k] = there;
  }
  return map;
}

bool keeps_neighbours(const Topology& board, const std::vector<int>& map) {
  for (int site = 0; site < board.size(); ++site) {
    const int there = map[static_cast<std::size_t>(site)];
    for (const Absolute kind : {Absolute::kAdjacent, Absolute::kDiagonal}) {
      const auto& near = board.steps(static_cast<int>(kind), site);
      const auto& theirs = board.steps(static_cast<int>(kind), there);
      if (near.size() != theirs.size() || !std::all_of(near.begin(), near.end(), [&](std::int16_t next) {
            const int image = map[static_cast<std::size_t>(next)];
            return std::find(theirs.begin(), theirs.end(), image) != theirs.end();
          }))
        return false;
    }
  }
  return true;
}

Point centre_of(const std::vector<Point>& points) {
  Point centre{};
  for (const Point& point : points) {
    centre.x += point.x / static_cast<double>(points.size());
    centre.y += point.y / static_cast<double>(points.size());
  }
  return centre;
}

// The half turn, then every rotation and reflection that takes a site far from the centre to a site.
std::vector<Turn> turns_of(const std::vector<Point>& points, Point centre) {
  const auto farthest = std::max_element(points.begin(), points.end(), [&](Point a, Point b) {
    return distance(a, centre) + kSamePoint < distance(b, centre);
  });
  const double radius = distance(*farthest, centre);
  std::vector<Turn> turns{{kPi, false}};
  for (const Point& image : points) {
    if (std::abs(distance(image, centre) - radius) > kSamePoint) continue;
    const double angle = heading(centre, image);
    turns.push_back({angle - heading(centre, *farthest), false});
    turns.push_back({angle + heading(centre, *farthest), true});
  }
  return turns;
}

}  // namespace

std::vector<Isometry> isometries(const std::vector<const Topology*>& kinds) {
  std::vector<Isometry> all(1);
  std::vector<Finder> finders;
  for (const Topology* kind : kinds) {
    std::vector<int> same;
    for (int k = 0; k < kind->size(); ++k) same.push_back(k);
    all[0].push_back(std::move(same));
    finders.emplace_back(kind->points);
  }
  if (kinds.empty() || kinds[0]->points.empty()) return all;
  const Point centre = centre_of(kinds[0]->points);
  for (const Turn turn : turns_of(kinds[0]->points, centre)) {
    if (all.size() == kMost) break;
    Isometry found;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      std::vector<int> map = images(kinds[k]->points, finders[k], centre, turn);
      if (map.size() != kinds[k]->points.size() || !keeps_neighbours(*kinds[k], map)) break;
      found.push_back(std::move(map));
    }
    if (found.size() == kinds.size() && std::find(all.begin(), all.end(), found) == all.end())
      all.push_back(std::move(found));
  }
  return all;
}

}  // namespace ludex::games::lud
