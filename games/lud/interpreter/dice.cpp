// Rolls: when they are asked for, and what they do.
#include <algorithm>

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

namespace {

bool is_row(const Node& node, std::string_view beginning) {
  return node.row != nullptr && std::string_view(node.row->text).starts_with(beginning);
}

// The place of a number among those of a die.
std::ptrdiff_t face_of(const Die& die, int value) {
  return std::find_if(die.values.begin(), die.values.end(),
                      [&](const auto& each) { return each.first == value; }) -
         die.values.begin();
}

}  // namespace

// The compiler has refused rolls in other places.
bool Eval::asks_for_roll(const Node& moves) {
  if (is_row(moves, "(roll")) return true;
  if (is_row(moves, "(do ")) return asks_for_roll(moves.kid(0));
  if (is_row(moves, "(if ")) {
    if (moves.boolean(0, *this)) return asks_for_roll(moves.kid(1));
    return moves.has(2) && asks_for_roll(moves.kid(2));
  }
  if (is_row(moves, "(or ") || is_row(moves, "(and ")) {
    for (const Node* kid : moves.kids) {
      if (kid == nullptr) continue;
      if (kid->type == Type::kMoves && asks_for_roll(*kid)) return true;
      if (kid->type != Type::kArray) continue;
      for (const Node* each : kid->kids)
        if (asks_for_roll(*each)) return true;
    }
  }
  return false;
}

void Eval::find_roll() {
  if (program.dice.empty()) return;
  More& m = more();
  m.rolling = kNoRoll;
  const Head& h = head();
  if (h.status != kGoesOn) return;
  const Phase& phase = program.phases[static_cast<std::size_t>(phase_of(h.mover))];
  if (phase.rolls && asks_for_roll(*phase.play)) m.rolling = kToRoll;
}

int Eval::draw(int low, int high) const {
  More* const m = workspace.draws;
  if (m == nullptr || high <= low) return low;
  if (workspace.draws_used < m->drawn) return m->draws[workspace.draws_used++];
  if (m->draw_size == 0 && m->drawn < kMaxDraws) {
    m->draw_low = static_cast<std::int16_t>(low);
    m->draw_size = static_cast<std::int16_t>(high - low + 1);
  }
  return low;
}

void Eval::use_dice(std::size_t begin, unsigned dice, bool replays) {
  const More& m = more();
  const auto size = static_cast<int>(program.dice.size());
  const int kept = rest().variable;
  const bool equal =
      m.dice[0] != 0 && std::all_of(m.dice, m.dice + size, [&](int shown) { return shown == m.dice[0]; });
  auto& actions = workspace.actions;
  for (std::size_t i = begin; i < mark(); ++i) {
    ListedMove move = workspace.moves[i];
    const auto start = static_cast<std::uint32_t>(actions.size());
    for (std::uint32_t a = 0; a < move.count; ++a) actions.push_back(Action(actions[move.first + a]));
    for (int die = 0; die < size; ++die)
      if ((dice >> die & 1U) != 0) actions.push_back({.kind = ActionKind::kUseDie, .what = die});
    if (replays && equal)
      actions.push_back({.kind = ActionKind::kSetVariable, .site = kOff, .what = kept == kOff ? pips : kOff});
    else if (replays && kept != kOff)
      actions.push_back({.kind = ActionKind::kSetDice, .what = kept});
    move.first = start;
    move.count = static_cast<std::uint32_t>(actions.size()) - start;
    workspace.moves[i] = move;
  }
}

void Eval::apply_to_dice(const Action& a) {
  More& m = more();
  const std::size_t n = program.dice.size();
  switch (a.kind) {
    case ActionKind::kRoll:
      // A look ahead has no roll of its own: the dice stay.
      if (m.rolling == kNoRoll) return;
      std::copy(m.rolled, m.rolled + n, m.face);
      std::copy(m.rolled, m.rolled + n, m.dice);
      m.rolling = kNoRoll;
      // Equal are dice that show the same of their faces, whatever the faces say.
      m.equal = 1;
      for (std::size_t k = 1; k < n; ++k)
        if (face_of(program.dice[k], m.rolled[k]) != face_of(program.dice[0], m.rolled[0])) m.equal = 0;
      return;
    case ActionKind::kUseDie:
      m.dice[a.what] = 0;
      return;
    default:  // kSetDice
      std::fill(m.dice, m.dice + n, static_cast<std::int16_t>(a.what));
  }
}

}  // namespace ludex::games::lud
