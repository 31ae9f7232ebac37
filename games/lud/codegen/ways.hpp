// Moves as sets, of which a playout draws one without a list: the sites from which a kind of move is
// possible, each of which leads to the site at a fixed distance.
#pragma once

#include <string>
#include <vector>

#include "games/lud/codegen/code_writer.hpp"

namespace ludex::games::lud::codegen {

// The iterator that a condition as a set is about. kSite: (site) or (to), which are the same site.
enum class Subject { kTo, kSite, kFrom, kBetween };

// A kind of move: a name of the set of its first sites.
struct Way {
  std::string sites;
  int distance = 0;
  int generator = 0;
  bool of_site = false;
  int component = -1;  // whose moves they are; -1: not of a piece
};

// Collects the ways of a list. The list has parts one after the other; within a part, moves are in the order
// of their first sites, and those of one site in the order of their ways.
class WayWriter {
 public:
  // Statements that declare the sets.
  CodeWriter out;
  std::vector<std::vector<Way>> parts;
  // The sites whose moves are being written, by name; empty: moves of the whole list are.
  std::string sites;
  bool of_site = false;
  // A condition of the moves that are being written, by name; empty: none.
  std::string guard;

  // Adds a way from the sites of a set.
  void add(const std::string& name, const std::string& set, Way way) {
    out.line("const SiteSet $0 = $1;",
             {name, guard.empty() ? set : code("($0 ? $1 : none())", {guard, set})});
    way.sites = name;
    way.of_site = of_site;
    parts.back().push_back(way);
  }
};

}  // namespace ludex::games::lud::codegen
