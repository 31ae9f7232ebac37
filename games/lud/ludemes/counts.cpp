// Counted numbers: sites, pieces, groups, liberties, steps.
#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "games/lud/interpreter/pieces.hpp"
#include "games/lud/interpreter/site_sets.hpp"
#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/tables.hpp"

namespace ludex::games::lud {

namespace {

// A hand holds counters on its cells, whatever the board's own site type is.
bool counts_here(const Eval& e, int type, int at) {
  return at < e.program.first_hand || type == static_cast<int>(SiteType::kCell);
}
int count_at(const Node& n, Eval& e) {
  const int at = n.integer(1, e);
  if (!counts_here(e, n.imm, at)) return 0;
  return e.in_range(n.imm, at) ? e.count(e.index(n.imm, at)) : 0;
}
// aux: the site is one of a hand, and needs no site of the board of its kind.
void resolve_count_at(Node& n, Compiler& c) {
  if (n.aux != 0)
    n.imm = n.kid(0).imm;
  else
    site_type_at<0>(n, c);
  c.needs_count();
}
int count_in(const Node& n, Eval& e) {
  const Words region(e);
  n.region(0, e, region);
  int sum = 0;
  for_each_site(region.get(), e.layout.words, [&](int at) {
    if (counts_here(e, e.own(), at)) sum += e.count(e.index(e.own(), at));
  });
  return sum;
}
int count_sites(const Node& n, Eval& e) {
  const Words region(e);
  n.region(0, e, region);
  return population(region, e.layout.words);
}

// (count Pieces [role] [name] [in:region]), including pieces in hands.
int count_pieces(const Node& n, Eval& e) {
  const Words region(e);
  if (n.has(2)) n.region(2, e, region);
  const int* const named = n.has(1) ? static_cast<const std::vector<int>*>(n.table)->data() : nullptr;
  int sum = 0;
  const auto count_of = [&](int owner) {
    // A stack has pieces of several owners.
    for (int at = 0; e.layout.has_stacks && at < e.layout.size[static_cast<std::size_t>(e.own())]; ++at) {
      if (n.has(2) && !test(region, at)) continue;
      const int i = e.index(e.own(), at);
      for (int k = 0; k < e.height(i); ++k) {
        const int piece = e.level_of(i, k).what;
        if (e.program.components[static_cast<std::size_t>(piece)].owner == owner &&
            (named == nullptr || named[piece] != 0))
          ++sum;
      }
    }
    if (e.layout.has_stacks) return;
    const std::uint64_t* const sites = e.owned(e.own(), owner);
    if (named == nullptr && !e.layout.has_count) {
      for (int w = 0; w < e.layout.words; ++w)
        sum += __builtin_popcountll(n.has(2) ? sites[w] & region.get()[w] : sites[w]);
      return;
    }
    for_each_site(sites, e.layout.words, [&](int at) {
      if (n.has(2) && !test(region, at)) return;
      const int i = e.index(e.own(), at);
      if (named != nullptr && named[e.what(i)] == 0) return;
      sum += e.layout.has_count ? e.count(i) : 1;
    });
  };
  if (n.has(3)) {
    count_of(n.integer(3, e));
    return sum;
  }
  const auto kind = !n.has(0)                      ? Role::kAll
                    : n.kid(0).type == Type::kRole ? static_cast<Role>(n.kid(0).imm)
                                                   : Role::kNeutral;
  if (kind == Role::kAll || kind == Role::kEach) {
    for (int owner = 0; owner <= e.program.players + 1; ++owner) count_of(owner);
  } else if (Eval::is_group(static_cast<int>(kind)) && n.kid(0).type == Type::kRole &&
             (e.program.players > 2 || kind >= Role::kTeam1)) {
    for (int owner = 1; owner <= e.program.players; ++owner)
      if (e.belongs(static_cast<int>(kind), owner)) count_of(owner);
  } else {
    count_of(n.integer(0, e));
  }
  return sum;
}
// By component: whether the name means it.
void resolve_count_pieces(Node& n, Compiler& c) {
  if (!n.has(1)) return;
  std::vector<int> named;
  for (const Component& piece : c.program().components)
    named.push_back(piece.is_called(n.kid(1).text()) ? 1 : 0);
  n.table = c.table(std::move(named));
}
bool no_pieces(const Node& n, Eval& e) {
  return count_pieces(n, e) == 0;
}

// Calls f for groups of sites that satisfy a condition (on (to)), else of pieces of the mover.
template <class F>
void for_each_group(const Node& n, std::size_t directions_at, std::size_t condition_at, Eval& e, F&& f) {
  const Directions directions = directions_of(n, directions_at, e);
  const Words members(e);
  const Words group(e);
  find_members(n, condition_at, e, members);
  for (int at = 0; at < e.program.board_sites; ++at) {
    if (!test(members, at)) continue;
    flood_members(e, at, directions, members, group);
    f(group.get());
  }
}

int count_groups(const Node& n, Eval& e) {
  const int least = n.integer_or(2, e, 0);
  int groups = 0;
  for_each_group(n, 0, 1, e, [&](const std::uint64_t* group) {
    if (population(group, e.layout.words) >= least) ++groups;
  });
  return groups;
}

// (count Liberties [directions] [at:site] [if:condition]): the empty neighbours of the group there.
int count_liberties(const Node& n, Eval& e) {
  const int at = n.integer_or(1, e, e.head().last_to);
  const int type = e.own();
  const Topology& board = e.program.board();
  if (at < 0 || at >= board.size()) return 0;
  const Directions directions = directions_of(n, 0, e, at);
  const Words group(e);
  const Words free(e);
  clear(free, e.layout.words);
  const auto join = [&](auto&& belongs) {
    flood(e, type, at, directions, group, belongs);
    return true;
  };
  if (n.has(2)) {
    const ScopedValue to(e.to);
    join([&](int next) {
      e.to = next;
      return n.boolean(2, e);
    });
  } else {
    with_alike(e, at, join);
  }
  for_each_site(group.get(), e.layout.words, [&](int member) {
    for_each_step(board, member, directions, [&](int next) {
      // Empty sites that are connected with an empty one are its group.
      if (e.is_empty(type, next) && (n.has(2) || !test(group, next))) set(free, next);
    });
  });
  return population(free, e.layout.words);
}

// (count Steps [type] [relation] from to): the distance to the nearest of several targets.
int count_steps(const Node& n, Eval& e) {
  const int start = n.integer(2, e);
  const Topology& board = e.program.topology(static_cast<SiteType>(n.imm));
  const Words goals(e);
  if (n.kid(3).type == Type::kInt) {
    const int goal = n.integer(3, e);
    if (goal < 0 || goal >= board.size()) return kOff;
    clear(goals, e.layout.words);
    set(goals, goal);
  } else {
    n.region(3, e, goals);
  }
  if (start < 0 || start >= board.size()) return kOff;
  const int kind = n.imm_or(1, static_cast<int>(Absolute::kAdjacent));
  if (test(goals, start)) return 0;
  const Words seen(e);
  clear(seen, e.layout.words);
  set(seen, start);
  std::int16_t queue[kMaxSites];
  int tail = 0;
  queue[tail++] = static_cast<std::int16_t>(start);
  for (int begin = 0, distance = 1; begin < tail; ++distance) {
    const int end = tail;
    for (; begin < end; ++begin) {
      for (const int next : board.steps(kind, queue[begin])) {
        if (test(goals, next)) return distance;
        if (test(seen, next)) continue;
        set(seen, next);
        queue[tail++] = static_cast<std::int16_t>(next);
      }
    }
  }
  return kInfinity;
}

// (count Steps [type] [relation] (step ...) from to): the distance by permitted steps.
int count_such_steps(const Node& n, Eval& e) {
  const int start = n.integer(3, e);
  const Topology& board = e.program.topology(static_cast<SiteType>(n.imm));
  const Words goals(e);
  clear(goals, e.layout.words);
  if (n.kid(4).type == Type::kInt) {
    const int goal = n.integer(4, e);
    if (goal >= 0 && goal < 64 * e.layout.words) set(goals, goal);
  } else {
    n.region(4, e, goals);
  }
  if (start < 0 || population(goals, e.layout.words) == 0) return 0;
  if (start >= board.size()) return kInfinity;
  if (test(goals, start)) return 0;
  const Node& step = n.kid(2);
  const Words seen(e);
  clear(seen, e.layout.words);
  set(seen, start);
  const ScopedValue from(e.from);
  const ScopedValue to(e.to);
  std::int16_t reached[kMaxSites];
  int size = 0;
  reached[size++] = static_cast<std::int16_t>(start);
  for (int distance = 1, k = 0; k < size; ++distance) {
    bool there = false;
    for (const int end = size; k < end; ++k) {
      e.from = reached[k];
      for_each_step(board, reached[k], directions_of(step, 1, e), [&](int next) {
        if (test(seen, next)) return;
        e.to = next;
        if (!step.kid(2).boolean(2, e)) return;
        there = there || test(goals, next);
        set(seen, next);
        reached[size++] = static_cast<std::int16_t>(next);
      });
    }
    if (there) return distance;
  }
  return kInfinity;
}
void resolve_such_steps(Node& n, Compiler& c) {
  site_type_at<0>(n, c);
  if (n.kid(2).tree->head() != "step" || !n.kid(2).kid(2).has(2))
    Compiler::fail(n.kid(2), "counted steps need the form (step ... (to if:...))");
}

// (sizes Group role [directions])
void group_sizes(const Node& n, Eval& e, std::vector<int>& out) {
  const int owner = n.integer(0, e);
  const Directions directions = directions_of(n, 1, e);
  const Words seen(e);
  const Words group(e);
  clear(seen, e.layout.words);
  for (int at = 0; at < e.program.board_sites; ++at) {
    if (e.who_at(e.own(), at) != owner || test(seen, at)) continue;
    flood(e, e.own(), at, directions, group, [&](int next) { return e.who_at(e.own(), next) == owner; });
    for (int w = 0; w < e.layout.words; ++w) seen.get()[w] |= group.get()[w];
    out.push_back(population(group, e.layout.words));
  }
}
// (size Group at:site [directions] [if:condition])
int group_size(const Node& n, Eval& e) {
  const int at = n.integer(0, e);
  if (at < 0 || at >= e.program.board_sites) return 0;
  const Words group(e);
  const ScopedValue to(e.to);
  const int piece = e.what_at(e.own(), at);
  flood(e, e.own(), at, directions_of(n, 1, e, at), group, [&](int next) {
    if (!n.has(2)) return e.what_at(e.own(), next) == piece;
    e.to = next;
    return n.boolean(2, e);
  });
  return population(group, e.layout.words);
}

// (size Territory role [directions]): the empty sites enclosed by that player's pieces alone; all sites of an
// empty board.
int territory(const Node& n, Eval& e) {
  const int owner = n.integer(0, e);
  const Directions directions = directions_of(n, 1, e);
  const int type = e.own();
  const Words seen(e);
  const Words group(e);
  clear(seen, e.layout.words);
  int sum = 0;
  for (int at = 0; at < e.program.board_sites; ++at) {
    if (e.what_at(type, at) != 0 || test(seen, at)) continue;
    flood(e, type, at, directions, group, [&](int next) { return e.what_at(type, next) == 0; });
    bool his = true;
    for_each_site(group.get(), e.layout.words, [&](int member) {
      set(seen, member);
      for_each_step(e.program.board(), member, directions, [&](int next) {
        if (e.what_at(type, next) == 0) return;
        his = his && e.who_at(type, next) == owner;
      });
    });
    if (his) sum += population(group, e.layout.words);
  }
  return sum;
}

// (count Value v in:values)
int count_value(const Node& n, Eval& e) {
  const Ints borrowed(e);
  std::vector<int>& values = borrowed.get();
  n.kid(1).fn.as_ints(n.kid(1), e, values);
  return static_cast<int>(std::count(values.begin(), values.end(), n.integer(0, e)));
}

// Generated code.

constexpr int kUnreached = 32'767;

std::string count_at(const Node& n, Emitter& e) {
  const bool everywhere = n.imm == static_cast<int>(SiteType::kCell);
  return code("$0<$1>(s, $2)", {everywhere ? "count_at" : "count_on_board", n.imm, e.integer(n.kid(1))});
}
// Whether player `q` belongs to a group of players.
std::string belongs(Role kind) {
  switch (kind) {
    case Role::kEnemy:
      return "is_enemy(s, q)";
    case Role::kNonMover:
      return "q != head(s).mover";
    case Role::kFriend:
    case Role::kTeamMover:
      return "is_friend(s, q)";
    default:
      if (kind < Role::kTeam1 || kind > Role::kTeam4) throw Unknown{};
      return code("more(s).team[q] == $0", {static_cast<int>(kind) - static_cast<int>(Role::kTeam1) + 1});
  }
}
// A count of pieces of any kind, of one player or of all, as a set of their sites; `any`: it matters only
// whether there are some.
std::optional<std::string> counted_set(const Node& n, bool any, Emitter& e) {
  const Layout& layout = e.program().layout;
  const bool of_role = !n.has(3) && (!n.has(0) || n.kid(0).type == Type::kRole);
  if (layout.has_stacks || (layout.has_count && !any) || n.has(1) || !of_role) return std::nullopt;
  const auto kind = n.has(0) ? static_cast<Role>(n.kid(0).imm) : Role::kAll;
  const bool all = kind == Role::kAll || kind == Role::kEach;
  if (n.has(0) && Eval::is_group(n.kid(0).imm) && (e.program().players > 2 || kind >= Role::kTeam1))
    return std::nullopt;
  const std::string set = all ? code("pieces_of_all(s, $0)", {e.own()})
                              : code("owned<$0>(s, $1)", {e.own(), e.integer(n.kid(0))});
  return n.has(2) ? set + " & " + e.region(n.kid(2)) : set;
}
std::string count_pieces(const Node& n, Emitter& e) {
  if (const auto set = counted_set(n, false, e)) return "population(" + *set + ")";
  const bool stacks = e.program().layout.has_stacks;
  const auto kind = !n.has(0)                      ? Role::kAll
                    : n.kid(0).type == Type::kRole ? static_cast<Role>(n.kid(0).imm)
                                                   : Role::kNeutral;
  const bool all = !n.has(3) && (kind == Role::kAll || kind == Role::kEach);
  const bool several = n.has(0) && n.kid(0).type == Type::kRole && Eval::is_group(n.kid(0).imm);
  const bool of_group = several && !n.has(3) && (e.program().players > 2 || kind >= Role::kTeam1);
  const std::string who = of_group ? "q" : all ? std::string("-1") : e.integer(n.kid(n.has(3) ? 3 : 0));
  std::string named = "nullptr";
  if (n.has(1)) {
    ArrayText called;
    for (const Component& piece : e.program().components)
      called.add(piece.is_called(n.kid(1).text()) ? 1 : 0);
    named = e.table("u8", "[256]", called.text());
  }
  const std::string counted = code("$0(s, $1, $2, $3)", {stacks ? "count_levels" : "count_pieces", who, named,
                                                         n.has(2) ? "&in" : "nullptr"});
  const std::string in = n.has(2) ? code("const SiteSet in = $0; ", {e.region(n.kid(2))}) : "";
  if (of_group)
    return code("[&] { $0int sum = 0; for (int q = 1; q <= kPlayers; ++q) if ($1) sum += $2; return sum; }()",
                {in, belongs(kind), counted});
  return n.has(2) ? code("[&] { $0return $1; }()", {in, counted}) : counted;
}
std::string no_pieces(const Node& n, Emitter& e) {
  if (const auto set = counted_set(n, true, e)) return "is_none(" + *set + ")";
  return count_pieces(n, e) + " == 0";
}
std::string liberties(const Node& n, Emitter& e) {
  if (n.has(2)) throw Unknown{};
  return of_liberties("liberties", n, e);
}
// The distances by pairs of sites; kInfinity: there is no way. The target is a site, or the nearest of a
// region.
std::string count_steps(const Node& n, Emitter& e) {
  const Topology& board = e.program().topology(static_cast<SiteType>(n.imm));
  const int size = board.size(), kind = n.imm_or(1, static_cast<int>(Absolute::kAdjacent));
  if (size * size > 20'000) throw Unknown{};
  ArrayText distances;
  for (int start = 0; start < size; ++start) {
    std::vector<int> distance(static_cast<std::size_t>(size), kUnreached), reached{start};
    distance[static_cast<std::size_t>(start)] = 0;
    for (std::size_t k = 0; k < reached.size(); ++k)
      for (const int next : board.steps(kind, reached[k])) {
        int& there = distance[static_cast<std::size_t>(next)];
        if (there != kUnreached) continue;
        there = distance[static_cast<std::size_t>(reached[k])] + 1;
        reached.push_back(next);
      }
    for (const int each : distance) distances.add(each);
  }
  const std::string table = e.table("i16", "[]", distances.text());
  if (n.kid(3).type == Type::kInt)
    return code("steps_to_site($0, $1, $2, $3)", {table, size, e.integer(n.kid(2)), e.integer(n.kid(3))});
  return code("steps_to_region($0, $1, $2, $3)", {table, size, e.integer(n.kid(2)), e.region(n.kid(3))});
}
// The members of the counted groups, and the neighbours of each site, as expressions.
struct Members {
  std::string set, near;
};
Members members_of(const Node& n, Emitter& e) {
  const auto set =
      n.has(1) ? e.set_of(n.kid(1)) : std::optional(code("owned<$0>(s, head(s).mover)", {e.own()}));
  if (!set) throw Unknown{};
  const KnownDirections directions = e.constant_directions(n, 0, Absolute::kAdjacent);
  e.fired("groups by sets of neighbours");
  return {code("board_only<$0>($1)", {e.own(), *set}), e.adjacency(directions)};
}
std::string count_groups(const Node& n, Emitter& e) {
  const Members members = members_of(n, e);
  return code("count_groups($0, $1, $2)", {members.set, members.near, e.number(n, 2, 0)});
}
std::string group_size(const Node& n, Emitter& e) {
  if (n.has(2)) throw Unknown{};
  int width = 0;
  const std::string steps = e.steps(e.own(), e.directions(n, 1, Absolute::kAdjacent), width);
  return code("group_size(s, $0, $1, $2)", {e.integer(n.kid(0)), steps, width});
}

const Row kRows[] = {
    {"(count [sitetype] at:int)", Type::kInt, count_at, resolve_count_at, {.expression = count_at}},
    {"(count in:region)",
     Type::kInt,
     count_in,
     +[](Node&, Compiler& c) { c.needs_count(); },
     {"count_in(s, $0)"}},
    {"(count Sites in:region)", Type::kInt, count_sites, nullptr, {"population($0)"}},
    {"(count Pieces [role|int] [string] [in:region] [of:int])",
     Type::kInt,
     count_pieces,
     resolve_count_pieces,
     {.expression = count_pieces}},
    {"(no Pieces [role|int] [string] [in:region] [of:int])",
     Type::kBool,
     no_pieces,
     resolve_count_pieces,
     {.expression = no_pieces}},
    {"(count Groups [directions] [if:bool] [min:int])",
     Type::kInt,
     count_groups,
     nullptr,
     {.expression = count_groups}},
    {"(count Liberties [directions] [at:int] [if:bool])",
     Type::kInt,
     count_liberties,
     nullptr,
     {.expression = liberties}},
    {"(count Steps [sitetype] [absolute] int int|region)",
     Type::kInt,
     count_steps,
     site_type_at<0>,
     {.expression = count_steps}},
    {"(count Steps [sitetype] [absolute] moves int int|region)", Type::kInt, count_such_steps,
     resolve_such_steps},
    {"(count Value int in:ints)", Type::kInt, count_value},
    {"(sizes Group role [directions])", Type::kInts, group_sizes},
    {"(size Group at:int [directions] [if:bool])",
     Type::kInt,
     group_size,
     nullptr,
     {.expression = group_size}},
    {"(size Territory role [directions])", Type::kInt, territory},
    {"(count Moves)",
     Type::kInt,
     +[](const Node&, Eval& e) -> int { return static_cast<int>(e.head().plies); },
     nullptr,
     {"(int)head(s).plies"}},
    {"(count MovesThisTurn)",
     Type::kInt,
     +[](const Node&, Eval& e) -> int { return static_cast<int>(e.head().turn_moves); },
     nullptr,
     {"(int)head(s).turn_moves"}},
    {"(count Turns)",
     Type::kInt,
     +[](const Node&, Eval& e) -> int { return static_cast<int>(e.head().turns) + 1; },
     nullptr,
     {"((int)head(s).turns + 1)"}},
    {"(count Players)",
     Type::kInt,
     +[](const Node&, Eval& e) -> int { return e.program.players; },
     nullptr,
     {},
     true},
    {"(count Active)",
     Type::kInt,
     +[](const Node&, Eval& e) -> int {
       int active = 0;
       for (int q = 1; q <= e.program.players; ++q) active += e.is_active(q) ? 1 : 0;
       return active;
     },
     nullptr,
     {"active_players(s)"}},
    {"(count Rows)",
     Type::kInt,
     +[](const Node&, Eval& e) -> int { return e.program.board().rows; },
     needs_board,
     {},
     true},
    {"(count Columns)",
     Type::kInt,
     +[](const Node&, Eval& e) -> int { return e.program.board().columns; },
     needs_board,
     {},
     true},
};

}  // namespace

bool counts_liberties(const Node& n) {
  return n.row != nullptr && n.row->native.expression == liberties && !n.has(2);
}
std::string of_liberties(const char* function, const Node& n, Emitter& e) {
  int width = 0;
  const std::string steps = e.steps(e.own(), e.directions(n, 0, Absolute::kAdjacent), width);
  return code("$0(s, $1, $2, $3)", {function, e.integer_or(n, 1, "(int)head(s).last_to"), steps, width});
}

bool counts_groups(const Node& n) {
  return n.row != nullptr && std::string_view(n.row->text).starts_with("(count Groups ") && !n.has(2);
}
std::string is_one_group(const Node& n, Emitter& e) {
  const Members members = members_of(n, e);
  return code("is_one_group($0, $1)", {members.set, members.near});
}

std::span<const Row> count_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
