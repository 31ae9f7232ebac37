#include "agents/common/model/move_places.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "agents/common/model/observed.hpp"

namespace ludex::agents::model {
namespace {

// shared[i]: another move has the same place.
void find_shared(std::span<const MovePlace> places, std::array<bool, kMostMoves>& shared) noexcept {
  constexpr std::size_t kSlots = 2 * kMostMoves;
  constexpr std::uint16_t kFree = 0xffff;
  std::size_t mask = 15;
  while (mask < 2 * places.size()) mask = 2 * mask + 1;
  std::array<std::uint16_t, kSlots> slots;
  std::fill_n(slots.begin(), mask + 1, kFree);
  for (std::size_t i = 0; i < places.size(); ++i) {
    shared[i] = false;
    std::size_t slot = (places[i].from * 0x9E3779B1U + places[i].to * 0x85EBCA77U) >> 7U & mask;
    while (slots[slot] != kFree && places[slots[slot]] != places[i]) slot = (slot + 1) & mask;
    if (slots[slot] == kFree) {
      slots[slot] = static_cast<std::uint16_t>(i);
    } else {
      shared[i] = shared[slots[slot]] = true;
    }
  }
}

}  // namespace

void place_moves(const Game& game, const Features& features, const State* state, std::span<const Move> moves,
                 MovePlace* out) noexcept {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const MoveSites sites = features.move_sites(state, moves[i]);
    out[i] = {sites.from, sites.to, 0};
  }
  if (moves.size() < 2 || moves.size() > kMostMoves || game.traits().state_size > kMostState) return;
  std::array<bool, kMostMoves> shared;
  find_shared({out, moves.size()}, shared);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!shared[i] || out[i].last() == kNoSite) continue;
    alignas(64) std::array<std::byte, kMostState> room;
    auto* const next = reinterpret_cast<State*>(room.data());
    game.copy(next, state);
    game.apply(next, moves[i]);
    out[i].kind = Observed(features, next, game.to_move(state)).codes[out[i].last()];
  }
}

}  // namespace ludex::agents::model
