#include "games/hex/inferior.hpp"

#include <array>
#include <cstdint>

#include "core/game/game.hpp"

namespace ludex::games::hex {

template <std::size_t W>
void Inferior<W>::fill_in(Stones& stones) const {
  do {
    fill_patterns_.fill(stones);
  } while (fill_by_groups(stones));
}

template <std::size_t W>
auto Inferior<W>::needless(const Stones& stones, Player mover) const -> Board {
  const View view = look_at(stones);
  Board out;
  Board reasons;  // killers and dominators, which must be kept
  std::array<Captures, 2> captures;
  for (Player p = 0; p < 2; ++p) find_captures(view, p, captures[p]);
  view.empty.for_each([&](std::uint32_t cell) {
    if (out.test(cell)) return;
    const Board worse = captures[mover][cell].without(reasons | out);
    if (!worse.any()) return;
    out |= worse;
    reasons.set(cell);
  });
  enclosed(view, 5).without(out).for_each([&](std::uint32_t cell) {
    if (reasons.test(cell)) return;
    // Only adjacent cells can cut off a cell whose own surroundings are not nearly closed.
    for (const std::uint32_t other : patterns_.near(cell)) {
      if (!view.empty.test(other) || out.test(other)) continue;
      bool idle = false;
      for (Player p = 0; p < 2 && !idle; ++p) {
        View next = view;
        add(next, p, other);
        // Adds the cells that the stone captures, unless they are the cell itself or its pair.
        if (const Board& more = captures[p][other]; !more.test(cell)) add(next, p, more);
        idle = dead(next, cell);
      }
      if (!idle) continue;
      out.set(cell);
      reasons.set(other);
      return;
    }
  });
  return out;
}

template class Inferior<1>;
template class Inferior<2>;
template class Inferior<3>;
template class Inferior<4>;
template class Inferior<6>;

}  // namespace ludex::games::hex
