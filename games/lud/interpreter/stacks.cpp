// Stacks of pieces. All pieces of all stacks stand in one array, site by site, each stack from its bottom up;
// the arrays of contents that every game has hold the tops.
#include <algorithm>
#include <cstring>

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

namespace {

std::uint16_t* starts_of(const Eval& e) {
  return reinterpret_cast<std::uint16_t*>(e.position + e.layout.starts);
}
Level* levels_of(const Eval& e) {
  return reinterpret_cast<Level*>(e.position + e.layout.levels);
}

// The hash of what stands on a site.
std::uint64_t key_of_stack(const Eval& e, int i) {
  std::uint64_t key = 0;
  const int height = e.height(i);
  for (int k = 0; k < height; ++k) {
    const Level piece = levels_of(e)[starts_of(e)[i] + k];
    key ^= cell_key(i, piece.what, piece.state, piece.rotation, k + 1, piece.value);
  }
  return key;
}

LeftLevel& left_level(const Eval& e, int i, int level_index) {
  static LeftLevel none;
  auto* const all = reinterpret_cast<LeftLevel*>(e.position + e.layout.left_levels);
  return level_index < kLeftLevels ? all[i * kLeftLevels + level_index] : (none = {});
}

void shift_starts(const Eval& e, int i, int by) {
  std::uint16_t* const first = starts_of(e);
  for (int k = i + 1; k <= e.layout.sites + 1; ++k) first[k] = static_cast<std::uint16_t>(first[k] + by);
  e.more().levels = static_cast<std::uint16_t>(e.more().levels + by);
}

}  // namespace

Level Eval::level_of(int i, int level_index) const {
  if (!layout.has_stacks) {
    if (level_index > 0) return {};
    return {static_cast<std::uint8_t>(what(i)), static_cast<std::uint8_t>(state(i)),
            static_cast<std::uint8_t>(rotation(i)), 0, static_cast<std::int16_t>(cell_value(i))};
  }
  const int top = height(i) - 1;
  if (level_index < 0) level_index = top;
  return level_index > top || top < 0 ? Level{} : levels_of(*this)[starts_of(*this)[i] + level_index];
}

// Changes a stack, then shows its new top.
template <class F>
void Eval::restack(int type, int at, F&& change) {
  const int i = index(type, at);
  if (i == layout.sites) return;
  head().cells ^= key_of_stack(*this, i);
  change(i);
  head().cells ^= key_of_stack(*this, i);
  const Level top = level_of(i, kOff);
  show(type, at, i, what(i), top.what, 1, top.state, top.rotation, top.value);
}

void Eval::insert_level(int type, int at, int level_index, const Level& piece) {
  restack(type, at, [&](int i) {
    if (more().levels >= layout.most_levels) {
      workspace.endless = true;
      return;
    }
    const int place = starts_of(*this)[i] + (level_index < 0 ? height(i) : std::min(level_index, height(i)));
    Level* const all = levels_of(*this);
    std::copy_backward(all + place, all + more().levels, all + more().levels + 1);
    all[place] = piece;
    shift_starts(*this, i, 1);
  });
}

void Eval::erase_level(int type, int at, int level_index, bool moves) {
  restack(type, at, [&](int i) {
    const int size = height(i);
    const bool named = level_index >= 0;
    if (!named) level_index = size - 1;
    if (size == 0 || level_index >= size) return;
    Level* const all = levels_of(*this);
    const int place = starts_of(*this)[i] + level_index;
    if (layout.has_left_levels) {
      // By its level a piece leaves the uppermost one as it was, but for the last that is removed.
      const Level old = all[starts_of(*this)[i] + size - 1];
      const bool leaves = named && (moves || size > 1);
      left_level(*this, i, size - 1) = leaves ? LeftLevel{old.state, old.rotation, old.value} : LeftLevel{};
    }
    std::copy(all + place + 1, all + more().levels, all + place);
    shift_starts(*this, i, -1);
  });
}

void Eval::change_level(int type, int at, int level_index, const Level& piece) {
  restack(type, at, [&](int i) {
    const int size = height(i);
    if (level_index < 0) level_index = size - 1;
    if (level_index < size && size > 0) levels_of(*this)[starts_of(*this)[i] + level_index] = piece;
  });
}

// Moves `count` pieces of a stack, the lowest of them at `level`, onto another; -1: its top alone.
void Eval::move_levels(const Action& a) {
  const int i = index(a.type, a.site);
  if (a.to < 0 || i == layout.sites) return;
  const int size = height(i);
  const int low = a.level < 0 ? size - 1 : a.level;
  for (int k = 0; k < a.count && low >= 0 && low < height(i); ++k) {
    Level piece = level_of(i, low);
    keep_places(piece.what, a.site, a.to);
    erase_level(a.type, a.site, a.count == 1 ? a.level : low, true);
    // A piece that is moved by its site alone takes the state and value that its new level had before.
    if (layout.has_left_levels && a.count == 1 && a.level < 0) {
      const int j = index(a.to_type, a.to);
      const LeftLevel before = j == layout.sites ? LeftLevel{} : left_level(*this, j, height(j));
      piece.state = before.state;
      piece.value = before.value;
    }
    if (a.state >= 0) piece.state = static_cast<std::uint8_t>(a.state);
    insert_level(a.to_type, a.to, kOff, piece);
    if (a.site == a.to && a.type == a.to_type) return;
  }
}

}  // namespace ludex::games::lud
