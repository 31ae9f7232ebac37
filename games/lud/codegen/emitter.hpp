// The second back end: writes a program as C++ for positions in the interpreter's layout. It has what the
// families of ludemes share; each ludeme's own code is in the native part of its row. Nodes without native
// part call the interpreter; so every program can be written, and plays the same moves in the same order.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "games/lud/codegen/attacks.hpp"
#include "games/lud/codegen/code_writer.hpp"
#include "games/lud/codegen/playout_data.hpp"
#include "games/lud/codegen/ways.hpp"
#include "games/lud/interpreter/eval.hpp"
#include "games/lud/interpreter/scoped_value.hpp"
#include "games/lud/program/program.hpp"
#include "games/lud/program/signature.hpp"

namespace ludex::games::lud::codegen {

// Thrown for a node that cannot be written; callers that can use the interpreter instead catch it.
struct Unknown {};

// Directions of a ludeme, as far as they are known when code is written.
struct KnownDirections {
  std::uint32_t mask = 0;  // for every piece, unless there are masks
  // By piece at (from) * players + mover - 1.
  std::vector<std::uint32_t> masks{};

  [[nodiscard]] bool by_piece() const { return !masks.empty(); }
};

// Names of tables of lines: of line r from index[site] on, radials[r], whose sites are in the pool.
struct LineTables {
  std::string index, radials, pool;
};

// The code that makes a kind of move.
struct MoveCode {
  std::string restore;           // iterators from `m`
  std::string before;            // values, computed before any change
  const Node* effect = nullptr;  // an (apply ...)
  bool conditional = true;       // the condition of the effect applies
  std::string effects;           // statements in place of `effect`
  bool takes_at_end = true;      // it captures on its end site
  std::string taken;             // else the site of the capture, if known without the list of effects
  std::string action;            // the move itself
  int last_type = 0;             // SiteType of the end site
  const Node* then = nullptr;
  bool forced = false;      // a pass of somebody who has no move
  std::string low;          // of a stack the lowest level that is recorded; empty: 0
  bool low_always = false;  // it is recorded even if the move has effects
};

class Emitter {
 public:
  explicit Emitter(const Program& program);
  // The whole text.
  std::string run();

  // Expressions in terms of `s` (the position) and `it` (iterators).
  std::string integer(const Node& n);
  std::string boolean(const Node& n);
  std::string region(const Node& n);
  std::string number(const Node& n, std::size_t k, int fallback);  // argument k, or the fallback
  std::string integer_or(const Node& n, std::size_t k, const char* fallback);
  // The same without the interpreter's help: throws Unknown.
  std::string expression(const Node& n);
  [[nodiscard]] std::string role(int role_index) const;
  // The set of sites of the board where a condition on the subject holds, if it has the form of a set.
  std::optional<std::string> set_of(const Node& condition);
  std::optional<std::string> set_where(Subject of, const Node& condition);
  // True for the iterator that is the subject; and for a node whose text names no such iterator.
  [[nodiscard]] bool is_subject(const Node& n) const;
  [[nodiscard]] bool is_free_of_subject(const Node& n) const;
  // True if a node reads no iterator but the subject, so that one set serves all moves of a list.
  [[nodiscard]] bool reads_only_subject(const Node& n) const;
  // A number that depends on nothing but the subject, by site of the board.
  std::optional<std::vector<int>> number_by_site(const Node& n);
  // The same for a region.
  std::optional<std::vector<Region>> region_by_site(const Node& n);
  // The sites for which such a number is a site of a set.
  std::optional<std::string> sites_leading_to(const Node& site, const std::string& set);
  // A condition on (to) and (between), which are known to lie on the board.
  std::string on_board(const Node& condition);
  // True if a site is known to lie on the board.
  [[nodiscard]] bool is_sure(const Node& site, int type) const;

  // Statements that append to the list of moves.
  void moves(const Node& n, CodeWriter& out);
  void known_moves(const Node& n, CodeWriter& out);  // throws Unknown
  void moves_then(const Node* then, const Node& inner, CodeWriter& out);
  // Appends a move of that generator.
  void push(int generator, const std::string& from, const std::string& to, CodeWriter& out) const;
  // The number of the code that makes such moves.
  int generator(const MoveCode& code);
  // The same for moves that the interpreter makes.
  int interpreted_generator();
  // True if moves, or those before them, ask for a roll, as an expression.
  std::string rolls_before(const Node& moves);
  // True if its moves need no iterators.
  [[nodiscard]] bool is_plain_generator(int number) const {
    return plain_[static_cast<std::size_t>(number)] != 0;
  }
  [[nodiscard]] int last_generator() const { return last_generator_; }
  // The condition to test when a move is chosen; returns its number.
  int test_later(const std::string& call);
  void plays_chains() { chains_ = true; }
  // Notes that looks ahead read the history of the position.
  void reads_history() { reads_history_ = true; }

  // Moves as sets: throws Unknown.
  void ways(const Node& n, WayWriter& out);
  void ways_then(const Node* then, const Node& inner, WayWriter& out);

  // Statements that append to the list of actions. `thens`: the consequents of every part.
  void effects(const Node& n, const Consequents& thens, CodeWriter& out);
  std::optional<std::string> direct(const Node& n);
  void put_consequents(const Consequents& thens, CodeWriter& out);
  // The effect of an (apply ...), argument k of `where`.
  void apply_effect(const Node* where, std::size_t k, const Consequents& thens, CodeWriter& out);

  // Loops. `body` is called once, where its statements belong.
  using Body = std::function<void()>;
  // Over the sites of argument k, a number or a region, as `at`.
  void each_site(const Node& n, std::size_t k, const char* fallback, CodeWriter& out, const Body& body);
  // Over the sites of a (from ...) as `from`; `also_to`: its condition has (to) on the site too.
  void each_from(const Node* from, CodeWriter& out, const Body& body, bool also_to = false);

  // Directions and tables.
  KnownDirections directions(const Node& n, std::size_t k, Absolute fallback);
  // The same with one mask, or Unknown.
  KnownDirections constant_directions(const Node& n, std::size_t k, Absolute fallback);
  // The targets of steps from each site, each list ended by -1 and `width` long: an expression for the table.
  std::string steps(int type, const KnownDirections& directions, int& width);
  LineTables lines(int type, const KnownDirections& directions);
  // The neighbours of each site as sets.
  std::string adjacency(const KnownDirections& directions);
  std::string constant_region(const std::uint64_t* words);
  std::string table(const std::string& type, const std::string& shape, const std::string& values);
  // A table of sets by site (or another number), one for each set.
  std::string table_of_sets(const std::vector<Region>& sets);

  // Functions of the game. `text` begins with the parameters; equal ones are written once.
  std::string function(const char* prefix, const char* result, const std::string& text);
  void add_function(const std::string& text) { functions_ += text; }
  std::string fresh(const char* prefix) { return prefix + std::to_string(next_++); }
  // The name of a variable of a function.
  std::string local(const char* prefix);

  [[nodiscard]] const Program& program() const { return p_; }
  [[nodiscard]] int own() const { return static_cast<int>(p_.site_type); }
  [[nodiscard]] std::uint32_t number_of(const Node& n) const { return numbers_.at(&n); }
  [[nodiscard]] bool reads_iterators(const Node* node) const;
  // The player whose moves are being written as sets.
  [[nodiscard]] int player() const { return player_; }
  // Notes that a rewriting was used, and the names of those that were, with how often.
  void fired(const char* pass) { ++passes_[pass]; }
  [[nodiscard]] const std::map<std::string, int>& passes() const { return passes_; }
  // The nodes that the interpreter evaluates.
  [[nodiscard]] const std::vector<const Node*>& interpreted() const { return interpreted_; }
  // The data that playouts keep, if end rules are being written that may use them; else null.
  [[nodiscard]] PlayoutData* playout_data() { return in_ends_ && adds_only_ ? &data_ : nullptr; }

  // The piece whose moves are being written; -1: not of a piece.
  int component = -1;
  // The iterator that conditions as sets are about.
  Subject subject = Subject::kTo;
  // Moves are being written of which it only matters whether there is any, or that are never played.
  bool only_exists = false;
  bool never_played = false;
  // They are those of the next player, who is the mover while they are listed, but not when they are made.
  bool as_next = false;
  // The function that tests the moves of each piece, of which one that passes is enough; empty: none does.
  std::string piece_test;
  // When the moves being written roll before they are made, as an expression; empty: never.
  std::string rolls_if;
  // They use dice, and when those of a double are played twice, as an expression; empty: they use none.
  std::string dice_replay_if;
  // Effects being written are those of a consequent.
  bool in_consequent = false;
  // Enclosing consequents of the moves being written, the outermost first.
  std::vector<const Node*> thens;

 private:
  std::string expand(const char* pattern, const Node& n);
  // Variables numbered from 1, so that functions with different names of variables are equal texts.
  [[nodiscard]] std::string with_own_locals(const std::string& text) const;
  std::uint32_t evaluate_directions(const Node& n, int piece, int mover);
  int consequent(const Node* then);
  // The changes that a kind of move makes besides going from one site to another.
  [[nodiscard]] Besides besides_going(const MoveCode& code);
  [[nodiscard]] bool only_adds() const;
  [[nodiscard]] bool adds_pieces() const;
  [[nodiscard]] bool depends_on_subject_alone(const Node& n);
  [[nodiscard]] bool region_depends_on_subject_alone(const Node& n);
  void set_subject(Eval& eval, int at) const;
  std::string draws();
  std::string draw_of(const Node& play, int player);

  // The rules of a game.
  [[nodiscard]] std::string constants() const;
  void end_rule(const Node& n, CodeWriter& out);
  void end_rules(const std::vector<const Node*>& rules, CodeWriter& out);
  std::string ends();
  std::string may_end();
  std::string group_tables();
  std::string next_phases();
  std::string plays();
  std::string rolls();
  [[nodiscard]] std::string faces() const;
  [[nodiscard]] std::string keys() const;
  [[nodiscard]] std::string placed_tracks() const;
  [[nodiscard]] std::string making() const;
  // True if no two moves of a list have the same first and the same last site.
  [[nodiscard]] bool lists_distinct();
  // 1 if (no Moves Next) finds the moves of the next ply when the turn ends, 2 if always, else 0.
  [[nodiscard]] int keeps_list() const;

  const Program& p_;
  std::map<const Node*, std::uint32_t> numbers_;
  int next_ = 0;                               // of fresh names
  std::map<std::string, std::string> locals_;  // prefixes by name
  // The text so far.
  std::string tables_, functions_, consequents_;
  std::string cases_;                                // of making a move, by generator
  std::string taken_;                                // captures away from a move's end site, by generator
  std::string tests_;                                // tests of moves that wait until they are chosen
  std::map<std::string, std::string> known_tables_;  // names by contents
  std::map<std::string, std::string> table_values_;  // contents by name
  std::map<std::string, std::string> known_functions_;
  std::map<const Node*, int> consequent_ids_;
  std::map<std::string, int> generator_of_;  // by its code
  std::vector<char> plain_;                  // by generator: true if it needs no iterators
  std::vector<Besides> besides_;             // by generator
  std::vector<char> fixed_;                  // by generator: see is_fixed() in runtime/hooks.hpp
  std::vector<char> taken_plainly_;          // by piece: its capture changes nothing else on the board
  int generators_ = 8;                       // lower numbers are kInterpreted, kForcedPass, kSwapSeats
  int last_generator_ = 0;
  std::map<std::string, int> test_numbers_;  // by their call
  bool asks_host_ = false;                   // for moves
  bool reads_history_ = false;
  bool chains_ = false;    // moves are played to find the longest continuation
  bool on_board_ = false;  // (to) and (between) are known to lie on the board here
  bool adds_only_ = false;
  bool adds_pieces_ = false;
  bool in_ends_ = false;
  bool distinct_ = false;
  bool draws_once_ = false;  // moves that a description lists twice are one
  bool draws_ = false;       // a phase's moves are drawn from sets
  int player_ = 0;
  std::map<std::string, int> passes_;
  std::vector<const Node*> interpreted_;
  PlayoutData data_;
  std::vector<std::byte> scratch_;
};

// The consequents of the parts of a node whose own (then ...) is argument k.
[[nodiscard]] Consequents joined(const Node& n, std::size_t k, const Consequents& outer);

// The initialiser of a set of sites.
[[nodiscard]] std::string set_text(const std::vector<std::uint64_t>& words);
// True if the text of a node contains a part; false for null.
[[nodiscard]] bool contains(const Node* node, const char* part);
// True if a text reads data that the beginning of a ply changes.
[[nodiscard]] bool reads_ply(const std::string& text);
// The items of an argument that may be one item or a list.
[[nodiscard]] std::vector<const Node*> one_or_more(const Node& n);

// Opens the usual parameters of a function of moves: "(u8* s, Iterators it) {" and the workspace `w`.
[[nodiscard]] std::string function_of_moves(const std::string& body);

}  // namespace ludex::games::lud::codegen
