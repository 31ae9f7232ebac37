// Sets of directions.
#include <algorithm>

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

std::span<const Row> direction_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
