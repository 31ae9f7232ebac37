// Moves as sets, of which a playout draws one without a list: the sites from which a kind of move is
// possible, each of which leads to the site at a fixed distance, or along lines.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "games/lud/codegen/code_writer.hpp"
#include "games/lud/codegen/rays.hpp"

namespace ludex::games::lud::codegen {

// The iterator that a condition as a set is about. kSite: (site) or (to), which are the same site.
enum class Subject { kTo, kSite, kFrom, kBetween };

// Moves along lines.
struct SlideWay {
  RayTable rays;
  std::string free;     // a name of the set of sites that it passes, on each of which a move ends
  std::string stops{};  // of those on which it ends and goes no further; empty: there are none
  int stopping = 0;     // the generator of the latter moves
  bool shoots = false;  // the move has its end for both sites
};

// Moves to sites that depend on the position: statements that call use.step_if for each of those from a site
// `from`, with iterators `it`; and by site the sites that they may lead to.
struct JumpWay {
  std::string uses;
  std::vector<Region> beyond;
  bool is_rare = false;  // few of the sites have any, which is known from their set
};

// A kind of move: a name of the set of its first sites.
struct Way {
  std::string sites;
  int distance = 0;
  int generator = 0;
  bool of_site = false;
  int component = -1;  // whose moves they are; -1: not of a piece
  Region from{};       // the sites that have a site at that distance; empty: it is not a piece's
  std::optional<SlideWay> slide{};
  std::optional<JumpWay> jump{};
  bool pass = false;   // it is a pass, which there is if the condition `sites` holds
  int test = -1;       // of Emitter::test_later; -1: none waits
  bool stays = false;  // it ends where it begins
  bool once = false;   // moves between the same sites that the description lists twice are one
  // The contents of the sites where its moves end.
  enum Ends : std::uint8_t { kAnything, kNothing, kPieces } ends_on = kAnything;
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
  // The test that they wait for.
  int test = -1;

  // The name of a set.
  std::string name_of(const std::string& set) {
    const auto [found, added] = names_.try_emplace(set, code("region$0", {names_.size()}));
    if (added) out.line("const SiteSet $0 = $1;", {found->second, set});
    return found->second;
  }
  // Adds a way from the sites of a set.
  void add(const std::string& name, const std::string& set, Way way) {
    const bool all = guard.empty() && set == sites;
    if (!all)
      out.line("const SiteSet $0 = $1;",
               {name, guard.empty() ? set : code("($0 ? $1 : none())", {guard, set})});
    way.sites = all ? sites : name;
    way.of_site = of_site;
    way.test = test;
    parts.back().push_back(std::move(way));
  }
  void add_pass(int generator) {
    Way way{guard.empty() ? "true" : guard, 0, generator};
    way.pass = true;
    way.test = test;
    parts.push_back({std::move(way)});
  }

 private:
  std::map<std::string, std::string> names_;  // of sets, by their text
};

}  // namespace ludex::games::lud::codegen
