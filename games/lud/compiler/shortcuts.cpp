#include "games/lud/compiler/shortcuts.hpp"

#include <set>
#include <string>
#include <string_view>

#include "games/lud/program/signature.hpp"

namespace ludex::games::lud {

namespace {

bool is_row(const Node& node, std::string_view beginning) {
  return node.row != nullptr && std::string_view(node.row->text).starts_with(beginning);
}

// True for exactly (move Add (to (sites Empty)) [then]) on the board's own site type.
bool adds_anywhere(const Program& program, const Node& play) {
  if (!is_row(play, "(move Add [piece] [to] [count:int] [then] [stack:bool])")) return false;
  if (play.has(0) || !play.has(1) || play.has(2) || play.has(4)) return false;
  const Node& to = play.kid(1);
  const int own = static_cast<int>(program.site_type);
  const bool plain =
      !to.has(2) && !to.has(3) && !to.has(4) && to.has(1) && (!to.has(0) || to.kid(0).imm == own);
  return plain && is_row(to.kid(1), "(sites Empty [sitetype])") && to.kid(1).imm == own;
}

// True if such an addition changes nothing but its site and what every ply changes.
bool adds_only(const Program& program, const Node& play) {
  const Layout& layout = program.layout;
  return !play.has(3) && layout.only_pieces && !layout.has_visited && !layout.has_to_clear &&
         program.place_memory == 0 && !program.uses_last_touched;
}

// True if a condition may read iterators of the enclosing ludemes.
bool reads_iterators(const Node& condition) {
  const std::string text = condition.tree->to_text();
  for (const char* word :
       {"(from)", "(to)", "(between)", "(site)", "(value)", "(player)", "(level)", "(sites)"})
    if (text.find(word) != std::string::npos) return true;
  return false;
}

// Finds every (do ... ifAfterwards:...) in a list where nothing depends on how many moves pass the test.
void find_tests(const Program& program, const Node& node, bool pieces, std::set<const Node*>& found) {
  const auto all = [&](const std::vector<Node*>& kids) {
    for (const Node* kid : kids) find_tests(program, *kid, pieces, found);
  };
  if (is_row(node, "(or moves moves [then])") && !node.has(2)) {
    find_tests(program, node.kid(0), pieces, found);
    find_tests(program, node.kid(1), pieces, found);
  } else if (is_row(node, "(or {moves} [then])") && !node.has(1)) {
    all(node.kid(0).kids);
  } else if (is_row(node, "(if bool moves [moves] [then])") && !node.has(3)) {
    find_tests(program, node.kid(1), pieces, found);
    if (node.has(2)) find_tests(program, node.kid(2), pieces, found);
  } else if (is_row(node, "(forEach Piece [string|{string}] [moves] [role|playerof] [then]") &&
             !node.has(3)) {
    if (node.has(1)) {
      find_tests(program, node.kid(1), pieces, found);
    } else if (pieces) {
      for (const Component& component : program.components)
        // A piece whose moves include those of all pieces has no tests.
        if (component.moves != nullptr) find_tests(program, *component.moves, false, found);
    }
  } else if (is_row(node, "(do moves [next:moves] [ifAfterwards:bool] [then])")) {
    if (!node.has(1) && node.has(2) && !node.has(3) && !reads_iterators(node.kid(2))) found.insert(&node);
  }
}

// Names that are compared once, not when a ply ends.
void find_end_forms(Program& program) {
  for (const auto& node : program.nodes.all()) {
    if (node->type != Type::kEndRule || node->row == nullptr) continue;
    const std::string& head = node->tree->head();
    node->end_form = head == "result"    ? EndForm::kResult
                     : head == "byScore" ? EndForm::kByScore
                     : head == "forEach" ? EndForm::kForEach
                                         : EndForm::kIf;
  }
}

}  // namespace

void find_shortcuts(Program& program) {
  find_end_forms(program);
  std::set<const Node*> tests;
  for (Phase& phase : program.phases) {
    phase.adds_anywhere = program.no_repeat < 0 && adds_anywhere(program, *phase.play);
    phase.adds_only = phase.adds_anywhere && adds_only(program, *phase.play);
    find_tests(program, *phase.play, false, tests);
  }
  // Conditions and effects also ask for the moves of pieces, and there tests cannot wait: those wait only if
  // there are no others.
  std::set<const Node*> with_pieces;
  for (const Phase& phase : program.phases) find_tests(program, *phase.play, true, with_pieces);
  std::size_t all = 0;
  for (const auto& node : program.nodes.all())
    all += is_row(*node, "(do ") && node->resolved && node->kids.size() > 2 && node->has(2) ? 1 : 0;
  if (all == with_pieces.size()) tests = std::move(with_pieces);
  program.tries_later = program.no_repeat >= 0 || !tests.empty();
  for (const auto& node : program.nodes.all()) {
    if (tests.count(node.get()) != 0) node->aux = 1;
  }
}

}  // namespace ludex::games::lud
