// Angles and distances of points.
#pragma once

#include <cmath>
#include <numbers>

#include "games/lud/board/graph.hpp"

namespace ludex::games::lud {

inline constexpr double kPi = std::numbers::pi;

[[nodiscard]] inline double distance(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

// Twice the signed area of the triangle o, a, b: positive if `b` is counterclockwise of `a` as seen from `o`.
[[nodiscard]] inline double cross(Point o, Point a, Point b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

// The angle of the turn at `at` on the way from one point to another, 0..pi: 0 is straight on.
[[nodiscard]] inline double bend(Point from, Point at, Point to) {
  const double along = (at.x - from.x) * (to.x - at.x) + (at.y - from.y) * (to.y - at.y);
  return std::abs(std::atan2(cross(from, at, to), along));
}

// Angles that differ by less are equal: coordinates are rounded, and no generator makes two directions this
// close.
inline constexpr double kSameAngle = 1e-6;
[[nodiscard]] inline long rounded(double angle) {
  return std::lround(angle / kSameAngle);
}

// The angle of the way from one point to another, counterclockwise from east, as `compass` expects it.
[[nodiscard]] inline double heading(Point from, Point to) {
  return std::atan2(to.y - from.y, to.x - from.x);
}

[[nodiscard]] inline constexpr double radians(double degrees) {
  return degrees * std::numbers::pi / 180;
}

}  // namespace ludex::games::lud
