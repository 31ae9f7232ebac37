// Compiles the typed tree of a game to a program.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/result.hpp"
#include "games/lud/program/program.hpp"
#include "games/lud/program/signature.hpp"

namespace ludex::games::lud {

// An error that a function of the table finds in its node at compile time.
struct CompileError {
  const Tree* tree;
  std::string message;
};

// True if the rules use a node, and its row begins with a text.
inline bool is_resolved_row(const Node& node, std::string_view text) {
  return node.row != nullptr && node.resolved && std::string_view(node.row->text).starts_with(text);
}

class Compiler {
 public:
  // `tree` must outlive the program. Reports every problem, not only the first.
  static std::unique_ptr<Program> compile(const Tree& tree, std::vector<Problem>& problems);

  // Queries for functions of the table.
  [[nodiscard]] Program& program() { return *p_; }
  [[nodiscard]] int default_type() const { return static_cast<int>(p_->site_type); }
  void uses(const Node& node, int site_type);
  // Fails while the board itself is being read.
  [[nodiscard]] const Topology& board() const;
  [[nodiscard]] int variable(const std::string& name) { return index_in(p_->variables, name); }
  [[nodiscard]] int memory(const std::string& name) { return index_in(p_->memories, name); }
  [[nodiscard]] int event(const std::string& name) { return index_in(p_->events, name); }
  [[nodiscard]] int proposal(const std::string& name) { return index_in(p_->votes, name); }
  // The site of a label such as "C5".
  [[nodiscard]] int site(const Node& node, const std::string& label) const;
  // Makes a node a constant region.
  void make_region(Node& node, const std::vector<int>& sites);
  [[nodiscard]] const std::vector<int>* table(std::vector<int> values);
  [[noreturn]] static void fail(const Node& node, const std::string& message) {
    throw CompileError{node.tree, message};
  }
  // The same of a name that nothing has, with the one that may have been meant.
  [[noreturn]] static void fail(const Node& node, std::string message, const std::string& name,
                                const std::vector<std::string>& known);
  [[noreturn]] void no_piece(const Node& node, const std::string& name) const;
  void needs_count() { p_->layout.has_count = p_->shows_counts = true; }
  void needs_state() { p_->layout.has_state = true; }
  void needs_value() { p_->layout.has_value = true; }
  void needs_rotation() { p_->layout.has_rotation = true; }
  void needs_visited() { p_->layout.has_visited = true; }
  void needs_to_clear() { p_->layout.has_to_clear = true; }
  void needs_stacks() { p_->layout.has_stacks = true; }
  // Notes what is not known in games with stacks, or with dice.
  void promotes(const Node& node) { not_in_stacks_.push_back(&node); }
  void asks_with_moves(const Node& node) { not_with_dice_.push_back(&node); }
  void needs_places(const Track& of);
  void needs_teams() { p_->teams = true; }
  void goes_on() { p_->goes_on = true; }
  void needs_history() { p_->layout.has_history = true; }
  void needs_score() { p_->uses_score = true; }
  void needs_last_touched() { p_->uses_last_touched = true; }
  void asks_for_passes() { p_->pass_draws = false; }
  void needs_no_moves() { p_->uses_no_moves = true; }
  void needs_threats() { threats_ = true; }

 private:
  explicit Compiler(std::unique_ptr<Program> program, std::vector<Problem>& problems)
      : p_(std::move(program)), problems_(problems) {}
  static int index_in(std::vector<std::string>& names, const std::string& name);
  void run(const Node& game);
  void make_constant(Node& node);  // of a pure row whose arguments are constant
  void guarded(const Node& node, void (*step)(Compiler&, const Node&));
  void resolve(Node& node);
  void read_players(const Node& node);
  void make_board(const Node& node);
  void find_board(const Node& equipment);
  void add_piece(const Node& node);
  void add_hand(const Node& node);
  void add_dice(const Node& node);
  void place_dice();
  enum class RollPlace { kNone, kList, kFirst, kTest };
  void check_rolls(const Node& moves, RollPlace place);
  void check_draws(const Node& node, bool in_then);
  void check_random_sites();
  void say_why_interpreted();
  void add_regions(const Node& node);
  void add_map(const Node& node);
  void drop_unread_regions(const Node& game);
  void add_track(const Node& node, const Node* owner);
  void read_rules(const Node& node);
  void read_next_phases(const Node& phase, std::size_t index);
  void refuse_heaps_counted_twice();
  // `resolved`: the types of sites that are used are known.
  void find_fields();
  void make_layout(bool resolved = false);
  [[nodiscard]] Graph graph(const Node& node);
  [[nodiscard]] double real(const Node& node);
  [[nodiscard]] int dimension(const Node& node, int low, int high);
  [[nodiscard]] std::vector<Point> polygon(const Node& node);

  std::unique_ptr<Program> p_;
  std::vector<Problem>& problems_;
  const Tree* board_tree_ = nullptr;
  std::array<bool, kSiteTypes> used_types_{};
  bool threats_ = false;
  std::vector<const Node*> not_in_stacks_;
  std::vector<const Node*> not_with_dice_;
  bool circles_ = false;  // at least part of the board consists of circles
};

}  // namespace ludex::games::lud
