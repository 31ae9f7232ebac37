// The interface of a generated library and its host, the interpreter.
#pragma once

#include <cstdint>

#include "core/util/rng.hpp"
#include "games/lud/runtime/action.hpp"

namespace ludex::games::lud::runtime {

// Memory of the library for one thread.
struct Workspace;

// The iterators of ludemes: (from), (to), (between), (site), ...
struct Iterators {
  std::int32_t from, to, between, site, level, player, value, way;
  const std::uint64_t* region;
  std::int32_t existence_only;  // see Eval
  std::int32_t tries_later;     // bit 0: see Eval; bit 1: within the search for the longest continuation
  std::int32_t pips;            // of the dice that a move uses
  std::int32_t dice;            // the set of them, and kReplays; -1: it uses none
  Workspace* workspace;
};
// In a set of dice: a double is played twice.
inline constexpr std::int32_t kReplays = 1 << 16;

// A move of the generated list. A site of kNone is none; from kNoSite: no move of pieces, `to` is its kind.
struct PackedMove {
  std::uint16_t from, to;
  std::uint16_t generator;  // the code that makes it
  // Iterators that its effects read.
  std::int16_t iterator_from, site, value, between;
  std::int8_t player;  // or (level), in games with stacks
  std::int8_t test;    // the condition to test before it is made, or the set of dice it uses; -1: none
};
enum : std::uint16_t { kNone = 4094, kNoSite = 4095 };
static_assert(sizeof(PackedMove) == 16);

// Calls of the interpreter, for nodes that are not written out. `node`: the number of a node in the program;
// `s`: a position.
struct Host {
  const void* game;
  std::int32_t (*integer)(const Host*, std::uint32_t node, void* s, const Iterators*);
  std::int32_t (*boolean)(const Host*, std::uint32_t node, void* s, const Iterators*);
  void (*region)(const Host*, std::uint32_t node, void* s, const Iterators*, std::uint64_t* out);
  std::uint32_t (*directions)(const Host*, std::uint32_t node, void* s, const Iterators*);
  // Appends moves to the interpreter's list. Upper half of the result: the first; lower half: how many.
  std::uint64_t (*moves)(const Host*, std::uint32_t node, const std::uint32_t* thens,
                         std::uint32_t then_count, void* s, const Iterators*);
  void (*sites)(const Host*, std::uint32_t move, std::uint16_t* from_to);
  void (*make)(const Host*, std::uint32_t move, void* s, const Iterators*);
  void (*then)(const Host*, std::uint32_t node, void* s, const Iterators*);
  void (*action)(const Host*, const Action*, void* s, const Iterators*);
  void (*reset)(const Host*);
  // A result where the game goes on for the others, and the ranks by scores. `role`: whose result; `player`:
  // his number.
  void (*result)(const Host*, void* s, std::int32_t role, std::int32_t player, std::int32_t outcome);
  void (*rank_by_score)(const Host*, void* s, std::int32_t misere);
  // Makes a move of a game that draws numbers at random, by its pair of sites and its place among those that
  // share them.
  void (*draw)(const Host*, void* s, std::uint32_t pair, std::uint32_t which);
  // Plays one ply as the interpreter does, with a move chosen by these random numbers.
  void (*ply)(const Host*, void* s, Rng* rng, void* trace);
  void (*trace)(const Host*, void* trace, const void* s, std::uint32_t pair, std::uint32_t which);
};

// Sizes in bytes, by which the host checks a library.
struct Sizes {
  std::uint32_t workspace;
  std::uint32_t moves_at;  // offset of the list of moves in the workspace
  std::uint32_t packed_move, head;
};

}  // namespace ludex::games::lud::runtime
