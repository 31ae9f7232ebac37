// Directions: compass points, kinds of neighbours, and directions relative to a piece.
#include <algorithm>

#include "games/lud/interp/tables.hpp"

namespace ludex::games::lud {

int direction_between(const Topology& board, int from, int to) {
  if (from < 0 || to < 0 || from >= board.size() || to >= board.size()) return -1;
  for (int d = 0; d < kConcrete; ++d) {
    for (const Radial& radial : board.radials(d, from)) {
      if (std::find(radial.sites, radial.sites + radial.size, to) != radial.sites + radial.size) return d;
    }
  }
  return -1;
}

namespace {

constexpr int kCompass = 16;

// The facing of the piece at the origin of the directions (else at (from)), or north.
int facing(const Eval& e) {
  if (e.way >= 0) return e.way;
  int way = 0;
  const int at = e.origin >= 0 ? e.origin : e.from;
  if (at >= 0 && e.in_range(e.own(), at)) {
    const int piece = e.what_at(e.own(), at);
    if (piece != 0) {
      const int turned = e.rotation(e.index(e.own(), at));
      way = std::max(e.p.components[static_cast<std::size_t>(piece)].facing, 0);
      if (turned != 0) way = (way + turned) % kCompass;
    }
  }
  return way;
}

// The supported direction `steps` places clockwise from one (or from its place if unsupported).
int rotated(const std::vector<int>& supported, int way, int steps) {
  const int n = static_cast<int>(supported.size());
  if (n == 0) return -1;
  // The index of `way`; if it is not supported, the first one clockwise of it is one step to the right.
  int at = 0;
  while (at < n && supported[static_cast<std::size_t>(at)] < way) ++at;
  const bool there = at < n && supported[static_cast<std::size_t>(at)] == way;
  if (!there && steps == 0) return -1;
  if (!there && steps > 0) --steps;
  return supported[static_cast<std::size_t>(((at + steps) % n + n) % n)];
}

int clockwise(int from, int to) {
  return (to - from + kCompass) % kCompass;
}

// Adds the directions of a word such as Forward for a piece with that facing.
void add_relative(Relative word, int way, const std::vector<int>& supported, DirectionSet& out) {
  const auto add = [&](int direction) {
    if (direction >= 0) out.add(direction);
  };
  const auto add_exact = [&](int direction) {
    const int d = (direction + kCompass) % kCompass;
    if (std::find(supported.begin(), supported.end(), d) != supported.end()) out.add(d);
  };
  // Adds all directions less than a quarter turn from one.
  const auto add_half = [&](int towards) {
    for (const int d : supported) {
      const int off = clockwise(towards, d);
      if (off < 4 || off > 12) out.add(d);
    }
  };
  switch (word) {
    case Relative::kForward:
      return add_exact(way);
    case Relative::kBackward:
      return add_exact(way + 8);
    case Relative::kRightward:
      return add_exact(way + 4);
    case Relative::kLeftward:
      return add_exact(way - 4);
    case Relative::kForwards:
      return add_half(way % kCompass);
    case Relative::kBackwards:
      return add_half((way + 8) % kCompass);
    case Relative::kRightwards:
      return add_half((way + 4) % kCompass);
    case Relative::kLeftwards:
      return add_half((way + 12) % kCompass);
    case Relative::kFR:
      return add(rotated(supported, way, 1));
    case Relative::kFRR:
      return add(rotated(supported, way, 2));
    case Relative::kFRRR:
      return add(rotated(supported, way, 3));
    case Relative::kFL:
      return add(rotated(supported, way, -1));
    case Relative::kFLL:
      return add(rotated(supported, way, -2));
    case Relative::kFLLL:
      return add(rotated(supported, way, -3));
    case Relative::kBR:
      return add(rotated(supported, (way + 8) % kCompass, -1));
    case Relative::kBRR:
      return add(rotated(supported, (way + 8) % kCompass, -2));
    case Relative::kBRRR:
      return add(rotated(supported, (way + 8) % kCompass, -3));
    case Relative::kBL:
      return add(rotated(supported, (way + 8) % kCompass, 1));
    case Relative::kBLL:
      return add(rotated(supported, (way + 8) % kCompass, 2));
    case Relative::kBLLL:
      return add(rotated(supported, (way + 8) % kCompass, 3));
    case Relative::kSame:
    case Relative::kOpposite:
      return;
  }
}

// The direction of the last move.
int last_direction(const Eval& e) {
  const Head& h = e.head();
  const Topology& board = e.p.board();
  return direction_between(board, h.last_from, h.last_to);
}
void add_word(int word, int kind, Eval& e, DirectionSet& out) {
  if (word < kDirections) {
    out.add(word);
    return;
  }
  const auto relative = static_cast<Relative>(word - kDirections);
  if (relative == Relative::kSame || relative == Relative::kOpposite) {
    const int last = last_direction(e);
    if (last >= 0 && last < kCompass) out.add(relative == Relative::kSame ? last : (last + 8) % kCompass);
    return;
  }
  add_relative(relative, facing(e), e.p.board().supported(kind), out);
}

// (directions {words} [of:kind])
void words(const Node& n, Eval& e, DirectionSet& out) {
  const int kind = n.imm_or(1, static_cast<int>(Absolute::kAdjacent));
  for (const Node* word : n.kid(0).kids) {
    if (word->constant) {
      add_word(word->imm, kind, e, out);
    } else {
      word->fn.as_directions(*word, e, out);
    }
  }
}
void one_word(const Node& n, Eval& e, DirectionSet& out) {
  add_word(n.kid(0).imm, n.imm_or(1, static_cast<int>(Absolute::kAdjacent)), e, out);
}
// (directions type from:site to:site)
void between(const Node& n, Eval& e, DirectionSet& out) {
  const Topology& board = e.p.topology(static_cast<SiteType>(n.imm));
  const int from = n.i(1, e);
  const int to = n.i(2, e);
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
  const Topology& board = e.p.board();
  const int site = e.origin >= 0 ? e.origin : e.from;
  for (int kind = kConcrete; kind < kDirections; ++kind) {
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
  const std::size_t k = n.b(0, e) ? 1 : 2;
  n.kid(k).fn.as_directions(n.kid(k), e, out);
}

const Row kRows[] = {
    {"(directions {directions} [of:absolute])", Type::kDirections, words},
    {"(directions absolute|relative|directions [of:absolute])", Type::kDirections, one_word,
     +[](Node& n, Compiler&) {
       Node& word = *n.kids[0];
       if (word.type == Type::kRelative) word.imm += kDirections;
       if (word.row != nullptr) Compiler::fail(n, "'directions' of computed directions is not implemented");
     }},
    {"(directions [sitetype] from:int to:int)", Type::kDirections, between, site_type_at<0>},
    {"(difference directions directions)", Type::kDirections, difference},
    {"(union directions directions)", Type::kDirections, unite},
    {"(if bool directions directions)", Type::kDirections, choose},
};

}  // namespace

void constant_directions(const Node& n, Eval& e, DirectionSet& out) {
  add_word(n.imm, static_cast<int>(Absolute::kAdjacent), e, out);
}

void constant_directions_word(int relative, Eval& e, DirectionSet& out) {
  add_word(kDirections + relative, static_cast<int>(Absolute::kAdjacent), e, out);
}

std::span<const Row> direction_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
