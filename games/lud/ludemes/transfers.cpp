// Moves from any site to any other, and shots.
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/lines_as_sets.hpp"
#include "games/lud/ludemes/walks.hpp"

namespace ludex::games::lud {

namespace {

namespace from_to_arg {
enum : std::size_t { kFrom, kTo, kCount, kCopy, kThen, kStack };
}
// `stack:` with a level moves that level alone, as recorded.
void resolve_from_to(Node& n, Compiler& c) {
  if (!n.has(from_to_arg::kStack)) return;
  c.needs_stacks();
  if (n.kid(from_to_arg::kFrom).has(from_arg::kLevel)) n.kids[from_to_arg::kStack] = nullptr;
}

// (move [from] [to] [count:n] [copy:bool] [then] [stack:bool])
void from_to(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const Node& to = n.kid(1);
  const Node& from_node = n.kid(0);
  const int from_type = type_of(from_node, e);
  const int to_type = type_of(to, e);
  const Node* const apply = apply_of(&to, to_arg::kApply);
  const ScopedValue saved_part(e.part);
  for_each_from(&from_node, e, [&](int from) {
    e.part = part_of(n, &from_node, from_to_arg::kStack, e);
    e.part.shown = true;
    if (e.part.whole && n.has(from_to_arg::kCount)) e.part.count = n.integer(from_to_arg::kCount, e);
    const int piece = e.part.level >= 0 ? e.level_of(e.index(from_type, from), e.part.level).what
                                        : e.what_at(from_type, from);
    if (piece == 0) return;
    const bool copies = n.has(3) && n.boolean(3, e);
    const int count = std::clamp(n.integer_or(2, e, 1), 0, 30'000);
    const ScopedValue saved(e.to);
    for_each_of(to, to_arg::kSites, e.to, e, [&](int at) {
      if (!e.in_range(to_type, at)) return;
      e.to = at;
      if (to.has(to_arg::kIf) && !to.boolean(to_arg::kIf, e)) return;
      if (!e.wants(from, at)) return;
      const std::size_t begin = e.mark();
      effect_of(apply, e);
      if (copies) {
        e.push(from, at, to_type);
        e.act({.kind = ActionKind::kAdd,
               .type = static_cast<std::uint8_t>(to_type),
               .site = static_cast<std::int16_t>(at),
               .what = piece});
        e.merge_into_last(begin);
        return;
      }
      add_move(e, begin, from, at, from_type, to_type);
      if (n.has(2) && !e.layout.has_stacks) {
        Action& way =
            e.workspace.actions[e.workspace.moves.back().first + e.workspace.moves.back().count - 1];
        way.kind = ActionKind::kMoveCount;
        way.count = static_cast<std::int16_t>(count);
      }
    });
  });
  e.attach(kid_or_null(n, 4), first);
}

// (move Shoot piece [from] [directions] [between] [to] [then])
void shoot(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = e.own();
  const Node* const between = kid_or_null(n, 3);
  const Node* const to = kid_or_null(n, 4);
  const auto shoot_from = [&](int from) {
    if (from < 0 || from >= e.program.board_sites) return;
    const Range range = range_of(between, e, {1, kInfinity});
    const ScopedValue saved_to(e.to);
    const ScopedValue saved_between(e.between);
    const SiteTest stops(to, to_arg::kIf, Subject::kTo, &Eval::to, e);
    const SiteTest open(between, between_arg::kIf, Subject::kBetween, &Eval::between, e);
    int pieces[kMaxChoice];
    int pieces_count = 0;
    const bool same_pieces = are_named(n.kid(0));
    const auto find_pieces = [&] {
      pieces_count = 0;
      for_each_piece(n.kid(0), e.mover(), e, [&](int piece) {
        if (pieces_count < kMaxChoice) pieces[pieces_count++] = piece;
      });
    };
    if (same_pieces) find_pieces();
    for_each_radial(e.program.board(), from, directions_of(n, 2, e), [&](const Radial& radial) {
      e.between = kOff;
      for (int k = 1; k <= radial.size && k <= range.high; ++k) {
        const int at = radial.sites[k - 1];
        e.to = at;
        const bool may_stop = !stops.exists() || stops.holds();
        e.between = at;
        const bool passes = open.exists() ? open.holds() : e.is_empty(type, at);
        if (!passes || !may_stop) break;
        if (k < range.low) continue;
        if (!same_pieces) find_pieces();
        for (int p = 0; p < pieces_count; ++p) {
          if (!e.wants(at, at)) continue;
          e.push(at, at, type);
          e.act({.kind = ActionKind::kAdd,
                 .type = static_cast<std::uint8_t>(type),
                 .site = static_cast<std::int16_t>(at),
                 .what = pieces[p]});
        }
      }
    });
  };
  // Without a (from ...) it starts at the last move's end; (from) is not set then.
  if (n.has(1)) {
    for_each_from(&n.kid(1), e, shoot_from);
  } else {
    shoot_from(e.head().last_to);
  }
  e.attach(kid_or_null(n, 5), first);
}

// The single number of a (piece ...): its node, or null.
const Node* only_piece(const Node& piece) {
  const Node& what = piece.kid(0);
  if (what.type != Type::kArray) return &what;
  return what.kids.size() == 1 ? what.kids[0] : nullptr;
}

// Generated code.

void from_to(const Node& n, Emitter& e, CodeWriter& out) {
  const Node& from = n.kid(0);
  const Node& to = n.kid(1);
  const int from_type = type_of(&from, e);
  const int to_type = type_of(&to, e);
  if (n.has(3) && !n.kid(3).constant) throw Unknown{};
  const bool copies = n.has(3) && n.kid(3).imm != 0;
  if (n.has(2) && copies) throw Unknown{};
  MoveCode move;
  move.effect = effect_of(&to, to_arg::kApply);
  move.last_type = to_type;
  move.then = kid_or_null(n, 4);
  const bool stacks = e.program().layout.has_stacks;
  const PartCode part = part_of(n, &from, from_to_arg::kStack, e);
  const std::string piece = piece_of_part(part, from_type);
  if (copies) {
    move.before = code("const int piece = $0;\n", {piece});
    move.action = code("add_piece<Hashes>(s, $0, to, piece, 1, 0, 0);\n", {to_type});
  } else if (n.has(2) && !stacks) {
    if (e.reads_iterators(&n.kid(2)) || codegen::contains(&n.kid(2), "(to)")) throw Unknown{};
    move.before = code("const int count = $0;\n", {e.integer(n.kid(2))});
    move.action = code("move_count<Hashes>(s, base, $0, from, $1, to, count);\n", {from_type, to_type});
  } else {
    set_movement(move, n, {&from, from_to_arg::kStack, true, false, from_type, to_type, from_to_arg::kCount},
                 e);
  }
  const int generator = e.generator(move);
  // Skips invalid sites, which hold no piece.
  e.each_from(&from, out, [&] {
    const auto any = out.block("if ($0 != 0)", {piece});
    out.for_body("const Iterators outer_to = it;", "outer_to",
                 [&] { each_to(&to, "it.to = at;", e, out, [&] { e.push(generator, "from", "at", out); }); });
  });
}

// The pieces in hands that a region means, by piece.
std::optional<std::vector<char>> pieces_in_hands(const Node& region, const Program& p) {
  if (region.row != nullptr && std::string_view(region.row->text).starts_with("(handSite"))
    return std::vector<char>(p.components.size(), 1);
  enum : std::size_t { kContainer = 1, kComponent, kComponents };
  const bool occupied =
      region.row != nullptr && std::string_view(region.row->text).starts_with("(sites Occupied");
  if (!occupied || !region.has(kContainer) || region.kid(kContainer).type != Type::kString || region.aux == 0)
    return std::nullopt;
  const std::size_t names = region.has(kComponent) ? kComponent : kComponents;
  if (!region.has(names)) return std::vector<char>(p.components.size(), 1);
  return pieces_named(region.kid(names), p);
}

// From hands, in which a site holds one kind of piece; or from a piece to sites that depend on it alone.
bool ends_of_from_to(const Node& n, Emitter& e, codegen::Ends& out) {
  const Node& from = n.kid(0);
  const Node& to = n.kid(1);
  if (e.component < 0) {
    if (!from.has(from_arg::kSites)) return false;
    const auto pieces = pieces_in_hands(from.kid(from_arg::kSites), e.program());
    return pieces && out.add_from_hand(*pieces);
  }
  if (!starts_on_piece(&from) || !to.has(to_arg::kSites) || to.has(to_arg::kType)) return false;
  const ScopedValue about(e.subject, codegen::Subject::kFrom);
  const Node& ends = to.kid(to_arg::kSites);
  bool all = true;
  if (ends.type == Type::kInt) {
    const auto numbers = e.number_by_site(ends);
    for (int at = 0; numbers && at < e.program().board_sites; ++at)
      if (const int to_site = (*numbers)[static_cast<std::size_t>(at)]; to_site >= 0)
        all = out.add(at, to_site) && all;
    return numbers && all;
  }
  const auto regions = e.region_by_site(ends);
  for (int at = 0; regions && at < e.program().board_sites; ++at)
    for_each_site((*regions)[static_cast<std::size_t>(at)].data(), e.program().layout.words,
                  [&](int to_site) { all = out.add(at, to_site) && all; });
  return regions && all;
}

// The part of a stack that moves, found before anything changes.
std::string part_now(const Node& n, const PartCode& part, int type, Emitter& e) {
  const std::string count =
      part.whole && n.has(from_to_arg::kCount) ? e.integer(n.kid(from_to_arg::kCount)) : "-1";
  return code(
      "part_of_stack(height_of(s, index<$0>(from)), $1, $2, $3)",
      {type, part.level.empty() ? std::string("-1") : part.level, part.whole ? "true" : "false", count});
}

void from_to(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const Node& from = n.kid(0);
  const Node& to = n.kid(1);
  if (n.has(3) || to.has(to_arg::kApply)) throw Unknown{};
  const Consequents thens = codegen::joined(n, 4, outer);
  const int from_type = type_of(&from, e);
  const bool stacks = e.program().layout.has_stacks;
  const PartCode part = part_of(n, &from, from_to_arg::kStack, e);
  e.each_from(&from, out, [&] {
    const auto any = out.block("if ($0 != 0)", {piece_of_part(part, from_type)});
    if (stacks) out.line("const StackPart part = $0;", {part_now(n, part, from_type, e)});
    if (n.has(2) && !stacks) out.line("const int count = clamped($0);", {e.integer(n.kid(2))});
    out.line("const Iterators outer_to = it;");
    each_to(&to, "it.to = at;", e, out, [&] {
      out.line("put_site(w, $0, $1, from, 0);", {stacks     ? "kMoveStack"
                                                 : n.has(2) ? "kMoveCount"
                                                            : "kMove",
                                                 from_type});
      {
        const auto scope = out.block();
        out.line("Action& a = w->actions[w->action_count - 1];");
        out.line("a.to = (i16)at, a.to_type = $0, a.state = -1$1;",
                 {type_of(&to, e), stacks     ? ", a.count = (i16)part.count, a.level = (i16)part.level"
                                   : n.has(2) ? ", a.count = (i16)count"
                                              : ""});
      }
      e.put_consequents(thens, out);
    });
  });
}

// The generator of the moves of a (move Shoot ...) of one kind of piece from the end of the last move.
int shoot_generator(const Node& n, Emitter& e) {
  const Node* const each = only_piece(n.kid(0));
  const Node* const between = kid_or_null(n, 3);
  if (n.kid(0).has(1) || each == nullptr || n.has(1)) throw Unknown{};
  if (between != nullptr && between->has(between_arg::kRange)) throw Unknown{};
  std::string piece;
  if (each->type != Type::kString) {
    if (e.reads_iterators(each) || codegen::contains(each, "(to)")) throw Unknown{};
    piece = e.integer(*each);
  } else {
    const int whole = e.program().component(each->text());
    if (whole == 0) throw Unknown{};
    piece = std::to_string(whole);
  }
  MoveCode move;
  move.before = code("const int piece = $0;\n", {piece});
  move.action = code("add_piece<Hashes>(s, $0, to, piece, 1, 0, 0);\n", {e.own()});
  move.last_type = e.own();
  move.then = kid_or_null(n, 5);
  return e.generator(move);
}

void shoot(const Node& n, Emitter& e, CodeWriter& out) {
  const Node* const between = kid_or_null(n, 3);
  const Node* const to = kid_or_null(n, 4);
  const ScopedValue component(e.component, -1);
  const int generator = shoot_generator(n, e);
  const LineTables lines = e.lines(e.own(), e.directions(n, 2, Absolute::kAdjacent));
  const auto start = out.block("if (const int from = head(s).last_to; from >= 0 && from < kBoard[kOwn])");
  out.line("const Iterators outer_from = it;\nIterators it = outer_from;");
  const auto each_line = out.block("for (u32 r = $0[from]; r < $0[from + 1]; ++r)", {lines.index});
  out.line("const Ray& rd = $0[r];\nit.between = kOff;", {lines.radials});
  const auto each_site = out.block("for (int k = 1; k <= rd.size; ++k)");
  out.line("const int at = $0[rd.first + k - 1];\nit.to = at;\nconst bool may_stop = $1;",
           {lines.pool,
            to != nullptr && to->has(to_arg::kIf) ? e.on_board(to->kid(to_arg::kIf)) : std::string("true")});
  out.line(
      "it.between = at;\nif (!$0 || !may_stop) break;",
      {between != nullptr && between->has(between_arg::kIf) ? e.on_board(between->kid(between_arg::kIf))
                                                            : code("(!has_piece_at<$0>(s, at))", {e.own()})});
  e.push(generator, "at", "at", out);
}

void ways_of_shoot(const Node& n, Emitter& e, codegen::WayWriter& out) {
  if (!out.sites.empty()) throw Unknown{};
  const ScopedValue component(e.component, -1);
  codegen::SlideWay way = lines_as_sets(kid_or_null(n, 3), kid_or_null(n, 4),
                                        e.constant_directions(n, 2, Absolute::kAdjacent), true, e, out);
  way.shoots = true;
  const int generator = shoot_generator(n, e);
  out.parts.emplace_back();
  out.add(e.fresh("ways"), code("board_only<$0>(with(none(), head(s).last_to))", {e.own()}),
          {"", 0, generator, false, -1, {}, std::move(way)});
}

const Row kRows[] = {
    {"(move from to [count:int] [copy:bool] [then] [stack:bool])",
     Type::kMoves,
     Counting{from_to},
     resolve_from_to,
     {.moves = from_to, .effects = from_to, .ends = ends_of_from_to}},
    {"(fromTo from to [count:int] [copy:bool] [then] [stack:bool])",
     Type::kMoves,
     Counting{from_to},
     resolve_from_to,
     {.moves = from_to, .effects = from_to}},
    {"(move Shoot piece [from] [directions] [between] [to] [then])",
     Type::kMoves,
     Counting{shoot},
     nullptr,
     {.moves = shoot, .ways = ways_of_shoot}},
};

}  // namespace

std::span<const Row> transfer_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
