// Dice: rolls, what they show, and moves for each of them.
#include <algorithm>

#include "games/lud/ludemes/code.hpp"

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
// combined, also several unused dice at once, by their sum.
void for_each_die(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const More& m = e.more();
  const auto size = static_cast<int>(e.program.dice.size());
  const bool replays = n.has(die_arg::kReplay) && n.boolean(die_arg::kReplay, e);
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
    e.use_dice(begin, set_of, replays);
  }
  e.attach(kid_or_null(n, die_arg::kThen), first);
}

// Generated code.

// True if an argument is said, and constantly true: throws Unknown if it is no constant.
bool is_said(const Node& n, std::size_t k) {
  if (n.has(k) && !n.kid(k).constant) throw Unknown{};
  return n.has(k) && n.kid(k).imm != 0;
}

void for_each_die(const Node& n, Emitter& e, CodeWriter& out) {
  const std::size_t size = e.program().dice.size();
  // A move keeps its dice in seven bits, where others keep the number of a test.
  if (size > 7 || e.program().tries_later || !e.dice_replay_if.empty()) throw Unknown{};
  std::string replays = "false";
  if (n.has(die_arg::kReplay)) {
    const Node& said = n.kid(die_arg::kReplay);
    if (e.reads_iterators(&said) || codegen::contains(&said, "(to)")) throw Unknown{};
    replays = e.boolean(said);
  }
  const bool combined = is_said(n, die_arg::kCombined);
  const auto scope = out.block();
  out.line("const Iterators outer_dice = it;");
  const auto loop = out.block("for (int dice = 1; dice < 1 << kDice; ++dice)");
  out.line(combined ? "if ((dice & (dice - 1)) != 0 && !all_unused(s, dice)) continue;"
                    : "if ((dice & (dice - 1)) != 0) continue;");
  out.line("Iterators it = outer_dice;\nit.pips = pips_of(s, dice);");
  if (n.has(die_arg::kIf)) out.line("if (!$0) continue;", {e.boolean(n.kid(die_arg::kIf))});
  out.line("it.dice = $0 ? dice | kReplays : dice;", {replays});
  const ScopedValue uses(e.dice_replay_if, std::string(replays));
  e.moves_then(kid_or_null(n, die_arg::kThen), n.kid(die_arg::kMoves), out);
}

const Row kRows[] = {
    {"(dice [d:int] [from:int] [faces:{int}] [facesByDie:{{int}}] [role] [num:int])", Type::kItem},
    {"(roll [then])", Type::kMoves, roll, needs_dice},
    {"(pips)", Type::kInt, +[](const Node&, Eval& e) -> int { return e.pips; }, needs_dice, {"it.pips"}},
    {"(face int)",
     Type::kInt,
     face,
     needs_dice,
     {.expression = +[](const Node& n, Emitter& e) -> std::string {
       return code("face_at(s, $0 - $1)", {e.integer(n.kid(0)), e.program().first_die});
     }}},
    {"(count Pips)", Type::kInt, sum_of_dice, needs_dice, {"pips_of(s, -1)"}},
    {"(all DiceUsed)", Type::kBool, all_used, needs_dice, {"all_used(s)"}},
    {"(all DiceEqual)",
     Type::kBool,
     +[](const Node&, Eval& e) -> bool { return e.more().equal != 0; },
     needs_dice,
     {"more(s).equal != 0"}},
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
    {"(is AnyDie int)", Type::kBool, any_die, needs_dice, {"any_die(s, $0)"}},
    {"(forEach Die [replayDouble:bool] [if:bool] moves [then] [combined:bool])",
     Type::kMoves,
     for_each_die,
     needs_dice,
     {.moves = for_each_die}},
};

}  // namespace

std::span<const Row> dice_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
