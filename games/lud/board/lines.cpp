// Directions of steps, straight lines of sites, and the lines that continue each other.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "games/lud/board/plane.hpp"
#include "games/lud/board/topology.hpp"

namespace ludex::games::lud {

namespace {

// The maximum bend of a line at a site: less than between a square and a triangle of a tiling (15 degrees),
// more than on hand-drawn boards (up to 13.75 degrees). On the recorded boards of played games every value
// from 1e-9 to 0.46 rad gives the same lines and the same opposites.
constexpr double kStraight = radians(14.5);
constexpr double kAnyBend = 4;  // more than half a turn

constexpr int kCompassPoints = 16;
constexpr std::array kRound{Absolute::kCW, Absolute::kCCW, Absolute::kIn, Absolute::kOut};

constexpr int number(Absolute direction) {
  return static_cast<int>(direction);
}
constexpr bool is_round(int direction) {
  return direction >= kCompassPoints && direction < kConcrete;
}
// The reverse direction: CW and CCW, In and Out.
constexpr int turned_round(int direction) {
  return direction ^ 1;
}
static_assert(turned_round(number(Absolute::kCW)) == number(Absolute::kCCW) &&
              turned_round(number(Absolute::kIn)) == number(Absolute::kOut));

// The direction of a step on circles around a centre. Radii of the recorded circles differ by 0 or by 1.
Absolute round_direction(Point middle, Point from, Point to) {
  const double outwards = distance(middle, to) - distance(middle, from);
  if (outwards > kSamePoint) return Absolute::kOut;
  if (outwards < -kSamePoint) return Absolute::kIn;
  return cross(middle, from, to) > 0 ? Absolute::kCCW : Absolute::kCW;
}

bool starts_with(const Radial& longer, const Radial& shorter) {
  return longer.size >= shorter.size && std::equal(shorter.sites, shorter.sites + shorter.size, longer.sites);
}

}  // namespace

void Topology::find_directions(const Graph& graph) {
  const auto place = [&](int site) { return points[static_cast<std::size_t>(site)]; };
  const auto add = [&](int direction, int site, int to) {
    steps_[static_cast<std::size_t>(direction)][static_cast<std::size_t>(site)].push_back(
        static_cast<std::int16_t>(to));
  };
  for (int site = 0; site < size(); ++site) {
    for (const int to : steps(number(Absolute::kAll), site))
      add(compass(heading(place(site), place(to)), kCompassPoints), site, to);
    if (!graph.pivot) continue;
    for (const int to : steps(number(Absolute::kOrthogonal), site)) {
      add(number(round_direction(place(*graph.pivot), place(site), place(to))), site, to);
      add(number(Absolute::kRotational), site, to);
    }
  }
  for (int kind = 0; kind < kDirectionKinds; ++kind) {
    std::array<bool, kCompassPoints> used{};
    for (int site = 0; site < size(); ++site) {
      for (const int to : steps(kind, site))
        used[static_cast<std::size_t>(compass(heading(place(site), place(to)), kCompassPoints))] = true;
    }
    for (int d = 0; d < kCompassPoints; ++d) {
      if (used[static_cast<std::size_t>(d)]) supported_[static_cast<std::size_t>(kind)].push_back(d);
    }
  }
}

// The line from a site over `first`, continued by steps of that kind that bend at most `most`.
Radial Topology::line(int kind, int site, int first, double most) {
  const auto place = [&](int at) { return points[static_cast<std::size_t>(at)]; };
  std::vector<std::int16_t> sites{static_cast<std::int16_t>(first)};
  int before = site;
  for (int here = first;;) {
    int next = -1;
    std::pair<long, double> least;  // the bend; among equal bends the length
    for (const int to : steps(kind, here)) {
      const double turn = bend(place(before), place(here), place(to));
      const std::pair bent{rounded(turn), distance(place(here), place(to))};
      if (turn > most || (next >= 0 && bent >= least)) continue;
      next = to;
      least = bent;
    }
    if (next < 0 || next == site || std::find(sites.begin(), sites.end(), next) != sites.end()) break;
    sites.push_back(static_cast<std::int16_t>(next));
    before = here;
    here = next;
  }
  lines_.push_back(std::move(sites));
  const int direction = kind < kConcrete ? kind : compass(heading(place(site), place(first)), kCompassPoints);
  return {lines_.back().data(), static_cast<int>(lines_.back().size()), direction};
}

void Topology::find_radials() {
  for (int kind = 0; kind < kDirectionKinds; ++kind) {
    const double most = is_round(kind) ? kAnyBend : kStraight;
    for (int site = 0; site < size(); ++site) {
      auto& radials = radials_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(site)];
      for (const int first : steps(kind, site)) radials.push_back(line(kind, site, first, most));
      if (kind == number(Absolute::kRotational)) add_circles(site, radials);
    }
  }
}

// Adds the lines of the four directions of circles to the straight ones over such steps. Of two with the same
// beginning the longer stays.
void Topology::add_circles(int site, std::vector<Radial>& straight) const {
  std::vector<Radial> all;
  for (const int first : steps(number(Absolute::kRotational), site)) {
    for (const Absolute direction : kRound) {
      for (const Radial& radial : radials(number(direction), site))
        if (radial.sites[0] == first) all.push_back(radial);
    }
    for (const Radial& radial : straight)
      if (radial.sites[0] == first) all.push_back(radial);
  }
  straight.clear();
  for (std::size_t i = 0; i < all.size(); ++i) {
    bool covered = false;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (k != i && starts_with(all[k], all[i])) covered = covered || all[k].size > all[i].size || k < i;
    }
    if (!covered) straight.push_back(all[i]);
  }
}

void Topology::find_opposites() {
  const auto place = [&](int site) { return points[static_cast<std::size_t>(site)]; };
  for (int kind = 0; kind < kDirectionKinds; ++kind) {
    for (int site = 0; site < size(); ++site) {
      for (Radial& radial : radials_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(site)]) {
        double least = kAnyBend;
        const auto offer = [&](const Radial& other) {
          const bool round = is_round(radial.direction) && other.direction == turned_round(radial.direction);
          const double turn = bend(place(radial.sites[0]), place(site), place(other.sites[0]));
          if (&other == &radial || turn >= least || (turn > kStraight && !round)) return;
          radial.opposite = &other;
          least = turn;
        };
        const auto offer_all = [&](int list) {
          const auto& others = radials(list, site);
          std::for_each(others.begin(), others.end(), offer);
        };
        if (is_round(kind)) {
          offer_all(turned_round(kind));
        } else if (kind >= kConcrete) {
          offer_all(kind);
        } else {
          for (int d = 0; d < kCompassPoints; ++d) offer_all(d);
        }
      }
    }
  }
}

void Topology::find_ways() {
  constexpr int kLargestBoard = 512;
  if (size() > kLargestBoard) return;
  const auto n = points.size();
  ways_.assign(n * n, -1);
  for (int d = kConcrete - 1; d >= 0; --d) {
    for (std::size_t from = 0; from < n; ++from) {
      for (const Radial& radial : radials(d, static_cast<int>(from)))
        for (int k = 0; k < radial.size; ++k)
          ways_[from * n + static_cast<std::size_t>(radial.sites[k])] = static_cast<std::int8_t>(d);
    }
  }
}

int Topology::direction_along(int from, int to) const {
  if (from < 0 || to < 0 || from >= size() || to >= size()) return -1;
  if (!ways_.empty())
    return ways_[static_cast<std::size_t>(from) * points.size() + static_cast<std::size_t>(to)];
  for (int d = 0; d < kConcrete; ++d) {
    for (const Radial& radial : radials(d, from))
      if (std::find(radial.sites, radial.sites + radial.size, to) != radial.sites + radial.size) return d;
  }
  return -1;
}

}  // namespace ludex::games::lud
