// Effects on the stored state of a position: states, counts, scores, values, the next player.
#include <algorithm>

#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/tables.hpp"

namespace ludex::games::lud {

namespace {

// One effect on one site; argument 1 is the site, 2 the value.
template <ActionKind kind>
void set_at_site(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int at = n.integer(1, e);
  if (!e.in_range(n.imm, at)) return;
  e.push(at, at, n.imm);
  const int value = n.integer(2, e);
  const int level = n.kids.size() > 4 ? n.integer_or(4, e, kOff) : kOff;
  e.act({.kind = kind,
         .type = static_cast<std::uint8_t>(n.imm),
         .site = static_cast<std::int16_t>(at),
         .what = value,
         .level = static_cast<std::int16_t>(level)});
  e.attach(kid_or_null(n, 3), first);
}
void mark_level(const Node& n, Compiler& c) {
  if (n.kids.size() > 4 && n.has(4)) c.needs_stacks();
}
void resolve_state(Node& n, Compiler& c) {
  site_type_at<0>(n, c);
  mark_level(n, c);
  c.needs_state();
}
void resolve_value(Node& n, Compiler& c) {
  site_type_at<0>(n, c);
  mark_level(n, c);
  c.needs_value();
}
void resolve_count(Node& n, Compiler& c) {
  site_type_at<0>(n, c);
  c.needs_count();
}

template <ActionKind kind>
void of_player(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int value = n.integer(1, e);
  const auto role = static_cast<Role>(n.kid(0).imm);
  const bool everyone = n.kid(0).type == Type::kRole && (role == Role::kEach || role == Role::kAll);
  const int who = n.kid(0).type == Type::kPlayerOf ? n.kid(0).integer(0, e) : n.integer(0, e);
  for (int q = 1; q <= e.program.players; ++q) {
    if (!everyone && q != who) continue;
    push_action(e, {.kind = kind, .player = static_cast<std::int8_t>(q), .what = value});
  }
  e.attach(kid_or_null(n, 2), first);
}
void resolve_score(Node&, Compiler& c) {
  c.needs_score();
}

void set_counter(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  // The counter is incremented at the end of the ply.
  push_action(e, {.kind = ActionKind::kSetCounter, .what = n.has(0) ? n.integer(0, e) : -1});
  e.attach(kid_or_null(n, 1), first);
}

void set_pending(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  if (!n.has(0)) {
    push_action(e, {.kind = ActionKind::kSetPending, .what = 1});
  } else if (n.kid(0).type == Type::kInt) {
    push_action(e, {.kind = ActionKind::kSetPending, .what = n.integer(0, e)});
  } else {
    const Words region(e);
    n.region(0, e, region);
    for_each_site(region.get(), e.layout.words,
                  [&](int at) { push_action(e, {.kind = ActionKind::kSetPending, .what = at}); });
  }
  e.attach(kid_or_null(n, 1), first);
}

void resolve_variable(Node& n, Compiler& c) {
  n.imm = n.has(0) ? c.variable(n.kid(0).text()) : -1;
}
void set_variable(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  push_action(
      e,
      {.kind = ActionKind::kSetVariable, .site = static_cast<std::int16_t>(n.imm), .what = n.integer(1, e)});
  e.attach(kid_or_null(n, 2), first);
}

void set_next_player(const Node& n, Eval& e) {
  const int player = n.kid(0).integer(0, e);
  if (player < 1 || player > e.program.players) return;
  push_action(e, {.kind = ActionKind::kNextPlayer, .player = static_cast<std::int8_t>(player)});
  e.attach(kid_or_null(n, 1), e.mark() - 1);
}

void move_again(const Node& n, Eval& e) {
  push_action(e, {.kind = ActionKind::kMoveAgain});
  e.attach(kid_or_null(n, 0), e.mark() - 1);
}

void resolve_event(Node& n, Compiler& c) {
  n.imm = c.event(n.kid(0).text());
  const int most = c.program().players <= 4 ? 8 : 4;
  if (n.imm >= most) Compiler::fail(n, "more than " + std::to_string(most) + " events are not implemented");
}
void trigger(const Node& n, Eval& e) {
  const int player = n.integer(1, e);
  if (player < 1 || player > e.program.players) return;
  push_action(e, {.kind = ActionKind::kTrigger, .player = static_cast<std::int8_t>(player), .what = n.imm});
  e.attach(kid_or_null(n, 2), e.mark() - 1);
}

void resolve_memory(Node& n, Compiler& c) {
  n.imm = c.memory(n.has(0) ? n.kid(0).text() : "");
}
void remember(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const bool unique = n.has(2) && n.boolean(2, e);
  const auto one = [&](int value) {
    push_action(e, {.kind = ActionKind::kRemember,
                    .site = static_cast<std::int16_t>(n.imm),
                    .what = value,
                    .state = static_cast<std::int16_t>(unique ? 1 : 0)});
  };
  if (n.kid(1).type == Type::kInt) {
    one(n.integer(1, e));
  } else {
    const Words region(e);
    n.region(1, e, region);
    for_each_site(region.get(), e.layout.words, one);
  }
  e.attach(kid_or_null(n, 3), first);
}
void resolve_forget(Node& n, Compiler& c) {
  n.imm = n.has(0) ? c.memory(n.kid(0).text()) : kOff;
}
void forget_all(const Node& n, Eval& e) {
  push_action(e, {.kind = ActionKind::kForgetAll, .site = static_cast<std::int16_t>(n.imm)});
  e.attach(kid_or_null(n, 2), e.mark() - 1);
}
void forget(const Node& n, Eval& e) {
  push_action(
      e, {.kind = ActionKind::kForget, .site = static_cast<std::int16_t>(n.imm), .what = n.integer(1, e)});
  e.attach(kid_or_null(n, 2), e.mark() - 1);
}

// (remember State): remembers the board. The history of such games holds the remembered positions.
void remember_state(const Node& n, Eval& e) {
  push_action(e, {.kind = ActionKind::kRememberState});
  e.attach(kid_or_null(n, 0), e.mark() - 1);
}
void note(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  push_action(e, {.kind = ActionKind::kNote});
  e.attach(kid_or_null(n, 2), first);
}

// (swap Players role role [then])
void swap_players(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  push_action(e, {.kind = ActionKind::kSwap});
  e.attach(kid_or_null(n, 2), first);
}

// (flip [type] [site]): changes the state of the piece there to its other state.
void flip(const Node& n, Eval& e) {
  const int at = n.integer_or(1, e, e.to);
  if (!e.in_range(n.imm, at)) return;
  const int i = e.index(n.imm, at);
  const auto& flips = e.program.components[static_cast<std::size_t>(e.what(i))].flips;
  if (flips[0] == flips[1]) return;
  const int state = e.state(i) == flips[0] ? flips[1] : e.state(i) == flips[1] ? flips[0] : e.state(i);
  e.push(at, at, n.imm);
  e.act({.kind = ActionKind::kSetState,
         .type = static_cast<std::uint8_t>(n.imm),
         .site = static_cast<std::int16_t>(at),
         .what = state});
  e.attach(kid_or_null(n, 2), e.mark() - 1);
}

// Generated code.

// An action, with its consequents. Without any it is one statement.
void put(const std::string& action, const Consequents& thens, Emitter& e, CodeWriter& out) {
  if (thens.empty()) {
    out.line(action);
    return;
  }
  const auto scope = out.block();
  out.line(action);
  e.put_consequents(thens, out);
}

template <ActionKind>
constexpr const char* kName = nullptr;
template <>
constexpr const char* kName<ActionKind::kSetState> = "kSetState";
template <>
constexpr const char* kName<ActionKind::kSetValue> = "kSetValue";
template <>
constexpr const char* kName<ActionKind::kSetCount> = "kSetCount";
template <>
constexpr const char* kName<ActionKind::kSetPlayerValue> = "kSetPlayerValue";
template <>
constexpr const char* kName<ActionKind::kSetScore> = "kSetScore";
template <>
constexpr const char* kName<ActionKind::kAddScore> = "kAddScore";

template <ActionKind kind>
void put_at_site(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Consequents thens = codegen::joined(n, 3, outer);
  const auto site = out.block("if (const int at = $0; in_range<$1>(at))", {e.integer(n.kid(1)), n.imm});
  out.line("put_site(w, $0, $1, at, $2);", {kName<kind>, n.imm, e.integer(n.kid(2))});
  if (n.kids.size() > 4 && n.has(4))
    out.line("w->actions[w->action_count - 1].level = (i16)$0;", {e.integer(n.kid(4))});
  e.put_consequents(thens, out);
}
template <ActionKind kind>
void put_of_player(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  if (n.kid(0).type == Type::kPlayerOf) throw Unknown{};
  const Consequents thens = codegen::joined(n, 2, outer);
  const auto role = static_cast<Role>(n.kid(0).imm);
  const bool everyone = n.kid(0).type == Type::kRole && (role == Role::kEach || role == Role::kAll);
  const auto scope = out.block();
  out.line("const int value = $0;", {e.integer(n.kid(1))});
  const auto loop = out.block("for (int q = 1; q <= kPlayers; ++q)");
  if (!everyone) out.line("if (q != $0) continue;", {e.integer(n.kid(0))});
  out.line("put_site(w, $0, 0, kOff, value);\nw->actions[w->action_count - 1].player = (i8)q;",
           {kName<kind>});
  e.put_consequents(thens, out);
}
void set_counter(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  put(code("put_site(w, kSetCounter, 0, kOff, $0);", {e.number(n, 0, -1)}), codegen::joined(n, 1, outer), e,
      out);
}
void set_pending(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Consequents thens = codegen::joined(n, 1, outer);
  if (n.has(0) && n.kid(0).type != Type::kInt) {
    e.each_site(n, 0, "kOff", out, [&] {
      out.line("put_site(w, kSetPending, 0, kOff, at);");
      e.put_consequents(thens, out);
    });
    return;
  }
  put(code("put_site(w, kSetPending, 0, kOff, $0);", {e.number(n, 0, 1)}), thens, e, out);
}
void move_again(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  put("put_site(w, kMoveAgain, 0, kOff, 0);", codegen::joined(n, 0, outer), e, out);
}
void set_variable(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  put(code("put_site(w, kSetVariable, 0, $0, $1);", {n.imm, e.integer(n.kid(1))}),
      codegen::joined(n, 2, outer), e, out);
}
void trigger(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Consequents thens = codegen::joined(n, 2, outer);
  const auto one = out.block("if (const int q = $0; q >= 1 && q <= kPlayers)", {e.integer(n.kid(1))});
  out.line("put_site(w, kTrigger, 0, kOff, $0);\nw->actions[w->action_count - 1].player = (i8)q;", {n.imm});
  e.put_consequents(thens, out);
}
// Remembered values are kept by the interpreter's actions.
void remember(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Consequents thens = codegen::joined(n, 3, outer);
  const auto scope = out.block();
  out.line("const bool unique = $0;", {n.has(2) ? e.boolean(n.kid(2)) : std::string("false")});
  const auto one = [&](const std::string& value) {
    out.line("put_site(w, kRemember, 0, $0, $1);\nw->actions[w->action_count - 1].state = (i16)unique;",
             {n.imm, value});
    e.put_consequents(thens, out);
  };
  if (n.kid(1).type == Type::kInt) return one(e.integer(n.kid(1)));
  e.each_site(n, 1, "kOff", out, [&] { one("at"); });
}
void forget_all(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  put(code("put_site(w, kForgetAll, 0, $0, 0);", {n.imm}), codegen::joined(n, 2, outer), e, out);
}
void forget(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  put(code("put_site(w, kForget, 0, $0, $1);", {n.imm, e.integer(n.kid(1))}), codegen::joined(n, 2, outer), e,
      out);
}
void remember_state(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  put("put_site(w, kRememberState, 0, kOff, 0);", codegen::joined(n, 0, outer), e, out);
}
void note(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  put("put_site(w, kNote, 0, kOff, 0);", codegen::joined(n, 2, outer), e, out);
}
void flip(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Consequents thens = codegen::joined(n, 2, outer);
  ArrayText pairs;
  for (const Component& each : e.program().components)
    pairs.add(code("{$0,$1}", {each.flips[0], each.flips[1]}));
  const std::string table = e.table("i16", "[][2]", pairs.text());
  const auto site =
      out.block("if (const int at = $0; in_range<$1>(at))", {e.integer_or(n, 1, "it.to"), n.imm});
  out.line("const i16* const flips = $0[what<$1>(s, at)];", {table, n.imm});
  const auto flips = out.block("if (flips[0] != flips[1])");
  out.line(
      "const int now = state_at<$0>(s, at);\n"
      "put_site(w, kSetState, $0, at, now == flips[0] ? flips[1] : now == flips[1] ? flips[0] : now);",
      {n.imm});
  e.put_consequents(thens, out);
}

// The same as single statements.
using Direct = std::optional<std::string>;

Direct move_again_now(const Node& n, Emitter&) {
  if (n.has(0)) return std::nullopt;
  return "head(s).next = head(s).mover;";
}
Direct remember_state_now(const Node& n, Emitter&) {
  if (n.has(0)) return std::nullopt;
  return "remember_state<Hashes>(s);";
}
Direct flip_now(const Node& n, Emitter& e) {
  if (n.has(2)) return std::nullopt;
  ArrayText pairs;
  for (const Component& each : e.program().components)
    pairs.add(code("{$0,$1}", {each.flips[0], each.flips[1]}));
  return code(
      "if (const int at = $0; in_range<$1>(at)) {\n"
      "  const i16* const flips = $2[what<$1>(s, at)];\n  const int now = state_at<$1>(s, at);\n"
      "  if (flips[0] != flips[1])\n"
      "    set_state<Hashes>(s, $1, at, now == flips[0] ? flips[1] : now == flips[1] ? flips[0] : now);\n}",
      {e.integer_or(n, 1, "it.to"), n.imm, e.table("i16", "[][2]", pairs.text())});
}
Direct set_counter_now(const Node& n, Emitter& e) {
  if (n.has(1)) return std::nullopt;
  return code("rest(s).counter = $0;", {e.number(n, 0, -1)});
}
template <ActionKind kind>
Direct score_now(const Node& n, Emitter& e) {
  const Node& who = n.kid(0);
  if (n.has(2) || who.type != Type::kRole) return std::nullopt;
  const auto role = static_cast<Role>(who.imm);
  if (role != Role::kMover && role != Role::kNext && !(who.imm >= 1 && who.imm <= e.program().players))
    return std::nullopt;
  return code("score_of(s, $0) $1= $2;",
              {e.role(who.imm), kind == ActionKind::kAddScore ? "+" : "", e.integer(n.kid(1))});
}
Direct set_state_now(const Node& n, Emitter& e) {
  if (n.has(3) || n.has(4)) return std::nullopt;
  return code("if (const int at = $0; in_range<$1>(at)) set_state<Hashes>(s, $1, at, $2);",
              {e.integer(n.kid(1)), n.imm, e.integer(n.kid(2))});
}

const Row kRows[] = {
    {"(set State [sitetype] at:int int [then] [level:int])",
     Type::kMoves,
     set_at_site<ActionKind::kSetState>,
     resolve_state,
     {.effects = put_at_site<ActionKind::kSetState>, .direct = set_state_now}},
    {"(set Value [sitetype] at:int int [then] [level:int])",
     Type::kMoves,
     set_at_site<ActionKind::kSetValue>,
     resolve_value,
     {.effects = put_at_site<ActionKind::kSetValue>}},
    {"(set Count [sitetype] at:int int [then])",
     Type::kMoves,
     set_at_site<ActionKind::kSetCount>,
     resolve_count,
     {.effects = put_at_site<ActionKind::kSetCount>}},
    {"(set Value role int [then])",
     Type::kMoves,
     of_player<ActionKind::kSetPlayerValue>,
     nullptr,
     {.effects = put_of_player<ActionKind::kSetPlayerValue>}},
    {"(set Score role|playerof int [then])",
     Type::kMoves,
     of_player<ActionKind::kSetScore>,
     resolve_score,
     {.effects = put_of_player<ActionKind::kSetScore>,
      .direct = score_now<ActionKind::kSetScore>,
      .leaves_board = true}},
    {"(addScore role|playerof int [then])",
     Type::kMoves,
     of_player<ActionKind::kAddScore>,
     resolve_score,
     {.effects = put_of_player<ActionKind::kAddScore>,
      .direct = score_now<ActionKind::kAddScore>,
      .leaves_board = true}},
    {"(set Counter [int] [then])",
     Type::kMoves,
     set_counter,
     nullptr,
     {.effects = set_counter, .direct = set_counter_now, .leaves_board = true}},
    {"(set Pending [int|region] [then])",
     Type::kMoves,
     set_pending,
     nullptr,
     {.effects = set_pending, .leaves_board = true}},
    {"(set Var [string] int [then])",
     Type::kMoves,
     set_variable,
     resolve_variable,
     {.effects = set_variable, .leaves_board = true}},
    {"(set NextPlayer playerof [then])", Type::kMoves, set_next_player},
    {"(moveAgain [then])",
     Type::kMoves,
     move_again,
     nullptr,
     {.effects = move_again, .direct = move_again_now, .leaves_board = true}},
    {"(trigger string role|int [then])",
     Type::kMoves,
     trigger,
     resolve_event,
     {.effects = trigger, .leaves_board = true}},
    {"(remember Value [string] int|region [unique:bool] [then])",
     Type::kMoves,
     remember,
     resolve_memory,
     {.effects = remember, .leaves_board = true}},
    {"(remember State [then])",
     Type::kMoves,
     remember_state,
     +[](Node& n, Compiler& c) {
       if (c.program().cycle != 0)
         Compiler::fail(n, "remembered states in a game that asks for cycles are not implemented");
       c.needs_history();
     },
     {.effects = remember_state, .direct = remember_state_now, .leaves_board = true}},
    {"(forget Value [string] 'All' [then])",
     Type::kMoves,
     forget_all,
     resolve_forget,
     {.effects = forget_all, .leaves_board = true}},
    {"(forget Value [string] int [then])",
     Type::kMoves,
     forget,
     resolve_forget,
     {.effects = forget, .leaves_board = true}},
    {"(note string [to:role] [then])", Type::kMoves, note, nullptr, {.effects = note}},
    {"(swap Players role|int role|int [then])", Type::kMoves, swap_players},
    {"(flip [sitetype] [int] [then])",
     Type::kMoves,
     flip,
     resolve_state,
     {.effects = flip, .direct = flip_now, .is_single = +[](const Node& n) { return !n.has(2); }}},
};

}  // namespace

std::span<const Row> effect_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
