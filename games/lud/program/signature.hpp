// The table of signatures: one row per overload of a ludeme. Its text gives the syntax:
//
//   (is Line int [absolute] [through:int] [exact:bool])
//
// The word after '(' is the head, capitalised words after it are keywords; then the arguments: a type,
// `name:` before it if it must be named, [] around it if it is optional, {} if it is an array of that type, |
// between alternative types. 'Word' means that word itself, 'A'|'B' one of them. Text that no row of its head
// can match is an error: a ludeme or an argument outside the table is not implemented.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/lud/program/node.hpp"

namespace ludex::games::lud {

class Compiler;
namespace codegen {
class CodeWriter;
class Emitter;
class WayWriter;
struct Additions;
struct Attacks;
struct Ends;
}  // namespace codegen

// The consequents, (then ...), of each part of a list of effects, the innermost first.
using Consequents = std::vector<const Node*>;

// Writes a ludeme as C++, each function for one use of it. The interpreter evaluates nodes in the uses that
// are left out.
struct Native {
  // The expression, with $0, $1, ... for the arguments, $t for `imm` (a type of sites), $o for that of the
  // board.
  const char* pattern = nullptr;
  std::string (*expression)(const Node&, codegen::Emitter&) = nullptr;
  // Statements that append to the list of moves, or to the list of actions.
  void (*moves)(const Node&, codegen::Emitter&, codegen::CodeWriter&) = nullptr;
  void (*effects)(const Node&, codegen::Emitter&, const Consequents& outer, codegen::CodeWriter&) = nullptr;
  // A statement that makes the only effect at once; nothing: not in this form.
  std::optional<std::string> (*direct)(const Node&, codegen::Emitter&) = nullptr;
  // The moves as sets (codegen/ways.hpp); may throw Unknown.
  void (*ways)(const Node&, codegen::Emitter&, codegen::WayWriter&) = nullptr;
  // The sites of the board from which the moves of a piece may start, and perhaps more; nothing: all.
  std::optional<std::string> (*starts)(const Node&, codegen::Emitter&) = nullptr;
  // A condition on one site (Emitter::subject) as the set of the sites where it holds; nothing: not in this
  // form.
  std::optional<std::string> (*set)(const Node&, codegen::Emitter&) = nullptr;
  // Adds to each site those where moves of a piece there may end or capture; false: they are not known.
  bool (*reach)(const Node&, codegen::Emitter&, std::vector<std::vector<std::uint64_t>>& sites) = nullptr;
  // Adds the ends of a piece's moves; false, or it throws Unknown: they are not known, or two may be one.
  bool (*ends)(const Node&, codegen::Emitter&, codegen::Ends&) = nullptr;
  // Adds the sites that moves of a piece attack; may throw Unknown.
  void (*attacks)(const Node&, codegen::Emitter&, codegen::Attacks&) = nullptr;
  // A condition after a piece was added, in a game where pieces are only ever added (codegen/additions.hpp).
  std::string (*added)(const Node&, codegen::Emitter&, codegen::Additions&) = nullptr;
  // True if the node makes at most one action.
  bool (*is_single)(const Node&) = nullptr;
  // As a consequent it leaves the board unchanged.
  bool leaves_board = false;
  // Directions: that many first arguments are words, whose union is meant.
  std::size_t words = 0;
};

// A function that heeds Eval::want.
struct Counting {
  MovesFn function;
};

struct Row {
  const char* text;
  Type type;
  struct Fn {
    union {
      IntFn as_int;
      BoolFn as_bool;
      RegionFn as_region;
      MovesFn as_moves;
      DirectionsFn as_directions;
      IntsFn as_ints;
      std::nullptr_t none;
    };
    bool counts = false;
    constexpr Fn() : none(nullptr) {}
    constexpr Fn(Counting f) : as_moves(f.function), counts(true) {}
    constexpr Fn(std::nullptr_t) : none(nullptr) {}
    constexpr Fn(IntFn f) : as_int(f) {}
    constexpr Fn(BoolFn f) : as_bool(f) {}
    constexpr Fn(RegionFn f) : as_region(f) {}
    constexpr Fn(MovesFn f) : as_moves(f) {}
    constexpr Fn(DirectionsFn f) : as_directions(f) {}
    constexpr Fn(IntsFn f) : as_ints(f) {}
  } fn{};
  // Called once, children first, after the board and the pieces are known; may throw CompileError.
  void (*resolve)(Node&, Compiler&) = nullptr;
  Native native{};
  // The value depends only on the arguments: it is constant if they are.
  bool pure = false;
};

// True for a node of the row with that text.
[[nodiscard]] inline bool has_row(const Node& n, std::string_view text) {
  return n.row != nullptr && n.row->text == text;
}
// The iterator that a node is.
[[nodiscard]] inline Subject subject_of(const Node& site) {
  if (has_row(site, "(to)")) return Subject::kTo;
  if (has_row(site, "(between)")) return Subject::kBetween;
  if (has_row(site, "(from)")) return Subject::kFrom;
  return has_row(site, "(site)") ? Subject::kSite : Subject::kNone;
}

struct Parameter {
  std::string label;
  std::vector<Type> types;         // any of them
  std::vector<std::string> words;  // kWord: these
  bool optional = false;
  int array = 0;  // number of {} around it
};

struct Signature {
  const Row* row = nullptr;
  std::string head;
  std::vector<std::string> keywords;
  std::vector<Parameter> parameters;
};

class SignatureTable {
 public:
  explicit SignatureTable(std::span<const std::span<const Row>> tables);
  // The overloads of a head.
  [[nodiscard]] const std::vector<Signature>* find(const std::string& head) const {
    const auto found = by_head_.find(head);
    return found == by_head_.end() ? nullptr : &found->second;
  }
  // The heads in alphabetical order.
  [[nodiscard]] std::vector<std::string> heads() const;
  [[nodiscard]] const std::map<std::string, std::vector<Signature>>& all() const { return by_head_; }

 private:
  std::map<std::string, std::vector<Signature>> by_head_;
};

// All ludemes.
[[nodiscard]] const SignatureTable& ludemes();

// A problem of a description and its place.
struct Problem {
  const Tree* tree;
  std::string message;
  std::string undefined{};  // a name in place of a definition that does not exist
};

// Makes the typed tree of a game, or finds every problem.
class Matcher {
 public:
  Matcher(const SignatureTable& table, Nodes& nodes) : table_(table), nodes_(nodes) {}
  // Null if there were problems.
  Node* match(const Tree& tree, Type type);
  [[nodiscard]] const std::vector<Problem>& problems() const { return problems_; }

 private:
  struct Attempt {
    Node* node = nullptr;
    std::size_t depth = 0;  // progress: the overload that got deepest is taken to be meant
    std::vector<Problem> problems;
  };
  const Attempt& attempt(const Tree& tree, Type type);
  Attempt make(const Tree& tree, Type type);
  Attempt make_list(const Tree& tree, Type type);
  Attempt try_signature(const Tree& tree, const Signature& signature);
  Node* constant(const Tree& tree, Type type);
  [[nodiscard]] bool plausible(const Tree& tree, Type type) const;
  [[nodiscard]] bool plausible(const Tree& tree, const Parameter& parameter) const;
  // The node, or null with the problems of the attempt appended.
  Node* argument(const Tree& tree, const Parameter& parameter, Attempt& attempt);

  const SignatureTable& table_;
  Nodes& nodes_;
  std::map<std::pair<const Tree*, Type>, Attempt> attempts_;
  std::vector<Problem> problems_;
};

}  // namespace ludex::games::lud
