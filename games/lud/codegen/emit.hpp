// The second back end: writes a program as C++ that needs no header, for positions in the interpreter's
// layout. Nodes that it cannot write call the interpreter; so every program can be written, and plays the
// same moves in the same order.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "games/lud/interpreter/eval.hpp"
#include "games/lud/interpreter/scoped_value.hpp"
#include "games/lud/program/program.hpp"

namespace ludex::games::lud::codegen {

// Directions of a ludeme, as far as they are known at generation time.
struct Ways {
  enum Kind { kConstant, kByPiece, kUnknown } kind = kUnknown;
  std::uint32_t mask = 0;
  // Masks by the piece at (from); after the pieces, by the mover if there is none.
  std::vector<std::uint32_t> masks;
};

// Thrown for a node that cannot be written; callers that can use the interpreter instead catch it.
struct Unknown {};

class Emitter {
 public:
  explicit Emitter(const Program& program);
  // The whole text.
  std::string run();

 private:
  // Expressions in terms of `s` (the position) and `it` (iterators).
  std::string integer(const Node& n);
  std::string boolean(const Node& n);
  std::string region(const Node& n);
  std::string known_integer(const Node& n);
  std::string known_boolean(const Node& n);
  std::string known_region(const Node& n);
  std::string ahead_on_way(const Node& n, const Topology& board, int count);
  std::string role(int role_index) const;
  std::string number(const Node& n, std::size_t k, int fallback);
  std::string line(const Node& n);
  // `sets`: the regions if they are constant, else empty.
  std::string connected(const Node& n, const std::vector<std::string>& regions,
                        const std::vector<Region>& sets, const std::string& owner);
  std::string connected(const Node& n, const std::vector<const Node*>& regions, const std::string& owner);
  // True if playouts can track these lines; then they do.
  bool keeps_lines(std::uint32_t half, std::uint32_t mask);
  [[nodiscard]] bool only_adds() const;
  // The set of sites where a condition on (to) holds, if it has the form of a set.
  std::optional<std::string> set_of(const Node& condition);
  // A condition on sites that are known to lie on the board.
  std::string on_board(const Node& condition) {
    const bool before = on_board_;
    on_board_ = true;
    std::string text = boolean(condition);
    on_board_ = before;
    return text;
  }
  [[nodiscard]] bool is_sure(const Node& site, int type) const;
  std::string adjacency(const Ways& ways);
  // The sites where moves of a piece may end or capture, from every site; a table by site, or nothing.
  [[nodiscard]] std::vector<int> leaps(const Node& leap, int site) const;
  bool add_reach(const Node& moves, std::vector<Region>& reach);
  std::optional<std::string> line_masks(const Node& n, std::uint32_t half, std::uint32_t mask, int length,
                                        bool exact);
  std::string threatened(const Node& n);
  std::optional<std::string> liberty(const Node& n);
  std::string append(const Node& n);
  std::string piece_set(const std::string& kind, int type) const;

  // Directions, and tables of the board by direction.
  Ways ways(const Node& n, std::size_t k, Absolute fallback);
  bool static_words(const Node& n, bool& relative) const;
  std::uint32_t evaluate_ways(const Node& n, int piece, int mover);
  std::string steps(int type, const Ways& ways, int& width);
  struct Lines {
    std::string index, radials, pool;
  };
  Lines lines(int type, const Ways& ways, int longest);

  // Statements that append to the list of moves; `thens_` are the enclosing consequents.
  std::string moves(const Node& n);
  std::string known_moves(const Node& n);
  std::string to_each(const std::string& targets, int width, const Node& to, int generator);
  std::string step(const Node& n);
  std::string slide(const Node& n);
  std::string hop(const Node& n);
  std::string slide_loops(const Node& n);
  std::string longest(const Node& n);
  std::string leap(const Node& n);
  std::string from_to(const Node& n);
  std::string add(const Node& n);
  std::string removal(const Node& n);
  std::string select(const Node& n);
  std::string promotion(const Node& n);
  // `body` for each piece of a promotion's choice, with its `piece`, site `at` and `owner`.
  std::string promoted(const Node& n, const std::string& body);
  std::string shoot(const Node& n);
  std::string look_ahead(const Node& n);
  std::string for_each_piece(const Node& n);
  std::string with_then(const Node* then, const Node& inner);
  // A loop over the sites of a (from ...); `body` uses `from`.
  std::string from_loop(const Node* from, const std::string& body, bool also_to = false);
  std::string site_loop(const Node& n, std::size_t k, const std::string& fallback, const std::string& body);
  // The effect of a kind of move; generator() numbers it.
  struct Way {
    std::string before;            // values, computed before any change
    const Node* effect = nullptr;  // an (apply ...)
    bool conditional = true;       // whether the condition of the effect applies
    bool takes_at_end = true;      // it captures on its end site
    std::string taken;             // else the site of the capture, if known without the list of effects
    std::string effects;           // statements that replace `effect`
    std::string action;
    int last_type = 0;
    const Node* then = nullptr;
    bool iterators = false;  // the effects need the iterators
    std::string restore;     // iterators from `m`
  };
  int generator(const Way& way);
  // Statements that append a move of that generator.
  std::string push(int generator, const std::string& from, const std::string& to) const;
  std::string push_in(int generator, const std::string& from, const std::string& to,
                      const std::string& set) const;
  std::vector<char> plain_;  // by generator: true if it needs no iterators
  bool reads_iterators(const Node* node) const;

  // Statements that put effects into the list of actions.
  std::string effects(const Node& n, const std::vector<const Node*>& thens);
  std::string known_effects(const Node& n, std::vector<const Node*> thens);
  std::optional<std::string> direct(const Node& n);
  std::string apply(const Node* where, std::size_t k, const std::vector<const Node*>& thens);
  std::string custodial(const Node& n, const std::vector<const Node*>& thens);
  std::string surround(const Node& n, const std::vector<const Node*>& thens);
  std::string enclose(const Node& n, const std::vector<const Node*>& thens);
  std::string directional(const Node& n, const std::vector<const Node*>& thens);
  std::string put_thens(const std::vector<const Node*>& thens);
  int then_id(const Node* then);
  std::string part(const std::string& put, const std::vector<const Node*>& thens);

  // The rules of a game.
  std::string constants() const;
  std::string end_rule(const Node& n);
  std::string end_rules(const std::vector<const Node*>& rules);
  std::string ends();
  std::string next_phases();
  std::string plays();
  // 1 if (no Moves Next) finds the moves of the next ply when the turn ends, 2 if always, else 0.
  [[nodiscard]] int keeps_list() const;

  [[nodiscard]] int own() const { return static_cast<int>(p_.site_type); }
  [[nodiscard]] std::uint32_t number_of(const Node& n) const { return numbers_.at(&n); }
  std::string fresh(const char* prefix) { return prefix + std::to_string(next_++); }
  std::string constant_region(const std::uint64_t* words);
  std::string table(const std::string& type, const std::string& shape, const std::string& values);

  const Program& p_;
  std::map<const Node*, std::uint32_t> numbers_;
  std::map<std::string, std::string> known_tables_;  // names by contents
  std::map<std::string, std::string> table_values_;  // contents by name
  std::string tables_, functions_, thens_text_, cases_;
  std::vector<const Node*> thens_;  // enclosing consequents, the outermost first
  std::map<const Node*, int> then_ids_;
  std::map<std::string, int> generator_of_;         // by its code
  std::map<std::string, std::string> function_of_;  // by its text
  int next_ = 0;
  int generators_ = 8;  // lower numbers are heavy, forced pass, swap
  int last_generator_ = 0;
  std::string taken_;  // captures away from a move's end site
  bool whole_threats_ = true;
  std::string tests_;  // tests of moves that wait until they are chosen
  int tests_count_ = 0;
  int component_ = -1;  // piece whose moves are being written; -1: not of a piece
  bool heavy_ = false;
  bool chains_ = false;    // moves are played to find the longest continuation
  bool on_board_ = false;  // (to) and (between) are known to lie on the board here
  std::vector<std::byte> scratch_;
  // Incremental data of playouts (runtime/track.hpp).
  bool adds_only_ = false;
  bool in_ends_ = false;
  std::string track_steps_;  // connections of sites
  int track_width_ = 0;
  int track_bits_ = 0;                // regions of groups
  std::vector<std::uint32_t> touch_;  // by site: the regions that contain it
  std::uint32_t track_ways_ = 0;      // directions of lines
  int track_rows_ = 0;
  std::vector<int> line_of_;  // by site and direction: 32 times the line, and the place in it
};

// The items of an argument that may be one item or a list.
[[nodiscard]] inline std::vector<const Node*> one_or_more(const Node& n) {
  if (n.type != Type::kArray) return {&n};
  return {n.kids.begin(), n.kids.end()};
}

}  // namespace ludex::games::lud::codegen
