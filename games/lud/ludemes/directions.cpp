// Sets of directions.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/tables.hpp"

namespace ludex::games::lud {

namespace {

// (directions {words} [of:kind])
void words(const Node& n, Eval& e, DirectionSet& out) {
  const int kind = n.imm_or(1, static_cast<int>(Absolute::kAdjacent));
  for (const Node* word : n.kid(0).kids) {
    if (word->constant) {
      add_direction_word(word->imm, kind, e, out);
    } else {
      word->fn.as_directions(*word, e, out);
    }
  }
}
void one_word(const Node& n, Eval& e, DirectionSet& out) {
  add_direction_word(n.kid(0).imm, n.imm_or(1, static_cast<int>(Absolute::kAdjacent)), e, out);
}
// (directions type from:site to:site)
void between(const Node& n, Eval& e, DirectionSet& out) {
  const Topology& board = e.program.topology(static_cast<SiteType>(n.imm));
  const int from = n.integer(1, e);
  const int to = n.integer(2, e);
  if (from < 0 || from >= board.size()) return;
  for (int d = 0; d < kConcrete; ++d) {
    for (const Radial& radial : board.radials(d, from))
      if (std::find(radial.sites, radial.sites + radial.size, to) != radial.sites + radial.size) out.add(d);
  }
}

// The concrete directions of a set: kinds of neighbours become those that the site at the origin of the
// directions has.
std::uint32_t concrete(const Eval& e, std::uint32_t bits) {
  std::uint32_t out = bits & ((1U << kConcrete) - 1);
  const Topology& board = e.program.board();
  const int site = e.origin >= 0 ? e.origin : e.from;
  for (int kind = kConcrete; kind < kDirectionKinds; ++kind) {
    if ((bits >> kind & 1U) == 0) continue;
    if (site < 0 || site >= board.size()) {
      for (const int d : board.supported(kind)) out |= 1U << d;
      continue;
    }
    for (const int to : board.steps(kind, site)) out |= 1U << board.direction_to(site, to);
  }
  return out;
}
void difference(const Node& n, Eval& e, DirectionSet& out) {
  DirectionSet first;
  DirectionSet second;
  n.kid(0).fn.as_directions(n.kid(0), e, first);
  n.kid(1).fn.as_directions(n.kid(1), e, second);
  out.add_all(concrete(e, first.bits()) & ~concrete(e, second.bits()));
}
void unite(const Node& n, Eval& e, DirectionSet& out) {
  n.kid(0).fn.as_directions(n.kid(0), e, out);
  n.kid(1).fn.as_directions(n.kid(1), e, out);
}
void choose(const Node& n, Eval& e, DirectionSet& out) {
  const std::size_t k = n.boolean(0, e) ? 1 : 2;
  n.kid(k).fn.as_directions(n.kid(k), e, out);
}

// Generated code: directions that are known only in play, as expressions of sets of concrete directions.

constexpr std::uint32_t kAllConcrete = (1U << kConcrete) - 1;

// By two sites, the directions of the lines from one through the other.
std::string directions_between(SiteType type, const std::string& from, const std::string& to, Emitter& e) {
  const Topology& board = e.program().topology(type);
  const int size = board.size();
  if (size * size > 20'000) throw Unknown{};
  std::vector<std::uint32_t> masks(static_cast<std::size_t>(size * size), 0);
  for (int at = 0; at < size; ++at)
    for_each_radial(board, at, kAllConcrete, [&](const Radial& radial) {
      for (int k = 0; k < radial.size; ++k)
        masks[static_cast<std::size_t>(at * size + radial.sites[k])] |= 1U << radial.direction;
    });
  ArrayText values;
  for (const std::uint32_t mask : masks) values.add(static_cast<int>(mask));
  return code("directions_between($0, $1, $2, $3)", {e.table("u32", "[]", values.text()), size, from, to});
}

std::string computed(const Node& n, const std::string& origin, Emitter& e);

// Directions of the words of a node: absolute ones, or those of the last move.
std::string of_word(const Node& word, const std::string& origin, Emitter& e) {
  if (word.row != nullptr) return computed(word, origin, e);
  const int said =
      word.imm + (word.type == Type::kRelative && word.imm < kDirectionKinds ? kDirectionKinds : 0);
  if (said < kConcrete) return code("$0U", {static_cast<int>(1U << said)});
  if (said < kDirectionKinds) {
    // A kind of neighbours means the directions that the origin has, or all without one.
    const Topology& board = e.program().board();
    ArrayText masks;
    std::uint32_t all = 0;
    for (const int d : board.supported(said)) all |= 1U << d;
    for (int at = 0; at < board.size(); ++at) {
      std::uint32_t mask = 0;
      for (const int to : board.steps(said, at)) mask |= 1U << board.direction_to(at, to);
      masks.add(static_cast<int>(mask));
    }
    return code("mask_at($0, $1, $2, $3)",
                {e.table("u32", "[]", masks.text()), board.size(), origin, static_cast<int>(all)});
  }
  const auto relative = static_cast<Relative>(said - kDirectionKinds);
  if (relative != Relative::kSame && relative != Relative::kOpposite) throw Unknown{};
  const std::string last =
      directions_between(e.program().site_type, "(int)head(s).last_from", "(int)head(s).last_to", e);
  return code("direction_of_last($0, $1)", {last, relative == Relative::kSame ? 0 : 8});
}
std::string computed(const Node& n, const std::string& origin, Emitter& e) {
  const std::string_view row = n.row != nullptr ? n.row->text : "";
  if (row.empty()) return of_word(n, origin, e);
  if (row.starts_with("(directions [sitetype]"))
    return directions_between(static_cast<SiteType>(n.imm), e.integer(n.kid(1)), e.integer(n.kid(2)), e);
  if (row.starts_with("(difference"))
    return code("($0 & ~$1)", {of_word(n.kid(0), origin, e), of_word(n.kid(1), origin, e)});
  if (row.starts_with("(union"))
    return code("($0 | $1)", {of_word(n.kid(0), origin, e), of_word(n.kid(1), origin, e)});
  if (row.starts_with("(if"))
    return code("($0 ? $1 : $2)",
                {e.boolean(n.kid(0)), of_word(n.kid(1), origin, e), of_word(n.kid(2), origin, e)});
  throw Unknown{};
}
// True if a node names a kind of neighbours elsewhere than in a difference, so that lines have another order.
bool orders_by_kind(const Node& n) {
  if (n.row == nullptr) return n.type == Type::kAbsolute && n.imm >= kConcrete;
  const std::string_view row = n.row->text;
  if (row.starts_with("(directions [sitetype]") || row.starts_with("(difference")) return false;
  return std::any_of(n.kids.begin(), n.kids.end(),
                     [](const Node* kid) { return kid != nullptr && orders_by_kind(*kid); });
}

const Row kRows[] = {
    {"(directions {directions} [of:absolute])", Type::kDirections, words, nullptr, {.words = 1}},
    {"(directions absolute|relative|directions [of:absolute])",
     Type::kDirections,
     one_word,
     +[](Node& n, Compiler&) {
       Node& word = *n.kids[0];
       if (word.type == Type::kRelative) word.imm += kDirectionKinds;
       if (word.row != nullptr) Compiler::fail(n, "'directions' of computed directions is not implemented");
     },
     {.words = 1}},
    {"(directions [sitetype] from:int to:int)", Type::kDirections, between, site_type_at<0>},
    {"(difference directions directions)", Type::kDirections, difference},
    {"(union directions directions)", Type::kDirections, unite, nullptr, {.words = 2}},
    {"(if bool directions directions)", Type::kDirections, choose},
};

}  // namespace

PlayLines lines_in_play(const Node& n, std::size_t k, const std::string& origin, Emitter& e) {
  try {
    const KnownDirections known = e.directions(n, k, Absolute::kAdjacent);
    return {e.lines(e.own(), known), "", known};
  } catch (const Unknown&) {
    if (!n.has(k) || orders_by_kind(n.kid(k))) throw;
    const std::string wanted = computed(n.kid(k), origin, e);
    e.fired("lines in directions computed in play");
    return {e.lines(e.own(), {kAllConcrete}), wanted, {kAllConcrete}};
  }
}

std::span<const Row> direction_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
