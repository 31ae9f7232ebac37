// The parts of the table of ludemes by kind, and helpers that their functions share.
#pragma once

#include <span>
#include <stdexcept>
#include <string>

#include "games/lud/interp/eval.hpp"
#include "games/lud/ir/compiler.hpp"
#include "games/lud/ir/signature.hpp"

namespace ludex::games::lud {

std::span<const Row> structure_rows();
std::span<const Row> board_rows();
std::span<const Row> int_rows();
std::span<const Row> count_rows();
std::span<const Row> bool_rows();
std::span<const Row> pattern_rows();
std::span<const Row> region_rows();
std::span<const Row> area_rows();
std::span<const Row> track_rows();
std::span<const Row> direction_rows();
std::span<const Row> walk_rows();
std::span<const Row> decision_rows();
std::span<const Row> loop_rows();
std::span<const Row> operator_rows();
std::span<const Row> effect_rows();
std::span<const Row> capture_rows();
std::span<const Row> sow_rows();

// Restores an iterator at the end of the scope.
class Saved {
 public:
  explicit Saved(int& variable) : variable_(variable), value_(variable) {}
  ~Saved() { variable_ = value_; }
  [[nodiscard]] int value() const { return value_; }
  Saved(const Saved&) = delete;
  Saved& operator=(const Saved&) = delete;

 private:
  int& variable_;
  int value_;
};

// Puts the site type of argument K, else that of the board, into imm.
template <std::size_t K>
void site_type_at(Node& node, Compiler& c) {
  node.imm = node.has(K) ? node.kid(K).imm : c.default_type();
  c.uses(node, node.imm);
}
// Requires argument 0, a (from ...), to be one site, not a region.
inline void from_one_site(Node& n, Compiler&) {
  if (n.has(0) && n.kid(0).has(1) && n.kid(0).kid(1).type != Type::kInt)
    Compiler::fail(n.kid(0), "a region here is not implemented, one site is");
}
inline void default_site_type(Node& node, Compiler& c) {
  node.imm = c.default_type();
}

// The directions of argument k, or the fallback. Relative ones depend on the piece at `origin`, if that is a
// site, else at (from).
inline std::uint32_t directions_of(const Node& n, std::size_t k, Eval& e, Absolute fallback,
                                   int origin = -1) {
  if (!n.has(k)) return 1U << static_cast<int>(fallback);
  const Saved saved(e.origin);
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
  clear(group, e.L.words);
  std::int16_t stack[kMaxSites];
  int size = 0;
  stack[size++] = static_cast<std::int16_t>(start);
  set(group, start);
  const Topology& board = e.p.topology(static_cast<SiteType>(type));
  while (size != 0) {
    const int at = stack[--size];
    for_each_step(board, at, directions, [&](int to) {
      if (test(group, to) || !belongs(to)) return;
      set(group, to);
      stack[size++] = static_cast<std::int16_t>(to);
    });
  }
}

// The direction of the line from one site to another, or -1.
[[nodiscard]] int direction_between(const Topology& board, int from, int to);
// Adds the meaning of a direction word here: Absolute, or kDirections + Relative.
void constant_directions(const Node& n, Eval& e, DirectionSet& out);
void constant_directions_word(int relative, Eval& e, DirectionSet& out);
void constant_region(const Node& n, Eval& e, std::uint64_t* out);

// Adds the move of a piece: first the effects appended from `begin` on, then the movement itself.
void add_move(Eval& e, std::size_t begin, int from, int to, int from_type, int to_type);

// Adds a move of one action.
inline void push_action(Eval& e, const Action& action) {
  e.push(kOff, kOff, e.own());
  e.act(action);
}

}  // namespace ludex::games::lud
