// The directions of a ludeme, and steps, lines and groups along them.
#pragma once

#include "games/lud/interpreter/eval.hpp"
#include "games/lud/interpreter/scoped_value.hpp"

namespace ludex::games::lud {

// The direction of the line from one site to another, or -1.
[[nodiscard]] int direction_between(const Topology& board, int from, int to);
// Adds the directions that a word means here: Absolute, or kDirectionKinds + Relative. `kind` (Absolute): the
// neighbours whose directions count.
void add_direction_word(int word, int kind, Eval& e, DirectionSet& out);
// Evaluates a node that is one word.
void constant_directions(const Node& n, Eval& e, DirectionSet& out);

// The directions of argument k, or the fallback. Relative ones depend on the piece at `origin`, if that is a
// site, else at (from).
inline std::uint32_t directions_of(const Node& n, std::size_t k, Eval& e, Absolute fallback,
                                   int origin = -1) {
  if (!n.has(k)) return 1U << static_cast<int>(fallback);
  const ScopedValue saved(e.origin);
  e.origin = origin;
  DirectionSet set;
  n.kid(k).fn.as_directions(n.kid(k), e, set);
  return set.bits();
}

// Calls f(neighbour) for the steps from a site in a set of directions.
template <class F>
void for_each_step(const Topology& board, int site, std::uint32_t directions, F&& f) {
  for (std::uint32_t rest = directions; rest != 0; rest &= rest - 1) {
    const int d = __builtin_ctz(rest);
    for (const int to : board.steps(d, site)) f(to);
  }
}
// Calls f(radial) for the lines from a site in a set of directions.
template <class F>
void for_each_radial(const Topology& board, int site, std::uint32_t directions, F&& f) {
  for (std::uint32_t rest = directions; rest != 0; rest &= rest - 1) {
    const int d = __builtin_ctz(rest);
    for (const Radial& radial : board.radials(d, site)) f(radial);
  }
}

// The sites connected with `start` by such steps for which `belongs` holds (with (to) set to each).
template <class F>
void flood(Eval& e, int type, int start, std::uint32_t directions, std::uint64_t* group, F&& belongs) {
  clear(group, e.layout.words);
  std::int16_t stack[kMaxSites];
  int size = 0;
  stack[size++] = static_cast<std::int16_t>(start);
  set(group, start);
  const Topology& board = e.program.topology(static_cast<SiteType>(type));
  while (size != 0) {
    const int at = stack[--size];
    for_each_step(board, at, directions, [&](int to) {
      if (test(group, to) || !belongs(to)) return;
      set(group, to);
      stack[size++] = static_cast<std::int16_t>(to);
    });
  }
}

}  // namespace ludex::games::lud
