// A compiled game: its description with all static data as tables.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "games/lud/board/incidence.hpp"
#include "games/lud/board/topology.hpp"
#include "games/lud/program/layout.hpp"
#include "games/lud/program/node.hpp"
#include "games/lud/program/routes.hpp"

namespace ludex::games::lud {

using Region = std::vector<std::uint64_t>;

// A kind of piece of one owner. Index 0 means no piece.
struct Component {
  std::string name;  // "Pawn1"
  std::string base;  // "Pawn"
  int owner = 0;     // 0: neutral, players + 1: shared
  int facing = 0;    // Absolute
  const Node* moves = nullptr;
  std::array<int, 2> flips{0, 0};

  // The reference's matching of a name by which pieces are searched or counted: "Bishop" matches "Bishop1"
  // and "BishopPromoted2" too.
  [[nodiscard]] bool is_called(const std::string& part) const { return name.find(part) != std::string::npos; }
};

struct Container {
  std::string name;
  int first = 0;  // site
  int size = 0;
  int owner = 0;
  bool dice = false;
};

// The numbers that a die shows, each with the number of its faces that have it.
struct Die {
  std::vector<std::pair<int, int>> values;
  int faces = 0;
};

// (regions "Home" P1 ...): the union of its nodes.
struct NamedRegion {
  std::string name;
  int owner = -1;  // -1: of nobody
  std::vector<const Node*> nodes;
  bool constant = false;
  Region sites;
};

struct NamedMap {
  std::string name;
  std::map<int, int> entries;
};

struct Track {
  std::string name;
  int owner = -1;
  std::vector<int> sites;
  bool loop = false;
  int memory = -1;  // where pieces keep their places, if it comes to a site twice; -1: they need not
};

struct EndRule {
  const Node* condition = nullptr;  // null: always
  const Node* result = nullptr;     // (result ...), (byScore ...) or another rule
  std::vector<EndRule> rules;       // of an (if condition {...})
};

struct NextPhase {
  int role = -1;  // -1: of everyone
  const Node* condition = nullptr;
  int phase = -1;  // -1: the one after
};

struct Phase {
  std::string name;
  int owner = -1;  // -1: of everyone
  const Node* play = nullptr;
  std::vector<const Node*> ends;
  std::vector<NextPhase> next;
  bool rolls = false;          // a list of its moves may need a roll
  bool adds_anywhere = false;  // its only moves add the mover's piece to any empty site
  bool adds_only = false;      // ... and have no other effects
};

struct Program {
  std::string name;
  int players = 2;
  std::vector<Die> dice;  // of all hands of dice
  int first_die = 0;      // its site
  bool goes_on = false;   // for the others, when one of more than two players is out
  bool teams = false;
  bool random_start = false;     // pieces are placed by chance at the start
  int most_draws = 0;            // outcomes of a number drawn at random; 0: none is
  std::string interpreted;       // why the interpreter alone can play it; empty: generated code can, too
  std::array<int, 10> facing{};  // of players, Absolute; -1: none
  SiteType site_type = SiteType::kCell;  // of the board
  Graph graph;
  std::optional<Incidence> incidence;  // if a ludeme asks
  std::array<std::unique_ptr<Topology>, kSiteTypes> topologies;
  int surakarta = 0;  // sites on a side of a board with loops; 0: it has none
  bool mancala = false;
  int board_sites = 0;  // of the board's own type
  int first_hand = 0;   // sites from here on belong to hands
  Layout layout;
  std::vector<Component> components;
  std::array<std::int8_t, 256> owners{};  // by component
  std::vector<Container> containers;
  std::vector<NamedRegion> regions;
  std::vector<NamedMap> maps;
  std::vector<Track> tracks;
  int place_memory = 0;  // bytes of all tracks' memory of places
  std::vector<Phase> phases;
  std::vector<const Node*> ends;  // of the whole game
  std::vector<const Node*> start;
  bool swap_rule = false;
  bool pass_draws = true;  // the game is drawn when all have passed and no rule says otherwise
  bool automove = false;
  int no_repeat = -1;  // kind of repetition forbidden; -1: none
  bool uses_no_moves = false;
  bool uses_score = false;
  bool shows_counts = false;  // in texts of a position: the reference counts silently where there are hands
  bool uses_last_touched = false;
  int cycle = 0;                 // positions kept to detect a cycle; 0: no rule needs it
  bool nested_threats = false;   // evaluating threats needs the evaluation of threats
  bool threats_by_play = false;  // threats come from legal moves, not from moves of pieces
  // In a playout, moves that are legal only if a condition holds after them are tested when they are chosen.
  bool tries_later = false;
  std::vector<std::string> variables;              // by index
  std::vector<std::string> memories;               // names of remembered values
  std::vector<std::string> events;                 // of (trigger ...)
  std::vector<std::string> votes;                  // texts of proposals
  std::vector<std::unique_ptr<Region>> constants;  // regions of constant nodes
  std::vector<std::unique_ptr<std::vector<int>>> tables;
  std::vector<std::vector<int>> start_sites;    // by component: where the start rules put it
  std::vector<std::unique_ptr<Routes>> routes;  // of each set of directions that is known
  std::vector<std::unique_ptr<RoutesByFacing>> by_facing;
  int site_sets = 0;                 // conditions that can be sets of sites
  const Routes* adjacent = nullptr;  // null until the game is compiled
  Nodes nodes;

  [[nodiscard]] const Topology& board() const { return *topologies[static_cast<std::size_t>(site_type)]; }
  [[nodiscard]] const Topology& topology(SiteType type) const {
    return *topologies[static_cast<std::size_t>(type)];
  }
  // The index of "Pawn1", or of an owner's first piece whose name contains a part; 0: none.
  [[nodiscard]] int component(const std::string& name) const;
  [[nodiscard]] int component(const std::string& part, int owner) const;
  // "N" or, if another kind of piece begins with it too, "Kn": how a piece is called on boards.
  [[nodiscard]] std::string short_name(const Component& piece) const;
};

}  // namespace ludex::games::lud
