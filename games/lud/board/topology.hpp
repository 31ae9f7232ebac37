// Topology: relations of a board's sites of one kind: neighbours, lines, rows, sides, corners. Computed once.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "games/lud/board/graph.hpp"

namespace ludex::games::lud {

// A line of sites in one direction, without its starting site.
struct Radial {
  const std::int16_t* sites;
  int size;
  int direction;
  // The line that continues it backwards from the starting site, null if there is none: of the same kind, or
  // of a concrete direction if this one has such a direction.
  const Radial* opposite = nullptr;
};

class Topology {
  using Lists = std::vector<std::vector<std::int16_t>>;

 public:
  Topology(const Graph& graph, SiteType type);

  [[nodiscard]] int size() const { return static_cast<int>(points.size()); }

  // The neighbours of a site in a direction, or of a kind (Absolute); empty for an invalid site.
  [[nodiscard]] const std::vector<std::int16_t>& steps(int direction, int site) const {
    const Lists& lists = steps_[static_cast<std::size_t>(direction)];
    return static_cast<std::size_t>(site) < lists.size() ? lists[static_cast<std::size_t>(site)] : no_steps_;
  }
  // The lines from a site in a direction, or of a kind.
  [[nodiscard]] const std::vector<Radial>& radials(int direction, int site) const {
    const auto& lists = radials_[static_cast<std::size_t>(direction)];
    return static_cast<std::size_t>(site) < lists.size() ? lists[static_cast<std::size_t>(site)]
                                                         : no_radials_;
  }
  // The direction from a site to a neighbour (Absolute below kConcrete), or -1.
  [[nodiscard]] int direction_to(int from, int to) const;
  // The first concrete direction of a line from a site through another, or -1.
  [[nodiscard]] int direction_along(int from, int to) const;
  // The compass directions of all steps of that kind, clockwise from N.
  [[nodiscard]] const std::vector<int>& supported(int kind) const {
    return supported_[static_cast<std::size_t>(kind)];
  }
  // "C5": the column as letters, the row from 1. Empty if there is none.
  [[nodiscard]] std::string label(int site) const;
  [[nodiscard]] int site_of(const std::string& label) const;  // -1: none

  std::vector<Point> points;
  std::vector<int> row;
  std::vector<int> column;
  int rows = 0;
  int columns = 0;
  std::vector<int> phase;  // empty: unknown for this board
  std::vector<int> corners, outer, inner, top, bottom, left, right, centre;
  std::array<std::vector<int>, 16> sides;   // by compass point
  std::vector<std::vector<int>> side_runs;  // the sides between two corners, each with its corners
  // True if corners, sides are known to equal those of the reference program for boards of this shape.
  bool corners_known = false;
  bool sides_known = false;

 private:
  void find_neighbours(const Graph& graph, SiteType type);
  void find_directions(const Graph& graph);
  void find_radials();
  Radial line(int kind, int site, int first, double most);
  void add_circles(int site, std::vector<Radial>& straight) const;
  void find_opposites();
  void find_ways();
  void find_rows(const Graph& graph, SiteType type);
  void find_outline(const Graph& graph, SiteType type);
  void find_phases();

  std::vector<std::int16_t> no_steps_;  // for an invalid site
  std::vector<Radial> no_radials_;
  std::array<Lists, kDirectionKinds> steps_;
  std::array<std::vector<std::vector<Radial>>, kDirectionKinds> radials_;
  std::array<std::vector<int>, kDirectionKinds> supported_;
  std::vector<std::int8_t> ways_;                 // direction_along() by pairs of sites; empty: too many
  std::vector<std::vector<std::int16_t>> lines_;  // storage that the radials point into
};

// The compass point (of 16, or of 8: even ones only) of an angle in radians, counterclockwise from east.
[[nodiscard]] int compass(double angle, int points);

}  // namespace ludex::games::lud
