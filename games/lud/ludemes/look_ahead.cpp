// Moves that depend on what follows them, and moves combined.
#include <algorithm>
#include <array>
#include <string_view>

#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/sets.hpp"

namespace ludex::games::lud {

namespace {

// (do moves [next:moves] [ifAfterwards:condition] [then])
void do_now(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const ScopedValue saved(e.existence_only);
  const bool one_is_enough = e.existence_only != 0;
  if (n.has(1) || n.has(2)) e.existence_only = 0;  // the next moves depend on the first ones
  if (n.has(1)) {
    if (e.too_far()) return;
    // Makes all first moves; the result is the next moves, each preceded by the first moves' actions.
    n.moves(0, e);
    const std::size_t prior_end = e.mark();
    const Copy copy(e);
    Eval other(e, copy.get());
    for (std::size_t i = first; i < prior_end; ++i) {
      other.make(i);
    }
    other.head().last_from = e.head().last_from;
    other.head().last_to = e.head().last_to;
    const std::size_t next_begin = e.mark();
    other.listing = e.new_listing();
    n.moves(1, other);
    // As a consequent the first moves are made even if no next ones follow.
    const bool alone = e.mark() == next_begin && e.workspace.nested > 0;
    for (std::size_t i = next_begin; i < e.workspace.moves.size(); ++i) {
      ListedMove move = e.workspace.moves[i];
      e.merge_into(move, first, prior_end);
      e.workspace.moves[i] = move;
    }
    // Dice have been rolled even if there is no move for them.
    const bool rolled =
        e.layout.has_more && e.more().rolling == kRolled && other.more().rolling != kRolled && !one_is_enough;
    if (rolled && e.workspace.moves.size() == next_begin) {
      e.forced_pass();
      ListedMove move = e.workspace.moves.back();
      e.merge_into(move, first, prior_end);
      e.workspace.moves.back() = move;
    }
    if (!alone)
      e.workspace.moves.erase(e.workspace.moves.begin() + static_cast<std::ptrdiff_t>(first),
                              e.workspace.moves.begin() + static_cast<std::ptrdiff_t>(next_begin));
  } else {
    n.moves(0, e);
  }
  if (n.has(2)) {
    std::size_t kept = first;
    const std::size_t end = e.mark();
    for (std::size_t i = first; i < end && !e.too_far(); ++i) {
      const Copy copy(e);
      Eval other(e, copy.get());
      ++other.head().plies;
      other.make(i);
      other.ends_turn();
      if (n.boolean(2, other)) e.workspace.moves[kept++] = e.workspace.moves[i];
      e.truncate(end);
      if (one_is_enough && kept != first) break;
    }
    e.truncate(kept);
  }
  e.attach(kid_or_null(n, 3), first);
}

void do_then(const Node& n, Eval& e) {
  if (!n.has(2) || !e.tries_later || n.aux != 1) return e.offer_listed([&] { do_now(n, e); });
  // The moves are tested when they are chosen.
  const std::size_t first = e.mark();
  e.offer(n.kid(0));
  const auto test = static_cast<std::int32_t>(e.workspace.tests.size());
  e.workspace.tests.push_back(&n);
  for (std::size_t i = first; i < e.mark(); ++i) e.workspace.moves[i].test = test;
}

// True if a node has a move.
bool has_any(const Node& moves, Eval& e) {
  const std::size_t begin = e.mark();
  const ScopedValue existence(e.existence_only, 1);
  const ScopedValue any(e.want, Want::any());
  e.offer(moves);
  e.truncate(begin);
  return e.want.counted > 0;
}

// The longest continuation counts plies; others the values of the pieces captured, or their number.
enum class Worth { kPlies, kValues, kCaptures };
int worth(const Eval& e, const ListedMove& move, Worth by) {
  if (by == Worth::kPlies) return 1;
  int sum = 0;
  for (std::uint32_t a = 0; a < move.count; ++a) {
    const Action& action = e.workspace.actions[move.first + a];
    if (action.kind == ActionKind::kRemove || action.kind == ActionKind::kRemoveLater)
      sum += by == Worth::kCaptures ? 1 : e.cell_value(e.index(action.type, action.site));
  }
  return sum;
}

// The number of plies for which the mover can continue from a move, or the value he can capture.
int chain(Eval& e, std::size_t move_index, Worth by) {
  const int own = worth(e, e.workspace.moves[move_index], by);
  // Checked before the move is played: at the end of a ply rules may look ahead too.
  if (e.too_far()) return own;
  const int mover = e.mover();
  const Copy copy(e);
  Eval other(e, copy.get());
  other.play(move_index);
  if (is_over(static_cast<GameStatus>(other.head().status)) || other.mover() != mover) return own;
  if (e.layout.has_more && other.more().rolling == kToRoll) return own;
  const std::size_t begin = e.mark();
  other.legal_moves();
  const std::size_t end = e.mark();
  int best = 0;
  for (std::size_t i = begin; i < end; ++i) best = std::max(best, chain(other, i, by));
  e.truncate(begin);
  return own + best;
}

// (max Moves [withValue:bool] moves [then]): moves with the longest continuation, or the greatest capture.
void keep_best(const Node& n, Eval& e, Worth by) {
  const std::size_t first = e.mark();
  n.moves(1, e);
  const std::size_t end = e.mark();
  const Ints borrowed(e);
  std::vector<int>& lengths = borrowed.get();
  int best = 0;
  for (std::size_t i = first; i < end; ++i) {
    lengths.push_back(end == first + 1 ? 1 : chain(e, i, by));
    best = std::max(best, lengths.back());
    e.truncate(end);
  }
  std::size_t kept = first;
  for (std::size_t i = first; i < end; ++i) {
    if (lengths[i - first] == best) e.workspace.moves[kept++] = e.workspace.moves[i];
  }
  e.truncate(kept);
  e.attach(kid_or_null(n, 2), first);
}
void longest_of(const Node& n, Eval& e, Worth by) {
  if (e.existence_only != 0) return e.offer(n.kid(1));
  e.offer_listed([&] {
    if (has_any(n.kid(1), e)) keep_best(n, e, by);
  });
}
void max_moves(const Node& n, Eval& e) {
  longest_of(n, e, n.has(0) && n.boolean(0, e) ? Worth::kValues : Worth::kPlies);
}
// (max Captures [withValue:bool] moves [then])
void max_captures(const Node& n, Eval& e) {
  longest_of(n, e, n.has(0) && n.boolean(0, e) ? Worth::kValues : Worth::kCaptures);
}

// (max Distance [track] [role] moves [then]): the reference lists all of the moves, however far they go.
void max_distance(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  n.moves(2, e);
  e.attach(kid_or_null(n, 3), first);
}

// (avoidStoredState moves [then]): moves that lead to no remembered position.
void avoid_stored(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const ScopedValue saved(e.existence_only);
  e.existence_only = 0;  // the remaining moves are not known yet
  n.moves(0, e);
  const auto* stored = reinterpret_cast<const std::uint64_t*>(e.position + e.layout.history);
  const auto* const stored_end = stored + e.head().history;
  std::size_t kept = first;
  const std::size_t end = e.mark();
  for (std::size_t i = first; i < end && !e.too_far(); ++i) {
    const Copy copy(e);
    Eval other(e, copy.get());
    other.make(i);
    e.truncate(end);
    if (std::find(stored, stored_end, other.position_hash()) == stored_end)
      e.workspace.moves[kept++] = e.workspace.moves[i];
  }
  e.truncate(kept);
  e.attach(kid_or_null(n, 1), first);
}

// (append moves [then]): all moves as one.
void append(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  if (e.want.kind == Want::kCount) {
    {
      const ScopedValue first_one(e.want, Want{.first = true});
      n.kid(0).fn.as_moves(n.kid(0), e);
    }
    if (e.mark() == first) return;
    const std::uint32_t pair = pair_of(e.workspace.moves[first]);
    e.truncate(first);
    static_cast<void>(e.wants_pair(pair));
    return;
  }
  n.moves(0, e);
  const std::size_t end = e.mark();
  if (end == first) return;
  if (!e.wants_pair(pair_of(e.workspace.moves[first]))) return e.truncate(first);
  ListedMove move = e.workspace.moves[first];
  move.count = 0;
  move.then = -1;
  e.merge_into(move, first, end);
  e.truncate(first);
  e.workspace.moves.push_back(move);
  e.attach(kid_or_null(n, 1), first);
}

// (allCombinations moves moves [then]): each of the first with each of the second.
void all_combinations(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  n.moves(0, e);
  const std::size_t middle = e.mark();
  n.moves(1, e);
  const std::size_t end = e.mark();
  if ((middle - first) * (end - middle) > kMostLooks / 100) e.workspace.endless = true;
  if (e.workspace.endless) return;
  for (std::size_t i = first; i < middle; ++i) {
    for (std::size_t j = middle; j < end; ++j) {
      // The second's actions follow the first's.
      ListedMove move = e.workspace.moves[i];
      ListedMove tail = e.workspace.moves[j];
      move.from = e.workspace.moves[i].from;
      tail.from = move.from;
      tail.to = move.to;
      tail.type = move.type;
      e.merge_into(tail, i, i + 1);
      e.workspace.moves.push_back(tail);
    }
  }
  e.workspace.moves.erase(e.workspace.moves.begin() + static_cast<std::ptrdiff_t>(first),
                          e.workspace.moves.begin() + static_cast<std::ptrdiff_t>(end));
  e.attach(kid_or_null(n, 2), first);
}

bool is_single(const Node& n) {
  return n.row != nullptr && n.row->native.is_single != nullptr && n.row->native.is_single(n);
}

// Generated code.

// (do moves ifAfterwards:condition): tries each move on a copy.
std::string after_move(const Node& condition, Emitter& e) {
  const std::string holds = e.boolean(condition);
  CodeWriter out;
  {
    const auto function = out.block("(u8* before, Iterators it, const PackedMove& m)");
    if (const auto known = known_safety(condition, e)) {
      const auto scope = out.block();
      out.line("u8* const s = before;");
      out.add(*known);
    }
    out.line(
        "Workspace* const w = it.workspace;\nconst u32 moves = w->move_count, actions = w->action_count;\n"
        "u8* const s = copy_state(w, before);\nexec<false>(s, it, m, kOfLookAhead);\n"
        "if (head(s).next == head(s).mover) head(s).next = head(s).prev;\nconst bool holds = $0;\n"
        "--w->copy_count;\nw->move_count = moves, w->action_count = actions;\nreturn holds;",
        {holds});
  }
  return e.function("after", "bool", out.text());
}

// Where one move that passes is enough: part by part, and piece by piece, until there is one.
void one_of_parts(const Node& n, const std::string& test, Emitter& e, CodeWriter& out) {
  const Node& all = n.kid(0);
  std::vector<const Node*> parts{&all};
  const std::string_view row = all.row != nullptr ? all.row->text : "";
  if (row == "(or moves moves [then])" && !all.has(2)) parts = {all.kids[0], all.kids[1]};
  if (row == "(or {moves} [then])" && !all.has(1))
    parts.assign(all.kid(0).kids.begin(), all.kid(0).kids.end());
  e.fired("looks ahead until one move passes");
  const auto scope = out.block();
  out.line("const u32 first = w->move_count;\nconst int ex = it.existence_only;\nit.existence_only = 0;");
  for (const Node* part : parts) {
    const auto none = out.block("if (w->move_count == first)");
    const std::string_view of = part->row != nullptr ? part->row->text : "";
    CodeWriter list;
    if (of.starts_with("(forEach Piece ")) {
      try {
        const ScopedValue tested(e.piece_test, std::string(test));
        e.known_moves(*part, list);
        out.add(list.text());
        continue;
      } catch (const Unknown&) {
        list = {};
      }
    }
    e.moves(*part, list);
    out.add(list.text());
    out.line("keeps_one(w, first, [&](const PackedMove& m) { return $0(s, it, m); });", {test});
  }
  out.line("it.existence_only = ex;");
}

// True for a roll without consequents, or a choice of such.
bool only_rolls(const Node& n) {
  const std::string_view row = n.row != nullptr ? n.row->text : "";
  if (row == "(roll [then])") return !n.has(0);
  return row == "(if bool moves [moves] [then])" && only_rolls(n.kid(1)) &&
         (!n.has(2) || only_rolls(n.kid(2))) && !n.has(3);
}

// (do (roll) next:moves): the dice show the roll while the moves are listed.
void roll_then(const Node& n, Emitter& e, CodeWriter& out) {
  if (!only_rolls(n.kid(0)) || n.has(2) || !e.rolls_if.empty() || e.program().uses_last_touched)
    throw Unknown{};
  if (e.reads_iterators(&n.kid(0)) || codegen::contains(&n.kid(0), "(to)")) throw Unknown{};
  const Node* const then = kid_or_null(n, 3);
  const std::string rolls = e.rolls_before(n.kid(0));
  const ScopedValue all(e.only_exists, false);
  const ScopedValue rolled(e.rolls_if, std::string(rolls));
  CodeWriter list, pass;
  e.moves_then(then, n.kid(1), list);
  auto thens = e.thens;
  if (then != nullptr) thens.push_back(then);
  {
    const ScopedValue around(e.thens, std::move(thens));
    MoveCode move;
    move.last_type = e.own();
    move.forced = true;
    pass.line("if (rolls && asks_for_all && w->move_count == first) pass(w, $0);", {e.generator(move)});
  }
  const auto scope = out.block();
  out.line(
      "const u32 first = w->move_count;\nconst bool asks_for_all = it.existence_only == 0;\n"
      "const bool rolls = ($0) && more(s).rolling == kRolled;",
      {rolls});
  {
    const auto shown = out.block();
    out.line(
        "const DiceBefore before(s);\nif (rolls) roll(s);\nIterators of_all = it;\n"
        "of_all.existence_only = of_all.tries_later = 0;");
    const auto inner = out.block();
    out.line("Iterators it = of_all;");
    out.add(list.text());
  }
  // Dice have been rolled even if there is no move for them.
  out.add(pass.text());
}

void do_then(const Node& n, Emitter& e, CodeWriter& out) {
  if (n.has(1)) return roll_then(n, e, out);
  const Node* const then = kid_or_null(n, 3);
  if (!n.has(2)) {
    e.moves_then(then, n.kid(0), out);
    return;
  }
  // The consequents after it apply when the move is made, not when it is tried.
  if (!e.thens.empty() || then != nullptr) throw Unknown{};
  const bool one = e.only_exists;
  const ScopedValue all(e.only_exists, false);
  if (one && n.aux != 1) {
    one_of_parts(n, after_move(n.kid(2), e), e, out);
    return;
  }
  CodeWriter list;
  e.moves(n.kid(0), list);
  const std::string name = after_move(n.kid(2), e);
  const auto scope = out.block();
  out.line("const u32 first = w->move_count;\nconst int ex = it.existence_only;\nit.existence_only = 0;");
  out.add(list.text());
  const auto filter = [&] {
    out.line("u32 kept = first;\nconst u32 end = w->move_count;");
    {
      const auto loop = out.block("for (u32 k = first; k < end; ++k)");
      out.line(
          "const PackedMove m = w->moves[k];\n"
          "if ($0(s, it, m)) { w->moves[kept++] = m; if (ex != 0) break; }",
          {name});
    }
    out.line("w->move_count = kept;");
  };
  if (e.program().tries_later && n.aux == 1) {
    const int test = e.test_later(name + "(s, fresh(w), m)");
    {
      const auto later = out.block("if ((it.tries_later & 1) != 0)");
      out.line("for (u32 k = first; k < w->move_count; ++k) w->moves[k].test = $0;", {test});
    }
    const auto now = out.block("else");
    filter();
  } else {
    filter();
  }
  out.line("it.existence_only = ex;");
}

// True if an effect captures enclosed enemies, adds to scores, and does nothing else.
bool takes_enclosed_only(const Node& n) {
  const std::string_view row = n.row != nullptr ? n.row->text : "";
  if (n.type == Type::kMoves) {
    constexpr std::array<std::string_view, 3> kAllowed{"(and ", "(addScore ", "(enclose "};
    const bool removes = row.starts_with("(remove ") && n.tree->to_text() == "(remove (between))";
    const auto is_allowed = [&](std::string_view beginning) { return row.starts_with(beginning); };
    if (!removes && std::none_of(kAllowed.begin(), kAllowed.end(), is_allowed)) return false;
    // With exceptions a group is taken that has a liberty.
    if (row.starts_with("(enclose ") && n.has(3)) return false;
    if (row.starts_with("(enclose ") && n.has(2) && n.kid(2).has(between_arg::kIf) &&
        n.kid(2).kid(between_arg::kIf).tree->to_text() != "if:(is Enemy (who at:(between)))")
      return false;
  }
  return std::all_of(n.kids.begin(), n.kids.end(),
                     [](const Node* kid) { return kid == nullptr || takes_enclosed_only(*kid); });
}
// The test of moves that add a piece, which has a liberty afterwards if a site next to it is empty before.
std::string with_open_steps(const Node& moves, const Node& condition, const std::string& test, Emitter& e) {
  constexpr std::string_view kAsks = "has_liberty(s, (int)head(s).last_to, ";
  const std::string holds = e.boolean(condition);
  const std::size_t at = holds.find(kAsks), begin = at + kAsks.size();
  if (at == std::string::npos || holds.find_first_not_of('(') != at) return test;
  const std::size_t end = holds.find(')', begin);
  const bool whole = holds.find_first_not_of(')', end) == std::string::npos;
  const std::string_view row = moves.row != nullptr ? moves.row->text : "";
  if (!whole || !row.starts_with("(move Add ") || (moves.has(3) && !takes_enclosed_only(moves.kid(3))))
    return test;
  e.fired("a liberty next to an addition");
  return code("(has_open_step(s, m.to, $0) || $1)", {holds.substr(begin, end - begin), test});
}

// As sets: the moves wait for their test.
void ways_of_tested(const Node& n, Emitter& e, codegen::WayWriter& out) {
  if (n.has(1)) throw Unknown{};
  if (!n.has(2)) return e.ways_then(kid_or_null(n, 3), n.kid(0), out);
  if (!e.thens.empty() || n.has(3) || n.aux != 1 || out.test >= 0) throw Unknown{};
  const ScopedValue tested(
      out.test,
      e.test_later(with_open_steps(n.kid(0), n.kid(2), after_move(n.kid(2), e) + "(s, fresh(w), m)", e)));
  e.ways(n.kid(0), out);
}

// True if an effect is at most one move, of however many actions.
bool is_one_move(const Node& n) {
  static constexpr std::array<std::string_view, 7> kOne{
      "(moveAgain", "(sow ", "(set Var", "(set Counter", "(set State", "(set Value [", "(set Count "};
  const std::string_view row = n.row != nullptr ? n.row->text : "";
  if (row.starts_with("(set Pending")) return !n.has(0) || n.kid(0).type == Type::kInt;
  if (row.starts_with("(do ")) return n.has(1) && is_one_move(n.kid(1));
  if (row.starts_with("(if bool moves")) return is_one_move(n.kid(1)) && (!n.has(2) || is_one_move(n.kid(2)));
  return is_single(n) ||
         std::any_of(kOne.begin(), kOne.end(), [&](std::string_view each) { return row.starts_with(each); });
}

// (do moves next:moves) as a consequent: the second effect is found on a copy after the first.
void do_then(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Program& p = e.program();
  const Consequents thens = codegen::joined(n, 3, outer);
  if (!n.has(1) || n.has(2) || !e.in_consequent || p.layout.has_stacks || p.uses_last_touched)
    throw Unknown{};
  if (codegen::contains(&n.kid(0), "(then") || !is_one_move(n.kid(1))) throw Unknown{};
  if (!thens.empty() && !is_one_move(n.kid(0))) throw Unknown{};
  const std::string first = e.local("first");
  const auto scope = out.block();
  out.line("const u32 $0 = w->action_count;", {first});
  e.effects(n.kid(0), {}, out);
  {
    const auto after = out.block();
    out.line(
        "u8* const after = copy_state(w, s);\nrun_actions<false>(after, $0, w->action_count, it);\n"
        "u8* const s = after;",
        {first});
    e.effects(n.kid(1), {}, out);
    out.line("--w->copy_count;");
  }
  if (thens.empty()) return;
  const auto any = out.block("if (w->action_count > $0)", {first});
  e.put_consequents(thens, out);
}

// Some of the moves of a list.
bool ends_of_tested(const Node& n, Emitter& e, codegen::Ends& out) {
  return !n.has(1) && add_ends(n.kid(0), e, out);
}
bool ends_of_longest(const Node& n, Emitter& e, codegen::Ends& out) {
  return add_ends(n.kid(1), e, out);
}

int append_generator(const Node& n, Emitter& e) {
  // Requires effects that each concern one site, and the same one in every case.
  for (const char* word : {"(fromTo", "(move ", "moveAgain", "(set Score", "(addScore", "(set Var",
                           "(set Counter", "(set Pending", "(pass", "(then"})
    if (codegen::contains(&n.kid(0), word)) throw Unknown{};
  if (e.program().layout.slots != 1) throw Unknown{};
  MoveCode move;
  const bool takes = codegen::contains(&n.kid(0), "(remove") || codegen::reads_ply(n.kid(0).tree->to_text());
  if (const auto now = takes ? std::nullopt : e.direct(n.kid(0))) {
    move.action = *now;
  } else {
    CodeWriter list;
    e.effects(n.kid(0), {}, list);
    move.effects = list.text();
  }
  move.last_type = e.own();
  move.then = kid_or_null(n, 1);
  move.takes_at_end = false;
  return e.generator(move);
}

// (append moves): all its effects as one move, at the site of the first.
void append(const Node& n, Emitter& e, CodeWriter& out) {
  const int generator = append_generator(n, e);
  const auto scope = out.block();
  out.line("const u32 first = w->action_count;");
  {
    const auto effects = out.block();
    e.effects(n.kid(0), {}, out);
  }
  const auto any = out.block("if (w->action_count > first)");
  out.line(
      "const int at = w->actions[first].site;\nw->action_count = first;\n"
      "keep(push(w, $0, at, at), it);",
      {generator});
}

// As sets: captures from each site, whose first effect is an addition there.
void ways_of_append(const Node& n, Emitter& e, codegen::WayWriter& out) {
  const Node& what = n.kid(0);
  const Node* const between =
      what.row != nullptr && what.tree->head() == "custodial" ? kid_or_null(what, 2) : nullptr;
  const Node* const effect = effect_of(between, between_arg::kApply);
  if (!out.of_site || out.sites.empty() || effect == nullptr) throw Unknown{};
  const Node* first = &effect->kid(apply_arg::kEffect);
  if (first->tree->head() == "allCombinations") first = &first->kid(0);
  if (first->tree->head() != "add" || !surely_acts(*first, e)) throw Unknown{};
  const bool hands = e.program().layout.size[static_cast<std::size_t>(e.own())] != e.program().board_sites;
  const auto set = hands ? std::nullopt : e.set_of(what);
  if (!set) throw Unknown{};
  out.add(e.fresh("ways"), code("$0 & $1", {out.sites, *set}), {"", 0, append_generator(n, e)});
}

// (max Moves moves): the moves with the longest continuation.
void max_moves(const Node& n, Emitter& e, CodeWriter& out) {
  const Program& p = e.program();
  if (n.has(0) || p.no_repeat >= 0 || p.swap_rule) throw Unknown{};
  e.plays_chains();
  // The best moves of a list are the best of those that an inner (max Moves) would keep, unless the list is
  // filtered or combined further.
  for (const auto& node : const_cast<Program&>(p).nodes.all())
    for (const char* word : {"(do ", "(append ", "(allCombinations ", "(avoidStoredState "})
      if (node->row != nullptr && std::string_view(node->row->text).starts_with(word)) throw Unknown{};
  const auto scope = out.block();
  out.line("const u32 first = w->move_count;");
  e.moves_then(kid_or_null(n, 2), n.kid(1), out);
  out.line("if (it.existence_only == 0 && (it.tries_later & 2) == 0) keep_longest(s, w, first);");
}

// (avoidStoredState moves): the hash of each move's end is compared with those remembered.
void avoid_stored(const Node& n, Emitter& e, CodeWriter& out) {
  if (!e.thens.empty() || n.has(1)) throw Unknown{};
  // Positions of other looks ahead have no hash.
  for (const auto& node : e.program().nodes.all()) {
    const std::string_view row = node->row != nullptr ? node->row->text : "";
    if (row.starts_with("(max Moves ") || row.starts_with("(sow ") ||
        (row.starts_with("(do ") && node->has(2)))
      throw Unknown{};
  }
  const ScopedValue all(e.only_exists, false);
  CodeWriter list;
  e.moves(n.kid(0), list);
  const auto scope = out.block();
  out.line("const u32 first = w->move_count;\nconst int ex = it.existence_only;\nit.existence_only = 0;");
  out.add(list.text());
  out.line("it.existence_only = ex;\nkeep_new(s, w, it, first, ex != 0);");
}

// Pairs one effect with one other.
void all_combinations(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Consequents thens = codegen::joined(n, 2, outer);
  if (!is_single(n.kid(0)) || !is_single(n.kid(1))) throw Unknown{};
  const auto scope = out.block();
  out.line("const u32 one = w->action_count;");
  e.effects(n.kid(0), {}, out);
  const auto any = out.block("if (const u32 two = w->action_count; two > one)");
  e.effects(n.kid(1), {}, out);
  out.line("if (w->action_count == two) w->action_count = one;");
  if (thens.empty()) return;
  const auto pairs = out.block("else");
  e.put_consequents(thens, out);
}

std::optional<std::string> all_combinations_now(const Node& n, Emitter& e) {
  const ScopedValue about(e.subject, codegen::Subject::kSite);
  if (n.has(2) || !surely_acts(n.kid(0), e) || !surely_acts(n.kid(1), e)) return std::nullopt;
  const auto one = e.direct(n.kid(0)), two = e.direct(n.kid(1));
  if (!one || !two) return std::nullopt;
  return *one + "\n" + *two;
}

const Row kRows[] = {
    {"(do moves [next:moves] [ifAfterwards:bool] [then])",
     Type::kMoves,
     Counting{do_then},
     nullptr,
     {.moves = do_then, .effects = do_then, .ways = ways_of_tested, .ends = ends_of_tested}},
    {"(max Moves [withValue:bool] moves [then])",
     Type::kMoves,
     Counting{max_moves},
     +[](Node& n, Compiler& c) {
       if (n.has(0)) c.needs_value();
     },
     {.moves = max_moves, .ends = ends_of_longest}},
    {"(max Captures [withValue:bool] moves [then])", Type::kMoves, Counting{max_captures},
     +[](Node& n, Compiler& c) {
       if (n.has(0)) c.needs_value();
     }},
    {"(max Distance [string] [role] moves [then])",
     Type::kMoves,
     max_distance,
     nullptr,
     {.moves = +[](const Node& n, Emitter& e,
                   CodeWriter& out) { e.moves_then(kid_or_null(n, 3), n.kid(2), out); }}},
    {"(avoidStoredState moves [then])",
     Type::kMoves,
     avoid_stored,
     +[](Node&, Compiler& c) { c.needs_history(); },
     {.moves = avoid_stored, .ends = ends_of_tested}},
    {"(append moves [then])",
     Type::kMoves,
     Counting{append},
     nullptr,
     {.moves = append, .ways = ways_of_append}},
    {"(allCombinations moves moves [then])",
     Type::kMoves,
     all_combinations,
     nullptr,
     {.effects = all_combinations, .direct = all_combinations_now}},
};

}  // namespace

std::span<const Row> look_ahead_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
