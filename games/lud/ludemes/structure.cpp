// The parts of a game and of its board: rows without functions, read at compile time.
#include <algorithm>

#include "games/lud/ludemes/tables.hpp"

namespace ludex::games::lud {

namespace {

// (place piece where [count:n] [state:n] [value:n])
void resolve_place(Node& n, Compiler& c) {
  if (n.has(2) || (n.kids.size() > 5 && n.has(5))) c.needs_count();
  if (n.kids.size() > 5 && n.has(5) && n.kid(5).kids.empty()) Compiler::fail(n.kid(5), "expected a number");
  if (n.has(3)) c.needs_state();
  if (n.has(4)) c.needs_value();
  if (n.tree->items[1].is_atom("Stack")) c.needs_stacks();
  const std::string& name = n.kid(0).text();
  const Program& p = c.program();
  bool known = p.component(name) != 0;
  const bool in_hand = n.kid(1).type == Type::kString && n.kid(1).text().starts_with("Hand");
  for (int owner = 0; in_hand && owner <= p.players + 1; ++owner)
    known = known || p.component(name + std::to_string(owner)) != 0;
  if (!known) c.no_piece(n.kid(0), name);
  // Skips invalid labels among several, unless most are invalid: then the names of this board's sites are
  // unknown.
  if (n.kid(1).type == Type::kArray) {
    const Node* unknown = nullptr;
    int balance = 0;
    for (const Node* each : n.kid(1).kids) {
      if (each->type != Type::kString) continue;
      const bool none = c.board().site_of(each->text()) < 0;
      balance += none ? 1 : -1;
      if (none) unknown = each;
    }
    if (balance > 0) static_cast<void>(c.site(*unknown, unknown->text()));
  }
  if (n.kid(1).type != Type::kString) return;
  const Node& where = n.kid(1);
  const bool container =
      where.text() == "Hand" || std::any_of(p.containers.begin() + 1, p.containers.end(),
                                            [&](const Container& each) { return each.name == where.text(); });
  if (container) c.needs_count();
  if (!container) static_cast<void>(c.site(where, where.text()));
  if (container && p.containers.size() < 2) Compiler::fail(where, "there are no hands in this game");
}

// (place piece type where ...): of the board's own type.
void resolve_typed_place(Node& n, Compiler& c) {
  if (n.kid(1).imm != c.default_type())
    Compiler::fail(n.kid(1), "pieces placed on sites of another type than the board's are not implemented");
  n.kids.erase(n.kids.begin() + 1);
  resolve_place(n, c);
}

// (place Stack items:{pieces} where): one of each, the first at the bottom.
void resolve_items(Node& n, Compiler& c) {
  c.needs_stacks();
  for (const Node* each : n.kid(0).kids)
    if (c.program().component(each->text()) == 0) c.no_piece(*each, each->text());
  if (n.kid(1).type == Type::kString) static_cast<void>(c.site(n.kid(1), n.kid(1).text()));
}

void resolve_random_place(Node& n, Compiler& c) {
  c.program().random_start = true;
  for (const Node* piece : n.kid(0).kids)
    if (c.program().component(piece->text()) == 0) c.no_piece(*piece, piece->text());
  const int each = n.has(1) ? n.kid(1).imm : 1;
  const auto pieces = static_cast<int>(n.kid(0).kids.size());
  if ((n.has(1) && !n.kid(1).constant) || each < 1 || each > 250 || pieces * each > 250)
    Compiler::fail(n, "(place Random ...) is implemented for 1 to 250 pieces");
}

void resolve_team(Node& n, Compiler& c) {
  c.needs_teams();
  if (c.program().players > 2) c.goes_on();
  if (!n.kid(0).constant || n.kid(0).imm < 1 || n.kid(0).imm > 4)
    Compiler::fail(n.kid(0), "expected the number of a team, 1 to 4");
  for (const Node* each : n.kid(1).kids)
    if (each->imm < 1 || each->imm > c.program().players) Compiler::fail(*each, "expected a player");
}

// (result role outcome)
void resolve_result(Node& n, Compiler& c) {
  n.imm = n.kid(1).imm;
  if (n.kid(0).imm >= static_cast<int>(Role::kTeam1)) c.goes_on();
  if (c.program().players > 2 && n.kid(1).imm < 2) c.goes_on();
}

const Row kStructure[] = {
    {"(game string players equipment rules)", Type::kGame},
    {"(players int)", Type::kPlayers},
    {"(players {player})", Type::kPlayers},
    {"(player [absolute])", Type::kPlayer},
    {"(equipment {item})", Type::kEquipment},
    {"(board graph [track|{track}] [use:sitetype])", Type::kItem},
    {"(boardless 'Hexagonal'|'Square'|'Triangular')", Type::kItem},
    {"(surakartaBoard graph)", Type::kItem},
    {"(mancalaBoard int int [store:'None'|'Outer'] [track|{track}] [largeStack:bool])", Type::kItem},
    {"(track string string|{int} [role|int] [loop:bool] [directed:bool])", Type::kTrack},
    {"(piece string [role] [absolute] [flips] [moves] [maxState:int] [maxValue:int])", Type::kItem},
    {"(tile string [role] [numSides:int] [moves])", Type::kItem},
    {"(flips int int)", Type::kFlips},
    {"(hand role [size:int])", Type::kItem},
    {"(regions [string] [role] region)", Type::kItem},
    {"(regions [string] [role] {region})", Type::kItem},
    {"(regions [string] [role] {int})", Type::kItem},
    {"(map [string] {pair})", Type::kItem},
    {"(pair int|role int|role|string|landmark)", Type::kPair},
    {"(rules [meta] [start] play end)", Type::kRules},
    {"(rules [meta] [start] [play] phases:{phase} [end])", Type::kRules},
    {"(meta metarule)", Type::kMeta},
    {"(meta {metarule})", Type::kMeta},
    {"(swap)", Type::kMetaRule},
    {"(no Repeat ['Positional'|'Situational'])", Type::kMetaRule},
    {"(start startrule)", Type::kStart},
    {"(start {startrule})", Type::kStart},
    {"(place string coord:string [count:int] [state:int] [value:int])", Type::kStartRule, nullptr,
     resolve_place},
    {"(place string {string} [count:int] [state:int] [value:int] [counts:{int}])", Type::kStartRule, nullptr,
     resolve_place},
    {"(place string {int} [count:int] [state:int] [value:int] [counts:{int}])", Type::kStartRule, nullptr,
     resolve_place},
    {"(place string string [count:int] [state:int] [value:int])", Type::kStartRule, nullptr, resolve_place},
    {"(place string int [count:int] [state:int] [value:int])", Type::kStartRule, nullptr, resolve_place},
    {"(place string region [count:int] [state:int] [value:int] [counts:{int}])", Type::kStartRule, nullptr,
     resolve_place},
    {"(place Stack string coord:string [count:int] [state:int] [value:int])", Type::kStartRule, nullptr,
     resolve_place},
    {"(place Stack string string [count:int] [state:int] [value:int])", Type::kStartRule, nullptr,
     resolve_place},
    {"(place Stack string int [count:int] [state:int] [value:int])", Type::kStartRule, nullptr,
     resolve_place},
    {"(place Stack string {int} [count:int] [state:int] [value:int] [counts:{int}])", Type::kStartRule,
     nullptr, resolve_place},
    {"(place Stack string {string} [count:int] [state:int] [value:int] [counts:{int}])", Type::kStartRule,
     nullptr, resolve_place},
    {"(place Stack string region [count:int] [state:int] [value:int] [counts:{int}])", Type::kStartRule,
     nullptr, resolve_place},
    {"(place string sitetype int [count:int] [state:int] [value:int])", Type::kStartRule, nullptr,
     resolve_typed_place},
    {"(place string sitetype region [count:int] [state:int] [value:int] [counts:{int}])", Type::kStartRule,
     nullptr, resolve_typed_place},
    {"(place Random {string} [count:int])", Type::kStartRule, nullptr, resolve_random_place},
    {"(place Stack items:{string} int|string|region)", Type::kStartRule, nullptr, resolve_items},
    {"(set Team int {role})", Type::kStartRule, nullptr, resolve_team},
    {"(set Count int to:region)", Type::kStartRule, nullptr, +[](Node&, Compiler& c) { c.needs_count(); }},
    {"(set Count int at:int)", Type::kStartRule, nullptr, +[](Node&, Compiler& c) { c.needs_count(); }},
    {"(set Score role int)", Type::kStartRule, nullptr, +[](Node&, Compiler& c) { c.needs_score(); }},
    {"(set RememberValue [string] region|int [unique:bool])", Type::kStartRule, nullptr,
     +[](Node& n, Compiler& c) { n.imm = c.memory(n.has(0) ? n.kid(0).text() : ""); }},
    {"(play moves)", Type::kPlay},
    {"(phase string [role] play [end] [nextphase|{nextphase}])", Type::kPhase},
    {"(nextPhase [role] [bool] [string])", Type::kNextPhase},
    {"(end endrule)", Type::kEnd},
    {"(end {endrule})", Type::kEnd},
    {"(if bool endrule)", Type::kEndRule},
    {"(if bool {endrule})", Type::kEndRule},
    {"(if bool endrule endrule)", Type::kEndRule},
    {"(if bool {endrule} endrule)", Type::kEndRule},
    {"(result role 'Win'|'Loss'|'Draw'|'Tie')", Type::kEndRule, nullptr, resolve_result},
    {"(byScore [{score}] [misere:bool])", Type::kEndRule, nullptr,
     +[](Node&, Compiler& c) { c.needs_score(); }},
    {"(score role int)", Type::kScore},
    {"(forEach [role] if:bool endrule)", Type::kEndRule},
    {"(forEach 'Player' if:bool endrule)", Type::kEndRule},
};

const Row kBoards[] = {
    {"(square int [diagonals:'Alternating'|'Solid'|'Concentric'])", Type::kGraph},
    {"(rectangle int [int] [diagonals:'Alternating'|'Solid'|'Concentric'])", Type::kGraph},
    {"(hex int)", Type::kGraph},
    {"(hex Hexagon int)", Type::kGraph},
    {"(hex Diamond int)", Type::kGraph},
    {"(hex Triangle int)", Type::kGraph},
    {"(hex Rectangle int [int])", Type::kGraph},
    {"(hex Square int)", Type::kGraph},
    {"(hex Star int)", Type::kGraph},
    {"(hex Limping int)", Type::kGraph},
    {"(hex int int)", Type::kGraph},
    {"(hex {int})", Type::kGraph},
    {"(tri Hexagon int)", Type::kGraph},
    {"(tri int)", Type::kGraph},
    {"(tri Triangle int)", Type::kGraph},
    {"(tri Rectangle int [int])", Type::kGraph},
    {"(tri Square int)", Type::kGraph},
    {"(tri Star int)", Type::kGraph},
    {"(tri Limping int)", Type::kGraph},
    {"(tri {int})", Type::kGraph},
    {"(wedge int [int])", Type::kGraph},
    {"(concentric Square rings:int [joinCorners:bool] [joinMidpoints:bool])", Type::kGraph},
    {"(concentric {int})", Type::kGraph},
    {"(graph vertices:{{float}} [edges:{{int}}])", Type::kGraph},
    {"(shift float float graph)", Type::kGraph},
    {"(rotate float graph)", Type::kGraph},
    {"(scale float [float] graph)", Type::kGraph},
    {"(merge graph graph)", Type::kGraph},
    {"(merge {graph})", Type::kGraph},
    {"(union graph graph)", Type::kGraph},
    {"(union {graph})", Type::kGraph},
    {"(remove graph [cells:{int}] [edges:{{int}}] [vertices:{int}])", Type::kGraph},
    {"(add graph [vertices:{{float}}] [edges:{{int}}] [cells:{{int}}])", Type::kGraph},
    {"(hole graph poly)", Type::kGraph},
    {"(keep graph poly)", Type::kGraph},
    {"(poly {{float}})", Type::kPoly},
    {"(+ float float)", Type::kFloat},
    {"(- float float)", Type::kFloat},
    {"(* float float)", Type::kFloat},
    {"(/ float float)", Type::kFloat},
};

}  // namespace

std::span<const Row> structure_rows() {
  return kStructure;
}
std::span<const Row> board_rows() {
  return kBoards;
}

const SignatureTable& ludemes() {
  static const std::span<const Row> tables[] = {
      structure_rows(),  board_rows(),  number_rows(),   count_rows(),    condition_rows(), pattern_rows(),
      connection_rows(), line_rows(),   region_rows(),   area_rows(),     track_rows(),     direction_rows(),
      walk_rows(),       hop_rows(),    transfer_rows(), decision_rows(), operator_rows(),  iteration_rows(),
      look_ahead_rows(), effect_rows(), capture_rows(),  sow_rows(),      vote_rows(),      occupant_rows(),
      loop_rows(),       dice_rows(),   stack_rows()};
  static const SignatureTable table(tables);
  return table;
}

}  // namespace ludex::games::lud
