// Conditions.
#include <algorithm>
#include <string_view>

#include "games/lud/codegen/additions.hpp"
#include "games/lud/interpreter/site_sets.hpp"
#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/sets.hpp"
#include "games/lud/ludemes/tables.hpp"

namespace ludex::games::lud {

namespace {

bool all_of(const Node& n, Eval& e) {
  for (const Node* kid : n.kid(0).kids) {
    if (!kid->fn.as_bool(*kid, e)) return false;
  }
  return true;
}
bool any_of(const Node& n, Eval& e) {
  for (const Node* kid : n.kid(0).kids) {
    if (kid->fn.as_bool(*kid, e)) return true;
  }
  return false;
}

bool same_region(const Node& n, Eval& e) {
  const Words a(e);
  const Words b(e);
  n.region(0, e, a);
  n.region(1, e, b);
  return std::equal(a.get(), a.get() + e.layout.words, b.get());
}

bool is_empty(const Node& n, Eval& e) {
  const int at = n.integer(1, e);
  return e.in_range(n.imm, at) && e.is_empty(n.imm, at);
}
bool is_occupied(const Node& n, Eval& e) {
  const int at = n.integer(1, e);
  return e.in_range(n.imm, at) && !e.is_empty(n.imm, at);
}

// Most conditions compare the owner at (to) or (between): one call instead of three.
enum class Asked { kEnemy, kFriend, kThat, kNotThat };
template <int Eval::*At>
int who_stands(const Node& who, Eval& e) {
  const int at = e.*At;
  return e.in_range(who.imm, at) ? e.who_at(who.imm, at) : kOff;
}
template <int Eval::*At, Asked asked>
bool who_is(const Node& n, Eval& e) {
  const int who = who_stands<At>(n.kid(0), e);
  if constexpr (asked == Asked::kEnemy) return e.is_enemy(who);
  if constexpr (asked == Asked::kFriend) return e.is_friend(who);
  if constexpr (asked == Asked::kThat) return who == n.integer(1, e);
  return who != n.integer(1, e);
}
template <int Eval::*At, bool empty>
bool stands(const Node& n, Eval& e) {
  const int at = e.*At;
  return e.in_range(n.imm, at) && e.is_empty(n.imm, at) == empty;
}
bool is_row(const Node& n, std::string_view text) {
  return n.row != nullptr && n.row->text == text;
}
// Sets the function of a node whose argument `site` is an iterator.
void bind_site(Node& n, const Node& site, BoolFn to, BoolFn between) {
  if (is_row(site, "(to)")) n.fn.as_bool = to;
  if (is_row(site, "(between)")) n.fn.as_bool = between;
}
template <Asked asked>
void resolve_who(Node& n, Compiler&) {
  const Node& who = n.kid(0);
  if (is_row(who, "(who [sitetype] at:int [level:int])") && !who.has(2))
    bind_site(n, who.kid(1), who_is<&Eval::to, asked>, who_is<&Eval::between, asked>);
}
template <bool empty>
void resolve_stands(Node& n, Compiler& c) {
  site_type_at<0>(n, c);
  bind_site(n, n.kid(1), stands<&Eval::to, empty>, stands<&Eval::between, empty>);
}

bool is_in(const Node& n, Eval& e) {
  const int at = n.integer(0, e);
  if (at < 0 || at >= e.layout.words * 64) return false;
  if (n.kid(1).constant) return test(static_cast<const Region*>(n.kid(1).table)->data(), at);
  const Words region(e);
  n.region(1, e, region);
  return test(region, at);
}
bool is_in_values(const Node& n, Eval& e) {
  const Ints borrowed(e);
  std::vector<int>& values = borrowed.get();
  n.kid(1).fn.as_ints(n.kid(1), e, values);
  return std::find(values.begin(), values.end(), n.integer(0, e)) != values.end();
}

bool all_sites(const Node& n, Eval& e) {
  const Words region(e);
  n.region(0, e, region);
  const ScopedValue site(e.site);
  bool all = true;
  for_each_site(region.get(), e.layout.words, [&](int at) {
    e.site = at;
    all = n.boolean(1, e);
    return all;
  });
  return all;
}

// (all Groups [directions] [of:condition] if:condition): groups of sites where `of` holds; (sites) is the
// group's region.
bool all_groups(const Node& n, Eval& e) {
  const Directions directions = directions_of(n, 0, e);
  const Words members(e);
  const Words group(e);
  find_members(n, 1, e, members);
  for (int at = 0; at < e.program.board_sites; ++at) {
    if (!test(members, at)) continue;
    flood_members(e, at, directions, members, group);
    const std::uint64_t* const before = e.region;
    e.region = group;
    const bool holds = n.boolean(2, e);
    e.region = before;
    if (!holds) return false;
  }
  return true;
}

bool can_move(const Node& n, Eval& e) {
  const std::size_t begin = e.mark();
  const ScopedValue existence(e.existence_only);
  const bool later = e.tries_later;
  const ScopedValue one(e.want, Want::any());
  e.existence_only = 1;
  e.tries_later = false;
  e.offer(n.kid(0));
  e.tries_later = later;
  const bool any = e.want.counted > 0;
  e.truncate(begin);
  return any;
}

bool related(const Node& n, Eval& e) {
  const int from = n.integer(1, e);
  if (from < 0 || from >= e.program.board_sites) return false;
  const Words region(e);
  n.region(2, e, region);
  const auto& near = e.program.board().steps(n.kid(0).imm, from);
  return std::any_of(near.begin(), near.end(), [&](int to) { return test(region, to); });
}
bool related_site(const Node& n, Eval& e) {
  const int from = n.integer(1, e);
  const int to = n.integer(2, e);
  if (from < 0 || from >= e.program.board_sites) return false;
  const auto& near = e.program.board().steps(n.kid(0).imm, from);
  return std::find(near.begin(), near.end(), to) != near.end();
}

// (is Within piece in:region)
bool within(const Node& n, Eval& e) {
  const int piece = n.integer(0, e);
  const Words region(e);
  n.region(1, e, region);
  bool found = false;
  for_each_site(region.get(), e.layout.words, [&](int at) {
    found = e.what_at(e.own(), at) == piece;
    return !found;
  });
  return found;
}

bool is_full(const Node&, Eval& e) {
  const Words empty(e);
  e.find_empty(e.own(), e.program.board_sites, empty);
  return population(empty, e.layout.words) == 0;
}

// (is Cycle): the last n positions, n the square of the number of players, equal the n before them, and those
// equal the n before them.
bool is_cycle(const Node&, Eval& e) {
  const int size = e.program.cycle / 3;
  if (static_cast<int>(e.head().history) < e.program.cycle) return false;
  const auto* const kept = reinterpret_cast<const std::uint64_t*>(e.position + e.layout.history);
  return std::equal(kept, kept + 2 * size, kept + size);
}
void resolve_cycle(Node& n, Compiler& c) {
  if (c.program().layout.has_history && c.program().cycle == 0)
    Compiler::fail(n, "'is Cycle' in a game that remembers states is not implemented");
  c.program().cycle = 3 * c.program().players * c.program().players;
  c.needs_history();
}

void resolve_event(Node& n, Compiler& c) {
  n.imm = c.event(n.kid(0).text());
}
bool triggered(const Node& n, Eval& e) {
  const int player = n.integer(1, e);
  return player >= 1 && player <= e.program.players &&
         (e.rest().triggered >> trigger_bit(n.imm, player, e.program.players) & 1U) != 0;
}

bool visited(const Node& n, Eval& e) {
  const int at = n.integer(0, e);
  return at >= 0 && at < 64 * e.layout.words && test(e.words_at(e.layout.visited, 0), at);
}

// Computed for the next player; for others it is the finding of their last turn: whether they had to pass.
bool no_moves(const Node& n, Eval& e) {
  const int player = n.integer(0, e);
  if (n.kid(0).type != Type::kRole || static_cast<Role>(n.kid(0).imm) != Role::kNext)
    return is_stalemated(e.head(), player, e.program.players);
  return !e.has_moves(player);
}

// Generated code.

std::string chained(const Node& n, Emitter& e, const char* op, const char* of_none) {
  std::string text = of_none;
  for (const Node* kid : n.kid(0).kids) text += code(" $0 $1", {op, e.boolean(*kid)});
  return text;
}
std::string all_of(const Node& n, Emitter& e) {
  return chained(n, e, "&&", "true");
}
std::string any_of(const Node& n, Emitter& e) {
  return chained(n, e, "||", "false");
}
// After an addition: either holds.
std::string either_after_addition(const Node& n, Emitter& e, codegen::Additions& additions) {
  const bool is_list = n.kid(0).type == Type::kArray;
  std::string any = "(false";
  for (const Node* kid : is_list ? n.kid(0).kids : n.kids)
    any += " || " + codegen::condition_after_addition(*kid, e, additions);
  return any + ")";
}
// Both hold: the parts that are known. Rows in them do not stand for longer ones elsewhere.
std::string both_after_addition(const Node& n, Emitter& e, codegen::Additions& additions) {
  if (additions.finds_rows) return "";
  codegen::Additions alone;
  alone.finds_rows = false;
  alone.of_playout = additions.of_playout;
  const bool is_list = n.kid(0).type == Type::kArray;
  std::string all;
  for (const Node* kid : is_list ? n.kid(0).kids : n.kids) {
    try {
      all += (all.empty() ? "(" : " && ") + codegen::condition_after_addition(*kid, e, alone);
    } catch (const Unknown&) {
    }
  }
  if (all.empty()) throw Unknown{};
  return all + ")";
}
// While there are empty sites.
std::string never_after_addition(const Node&, Emitter&, codegen::Additions&) {
  return "false";
}
std::string no_moves_after_addition(const Node& n, Emitter&, codegen::Additions&) {
  const auto who = static_cast<Role>(n.kid(0).imm);
  if (n.kid(0).type != Type::kRole || (who != Role::kMover && who != Role::kNext)) throw Unknown{};
  return "false";
}
std::string choose(const Node& n, Emitter& e) {
  return code("$0 ? $1 : $2",
              {e.boolean(n.kid(0)), e.boolean(n.kid(1)), n.has(2) ? e.boolean(n.kid(2)) : "false"});
}

std::string compare(const Node& n, Emitter& e, const char* op) {
  return code("(int)$0 $1 (int)$2", {e.integer(n.kid(0)), op, e.integer(n.kid(1))});
}
bool is_zero(const Node& n) {
  return n.constant && n.type == Type::kInt && n.imm == 0;
}
// A comparison of the liberties of a group with 0 only needs to know whether there is one.
std::optional<std::string> has_liberty(const Node& n, Emitter& e) {
  for (const std::size_t k : {0U, 1U}) {
    if (is_zero(n.kid(1 - k)) && counts_liberties(n.kid(k))) return of_liberties("has_liberty", n.kid(k), e);
  }
  return std::nullopt;
}
// As many sites remain without those of another set as before: the two sets are disjoint.
std::optional<std::string> are_disjoint(const Node& n, Emitter& e) {
  const auto counted = [](const Node& count) -> const Node* {
    const bool counts =
        count.row != nullptr && std::string_view(count.row->text) == "(count Sites in:region)";
    return counts ? &count.kid(0) : nullptr;
  };
  for (const std::size_t k : {0U, 1U}) {
    const Node* const all = counted(n.kid(k));
    const Node* const rest = counted(n.kid(1 - k));
    if (all == nullptr || rest == nullptr || rest->row == nullptr ||
        std::string_view(rest->row->text) != "(difference region region)" ||
        "in:" + rest->kid(0).tree->to_text() != all->tree->to_text())
      continue;
    e.fired("counts compared by whether sets meet");
    return code("is_none($0 & $1)", {e.region(*all), e.region(rest->kid(1))});
  }
  return std::nullopt;
}
std::string equal(const Node& n, Emitter& e) {
  for (const std::size_t k : {0U, 1U}) {
    const Node& number = n.kid(1 - k);
    if (number.constant && number.type == Type::kInt && number.imm == 1 && counts_groups(n.kid(k)))
      return is_one_group(n.kid(k), e);
  }
  if (const auto any = has_liberty(n, e)) return "!" + *any;
  if (const auto disjoint = are_disjoint(n, e)) return *disjoint;
  return compare(n, e, "==");
}
std::string unequal(const Node& n, Emitter& e) {
  if (const auto any = has_liberty(n, e)) return *any;
  if (const auto disjoint = are_disjoint(n, e)) return "!" + *disjoint;
  return compare(n, e, "!=");
}
std::string greater(const Node& n, Emitter& e) {
  if (is_zero(n.kid(1)))
    if (const auto any = has_liberty(n, e)) return *any;
  return compare(n, e, ">");
}

std::string triggered(const Node& n, Emitter& e) {
  return code("triggered(s, $0, $1)", {n.imm, e.integer(n.kid(1))});
}
std::string is_empty(const Node& n, Emitter& e) {
  return code(e.is_sure(n.kid(1), n.imm) ? "!has_piece_at<$0>(s, $1)" : "is_empty<$0>(s, $1)",
              {n.imm, e.integer(n.kid(1))});
}
std::string is_cycle(const Node&, Emitter& e) {
  e.reads_history();
  return "is_cycle(s)";
}
std::string is_occupied(const Node& n, Emitter& e) {
  return code(e.is_sure(n.kid(1), n.imm) ? "has_piece_at<$0>(s, $1)" : "is_occupied<$0>(s, $1)",
              {n.imm, e.integer(n.kid(1))});
}
// True if a site is one step in a direction from one of a set.
std::string related_to(const Node& n, const std::string& sites, Emitter& e) {
  int width = 0;
  const std::string steps = e.steps(e.own(), {1U << n.kid(0).imm}, width);
  return code("related($0, $1, $2, $3)", {sites, e.integer(n.kid(1)), steps, width});
}
std::string related(const Node& n, Emitter& e) {
  return related_to(n, e.region(n.kid(2)), e);
}
std::string related_site(const Node& n, Emitter& e) {
  return related_to(n, code("with(none(), $0)", {e.integer(n.kid(2))}), e);
}
std::string no_moves(const Node& n, Emitter& e) {
  if (n.kid(0).type != Type::kRole) throw Unknown{};
  if (static_cast<Role>(n.kid(0).imm) != Role::kNext)
    return code("is_stalemated(head(s), $0, kPlayers)", {e.integer(n.kid(0))});
  if (e.program().no_repeat >= 0) throw Unknown{};
  return code("!has_moves(s, it, $0)", {e.integer(n.kid(0))});
}
std::string can_move(const Node& n, Emitter& e) {
  const ScopedValue around(e.thens, {});
  const ScopedValue exists(e.only_exists, true);
  const ScopedValue never(e.never_played, true);
  const ScopedValue untested(e.piece_test, {});
  const ScopedValue unrolled(e.rolls_if, {});
  const ScopedValue without_dice(e.dice_replay_if, {});
  CodeWriter out;
  {
    const auto function = out.block("(u8* s, Iterators it)");
    out.line(
        "Workspace* const w = it.workspace;\nconst u32 begin = w->move_count;\n"
        "it.existence_only = 1;\nit.tries_later &= 2;");
    e.moves(n.kid(0), out);
    out.line("const bool any = w->move_count > begin;\nw->move_count = begin;\nreturn any;");
  }
  return e.function("can", "bool", out.text()) + "(s, it)";
}

const Row kRows[] = {
    {"(and bool bool)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return n.boolean(0, e) && n.boolean(1, e); },
     nullptr,
     {.pattern = "$0 && $1", .set = set_of_two<'&'>, .added = both_after_addition}},
    {"(and {bool})",
     Type::kBool,
     all_of,
     nullptr,
     {.expression = all_of, .set = set_of_many<'&'>, .added = both_after_addition}},
    {"(or bool bool)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return n.boolean(0, e) || n.boolean(1, e); },
     nullptr,
     {.pattern = "$0 || $1", .set = set_of_two<'|'>, .added = either_after_addition}},
    {"(or {bool})",
     Type::kBool,
     any_of,
     nullptr,
     {.expression = any_of, .set = set_of_many<'|'>, .added = either_after_addition}},
    {"(xor bool bool)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return n.boolean(0, e) != n.boolean(1, e); },
     nullptr,
     {"$0 != $1"}},
    {"(not bool)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return !n.boolean(0, e); },
     nullptr,
     {.pattern = "!$0", .set = complement}},
    {"(if bool bool [bool])",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool {
       return n.boolean(0, e) ? n.boolean(1, e) : n.has(2) && n.boolean(2, e);
     },
     nullptr,
     {.expression = choose, .set = set_of_choice}},
    {"(= int int|role)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return n.integer(0, e) == n.integer(1, e); },
     resolve_who<Asked::kThat>,
     {.expression = equal, .set = set_of_equal}},
    {"(= region region)", Type::kBool, same_region, nullptr, {"same($0, $1)"}},
    {"(!= int int|role)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return n.integer(0, e) != n.integer(1, e); },
     resolve_who<Asked::kNotThat>,
     {.expression = unequal, .set = set_of_unequal}},
    {"(!= region region)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return !same_region(n, e); },
     nullptr,
     {"!same($0, $1)"}},
    {"(< int int)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return n.integer(0, e) < n.integer(1, e); },
     nullptr,
     {"(int)$0 < (int)$1"}},
    {"(<= int int)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return n.integer(0, e) <= n.integer(1, e); },
     nullptr,
     {"(int)$0 <= (int)$1"}},
    {"(> int int)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return n.integer(0, e) > n.integer(1, e); },
     nullptr,
     {.expression = greater}},
    {"(>= int int)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return n.integer(0, e) >= n.integer(1, e); },
     nullptr,
     {"(int)$0 >= (int)$1"}},
    {"(is Empty [sitetype] int)",
     Type::kBool,
     is_empty,
     resolve_stands<true>,
     {.expression = is_empty, .set = set_of_empty}},
    {"(is Occupied [sitetype] int)",
     Type::kBool,
     is_occupied,
     resolve_stands<false>,
     {.expression = is_occupied, .set = set_of_occupied}},
    {"(is Enemy int)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return e.is_enemy(n.integer(0, e)); },
     resolve_who<Asked::kEnemy>,
     {.pattern = "is_enemy(s, $0)", .set = set_of_enemies}},
    {"(is Friend int)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return e.is_friend(n.integer(0, e)); },
     resolve_who<Asked::kFriend>,
     {.pattern = "is_friend(s, $0)", .set = set_of_allies}},
    {"(is Mover int|role)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return n.integer(0, e) == e.mover(); },
     nullptr,
     {.pattern = "(int)$0 == head(s).mover", .set = set_of_friends}},
    {"(is Next int|role)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return n.integer(0, e) == e.head().next; },
     nullptr,
     {.pattern = "(int)$0 == head(s).next", .set = set_of_next}},
    {"(is Prev int|role)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return n.integer(0, e) == e.head().prev; },
     nullptr,
     {"(int)$0 == head(s).prev"}},
    {"(is Active role|int)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool {
       const int who = n.integer(0, e);
       return who >= 1 && who <= e.program.players && e.is_active(who);
     },
     nullptr,
     {"is_playing(s, $0)"}},
    {"(is Even int)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return n.integer(0, e) % 2 == 0; },
     nullptr,
     {"$0 % 2 == 0"}},
    {"(is Odd int)",
     Type::kBool,
     +[](const Node& n, Eval& e) -> bool { return n.integer(0, e) % 2 != 0; },
     nullptr,
     {"$0 % 2 != 0"}},
    {"(is In int region)", Type::kBool, is_in, nullptr, {.pattern = "within($1, $0)", .set = set_of_region}},
    {"(is In int ints)", Type::kBool, is_in_values},
    {"(is Pending)",
     Type::kBool,
     +[](const Node&, Eval& e) -> bool { return e.pending().count != 0; },
     nullptr,
     {"pending_values(s).count != 0"}},
    {"(is Cycle)", Type::kBool, is_cycle, resolve_cycle, {.expression = is_cycle}},
    {"(is Full)",
     Type::kBool,
     is_full,
     nullptr,
     {.pattern = "population(empty_sites<$o>(s)) == 0", .added = never_after_addition}},
    {"(is Related absolute int region)", Type::kBool, related, nullptr, {.expression = related}},
    {"(is Related absolute int int)", Type::kBool, related_site, nullptr, {.expression = related_site}},
    {"(is Within int in:region)", Type::kBool, within, nullptr, {"is_within(s, $1, $0)"}},
    {"(is Visited int)",
     Type::kBool,
     visited,
     +[](Node&, Compiler& c) { c.needs_visited(); },
     {"visited(s, $0)"}},
    {"(is Triggered string role)", Type::kBool, triggered, resolve_event, {.expression = triggered}},
    {"(all Sites region if:bool)",
     Type::kBool,
     all_sites,
     nullptr,
     {"all_sites($0, it, [&](Iterators& it) { return $1; })"}},
    {"(all Groups [directions] [of:bool] if:bool)", Type::kBool, all_groups},
    {"(all Passed)",
     Type::kBool,
     +[](const Node&, Eval& e) -> bool { return e.all_passed(); },
     +[](Node&, Compiler& c) { c.asks_for_passes(); },
     {"all_passed(head(s), kPlayers)"}},
    {"(was Pass)",
     Type::kBool,
     +[](const Node&, Eval& e) -> bool { return e.head().passes != 0; },
     nullptr,
     {"head(s).passes != 0"}},
    {"(no Moves role|int)",
     Type::kBool,
     no_moves,
     +[](Node&, Compiler& c) { c.needs_no_moves(); },
     {.expression = no_moves, .added = no_moves_after_addition}},
    {"(can Move moves)", Type::kBool, can_move, nullptr, {.expression = can_move, .set = set_of_possible}},
};

}  // namespace

std::span<const Row> condition_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
