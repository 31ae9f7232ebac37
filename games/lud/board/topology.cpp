#include "games/lud/board/topology.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

namespace ludex::games::lud {

namespace {

constexpr double kPi = std::numbers::pi;

double angle_of(Point from, Point to) {
  return std::atan2(to.y - from.y, to.x - from.x);
}
double distance(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}
constexpr std::size_t at(Absolute direction) {
  return static_cast<std::size_t>(direction);
}

double average_edge(const Graph& graph) {
  double sum = 0;
  for (const auto& [a, b] : graph.edges)
    sum += distance(graph.vertices[static_cast<std::size_t>(a)], graph.vertices[static_cast<std::size_t>(b)]);
  return graph.edges.empty() ? 1 : sum / static_cast<double>(graph.edges.size());
}

double distance_to_line(Point p, Point a, Point b) {
  const double length = distance(a, b);
  if (length < 1e-9) return distance(p, a);
  return std::abs((p.y - a.y) * (b.x - a.x) - (p.x - a.x) * (b.y - a.y)) / length;
}

void add_unique(std::vector<std::int16_t>& list, int site) {
  if (std::find(list.begin(), list.end(), site) == list.end())
    list.push_back(static_cast<std::int16_t>(site));
}

}  // namespace

int compass(double angle, int points) {
  const int sector = static_cast<int>(std::lround((kPi / 2 - angle) / (2 * kPi / points) + points)) % points;
  return sector * 16 / points;
}

Topology::Topology(const Graph& graph, SiteType type) {
  for (std::size_t i = 0; i < graph.size(type); ++i) points.push_back(graph.middle(type, i));
  for (auto& lists : steps_) lists.resize(points.size());
  for (auto& lists : radials_) lists.resize(points.size());
  find_neighbours(graph, type);
  find_directions(type == SiteType::kVertex ? graph : Graph{});
  find_radials();
  find_opposites();
  find_rows(graph, type);
  find_outline(graph, type);
  find_phases();
}

void Topology::find_neighbours(const Graph& graph, SiteType type) {
  auto& orthogonal = steps_[at(Absolute::kOrthogonal)];
  auto& diagonal = steps_[at(Absolute::kDiagonal)];
  auto& adjacent = steps_[at(Absolute::kAdjacent)];
  Lists beyond(points.size());  // a corner of cells, but not straight
  const auto link = [](Lists& lists, int a, int b) {
    add_unique(lists[static_cast<std::size_t>(a)], b);
    add_unique(lists[static_cast<std::size_t>(b)], a);
  };
  if (type == SiteType::kVertex) {
    for (const auto& [a, b] : graph.edges) link(orthogonal, a, b);
    // Across a face: to the vertex of it that the line through the middle comes nearest to.
    for (std::size_t f = 0; f < graph.faces.size(); ++f) {
      const auto& face = graph.faces[f];
      if (face.size() < 4) continue;
      const Point middle = graph.middle(SiteType::kCell, f);
      for (const int from : face) {
        int across = -1;
        double nearest = 1e9;
        for (const int to : face) {
          if (to == from) continue;
          const double off = distance_to_line(middle, points[static_cast<std::size_t>(from)],
                                              points[static_cast<std::size_t>(to)]);
          if (off < nearest) nearest = off, across = to;
        }
        if (graph.find_edge(from, across) < 0) add_unique(diagonal[static_cast<std::size_t>(from)], across);
      }
    }
    adjacent = orthogonal;
  } else if (type == SiteType::kEdge) {
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const auto [a, b] = graph.edges[i];
        const auto [c, d] = graph.edges[j];
        if (a == c || a == d || b == c || b == d) link(orthogonal, static_cast<int>(i), static_cast<int>(j));
      }
    }
    adjacent = orthogonal;
  } else {
    std::map<std::pair<int, int>, std::vector<int>> sharing;
    std::vector<std::vector<int>> of_vertex(graph.vertices.size());
    for (std::size_t f = 0; f < graph.faces.size(); ++f) {
      const auto& face = graph.faces[f];
      for (std::size_t i = 0; i < face.size(); ++i) {
        const int a = face[i];
        const int b = face[(i + 1) % face.size()];
        sharing[std::minmax(a, b)].push_back(static_cast<int>(f));
        of_vertex[static_cast<std::size_t>(a)].push_back(static_cast<int>(f));
      }
    }
    for (const auto& [edge, cells] : sharing) {
      if (cells.size() == 2) link(orthogonal, cells[0], cells[1]);
    }
    adjacent = orthogonal;
    std::vector<std::vector<int>> edges_of(graph.vertices.size());
    for (const auto& [x, y] : graph.edges) {
      edges_of[static_cast<std::size_t>(x)].push_back(y);
      edges_of[static_cast<std::size_t>(y)].push_back(x);
    }
    std::vector<bool> used;
    for (std::size_t f = 0; f < graph.faces.size(); ++f) {
      const auto& face = graph.faces[f];
      const auto middle = [&](int cell) { return points[static_cast<std::size_t>(cell)]; };
      used.assign(graph.faces.size(), false);
      used[f] = true;
      for (const int to : orthogonal[f]) used[static_cast<std::size_t>(to)] = true;
      // Beyond each corner the cell that lies straightest; the others there are neighbours, too.
      for (const int corner : face) {
        int across = -1;
        double nearest = 1e9;
        for (const int to : of_vertex[static_cast<std::size_t>(corner)]) {
          if (used[static_cast<std::size_t>(to)]) continue;
          const double off =
              distance_to_line(graph.vertices[static_cast<std::size_t>(corner)], points[f], middle(to));
          if (off < nearest) nearest = off, across = to;
        }
        if (across < 0) continue;
        used[static_cast<std::size_t>(across)] = true;
        add_unique(diagonal[f], across);
        add_unique(adjacent[f], across);
      }
      for (const int corner : face) {
        for (const int to : of_vertex[static_cast<std::size_t>(corner)]) {
          if (used[static_cast<std::size_t>(to)]) continue;
          used[static_cast<std::size_t>(to)] = true;
          add_unique(adjacent[f], to);
          add_unique(beyond[f], to);
        }
      }
      // Beyond the one edge that leads away from a corner: the diagonals of hexagons.
      for (const int corner : face) {
        const auto& away = edges_of[static_cast<std::size_t>(corner)];
        if (away.size() != 3) continue;
        const auto out = std::find_if(away.begin(), away.end(), [&](int end) {
          const auto& both = sharing.find(std::minmax(corner, end));
          return both == sharing.end() || std::find(both->second.begin(), both->second.end(),
                                                    static_cast<int>(f)) == both->second.end();
        });
        if (out == away.end()) continue;
        for (const int to : of_vertex[static_cast<std::size_t>(*out)]) {
          if (used[static_cast<std::size_t>(to)]) continue;
          const double off =
              distance_to_line(graph.vertices[static_cast<std::size_t>(corner)], points[f], middle(to)) +
              distance_to_line(graph.vertices[static_cast<std::size_t>(*out)], points[f], middle(to));
          if (off > 0.1 * distance(points[f], middle(to))) continue;
          used[static_cast<std::size_t>(to)] = true;
          add_unique(diagonal[f], to);
        }
      }
    }
  }
  auto& all = steps_[at(Absolute::kAll)];
  for (std::size_t s = 0; s < points.size(); ++s) {
    for (const auto* lists : {&orthogonal, &diagonal, &adjacent, &beyond}) {
      for (const int to : (*lists)[s]) add_unique(all[s], to);
    }
    // Clockwise from north.
    for (auto* lists : {&orthogonal, &diagonal, &adjacent, &all}) {
      std::sort((*lists)[s].begin(), (*lists)[s].end(), [&](int a, int b) {
        const auto turn = [&](int to) {
          const double t = kPi / 2 - angle_of(points[s], points[static_cast<std::size_t>(to)]) + 0.0001;
          return t < 0 ? t + 2 * kPi : t;
        };
        return turn(a) < turn(b);
      });
    }
  }
}

void Topology::find_directions(const Graph& graph) {
  for (std::size_t s = 0; s < points.size(); ++s) {
    for (const int to : steps_[at(Absolute::kAll)][s]) {
      const int direction = compass(angle_of(points[s], points[static_cast<std::size_t>(to)]), 16);
      steps_[static_cast<std::size_t>(direction)][s].push_back(static_cast<std::int16_t>(to));
    }
  }
  if (graph.pivot) {
    const Point middle = graph.vertices[static_cast<std::size_t>(*graph.pivot)];
    for (std::size_t s = 0; s < points.size(); ++s) {
      for (const int to : steps_[at(Absolute::kOrthogonal)][s]) {
        const Point& p = points[static_cast<std::size_t>(to)];
        const double change = distance(p, middle) - distance(points[s], middle);
        Absolute direction = change < 0 ? Absolute::kIn : Absolute::kOut;
        if (std::abs(change) < 0.1) {
          const Point a{points[s].x - middle.x, points[s].y - middle.y};
          const Point b{p.x - middle.x, p.y - middle.y};
          direction = a.x * b.y - a.y * b.x < 0 ? Absolute::kCW : Absolute::kCCW;
        }
        add_unique(steps_[at(Absolute::kRotational)][s], to);
        steps_[at(direction)][s].push_back(static_cast<std::int16_t>(to));
      }
    }
  }
  for (int kind = kConcrete; kind < kDirections; ++kind) {
    std::set<int> found;
    for (std::size_t s = 0; s < points.size(); ++s) {
      for (const int to : steps_[static_cast<std::size_t>(kind)][s])
        found.insert(compass(angle_of(points[s], points[static_cast<std::size_t>(to)]), 16));
    }
    supported_[static_cast<std::size_t>(kind)].assign(found.begin(), found.end());
  }
}

int Topology::direction_to(int from, int to) const {
  for (int d = 0; d < kConcrete; ++d) {
    const auto& list = steps(d, from);
    if (std::find(list.begin(), list.end(), to) != list.end()) return d;
  }
  return -1;
}

void Topology::find_radials() {
  const auto size = points.size();
  struct Found {
    std::size_t line;
    int direction;
  };
  // Around circles there are also the lines straight on through the middle, which change their direction.
  constexpr int kThrough = static_cast<int>(Absolute::kRotational);
  static_assert(kThrough == kDirections - 1);
  std::array<std::vector<std::vector<Found>>, kDirections> found;
  for (int d = 0; d < kDirections; ++d) {
    const auto& step = steps_[static_cast<std::size_t>(d)];
    found[static_cast<std::size_t>(d)].resize(size);
    for (std::size_t s = 0; s < size; ++s) {
      for (const int first : step[s]) {
        std::vector<std::int16_t> line{static_cast<std::int16_t>(first)};
        std::size_t previous = s;
        auto here = static_cast<std::size_t>(first);
        while (line.size() < size) {
          // Straight on, as far as there is a choice.
          const double way = angle_of(points[previous], points[here]);
          int next = -1;
          double best = 1e9;
          for (const int to : step[here]) {
            double off = std::abs(angle_of(points[here], points[static_cast<std::size_t>(to)]) - way);
            off = std::min(off, 2 * kPi - off);
            if ((d < 16 || d >= kConcrete) && off > 0.25) continue;
            if (off < best) {
              best = off;
              next = to;
            }
          }
          if (next < 0 || static_cast<std::size_t>(next) == s ||
              std::find(line.begin(), line.end(), next) != line.end())
            break;
          line.push_back(static_cast<std::int16_t>(next));
          previous = here;
          here = static_cast<std::size_t>(next);
        }
        const int way = compass(angle_of(points[s], points[static_cast<std::size_t>(first)]), 16);
        found[static_cast<std::size_t>(d)][s].push_back({lines_.size(), d >= kConcrete ? way : d});
        lines_.push_back(std::move(line));
      }
    }
  }
  // lines_ grows no more: pointers into it are good from here on.
  for (std::size_t s = 0; s < size; ++s) {
    // Of a kind of neighbours each line keeps to that kind, whatever directions its steps have.
    for (int d = 0; d < kThrough; ++d) {
      for (const Found& each : found[static_cast<std::size_t>(d)][s]) {
        const auto& line = lines_[each.line];
        const Radial radial{line.data(), static_cast<int>(line.size()), each.direction};
        radials_[static_cast<std::size_t>(d)][s].push_back(radial);
        if (d < 16 || d >= kConcrete) continue;
        const auto& list = steps_[at(Absolute::kRotational)][s];
        if (std::find(list.begin(), list.end(), line[0]) != list.end())
          radials_[at(Absolute::kRotational)][s].push_back(radial);
      }
    }
    auto& around = radials_[at(Absolute::kRotational)][s];
    for (const Found& each : found[kThrough][s]) {
      const auto& line = lines_[each.line];
      around.push_back({line.data(), static_cast<int>(line.size()), each.direction});
    }
    // None that is the beginning of another.
    for (std::size_t i = 0; i < around.size();) {
      const auto& part = around[i];
      const bool within = std::any_of(around.begin(), around.end(), [&](const Radial& whole) {
        if (&whole == &part || whole.size < part.size) return false;
        if (whole.size == part.size && &whole > &part) return false;
        return std::equal(part.sites, part.sites + part.size, whole.sites);
      });
      if (within)
        around.erase(around.begin() + static_cast<std::ptrdiff_t>(i));
      else
        ++i;
    }
  }
}

void Topology::find_opposites() {
  constexpr double kBend = 0.1;
  for (int kind = 0; kind < kDirections; ++kind) {
    for (int s = 0; s < size(); ++s) {
      const Point here = points[static_cast<std::size_t>(s)];
      const auto way = [&](const Radial& radial) {
        const Point to = points[static_cast<std::size_t>(radial.sites[0])];
        return Point{to.x - here.x, to.y - here.y};
      };
      for (Radial& line : radials_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(s)]) {
        if (line.direction >= 16) {
          const auto& back = radials(line.direction ^ 1, s);
          line.opposite = back.empty() ? nullptr : back.data();
          continue;
        }
        const Point ahead = way(line);
        const auto goes_on = [&](const Radial& other) {
          const Point back = way(other);
          const double along = -(ahead.x * back.x + ahead.y * back.y);
          return along > 0 && std::abs(ahead.x * back.y - ahead.y * back.x) < std::tan(kBend) * along;
        };
        const int last = kind < kConcrete ? 15 : kind;
        for (int d = kind < kConcrete ? 0 : kind; d <= last && line.opposite == nullptr; ++d) {
          const auto& others = radials(d, s);
          const auto found = std::find_if(others.begin(), others.end(), goes_on);
          if (found != others.end()) line.opposite = &*found;
        }
      }
    }
  }
}

void Topology::find_rows(const Graph& graph, SiteType type) {
  // On boards of hexagons and of triangles the lines of sites, elsewhere what has the same coordinate.
  const double unit = average_edge(graph);
  bool slanted = false;
  double row_angle = 0;
  if (type == SiteType::kCell) {
    slanted = !graph.faces.empty() && std::all_of(graph.faces.begin(), graph.faces.end(),
                                                  [](const auto& f) { return f.size() == 6; });
  } else if (type == SiteType::kVertex) {
    slanted =
        !graph.faces.empty() &&
        std::all_of(graph.faces.begin(), graph.faces.end(), [](const auto& f) { return f.size() == 3; }) &&
        !supported_[at(Absolute::kOrthogonal)].empty() && supported_[at(Absolute::kOrthogonal)].size() == 6;
  }
  if (slanted && !supported_[at(Absolute::kOrthogonal)].empty()) {
    // Rows go level if any line does, else up to the right; columns 120 degrees from them.
    const auto& way = supported_[at(Absolute::kOrthogonal)];
    const bool level = std::find(way.begin(), way.end(), static_cast<int>(Absolute::kE)) != way.end();
    row_angle = level ? 0 : kPi / 6;
  }
  const auto cluster = [&](const std::vector<double>& values, std::vector<int>& out) {
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    std::vector<double> starts;
    for (const double v : sorted) {
      if (starts.empty() || v - starts.back() > 0.4 * unit) starts.push_back(v);
    }
    out.clear();
    for (const double v : values) {
      const auto above = std::upper_bound(starts.begin(), starts.end(), v + 1e-9);
      out.push_back(static_cast<int>(above - starts.begin()) - 1);
    }
    return static_cast<int>(starts.size());
  };
  std::vector<double> across;
  std::vector<double> along;
  const double column_angle = slanted ? row_angle + 2 * kPi / 3 : kPi / 2;
  for (const Point& p : points) {
    across.push_back(p.y * std::cos(row_angle) - p.x * std::sin(row_angle));
    along.push_back(p.x * std::sin(column_angle) - p.y * std::cos(column_angle));
  }
  rows = cluster(across, row);
  columns = cluster(along, column);
}

void Topology::find_phases() {
  // Two colours, if the board has them; otherwise no phases are known.
  phase.assign(points.size(), -1);
  const auto& orthogonal = steps_[at(Absolute::kOrthogonal)];
  for (std::size_t start = 0; start < points.size(); ++start) {
    if (phase[start] >= 0) continue;
    phase[start] = (row[start] + column[start]) % 2;
    std::vector<std::size_t> stack{start};
    while (!stack.empty()) {
      const std::size_t s = stack.back();
      stack.pop_back();
      for (const int n : orthogonal[s]) {
        const auto to = static_cast<std::size_t>(n);
        if (phase[to] < 0) {
          phase[to] = 1 - phase[s];
          stack.push_back(to);
        } else if (phase[to] == phase[s]) {
          phase.clear();
          return;
        }
      }
    }
  }
}

std::string Topology::label(int site) const {
  const auto s = static_cast<std::size_t>(site);
  std::string letters;
  for (int c = column[s]; c >= 0; c = c / 26 - 1)
    letters.insert(letters.begin(), static_cast<char>('A' + c % 26));
  return letters + std::to_string(row[s] + 1);
}

int Topology::site_of(const std::string& wanted) const {
  for (int s = 0; s < size(); ++s) {
    if (label(s) == wanted) return s;
  }
  return -1;
}

}  // namespace ludex::games::lud
