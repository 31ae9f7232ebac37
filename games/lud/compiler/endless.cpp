#include "games/lud/compiler/endless.hpp"

#include <map>
#include <string_view>
#include <utility>

namespace ludex::games::lud {

namespace {

// Walks over the nodes evaluated to find and to make the moves of the game. Reaching an unfinished node means
// that evaluation may not end, unless conditions on the way stop it.
class Walk {
 public:
  Walk(Program& program, std::vector<Problem>& problems) : p_(program), problems_(problems) {}

  void run() {
    for (const Phase& phase : p_.phases) {
      list(*phase.play);
      make(*phase.play);
      for (const Node* rule : phase.ends) list(*rule);
    }
    for (const Node* rule : p_.ends) list(*rule);
    for (const NamedRegion& region : p_.regions)
      for (const Node* node : region.nodes) list(*node);
  }

 private:
  enum Way : int { kListed, kMade, kListedForThreat };
  enum State : int { kNew, kBegun, kDone };

  static bool is_row(const Node& node, std::string_view beginning) {
    return node.row != nullptr && std::string_view(node.row->text).starts_with(beginning);
  }

  // Evaluating such nodes makes only moves that list() covers.
  static bool is_value(const Node& node) {
    return node.type == Type::kInt || node.type == Type::kBool || node.type == Type::kRegion ||
           node.type == Type::kInts || node.type == Type::kDirections || node.type == Type::kRange;
  }

  // Visits the nodes evaluated when a node is listed. Consequents of a list are evaluated later, when one of
  // its moves is made.
  void list(const Node& node) {
    if (node.constant) return;
    State& state = states_[{&node, threatened_ ? kListedForThreat : kListed}];
    if (state != kNew) {
      if (state == kBegun) report();
      return;
    }
    state = kBegun;
    const auto within = [&](auto&& asked) {
      asking_.push_back(&node);
      asked();
      asking_.pop_back();
    };
    // Within a threat nothing is threatened.
    const bool threat = is_row(node, "(is Threatened ");
    if (threat && threatened_) {
      // Not supported yet: for one game generated code differs from the interpreter.
      p_.nested_threats = true;
      report();
      state = kDone;
      return;
    }
    const bool outer = std::exchange(threatened_, threatened_ || threat);
    for (const Node* kid : node.kids)
      if (kid != nullptr && kid->type != Type::kThen) list(*kid);
    // These make the moves that they list.
    if (is_row(node, "(do ") || is_row(node, "(avoidStoredState ")) make(node.kid(0));
    if (is_row(node, "(forEach Piece ") && !node.has(1)) within([&] { pieces(node, kListed); });
    if (threat) {
      within([&] {
        for (const Component& each : p_.components)
          if (each.moves != nullptr) list(*each.moves);
      });
    }
    threatened_ = outer;
    // For players other than the next the answer is stored.
    if (is_row(node, "(no Moves ") && static_cast<Role>(node.kid(0).imm) == Role::kNext) {
      within([&] {
        for (const Phase& phase : p_.phases) {
          list(*phase.play);
          if (p_.no_repeat >= 0) make(*phase.play);
        }
      });
    }
    const bool by_owner = is_row(node, "(sites role|int ");
    if (by_owner || is_row(node, "(sites string)")) {
      within([&] {
        const std::size_t name = by_owner ? 1 : 0;
        for (const NamedRegion& region : p_.regions) {
          if (node.has(name) && region.name.find(node.kid(name).text()) == std::string::npos) continue;
          if (by_owner && node.kid(0).type == Type::kRole && node.kid(0).imm >= 1 &&
              node.kid(0).imm <= p_.players && region.owner != node.kid(0).imm)
            continue;
          for (const Node* each : region.nodes) list(*each);
        }
      });
    }
    state = kDone;
  }

  // Visits the nodes evaluated when moves of a list are made.
  void make(const Node& node) {
    State& state = states_[{&node, kMade}];
    if (state != kNew) {
      if (state == kBegun) report();
      return;
    }
    state = kBegun;
    for (const Node* kid : node.kids) {
      if (kid == nullptr || is_value(*kid)) continue;
      if (kid->type == Type::kThen) list(*kid);
      make(*kid);
    }
    if (is_row(node, "(forEach Piece ") && !node.has(1)) {
      asking_.push_back(&node);
      pieces(node, kMade);
      asking_.pop_back();
    }
    states_[{&node, kMade}] = kDone;
  }

  void pieces(const Node& node, Way way) {
    for (const Component& each : p_.components) {
      if (each.moves == nullptr || !named_so(node, each)) continue;
      if (way == kListed)
        list(*each.moves);
      else
        make(*each.moves);
    }
  }
  static bool named_so(const Node& node, const Component& component) {
    if (!node.has(0)) return true;
    const auto is = [&](const Node& name) {
      return component.base == name.text() || component.name == name.text();
    };
    if (node.kid(0).type != Type::kArray) return is(node.kid(0));
    for (const Node* name : node.kid(0).kids)
      if (is(*name)) return true;
    return false;
  }

  void report() {
    if (asking_.empty()) return;
    problems_.push_back(
        {asking_.back()->tree, "the answer to this depends on itself: the rules look ahead without end"});
  }

  Program& p_;
  bool threatened_ = false;  // inside the evaluation of a threat
  std::vector<Problem>& problems_;
  std::map<std::pair<const Node*, Way>, State> states_;
  std::vector<const Node*> asking_;  // the last is the present look-ahead
};

}  // namespace

void find_endless(Program& program, std::vector<Problem>& problems) {
  Walk(program, problems).run();
}

}  // namespace ludex::games::lud
