// Changes of a position, its hash, and the players of its roles.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

namespace {

std::uint64_t key_of(const Eval& e, int i, int piece) {
  if (piece == 0 && e.state(i) == 0 && e.cell_value(i) == 0) return 0;
  return cell_key(i, piece, e.state(i), e.rotation(i), e.layout.has_count ? e.count(i) : piece != 0,
                  e.cell_value(i));
}

}  // namespace

Workspace& Workspace::of_thread() {
  static thread_local Workspace workspace;
  return workspace;
}

void Words::overflow() {
  // The parser's limit on nesting keeps descriptions from reaching this.
  std::fputs("lud: too many regions at a time\n", stderr);
  std::abort();
}

Copy::Copy(const Eval& e) : ws_(e.workspace), at_(ws_.states_used++) {
  ++ws_.looks;
  if (ws_.states.size() <= at_) ws_.states.resize(at_ + 1);
  auto& words = ws_.states[at_];
  const std::size_t needed = (e.layout.bytes + 7) / 8;
  if (words.size() < needed) words.resize(needed);
  std::memcpy(words.data(), e.position, e.layout.used(e.head()));
}

void Eval::set_cell(int type, int at, int piece, int n, int new_state, int new_rotation, int new_value) {
  const int i = index(type, at);
  if (i == layout.sites) return;
  if (layout.has_stacks) {
    const Level top{static_cast<std::uint8_t>(piece), static_cast<std::uint8_t>(new_state),
                    static_cast<std::uint8_t>(new_rotation), 0, static_cast<std::int16_t>(new_value)};
    if (piece == 0) return erase_level(type, at, kOff);
    if (height(i) == 0) return insert_level(type, at, kOff, top);
    return change_level(type, at, kOff, top);
  }
  Head& h = head();
  const int before = what(i);
  if (layout.only_pieces) {
    const auto key = [&](int kind) { return cell_key(i, kind, 0, 0, kind != 0 ? 1 : 0, 0); };
    h.cells ^= key(before) ^ key(piece);
    put_piece(type_here(type, at), at, i, before, piece);
    return;
  }
  h.cells ^= key_of(*this, i, before);
  show(type, at, i, before, piece, n, new_state, new_rotation, new_value);
  h.cells ^= key_of(*this, i, piece);
}

void Eval::put_piece(int where, int at, int i, int before, int piece) {
  if (before == piece) return;
  if (before != 0) reset(sites_of_owner(where, who_of(before)), at);
  if (layout.has_bytes())
    position[layout.what + static_cast<std::uint32_t>(i)] = static_cast<std::byte>(piece);
  if (piece != 0) set(sites_of_owner(where, who_of(piece)), at);
}

// Writes what stands on a site, or on top there, and keeps the sets of sites.
void Eval::show(int type, int at, int i, int before, int piece, int n, int new_state, int new_rotation,
                int new_value) {
  const int where = type_here(type, at);
  if (layout.has_unowned) reset(words_at(layout.unowned, 0), at);
  put_piece(where, at, i, before, piece);
  if (layout.has_count) {
    const auto stored = static_cast<std::uint16_t>(piece == 0 ? 0 : std::clamp(n, 1, 65535));
    std::memcpy(position + layout.count + 2 * static_cast<std::uint32_t>(i), &stored, 2);
  }
  if (layout.has_state)
    position[layout.state + static_cast<std::uint32_t>(i)] = static_cast<std::byte>(new_state);
  if (layout.has_rotation)
    position[layout.rotation + static_cast<std::uint32_t>(i)] = static_cast<std::byte>(new_rotation);
  if (layout.has_value) {
    const auto stored = static_cast<std::int16_t>(new_value);
    std::memcpy(position + layout.value + 2 * static_cast<std::uint32_t>(i), &stored, 2);
  }
}

void Eval::set_state(int type, int at, int new_state) {
  const int i = index(type, at);
  set_cell(type, at, what(i), count(i), new_state, rotation(i), cell_value(i));
}
void Eval::set_count(int type, int at, int n) {
  const int i = index(type, at);
  if (n <= 0) {
    set_cell(type, at, 0, 0, 0, 0, 0);
  } else {
    set_cell(type, at, what(i), n, state(i), rotation(i), cell_value(i));
  }
}
void Eval::set_value(int type, int at, int new_value) {
  const int i = index(type, at);
  set_cell(type, at, what(i), count(i), state(i), rotation(i), new_value);
}
void Eval::set_rotation(int type, int at, int new_rotation) {
  const int i = index(type, at);
  set_cell(type, at, what(i), count(i), state(i), new_rotation, cell_value(i));
}

int Eval::role(int role_index) const {
  const Head& h = head();
  switch (static_cast<Role>(role_index)) {
    case Role::kMover:
      return h.mover;
    case Role::kNext:
      return h.next;
    case Role::kPrev:
      return h.prev;
    case Role::kShared:
    case Role::kAll:
    case Role::kEach:
      return program.players + 1;
    case Role::kPlayer:
      return player;
    case Role::kEnemy:
    case Role::kNonMover:
      return program.players == 2 ? 3 - h.mover : 0;  // of several see belongs()
    case Role::kFriend:
    case Role::kTeamMover:
      return h.mover;
    case Role::kNeutral:
      return 0;
    default:
      return role_index;
  }
}

int Eval::variables(int which) const {
  if (which < 0) return rest().variable;
  std::int32_t v;
  std::memcpy(&v, position + layout.variables + 4 * static_cast<std::uint32_t>(which), 4);
  return v;
}

void Eval::set_variable(int which, int v) {
  if (which < 0) {
    rest().variable = v;
    return;
  }
  const std::int32_t stored = v;
  std::memcpy(position + layout.variables + 4 * static_cast<std::uint32_t>(which), &stored, 4);
}

std::uint64_t Eval::position_hash() const {
  const Head& h = head();
  std::uint64_t key = h.cells;
  if (program.layout.has_to_clear) {
    const std::uint64_t* gone = words_at(layout.to_clear, 0);
    for (int w = 0; w < layout.words; ++w) key ^= mix64(gone[w] + static_cast<std::uint64_t>(w + 77));
  }
  if (layout.has_unowned) {
    const std::uint64_t* nobodys = words_at(layout.unowned, 0);
    for (int w = 0; w < layout.words; ++w)
      key ^= nobodys[w] == 0 ? 0 : mix64(nobodys[w] + static_cast<std::uint64_t>(w + 777));
  }
  return key;
}

std::uint64_t Eval::cycle_hash() const {
  std::uint64_t key = position_hash() ^ mix64(static_cast<std::uint32_t>(rest().variable) + 5ULL);
  for (int q = 1; q <= program.players; ++q)
    key ^= mix64(static_cast<std::uint64_t>(q) << 32 ^ static_cast<std::uint64_t>(phase_of(q)));
  return key;
}

std::uint64_t Eval::hash() const {
  const Head& h = head();
  const auto u = [](int x) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(x)); };
  std::uint64_t key = position_hash() ^ mix64(u(h.mover) << 8 ^ u(h.prev) << 16 ^ u(h.next) << 24 ^
                                              u(phase_of(h.mover)) << 32 ^ u(h.passes) << 40);
  const auto [rest, pending, score, player_value] = fields();
  for (int i = 0; pending != nullptr && i < pending->count; ++i) key ^= mix64(1000U + u(pending->values[i]));
  for (int q = 1; q <= program.players; ++q)
    key ^= mix64(u(score != nullptr ? score[q] : 0) << 32 ^
                 u(player_value != nullptr ? player_value[q] : kOff) ^ u(q) << 56);
  if (layout.has_more) {
    const More& m = more();
    const std::size_t n = program.dice.size();
    for (std::size_t k = 0; k < n; ++k)
      key ^= mix64((k + 1) << 48 ^ u(m.rolled[k]) << 32 ^ u(m.face[k]) << 16 ^ u(m.dice[k]));
    for (int q = 1; q <= program.players; ++q)
      key ^= mix64(u(q) << 40 ^ u(m.rank[static_cast<std::size_t>(q)]) << 16 ^
                   u(m.team[static_cast<std::size_t>(q)]));
    if (m.start_rule >= 0) key ^= mix64(u(m.start_rule) ^ u(m.drawn) << 16 ^ 0x57A27ULL << 32);
    for (int k = 0; k < std::min<int>(m.drawn, kMaxDraws); ++k)
      key ^= mix64(u(m.draws[k]) << 8 ^ u(k + 1) << 40 ^ 0xD4A3ULL);
    key ^= mix64(m.waiting + 0x77ULL) ^ mix64(u(m.draw_size) + 0x99ULL);
    key ^= mix64(u(m.rolling) << 8 ^ u(m.equal) ^ 0x5EED00ULL);
  }
  for (std::uint32_t k = 0; k < layout.kept_bytes; k += 8) {
    std::uint64_t word;
    std::memcpy(&word, position + layout.places + k, 8);
    if (word != 0) key ^= mix64(word ^ mix64(k + 0x97ACE5ULL));
  }
  for (std::size_t v = 0; v < program.variables.size(); ++v)
    key ^= mix64(u(variables(static_cast<int>(v))) ^ (v + 1) << 40);
  for (std::size_t m = 0; m < program.memories.size(); ++m) {
    const auto* const kept = reinterpret_cast<const std::int16_t*>(position + layout.memories) +
                             m * static_cast<std::size_t>(layout.memory_size);
    for (int k = 1; k <= kept[0]; ++k) key ^= mix64(u(kept[k]) ^ u(k) << 32 ^ (m + 1) << 56);
  }
  // Rules may read the number of plies, which a counter follows until they set it.
  const Rest extra = rest != nullptr ? *rest : Rest{.counter = h.plies, .variable = kOff};
  key ^= mix64(u(extra.variable) + 5) ^ mix64(u(extra.counter) << 32 ^ extra.triggered);
  if (h.mover == h.prev)
    key ^= mix64(u(h.last_to) << 32 ^ u(program.uses_last_touched ? rest->last_touched : kOff) << 48 ^
                 u(h.last_from) ^ u(static_cast<int>(h.turn_moves)) << 16);
  return key;
}

void constant_region(const Node& n, Eval& e, std::uint64_t* out) {
  std::memcpy(out, static_cast<const Region*>(n.table)->data(),
              sizeof(std::uint64_t) * static_cast<std::size_t>(e.layout.words));
}

}  // namespace ludex::games::lud
