// Numbers.
#include <algorithm>
#include <numeric>

#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/tables.hpp"

namespace ludex::games::lud {

namespace {

// The place of a player in the arrays of the head; the last of nobody.
std::size_t entry_of_player(int who, const Eval& e) {
  return who >= 0 && who <= e.program.players + 1 ? static_cast<std::size_t>(who)
                                                  : static_cast<std::size_t>(e.program.players) + 2;
}
int imm(const Node& n, Eval&) {
  return n.imm;
}

// (last To [afterConsequence:bool]): if true, the end of the consequents: for a sowing without captures, the
// last hole.
int last_to(const Node& n, Eval& e) {
  return n.has(0) && n.boolean(0, e) ? e.rest().last_touched : e.head().last_to;
}
void resolve_last_to(Node& n, Compiler& c) {
  if (n.has(0)) c.needs_last_touched();
}

// (mapEntry [name] key)
void resolve_map(Node& n, Compiler& c) {
  Program& p = c.program();
  std::vector<int> maps;
  for (std::size_t i = 0; i < p.maps.size(); ++i) {
    if (!n.has(0) || p.maps[i].name == n.kid(0).text()) maps.push_back(static_cast<int>(i));
  }
  if (maps.empty()) {
    std::vector<std::string> known;
    for (const NamedMap& map : p.maps) known.push_back(map.name);
    Compiler::fail(n, "there is no (map ...) with that name", n.has(0) ? n.kid(0).text() : "", known);
  }
  n.imm = maps.size() == 1 ? maps[0] : -1;
  n.table = c.table(std::move(maps));
}
// A key in none of the maps maps to itself.
int map_entry(const Node& n, Eval& e) {
  const int key = n.integer(1, e);
  for (const int map : *static_cast<const std::vector<int>*>(n.table)) {
    const auto& entries = e.program.maps[static_cast<std::size_t>(map)].entries;
    if (const auto found = entries.find(key); found != entries.end() && found->second != kOff)
      return found->second;
  }
  return key;
}

// (id "Pawn" role): for every player his first piece whose name contains the text; -1: he has none. For
// (player) the reference gives the player's number, whatever the name.
template <bool always>
void resolve_id(Node& n, Compiler& c) {
  Program& p = c.program();
  const std::string& name = n.kid(0).text();
  if (!n.has(1)) {
    n.imm = p.component(name);
    if (n.imm == 0) c.no_piece(n, name);
    return;
  }
  const auto role = static_cast<Role>(n.kid(1).imm);
  const bool of_player = n.kid(1).type == Type::kRole && role == Role::kPlayer && !always;
  const bool of_none = n.kid(1).type == Type::kRole && !always &&
                       (role == Role::kAll || role == Role::kEach || role == Role::kAny ||
                        role == Role::kEnemy || role == Role::kFriend || role == Role::kNonMover);
  std::vector<int> by_owner;
  bool any = false;
  for (int owner = 0; owner <= p.players + 1; ++owner) {
    const int piece = p.component(name, owner);
    any = any || piece != 0;
    by_owner.push_back(of_player ? owner : piece != 0 && !of_none ? piece : kOff);
  }
  if (!any) c.no_piece(n, name);
  n.table = c.table(std::move(by_owner));
}
int piece_id(const Node& n, Eval& e) {
  if (n.table == nullptr) return n.imm;
  const int owner = n.integer(1, e);
  const auto& pieces = *static_cast<const std::vector<int>*>(n.table);
  return owner >= 0 && owner < static_cast<int>(pieces.size()) ? pieces[static_cast<std::size_t>(owner)]
                                                               : kOff;
}

void resolve_hand(Node& n, Compiler& c) {
  Program& p = c.program();
  if (p.first_hand == 0 || p.containers.size() < 2) Compiler::fail(n, "there are no hands in this game");
  c.needs_count();  // several pieces of a kind on one site
  std::vector<int> first(static_cast<std::size_t>(p.players) + 2, kOff);
  for (const Container& hand : p.containers) {
    if (&hand != p.containers.data() && !hand.dice) first[static_cast<std::size_t>(hand.owner)] = hand.first;
  }
  n.table = c.table(std::move(first));
}
int hand_site(const Node& n, Eval& e) {
  const auto& first = *static_cast<const std::vector<int>*>(n.table);
  const int owner = n.integer(0, e);
  if (owner < 0 || owner >= static_cast<int>(first.size())) return kOff;
  const int base = first[static_cast<std::size_t>(owner)];
  return base < 0 ? kOff : base + n.integer_or(1, e, 0);
}

// (ahead [type] site [steps:n] [directions])
int ahead(const Node& n, Eval& e) {
  int at = n.integer(1, e);
  const auto& board = e.program.topology(static_cast<SiteType>(n.imm));
  if (at < 0 || at >= board.size()) return kOff;
  const int steps = n.integer_or(2, e, 1);
  Directions directions;
  if (n.has(3) && n.kid(3).constant && n.kid(3).imm >= kDirectionKinds + static_cast<int>(Relative::kSame)) {
    // The direction of the current move.
    const int way = board.direction_along(e.from, e.to);
    if (way < 0 || way >= 16) return at;
    const bool opposite = n.kid(3).imm == kDirectionKinds + static_cast<int>(Relative::kOpposite);
    directions.bits = 1U << (opposite ? (way + 8) % 16 : way);
  } else if (n.has(3)) {
    directions = directions_of(n, 3, e, at);
  } else {
    const ScopedValue origin(e.origin);
    e.origin = at;
    DirectionSet set;
    add_direction_word(kDirectionKinds + static_cast<int>(Relative::kForward),
                       static_cast<int>(Absolute::kAdjacent), e, set);
    directions.bits = set.bits();
  }
  // At the edge of the board nothing is ahead: returns the site itself.
  int found = at;
  for_each_radial(board, at, directions, [&](const Radial& radial) {
    if (found == at && radial.size >= steps && steps >= 1) found = radial.sites[steps - 1];
  });
  return found;
}

void resolve_coord(Node& n, Compiler& c) {
  n.imm = c.site(n, n.kid(0).text());
  n.constant = true;
}
int site_in(const Topology& board, int row, int column) {
  for (int s = 0; s < board.size(); ++s) {
    const auto k = static_cast<std::size_t>(s);
    if (board.row[k] == row && board.column[k] == column) return s;
  }
  return kOff;
}
void resolve_coord_pair(Node& n, Compiler& c) {
  if (!n.kid(0).constant || !n.kid(1).constant) return;
  const Topology& board = c.board();
  n.imm = site_in(board, n.kid(0).imm, n.kid(1).imm);
  n.constant = true;
}
int coord(const Node& n, Eval& e) {
  const int row = n.integer(0, e);
  return site_in(e.program.board(), row, n.integer(1, e));
}
void resolve_centre(Node& n, Compiler& c) {
  const int type = n.has(0) ? n.kid(0).imm : c.default_type();
  c.uses(n, type);
  const auto& centre = c.program().topology(static_cast<SiteType>(type)).centre;
  if (centre.empty()) Compiler::fail(n, "the centre of a board of this shape is not implemented");
  n.imm = centre[0];
  n.constant = true;
}

template <std::vector<int> Topology::*field>
int of_site(const Node& n, Eval& e) {
  const int at = n.integer(0, e);
  const auto& values = e.program.board().*field;
  return at < 0 || at >= static_cast<int>(values.size()) ? kOff : values[static_cast<std::size_t>(at)];
}
void resolve_phase_of(Node& n, Compiler& c) {
  if (c.board().phase.empty()) Compiler::fail(n, "the colouring of this board is not implemented");
}

// The piece at argument 1, on the level of argument 2; without one on top.
Level piece_at(const Node& n, Eval& e) {
  const int at = n.integer(1, e);
  return e.in_range(n.imm, at) ? e.level_of(e.index(n.imm, at), n.integer(2, e)) : Level{};
}
int state_at(const Node& n, Eval& e) {
  if (n.has(2)) return piece_at(n, e).state;
  const int at = n.integer(1, e);
  return e.in_range(n.imm, at) ? e.state(e.index(n.imm, at)) : kOff;
}
int what_at(const Node& n, Eval& e) {
  if (n.has(2)) return piece_at(n, e).what;
  const int at = n.integer(1, e);
  return e.in_range(n.imm, at) ? e.what_at(n.imm, at) : kOff;
}
// The reference does not find the owner of a piece in a hand on boards whose sites are no cells.
constexpr std::int32_t kInHand = 1;
int who_at(const Node& n, Eval& e) {
  if (n.aux == kInHand) return 0;
  if (n.has(2)) return e.who_of(piece_at(n, e).what);
  const int at = n.integer(1, e);
  return e.in_range(n.imm, at) ? e.who_at(n.imm, at) : kOff;
}
int piece_value(const Node& n, Eval& e) {
  if (n.has(1)) {
    const int there = n.integer(0, e);
    return e.in_range(e.own(), there) ? e.level_of(e.index(e.own(), there), n.integer(1, e)).value : 0;
  }
  const int at = n.integer(0, e);
  return e.in_range(e.own(), at) ? e.cell_value(e.index(e.own(), at)) : 0;
}

// (where "Pawn" role): the first site of such a piece.
int where(const Node& n, Eval& e) {
  const int owner = n.integer(1, e);
  const auto& pieces = *static_cast<const std::vector<int>*>(n.table);
  const int piece =
      owner >= 0 && owner < static_cast<int>(pieces.size()) ? pieces[static_cast<std::size_t>(owner)] : 0;
  if (piece <= 0) return kOff;
  int found = kOff;
  const int state = n.has(2) ? n.integer(2, e) : kUndefined;
  const auto is_it = [&](int at) {
    const int i = e.index(e.own(), at);
    for (int k = 0; k < e.height(i); ++k) {
      const Level there = e.level_of(i, k);
      if (there.what == piece && (state == kUndefined || there.state == state)) return true;
    }
    return false;
  };
  if (e.layout.has_stacks) {
    for (int at = 0; at < e.program.board_sites && found == kOff; ++at)
      if (is_it(at)) found = at;
    return found;
  }
  for_each_site(e.owned(e.own(), owner), e.layout.words, [&](int at) {
    if (!is_it(at)) return true;
    found = at;
    return false;
  });
  return found >= e.program.first_hand ? kOff : found;
}

void resolve_variable(Node& n, Compiler& c) {
  n.imm = n.has(0) ? c.variable(n.kid(0).text()) : -1;
}

int region_site(const Node& n, Eval& e) {
  const Words region(e);
  n.region(0, e, region);
  int index = n.integer(1, e);
  int found = kOff;
  for_each_site(region.get(), e.layout.words, [&](int at) {
    if (index-- != 0) return true;
    found = at;
    return false;
  });
  return found;
}

// Limits numbers to the range that the text of a position allows.
int limited(std::int64_t value) {
  return static_cast<int>(std::clamp<std::int64_t>(value, -2'000'000'000, 2'000'000'000));
}
int sum_of(const Node& n, Eval& e) {
  std::int64_t sum = 0;
  for (const Node* kid : n.kid(0).kids) sum += kid->fn.as_int(*kid, e);
  return limited(sum);
}
int divide(const Node& n, Eval& e) {
  const int by = n.integer(1, e);
  return by == 0 ? kOff : n.integer(0, e) / by;
}
int remainder(const Node& n, Eval& e) {
  const int by = n.integer(1, e);
  return by == 0 ? kOff : n.integer(0, e) % by;
}
int power(const Node& n, Eval& e) {
  std::int64_t value = 1;
  const int base = n.integer(0, e);
  // The powers of 0, 1 and -1 do not grow; all others soon exceed the largest number.
  const int exponent = n.integer(1, e);
  for (int k = exponent > 64 ? 64 + exponent % 2 : exponent; k > 0; --k)
    value = std::clamp<std::int64_t>(value * base, -kInfinity, kInfinity);
  return static_cast<int>(value);
}

// The numbers of argument k, in borrowed memory.
class Numbers {
 public:
  Numbers(const Node& n, std::size_t k, Eval& e) : held_(e) { n.kid(k).fn.as_ints(n.kid(k), e, held_.get()); }
  [[nodiscard]] auto begin() const { return held_.get().cbegin(); }
  [[nodiscard]] auto end() const { return held_.get().cend(); }
  [[nodiscard]] bool empty() const { return held_.get().empty(); }
  [[nodiscard]] std::size_t size() const { return held_.get().size(); }

 private:
  Ints held_;
};

void mark_level(Node& n, Compiler& c) {
  site_type_at<0>(n, c);
  if (n.has(2)) c.needs_stacks();
}
void mark_owner(Node& n, Compiler& c) {
  mark_level(n, c);
  if (!n.has(0) && c.program().site_type != SiteType::kCell && n.kid(1).tree->head() == "handSite")
    n.aux = kInHand;
}
void mark_state(Node& n, Compiler& c) {
  mark_level(n, c);
  c.needs_state();
}

// (values Remembered [name])
void resolve_remembered(Node& n, Compiler& c) {
  n.imm = c.memory(n.has(0) ? n.kid(0).text() : "");
}
void remembered(const Node& n, Eval& e, std::vector<int>& out) {
  const auto* memory =
      reinterpret_cast<const std::int16_t*>(e.position + e.layout.memories) + n.imm * e.layout.memory_size;
  out.insert(out.end(), memory + 1, memory + 1 + memory[0]);
}

// (array region): its sites.
void array_of(const Node& n, Eval& e, std::vector<int>& out) {
  const Words region(e);
  n.region(0, e, region);
  for_each_site(region.get(), e.layout.words, [&](int at) { out.push_back(at); });
}
// (results from:sites to:sites value): the value for every pair of them.
void results(const Node& n, Eval& e, std::vector<int>& out) {
  const auto each = [&](std::size_t k, int& iterator, auto&& f) {
    const ScopedValue saved(iterator);
    if (n.kid(k).type == Type::kInt) {
      iterator = n.integer(k, e);
      if (iterator >= 0) f();
      return;
    }
    const Words region(e);
    n.region(k, e, region);
    for_each_site(region.get(), e.layout.words, [&](int at) {
      iterator = at;
      f();
    });
  };
  each(0, e.from, [&] { each(1, e.to, [&] { out.push_back(n.integer(2, e)); }); });
}
void unite_values(const Node& n, Eval& e, std::vector<int>& out) {
  n.kid(0).fn.as_ints(n.kid(0), e, out);
  for (const int v : Numbers(n, 1, e)) {
    if (std::find(out.begin(), out.end(), v) == out.end()) out.push_back(v);
  }
}
void subtract_values(const Node& n, Eval& e, std::vector<int>& out) {
  const Numbers gone(n, 1, e);
  for (const int v : Numbers(n, 0, e)) {
    if (std::find(gone.begin(), gone.end(), v) == gone.end()) out.push_back(v);
  }
}
void intersect_values(const Node& n, Eval& e, std::vector<int>& out) {
  const Numbers second(n, 1, e);
  for (const int v : Numbers(n, 0, e)) {
    if (std::find(second.begin(), second.end(), v) != second.end()) out.push_back(v);
  }
}
void choose_values(const Node& n, Eval& e, std::vector<int>& out) {
  const std::size_t k = n.boolean(0, e) ? 1 : 2;
  if (n.has(k)) n.kid(k).fn.as_ints(n.kid(k), e, out);
}

// Generated code.

std::string last_to(const Node& n, Emitter&) {
  if (n.has(0)) throw Unknown{};
  return "(int)head(s).last_to";
}
std::string score_of(const Node& n, Emitter& e) {
  if (n.kid(0).type != Type::kRole) throw Unknown{};
  return code("score_of(s, $0)", {e.integer(n.kid(0))});
}
std::string value_of_player(const Node& n, Emitter& e) {
  if (n.kid(0).type != Type::kRole) throw Unknown{};
  return code("player_value(s, $0)", {e.integer(n.kid(0))});
}
std::string variable(const Node& n, Emitter&) {
  return code("variable(s, $0)", {n.imm});
}
// A field of the piece on the level of argument k, of the site of the argument before.
std::string level_at(const Node& n, std::size_t k, int type, const char* what, Emitter& e) {
  return code("level_at<$0>(s, $1, $2).$3", {type, e.integer(n.kid(k - 1)), e.integer(n.kid(k)), what});
}
std::string state_at(const Node& n, Emitter& e) {
  if (n.has(2)) return level_at(n, 2, n.imm, "state", e);
  return code("state_at<$0>(s, $1)", {n.imm, e.integer(n.kid(1))});
}
std::string piece_value(const Node& n, Emitter& e) {
  if (n.has(1)) return level_at(n, 1, e.own(), "value", e);
  return code("value_at(s, $0)", {e.integer(n.kid(0))});
}
std::string piece_at(const Node& n, Emitter& e) {
  if (n.has(2)) return level_at(n, 2, n.imm, "what", e);
  return code("$0<$1>(s, $2)", {e.is_sure(n.kid(1), n.imm) ? "what" : "what_at", n.imm, e.integer(n.kid(1))});
}
std::string owner_at(const Node& n, Emitter& e) {
  if (n.aux == kInHand) return "0";
  if (n.has(2)) return code("owner_of($0)", {level_at(n, 2, n.imm, "what", e)});
  return code("$0<$1>(s, $2)", {e.is_sure(n.kid(1), n.imm) ? "who" : "who_at", n.imm, e.integer(n.kid(1))});
}
std::string map_entry(const Node& n, Emitter& e) {
  if (n.imm < 0) throw Unknown{};
  const auto& entries = e.program().maps[static_cast<std::size_t>(n.imm)].entries;
  if (entries.empty() || entries.begin()->first < 0 || entries.rbegin()->first > 2000) throw Unknown{};
  const int size = entries.rbegin()->first + 1;
  ArrayText values;
  for (int key = 0; key < size; ++key) {
    const auto found = entries.find(key);
    values.add(found == entries.end() ? kOff : found->second);
  }
  return code("mapped($0, $1, $2)", {e.table("i32", "[]", values.text()), size, e.integer(n.kid(1))});
}
// The entry of a table at an argument, or -1.
std::string entry_of(const std::vector<int>& entries, const Node& argument, Emitter& e) {
  ArrayText values;
  for (const int each : entries) values.add(each);
  return code("at_or($0, $1, $2, -1)",
              {e.table("i16", "[]", values.text()), entries.size(), e.integer(argument)});
}
std::string piece_id(const Node& n, Emitter& e) {
  if (n.table == nullptr) return std::to_string(n.imm);
  return entry_of(*static_cast<const std::vector<int>*>(n.table), n.kid(1), e);
}
std::string where(const Node& n, Emitter& e) {
  const auto& pieces = *static_cast<const std::vector<int>*>(n.table);
  return code("where_piece(s, $0, $1, $2)", {entry_of(pieces, n.kid(1), e), e.integer(n.kid(1)),
                                             n.has(2) ? e.integer(n.kid(2)) : std::to_string(kUndefined)});
}
std::string hand_site(const Node& n, Emitter& e) {
  return code("hand_site($0, $1)",
              {entry_of(*static_cast<const std::vector<int>*>(n.table), n.kid(0), e), e.number(n, 1, 0)});
}
template <std::vector<int> Topology::*field>
std::string value_of_site(const Node& n, Emitter& e) {
  return entry_of(e.program().board().*field, n.kid(0), e);
}
std::string sum_of(const Node& n, Emitter& e) {
  std::string text = "(0";
  for (const Node* kid : n.kid(0).kids) text += " + " + e.integer(*kid);
  return text + ")";
}
std::string choose(const Node& n, Emitter& e) {
  return code("($0 ? (int)$1 : (int)$2)", {e.boolean(n.kid(0)), e.integer(n.kid(1)), e.number(n, 2, kOff)});
}

// The site `count` steps ahead in the first of the directions that has one, else the site itself.
int site_ahead(const Topology& board, int at, std::uint32_t directions, int count) {
  for (std::uint32_t rest = directions; rest != 0; rest &= rest - 1) {
    for (const Radial& radial : board.radials(__builtin_ctz(rest), at)) {
      if (radial.size >= count) return radial.sites[count - 1];
    }
  }
  return at;
}
// (ahead site Same|Opposite): ahead along, or against, the direction of the current move.
std::string ahead_on_way(const Node& n, const Topology& board, int count, Emitter& e) {
  if (board.size() > 200) throw Unknown{};
  ArrayText ways, found;
  for (int from = 0; from < board.size(); ++from)
    for (int to = 0; to < board.size(); ++to) ways.add(board.direction_along(from, to));
  for (int d = 0; d < 16; ++d)
    for (int at = 0; at < board.size(); ++at) found.add(site_ahead(board, at, 1U << d, count));
  const bool back = n.kid(3).imm == kDirectionKinds + static_cast<int>(Relative::kOpposite);
  return code("ahead_on_way($0, $1, $2, it, $3, $4)",
              {e.table("i8", "[]", ways.text()), board.size(), e.table("i16", "[]", found.text()),
               e.integer(n.kid(1)), back ? "8" : "0"});
}
// Masks by the piece there and the mover, or one mask for all.
std::vector<std::uint32_t> masks_ahead(const Node& n, Emitter& e) {
  const Program& p = e.program();
  std::vector<std::uint32_t> masks;
  if (n.has(3)) {
    const ScopedValue whichever(e.component, 0);  // the move of any piece may contain it
    const KnownDirections known = e.directions(n, 3, Absolute::kAdjacent);
    return known.by_piece() ? known.masks : std::vector{known.mask};
  }
  if (p.layout.has_rotation) throw Unknown{};
  const auto& supported = p.board().supported(static_cast<int>(Absolute::kAdjacent));
  for (const Component& each : p.components) {
    const int facing = &each == p.components.data() ? 0 : std::max(each.facing, 0);
    const bool any = std::find(supported.begin(), supported.end(), facing) != supported.end();
    masks.insert(masks.end(), static_cast<std::size_t>(p.players), any ? 1U << facing : 0U);
  }
  return masks;
}
std::string ahead(const Node& n, Emitter& e) {
  const auto& board = e.program().topology(static_cast<SiteType>(n.imm));
  if (n.has(2) && !n.kid(2).constant) throw Unknown{};
  const int count = n.has(2) ? n.kid(2).imm : 1;
  if (count < 1) throw Unknown{};
  if (n.has(3) && n.kid(3).constant && n.kid(3).imm >= kDirectionKinds + static_cast<int>(Relative::kSame))
    return ahead_on_way(n, board, count, e);
  const std::vector<std::uint32_t> masks = masks_ahead(n, e);
  ArrayText values;
  for (const std::uint32_t mask : masks)
    for (int at = 0; at < board.size(); ++at) values.add(site_ahead(board, at, mask, count));
  return code("$0$1, $2, $3)", {masks.size() == 1 ? "ahead(" : "ahead_of_piece(s, ",
                                e.table("i16", "[]", values.text()), board.size(), e.integer(n.kid(1))});
}

const Row kRows[] = {
    {"(to)", Type::kInt, +[](const Node&, Eval& e) -> int { return e.to; }, nullptr, {"it.to"}},
    {"(from)", Type::kInt, +[](const Node&, Eval& e) -> int { return e.from; }, nullptr, {"it.from"}},
    {"(between)",
     Type::kInt,
     +[](const Node&, Eval& e) -> int { return e.between; },
     nullptr,
     {"it.between"}},
    {"(site)", Type::kInt, +[](const Node&, Eval& e) -> int { return e.site; }, nullptr, {"it.site"}},
    {"(level)", Type::kInt, +[](const Node&, Eval& e) -> int { return e.level; }, nullptr, {"it.level"}},
    {"(player)", Type::kInt, +[](const Node&, Eval& e) -> int { return e.player; }, nullptr, {"it.player"}},
    {"(value)", Type::kInt, +[](const Node&, Eval& e) -> int { return e.value; }, nullptr, {"it.value"}},
    {"(mover)",
     Type::kInt,
     +[](const Node&, Eval& e) -> int { return e.head().mover; },
     nullptr,
     {"(int)head(s).mover"}},
    {"(next)",
     Type::kInt,
     +[](const Node&, Eval& e) -> int { return e.head().next; },
     nullptr,
     {"(int)head(s).next"}},
    {"(prev)",
     Type::kInt,
     +[](const Node&, Eval& e) -> int { return e.head().prev; },
     nullptr,
     {"(int)head(s).prev"}},
    {"(last To [afterConsequence:bool])", Type::kInt, last_to, resolve_last_to, {.expression = last_to}},
    {"(last From)",
     Type::kInt,
     +[](const Node&, Eval& e) -> int { return e.head().last_from; },
     nullptr,
     {"(int)head(s).last_from"}},
    {"(counter)",
     Type::kInt,
     +[](const Node&, Eval& e) -> int { return e.rest().counter; },
     nullptr,
     {"rest(s).counter"}},
    {"(var [string])",
     Type::kInt,
     +[](const Node& n, Eval& e) -> int { return e.variables(n.imm); },
     resolve_variable,
     {.expression = variable}},
    {"(score role|int)",
     Type::kInt,
     +[](const Node& n, Eval& e) -> int { return e.scores()[entry_of_player(n.integer(0, e), e)]; },
     +[](Node&, Compiler& c) { c.needs_score(); },
     {.expression = score_of}},
    {"(state [sitetype] at:int [level:int])", Type::kInt, state_at, mark_state, {.expression = state_at}},
    {"(what [sitetype] at:int [level:int])", Type::kInt, what_at, mark_level, {.expression = piece_at}},
    {"(who [sitetype] at:int [level:int])", Type::kInt, who_at, mark_owner, {.expression = owner_at}},
    {"(value Piece at:int [level:int])",
     Type::kInt,
     piece_value,
     +[](Node& n, Compiler& c) {
       c.needs_value();
       if (n.has(1)) c.needs_stacks();
     },
     {.expression = piece_value}},
    {"(value Player role|int)",
     Type::kInt,
     +[](const Node& n, Eval& e) -> int { return e.player_values()[entry_of_player(n.integer(0, e), e)]; },
     nullptr,
     {.expression = value_of_player}},
    {"(value Pending)",
     Type::kInt,
     +[](const Node&, Eval& e) -> int { return e.pending().count == 1 ? e.pending().values[0] : 0; },
     nullptr,
     {"(pending_values(s).count == 1 ? pending_values(s).values[0] : 0)"}},
    {"(mapEntry [string] int|role)", Type::kInt, map_entry, resolve_map, {.expression = map_entry}},
    {"(id string [role])", Type::kInt, piece_id, resolve_id<false>, {.expression = piece_id}},
    {"(id role)",
     Type::kInt,
     +[](const Node& n, Eval& e) -> int { return n.integer(0, e); },
     nullptr,
     {"$0"}},
    {"(handSite role [int])", Type::kInt, hand_site, resolve_hand, {.expression = hand_site}},
    {"(handSite int [int])", Type::kInt, hand_site, resolve_hand, {.expression = hand_site}},
    {"(ahead [sitetype] int [steps:int] [directions])",
     Type::kInt,
     ahead,
     site_type_at<0>,
     {.expression = ahead}},
    {"(coord string)", Type::kInt, imm, resolve_coord},
    {"(coord row:int column:int)", Type::kInt, coord, resolve_coord_pair},
    {"(centrePoint [sitetype])", Type::kInt, imm, resolve_centre},
    {"(column of:int)",
     Type::kInt,
     of_site<&Topology::column>,
     nullptr,
     {.expression = value_of_site<&Topology::column>}},
    {"(row of:int)",
     Type::kInt,
     of_site<&Topology::row>,
     nullptr,
     {.expression = value_of_site<&Topology::row>}},
    {"(phase of:int)",
     Type::kInt,
     of_site<&Topology::phase>,
     resolve_phase_of,
     {.expression = value_of_site<&Topology::phase>}},
    {"(where int)", Type::kInt,
     +[](const Node& n, Eval& e) -> int {
       const int piece = n.integer(0, e);
       for (int at = 0; at < e.program.board_sites && piece > 0; ++at)
         for (int k = 0; k < e.height(e.index(e.own(), at)); ++k)
           if (e.level_of(e.index(e.own(), at), k).what == piece) return at;
       return kOff;
     }},
    {"(where string role [state:int])",
     Type::kInt,
     where,
     +[](Node& n, Compiler& c) {
       resolve_id<true>(n, c);
       if (n.has(2)) c.needs_state();
     },
     {.expression = where}},
    {"(regionSite region index:int)", Type::kInt, region_site, nullptr, {"first_site($0, $1)"}},
    {"(+ int int)",
     Type::kInt,
     +[](const Node& n, Eval& e) -> int { return limited(std::int64_t{n.integer(0, e)} + n.integer(1, e)); },
     nullptr,
     {"($0 + $1)"},
     true},
    {"(+ {int})", Type::kInt, sum_of, nullptr, {.expression = sum_of}},
    {"(+ ints)", Type::kInt,
     +[](const Node& n, Eval& e) -> int {
       const Numbers values(n, 0, e);
       return limited(std::accumulate(values.begin(), values.end(), std::int64_t{0}));
     }},
    {"(- int int)",
     Type::kInt,
     +[](const Node& n, Eval& e) -> int { return limited(std::int64_t{n.integer(0, e)} - n.integer(1, e)); },
     nullptr,
     {"($0 - $1)"},
     true},
    {"(- int)",
     Type::kInt,
     +[](const Node& n, Eval& e) -> int { return -n.integer(0, e); },
     nullptr,
     {"(-$0)"},
     true},
    {"(* int int)",
     Type::kInt,
     +[](const Node& n, Eval& e) -> int { return limited(std::int64_t{n.integer(0, e)} * n.integer(1, e)); },
     nullptr,
     {"($0 * $1)"},
     true},
    {"(/ int int)", Type::kInt, divide, nullptr, {"divided($0, $1)"}, true},
    {"(% int int)", Type::kInt, remainder, nullptr, {"remainder($0, $1)"}, true},
    {"(pow int int)", Type::kInt, power, nullptr, {}, true},
    {"(abs int)",
     Type::kInt,
     +[](const Node& n, Eval& e) -> int { return std::abs(n.integer(0, e)); },
     nullptr,
     {"absolute($0)"},
     true},
    {"(min int int)",
     Type::kInt,
     +[](const Node& n, Eval& e) -> int { return std::min(n.integer(0, e), n.integer(1, e)); },
     nullptr,
     {"smaller($0, $1)"},
     true},
    {"(max int int)",
     Type::kInt,
     +[](const Node& n, Eval& e) -> int { return std::max(n.integer(0, e), n.integer(1, e)); },
     nullptr,
     {"larger($0, $1)"},
     true},
    {"(max ints)", Type::kInt,
     +[](const Node& n, Eval& e) -> int {
       const Numbers values(n, 0, e);
       return values.empty() ? kOff : *std::max_element(values.begin(), values.end());
     }},
    {"(min ints)", Type::kInt,
     +[](const Node& n, Eval& e) -> int {
       const Numbers values(n, 0, e);
       return values.empty() ? kOff : *std::min_element(values.begin(), values.end());
     }},
    {"(size Array ints)", Type::kInt,
     +[](const Node& n, Eval& e) -> int { return static_cast<int>(Numbers(n, 0, e).size()); }},
    {"(* ints)", Type::kInt,
     +[](const Node& n, Eval& e) -> int {
       std::int64_t product = 1;
       for (const int v : Numbers(n, 0, e))
         product = std::clamp<std::int64_t>(product * v, -kInfinity, kInfinity);
       return static_cast<int>(product);
     }},
    {"(if bool int [int])",
     Type::kInt,
     +[](const Node& n, Eval& e) -> int {
       return n.boolean(0, e) ? n.integer(1, e) : n.integer_or(2, e, kOff);
     },
     nullptr,
     {.expression = choose}},
    {"(array region)", Type::kInts, array_of},
    {"(array {int})", Type::kInts,
     +[](const Node& n, Eval& e, std::vector<int>& out) {
       for (const Node* each : n.kid(0).kids) out.push_back(each->fn.as_int(*each, e));
     }},
    {"(results from:int|region to:int|region int)", Type::kInts, results},
    {"(union ints ints)", Type::kInts, unite_values},
    {"(difference ints ints)", Type::kInts, subtract_values},
    {"(intersection ints ints)", Type::kInts, intersect_values},
    {"(if bool ints [ints])", Type::kInts, choose_values},
    {"(value MoveLimit)", Type::kInt, +[](const Node&, Eval&) -> int { return kMaxPlies; }},
    {"(value TurnLimit)", Type::kInt, +[](const Node&, Eval&) -> int { return kMaxTurns; }},
    {"(values Remembered [string])", Type::kInts, remembered, resolve_remembered},
};

}  // namespace

bool asks_for_owner(const Node& n) {
  return n.row != nullptr && n.row->fn.as_int == who_at;
}

std::span<const Row> number_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
