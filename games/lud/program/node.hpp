// The intermediate representation: a tree of typed nodes, one per ludeme, which the table of signatures
// (signature.hpp) makes from a description. A node has its row of the table, its arguments in the order of
// the signature, and data resolved at compile time: constants, indices of pieces, tables. Play needs no
// look-up by name. The interpreter calls the function of a node's row; another back end writes code instead.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "games/lud/board/site.hpp"
#include "games/lud/language/tree.hpp"
#include "games/lud/runtime/numbers.hpp"

namespace ludex::games::lud {

enum class Type : std::uint8_t {
  // Evaluated during play.
  kInt,
  kBool,
  kRegion,
  kInts,
  kMoves,
  kDirections,
  kRange,
  // Evaluated when the board is made.
  kGraph,
  kFloat,
  // Arguments of the enclosing ludeme.
  kFrom,
  kTo,
  kBetween,
  kApply,
  kThen,
  kPiece,
  kPlayerOf,
  kFlips,
  kPair,
  kTrack,
  kScore,
  kPoly,
  kLandmark,
  // The parts of a game.
  kGame,
  kPlayers,
  kPlayer,
  kEquipment,
  kItem,
  kRules,
  kMeta,
  kMetaRule,
  kStart,
  kStartRule,
  kPlay,
  kPhase,
  kNextPhase,
  kEnd,
  kEndRule,
  kResult,
  // Words.
  kRole,
  kSiteType,
  kAbsolute,
  kRelative,
  kWord,
  kString,
  // { ... }
  kArray,
};

// "a number", "moves": for messages.
[[nodiscard]] const char* type_text(Type type);

// Roles with a fixed number come first: player p is kP1 + p - 1.
enum class Role : std::uint8_t {
  kNeutral,
  kP1,
  kP2,
  kP3,
  kP4,
  kP5,
  kP6,
  kP7,
  kP8,
  kShared,
  kMover,
  kNext,
  kPrev,
  kEach,
  kAll,
  kPlayer,
  kEnemy,
  kFriend,
  kNonMover,
  kAny,
  kTeam1,
  kTeam2,
  kTeam3,
  kTeam4,
  kTeamMover,
};

enum class Relative : std::uint8_t {
  kForward,
  kBackward,
  kRightward,
  kLeftward,
  kForwards,
  kBackwards,
  kRightwards,
  kLeftwards,
  kFR,
  kFRR,
  kFRRR,
  kFL,
  kFLL,
  kFLLL,
  kBR,
  kBRR,
  kBRRR,
  kBL,
  kBLL,
  kBLLL,
  kSame,
  kOpposite,
};

inline constexpr int kEnd = -2;

// The number of a word, or -1.
[[nodiscard]] int role_of(std::string_view word);
[[nodiscard]] int site_type_of(std::string_view word);
[[nodiscard]] int absolute_of(std::string_view word);
// The words allowed as a value of that type, to correct typing errors.
[[nodiscard]] std::vector<std::string> words_of(Type type);
[[nodiscard]] int relative_of(std::string_view word);
[[nodiscard]] const char* absolute_text(int direction);

struct Row;
struct RoutesByFacing;
struct Node;
class Eval;
class DirectionSet;

using IntFn = int (*)(const Node&, Eval&);
using BoolFn = bool (*)(const Node&, Eval&);
using RegionFn = void (*)(const Node&, Eval&, std::uint64_t*);  // writes all words of the region
using MovesFn = void (*)(const Node&, Eval&);                   // appends to the list of moves
using DirectionsFn = void (*)(const Node&, Eval&, DirectionSet&);
using IntsFn = void (*)(const Node&, Eval&, std::vector<int>&);

// How a condition on one site is a set of sites, and which iterator is the site (interpreter/site_sets.hpp).
enum class SiteForm : std::uint8_t {
  kNone,
  kConstant,
  kEmpty,
  kOccupied,
  kEnemy,
  kFriend,
  kOwner,
  kNotOwner,
  kSite,
  kNotSite,
  kEnemyState,
  kFriendState,
  kState,
  kNotState,
  kVisited,
  kIn,
  kNot,
  kAnd,
  kOr,
};
// The kind of an end rule; kIf: it has a condition.
enum class EndForm : std::uint8_t { kIf, kResult, kByScore, kForEach };
// Moves that can be counted by sets: all of a list, and of the piece at (from) steps, hops over one site,
// slides.
enum class CountForm : std::uint8_t { kNone, kAll, kSteps, kHops, kSlides };
enum class Subject : std::uint8_t { kNone, kTo, kBetween, kSite, kFrom };

struct Node {
  union {
    IntFn as_int;
    BoolFn as_bool;
    RegionFn as_region;
    MovesFn as_moves;
    DirectionsFn as_directions;
    IntsFn as_ints;
  } fn{nullptr};
  // In the order of the signature; null for an omitted optional argument. Arrays: their items.
  std::vector<Node*> kids;
  std::int32_t imm = 0;  // constants, roles, kinds of sites, directions; set by a row's `resolve`
  std::int32_t aux = 0;
  const void* table = nullptr;  // set by a row's `resolve`
  // By site: the region, if it depends on the site of its subject alone; the rows of (is Line ...).
  const std::uint64_t* by_site = nullptr;
  const RoutesByFacing* routes = nullptr;  // of directions that are known but for a facing
  const Row* row = nullptr;                // null: a constant or an array
  const Tree* tree = nullptr;
  Type type = Type::kWord;
  SiteForm form = SiteForm::kNone;
  SiteForm part_form = SiteForm::kNone;  // kAnd, kOr: some of its parts are sets, not all
  Subject subject = Subject::kNone;
  EndForm end_form = EndForm::kIf;
  CountForm count_form = CountForm::kNone;
  std::int32_t slot = -1;  // of the set among all
  bool resolved = false;   // its row's `resolve` was called
  bool counts = false;     // its function heeds Eval::want
  bool constant = false;   // imm (or table, for regions) is the value

  [[nodiscard]] bool has(std::size_t k) const { return kids[k] != nullptr; }
  [[nodiscard]] const Node& kid(std::size_t k) const { return *kids[k]; }
  [[nodiscard]] int integer(std::size_t k, Eval& e) const { return kids[k]->fn.as_int(*kids[k], e); }
  [[nodiscard]] bool boolean(std::size_t k, Eval& e) const { return kids[k]->fn.as_bool(*kids[k], e); }
  void region(std::size_t k, Eval& e, std::uint64_t* out) const { kids[k]->fn.as_region(*kids[k], e, out); }
  // All moves of an argument.
  void moves(std::size_t k, Eval& e) const;
  // Values of arguments that may be absent.
  [[nodiscard]] int integer_or(std::size_t k, Eval& e, int fallback) const {
    return has(k) ? integer(k, e) : fallback;
  }
  [[nodiscard]] int imm_or(std::size_t k, int fallback) const { return has(k) ? kids[k]->imm : fallback; }
  [[nodiscard]] const std::string& text() const { return tree->text; }
};

// The nodes of a game; they live as long as it does.
class Nodes {
 public:
  Node* make(Type type, const Tree* tree) {
    nodes_.push_back(std::make_unique<Node>());
    nodes_.back()->type = type;
    nodes_.back()->tree = tree;
    return nodes_.back().get();
  }
  [[nodiscard]] std::vector<std::unique_ptr<Node>>& all() { return nodes_; }
  [[nodiscard]] const std::vector<std::unique_ptr<Node>>& all() const { return nodes_; }

 private:
  std::vector<std::unique_ptr<Node>> nodes_;
};

}  // namespace ludex::games::lud
