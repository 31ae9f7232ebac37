// Dice: rolls, what they show, and moves for each of them.
#include <algorithm>

#include "games/lud/ludemes/places.hpp"

namespace ludex::games::lud {

namespace {

void needs_dice(Node& n, Compiler& c) {
  if (c.program().dice.empty()) Compiler::fail(n, "there are no dice in this game");
}

void roll(const Node& n, Eval& e) {
  push_action(e, {.kind = ActionKind::kRoll});
  e.attach(kid_or_null(n, 0), e.mark() - 1);
}

int face(const Node& n, Eval& e) {
  const int die = n.integer(0, e) - e.program.first_die;
  return die >= 0 && die < static_cast<int>(e.program.dice.size()) ? e.more().face[die] : kOff;
}

int sum_of_dice(const Node&, Eval& e) {
  int sum = 0;
  for (std::size_t k = 0; k < e.program.dice.size(); ++k) sum += e.more().dice[k];
  return sum;
}

bool all_used(const Node&, Eval& e) {
  const auto* const dice = e.more().dice;
  return std::all_of(dice, dice + e.program.dice.size(), [](int value) { return value == 0; });
}

bool any_die(const Node& n, Eval& e) {
  const auto* const dice = e.more().dice;
  return std::find(dice, dice + e.program.dice.size(), n.integer(0, e)) != dice + e.program.dice.size();
}

namespace die_arg {
enum : std::size_t { kReplay, kIf, kMoves, kThen, kCombined };
}

// (forEach Die [replayDouble:bool] [if:condition] moves [then] [combined:bool]): a move uses its die;
// combined, also several unused dice at once, by their sum. A double is played twice: the unnamed variable
// keeps its number, and when the first of two equal dice is used both show it again.
void for_each_die(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const More& m = e.more();
  const auto size = static_cast<int>(e.program.dice.size());
  const bool replays = n.has(die_arg::kReplay) && n.boolean(die_arg::kReplay, e);
  const int kept = e.head().variable;
  const bool equal =
      m.dice[0] != 0 && std::all_of(m.dice, m.dice + size, [&](int value) { return value == m.dice[0]; });
  const ScopedValue pips(e.pips);
  const bool combined = n.has(die_arg::kCombined) && n.boolean(die_arg::kCombined, e);
  for (unsigned set_of = 1; set_of < 1U << size; ++set_of) {
    const bool single = (set_of & (set_of - 1)) == 0;
    if (!single && !combined) continue;
    bool unused = true;
    e.pips = 0;
    for (int die = 0; die < size; ++die) {
      if ((set_of >> die & 1U) == 0) continue;
      e.pips += m.dice[die];
      unused = unused && m.dice[die] != 0;
    }
    if (!single && !unused) continue;
    if (n.has(die_arg::kIf) && !n.boolean(die_arg::kIf, e)) continue;
    const std::size_t begin = e.mark();
    n.moves(die_arg::kMoves, e);
    // The actions of each move, then what happens to the dice.
    for (std::size_t i = begin; i < e.mark(); ++i) {
      ListedMove move = e.workspace.moves[i];
      const auto start = static_cast<std::uint32_t>(e.workspace.actions.size());
      for (std::uint32_t a = 0; a < move.count; ++a)
        e.workspace.actions.push_back(Action(e.workspace.actions[move.first + a]));
      for (int die = 0; die < size; ++die)
        if ((set_of >> die & 1U) != 0)
          e.workspace.actions.push_back({.kind = ActionKind::kUseDie, .what = die});
      if (replays && equal)
        e.workspace.actions.push_back(
            {.kind = ActionKind::kSetVariable, .site = kOff, .what = kept == kOff ? e.pips : kOff});
      else if (replays && kept != kOff)
        e.workspace.actions.push_back({.kind = ActionKind::kSetDice, .what = kept});
      move.first = start;
      move.count = static_cast<std::uint32_t>(e.workspace.actions.size()) - start;
      e.workspace.moves[i] = move;
    }
  }
  e.attach(kid_or_null(n, die_arg::kThen), first);
}

const Row kRows[] = {
    {"(dice [d:int] [from:int] [faces:{int}] [facesByDie:{{int}}] [role] [num:int])", Type::kItem},
    {"(roll [then])", Type::kMoves, roll, needs_dice},
    {"(pips)", Type::kInt, +[](const Node&, Eval& e) -> int { return e.pips; }, needs_dice},
    {"(face int)", Type::kInt, face, needs_dice},
    {"(count Pips)", Type::kInt, sum_of_dice, needs_dice},
    {"(all DiceUsed)", Type::kBool, all_used, needs_dice},
    {"(all DiceEqual)", Type::kBool, +[](const Node&, Eval& e) -> bool { return e.more().equal != 0; },
     needs_dice},
    {"(value Random range)", Type::kInt,
     +[](const Node& n, Eval& e) -> int { return e.draw(n.kid(0).integer(0, e), n.kid(0).integer(1, e)); },
     +[](Node& n, Compiler& c) {
       const Node& range = n.kid(0);
       if (range.imm != 0 || !range.kid(0).constant || !range.kid(1).constant)
         Compiler::fail(n, "numbers drawn at random are implemented from a constant (range low high)");
       const int size = range.kid(1).imm - range.kid(0).imm + 1;
       if (size < 1 || size > 1000) Compiler::fail(range, "expected 1 to 1000 numbers");
       c.program().most_draws = std::max(c.program().most_draws, size);
     }},
    {"(is AnyDie int)", Type::kBool, any_die, needs_dice},
    {"(forEach Die [replayDouble:bool] [if:bool] moves [then] [combined:bool])", Type::kMoves, for_each_die,
     needs_dice},
};

}  // namespace

std::span<const Row> dice_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
