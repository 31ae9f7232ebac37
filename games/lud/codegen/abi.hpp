// The interface of a generated library and its host. Plain C; the generated text has the same declarations.
#pragma once

#include <algorithm>
#include <cstdint>

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud::codegen {

struct Iterators {
  std::int32_t from, to, between, site, level, player, value, way;
  const std::uint64_t* region;
  std::int32_t existence_only;
  std::int32_t tries_later;
  void* workspace;
};

struct Host {
  const void* game;
  std::int32_t (*integer)(const Host*, std::uint32_t node, std::byte* s, const Iterators*);
  std::int32_t (*boolean)(const Host*, std::uint32_t node, std::byte* s, const Iterators*);
  void (*region)(const Host*, std::uint32_t node, std::byte* s, const Iterators*, std::uint64_t* out);
  std::uint32_t (*directions)(const Host*, std::uint32_t node, std::byte* s, const Iterators*);
  std::uint64_t (*moves)(const Host*, std::uint32_t node, const std::uint32_t* thens,
                         std::uint32_t then_count, std::byte* s, const Iterators*);
  void (*sites)(const Host*, std::uint32_t move, std::uint16_t* from_to);
  void (*make)(const Host*, std::uint32_t move, std::byte* s, const Iterators*);
  void (*then)(const Host*, std::uint32_t node, std::byte* s, const Iterators*);
  void (*action)(const Host*, const Action*, std::byte* s, const Iterators*);
  void (*reset)(const Host*);
  void (*ply)(const Host*, std::byte* s, std::uint64_t* rng, void* trace);
  void (*trace)(const Host*, void* trace, const std::byte* s, std::uint32_t pair, std::uint32_t which);
};

// A move of the generated list.
struct ListedMove {
  std::uint16_t from, to, generator;
  std::int16_t iterator_from, site, value, between;
  std::int8_t player, test;
};
static_assert(sizeof(ListedMove) == 16);
static_assert(sizeof(Action) == 20);

// The maximum length of a game's list of moves.
[[nodiscard]] inline std::uint32_t most_moves(const Program& program) {
  const auto sites = static_cast<std::uint32_t>(program.layout.sites);
  return std::clamp<std::uint32_t>(sites * sites, 1024, 16'384);
}

}  // namespace ludex::games::lud::codegen
