// The parts of the table of ludemes by kind, and helpers that their functions share.
#pragma once

#include <span>
#include <stdexcept>
#include <string>

#include "games/lud/compiler/compiler.hpp"
#include "games/lud/interpreter/directions.hpp"
#include "games/lud/interpreter/eval.hpp"
#include "games/lud/interpreter/scoped_value.hpp"
#include "games/lud/program/signature.hpp"

namespace ludex::games::lud {

std::span<const Row> structure_rows();
std::span<const Row> board_rows();
std::span<const Row> number_rows();
std::span<const Row> count_rows();
std::span<const Row> condition_rows();
std::span<const Row> pattern_rows();
std::span<const Row> connection_rows();
std::span<const Row> line_rows();
std::span<const Row> region_rows();
std::span<const Row> area_rows();
std::span<const Row> track_rows();
std::span<const Row> direction_rows();
std::span<const Row> walk_rows();
std::span<const Row> hop_rows();
std::span<const Row> transfer_rows();
std::span<const Row> decision_rows();
std::span<const Row> loop_rows();
std::span<const Row> operator_rows();
std::span<const Row> iteration_rows();
std::span<const Row> look_ahead_rows();
std::span<const Row> effect_rows();
std::span<const Row> capture_rows();
std::span<const Row> sow_rows();
std::span<const Row> dice_rows();
std::span<const Row> stack_rows();
std::span<const Row> vote_rows();
std::span<const Row> occupant_rows();

// Puts the site type of argument K, else that of the board, into imm.
template <std::size_t K>
void site_type_at(Node& node, Compiler& c) {
  node.imm = node.has(K) ? node.kid(K).imm : c.default_type();
  c.uses(node, node.imm);
}
// Requires argument 0, a (from ...), to be one site, not a region.
inline void from_one_site(Node& n, Compiler&) {
  if (n.has(0) && n.kid(0).has(1) && n.kid(0).kid(1).type != Type::kInt)
    Compiler::fail(n.kid(0), "a region here is not implemented, one site is");
}
// For numbers that the board says, which a definition of the board cannot ask for.
inline void needs_board(Node&, Compiler& c) {
  static_cast<void>(c.board());
}
inline void default_site_type(Node& node, Compiler& c) {
  node.imm = c.default_type();
}

// Adds the move of a piece, or of what e.part says of a stack: first the effects appended from `begin` on,
// then the movement itself.
void add_move(Eval& e, std::size_t begin, int from, int to, int from_type, int to_type);

// Adds a move of one action.
inline void push_action(Eval& e, const Action& action) {
  e.push(kOff, kOff, e.own());
  e.act(action);
}

}  // namespace ludex::games::lud
