#include "games/lud/board/topology.hpp"

#include <algorithm>
#include <cmath>

#include "games/lud/board/plane.hpp"

namespace ludex::games::lud {

namespace {

// The maximum spread of a row or column, in average edges. Every value from 0.505 to 0.57 gives the rows and
// columns of the recorded boards: stores of mancala boards are half an edge above the lower pits.
constexpr double kSameRow = 0.53;

constexpr std::size_t at(Absolute direction) {
  return static_cast<std::size_t>(direction);
}

double average_edge(const Graph& graph) {
  double sum = 0;
  for (const auto& [a, b] : graph.edges)
    sum += distance(graph.vertices[static_cast<std::size_t>(a)], graph.vertices[static_cast<std::size_t>(b)]);
  return graph.edges.empty() ? 1 : sum / static_cast<double>(graph.edges.size());
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
  find_ways();
  find_rows(graph, type);
  find_outline(graph, type);
  find_phases();
}

int Topology::direction_to(int from, int to) const {
  for (int d = 0; d < kConcrete; ++d) {
    const auto& list = steps(d, from);
    if (std::find(list.begin(), list.end(), to) != list.end()) return d;
  }
  return -1;
}

void Topology::find_rows(const Graph& graph, SiteType type) {
  // Boards of hexagons and of triangles: rows are lines of sites; other boards: sites with equal coordinates.
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
    // Rows are level if any line is, else they go up to the right; columns are 120 degrees from them.
    const auto& way = supported_[at(Absolute::kOrthogonal)];
    const bool level = std::find(way.begin(), way.end(), static_cast<int>(Absolute::kE)) != way.end();
    row_angle = level ? 0 : kPi / 6;
  }
  const auto cluster = [&](const std::vector<double>& values, std::vector<int>& out) {
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    std::vector<double> starts;
    for (const double v : sorted) {
      if (starts.empty() || v - starts.back() > kSameRow * unit) starts.push_back(v);
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
  // Finds two colours, if the board has them; otherwise the phases are unknown.
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
