// The directions of a ludeme, and steps, lines and groups along them.
#pragma once

#include "games/lud/interpreter/eval.hpp"
#include "games/lud/interpreter/scoped_value.hpp"

namespace ludex::games::lud {

// Adds the directions that a word means here: Absolute, or kDirectionKinds + Relative. `kind` (Absolute): the
// neighbours whose directions count.
void add_direction_word(int word, int kind, Eval& e, DirectionSet& out);
// True if directions depend at most on a piece's facing (then `relative` is set).
[[nodiscard]] bool is_static(const Node& n, bool& relative);
// The facing of the piece at the origin of the directions (else at (from)), or north.
[[nodiscard]] int facing_of(const Eval& e);
// Evaluates a node that is one word.
void constant_directions(const Node& n, Eval& e, DirectionSet& out);

inline Directions all_adjacent(const Eval& e) {
  return {1U << static_cast<int>(Absolute::kAdjacent), e.program.adjacent};
}
// The directions of argument k, or adjacent ones. Relative ones depend on the piece at `origin`, if that is a
// site, else at (from).
inline Directions directions_of(const Node& n, std::size_t k, Eval& e, int origin = -1) {
  if (!n.has(k)) return all_adjacent(e);
  const Node& what = n.kid(k);
  const ScopedValue saved(e.origin, origin);
  if (what.routes != nullptr) {
    const int facing = what.routes->relative ? facing_of(e) : 0;
    const Routes* const routes = what.routes->of[static_cast<std::size_t>(facing)];
    return {routes->bits, routes};
  }
  DirectionSet set;
  what.fn.as_directions(what, e, set);
  return {set.bits()};
}

// False if no line from a site begins with a site of a set and goes on; null: the set is not known.
[[nodiscard]] inline bool goes_on_over(const Directions& directions, int site, const std::uint64_t* sites,
                                       const Eval& e) {
  const Routes* const routes = directions.routes;
  if (sites == nullptr || routes == nullptr || routes->board != &e.program.board()) return true;
  const std::uint64_t* const near = routes->hurdles(site);
  for (int w = 0; w < routes->words(); ++w)
    if ((near[w] & sites[w]) != 0) return true;
  return false;
}

// Calls f(neighbour) for the steps from a site in a set of directions.
template <class F>
void for_each_step(const Topology& board, int site, std::uint32_t directions, F&& f) {
  for (std::uint32_t rest = directions; rest != 0; rest &= rest - 1) {
    const int d = __builtin_ctz(rest);
    for (const int to : board.steps(d, site)) f(to);
  }
}
template <class F>
void for_each_step(const Topology& board, int site, const Directions& directions, F&& f) {
  if (directions.routes == nullptr || directions.routes->board != &board)
    return for_each_step(board, site, directions.bits, f);
  for (const int to : directions.routes->steps(site)) f(to);
}
// Calls f(radial) for the lines from a site in a set of directions.
template <class F>
void for_each_radial(const Topology& board, int site, std::uint32_t directions, F&& f) {
  for (std::uint32_t rest = directions; rest != 0; rest &= rest - 1) {
    const int d = __builtin_ctz(rest);
    for (const Radial& radial : board.radials(d, site)) f(radial);
  }
}
template <class F>
void for_each_radial(const Topology& board, int site, const Directions& directions, F&& f) {
  if (directions.routes == nullptr || directions.routes->board != &board)
    return for_each_radial(board, site, directions.bits, f);
  for (const Radial& radial : directions.routes->lines(site)) f(radial);
}

// The sites connected with `start` by such steps for which `belongs` holds (with (to) set to each).
template <class F>
void flood(Eval& e, int type, int start, const Directions& directions, std::uint64_t* group, F&& belongs) {
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
// The same where all members are known, as a set, from which those of the group are taken.
inline void flood_members(Eval& e, int start, const Directions& directions, std::uint64_t* members,
                          std::uint64_t* group) {
  clear(group, e.layout.words);
  std::int16_t stack[kMaxSites];
  int size = 0;
  stack[size++] = static_cast<std::int16_t>(start);
  set(group, start);
  reset(members, start);
  if (const Routes* const routes = directions.routes; routes != nullptr) {
    while (size != 0) {
      const std::uint64_t* const near = routes->targets(stack[--size]);
      for (int w = 0; w < routes->words(); ++w) {
        const std::uint64_t found = near[w] & members[w];
        members[w] ^= found;
        group[w] |= found;
        for (std::uint64_t rest = found; rest != 0; rest &= rest - 1)
          stack[size++] = static_cast<std::int16_t>(64 * w + __builtin_ctzll(rest));
      }
    }
    return;
  }
  const Topology& board = e.program.board();
  while (size != 0) {
    for_each_step(board, stack[--size], directions.bits, [&](int to) {
      if (!test(members, to)) return;
      reset(members, to);
      set(group, to);
      stack[size++] = static_cast<std::int16_t>(to);
    });
  }
}

}  // namespace ludex::games::lud
