// The meaning of direction words: compass points, kinds of neighbours, and directions relative to a piece.
#include "games/lud/interpreter/directions.hpp"

#include <algorithm>

namespace ludex::games::lud {

constexpr int kCompass = kFacings;

int facing_of(const Eval& e) {
  if (e.way >= 0) return e.way;
  int way = 0;
  const int at = e.origin >= 0 ? e.origin : e.from;
  if (at >= 0 && e.in_range(e.own(), at)) {
    const int piece = e.what_at(e.own(), at);
    if (piece != 0) {
      const int turned = e.rotation(e.index(e.own(), at));
      way = std::max(e.program.components[static_cast<std::size_t>(piece)].facing, 0);
      if (turned != 0) way = (way + turned) % kCompass;
    }
  }
  return way;
}

namespace {

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
  const Topology& board = e.program.board();
  return board.direction_along(h.last_from, h.last_to);
}

}  // namespace

void add_direction_word(int word, int kind, Eval& e, DirectionSet& out) {
  if (word < kDirectionKinds) {
    out.add(word);
    return;
  }
  const auto relative = static_cast<Relative>(word - kDirectionKinds);
  if (relative == Relative::kSame || relative == Relative::kOpposite) {
    const int last = last_direction(e);
    if (last >= 0 && last < kCompass) out.add(relative == Relative::kSame ? last : (last + 8) % kCompass);
    return;
  }
  add_relative(relative, facing_of(e), e.program.board().supported(kind), out);
}

bool is_static(const Node& n, bool& relative) {
  if (n.row == nullptr || n.constant) {
    if (n.type == Type::kArray) {
      return std::all_of(n.kids.begin(), n.kids.end(),
                         [&](const Node* kid) { return is_static(*kid, relative); });
    }
    int word = n.imm;
    if (n.type == Type::kRelative && word < kDirectionKinds) word += kDirectionKinds;
    if (word >= kDirectionKinds + static_cast<int>(Relative::kSame)) return false;
    relative = relative || word >= kDirectionKinds;
    return true;
  }
  const std::size_t words = n.row->native.words;
  for (std::size_t k = 0; k < words; ++k)
    if (!is_static(n.kid(k), relative)) return false;
  return words != 0;
}

void constant_directions(const Node& n, Eval& e, DirectionSet& out) {
  add_direction_word(n.imm, static_cast<int>(Absolute::kAdjacent), e, out);
}

}  // namespace ludex::games::lud
