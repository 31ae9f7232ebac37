// The memory of the interpreter: lists of moves, regions, copies of positions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "games/lud/interpreter/want.hpp"
#include "games/lud/program/node.hpp"
#include "games/lud/runtime/action.hpp"
#include "games/lud/runtime/head.hpp"

namespace ludex::games::lud {

// A move: actions in order, then consequents, which are evaluated after the actions. Kinds of moves;
// kPieceMove moves pieces.
enum : std::uint8_t { kPieceMove, kPassMove, kSwapMove, kMessageMove, kForcedPass };

struct ListedMove {
  std::int16_t from = kOff;
  std::int16_t to = kOff;
  std::uint8_t type = 0;  // of `to`
  std::uint8_t special = kPieceMove;
  std::uint32_t first = 0;  // of the actions
  std::uint32_t count = 0;
  std::uint8_t low = 0;  // levels of the pieces moved from a stack
  std::uint8_t high = 0;
  std::int32_t then = -1;  // the first consequent
  std::int32_t test = -1;  // condition to test before it is made: index into Workspace::tests
};

// A move of pieces as a number: its sites in 12 bits each, which are below 4095. Moves of no pieces have 4095
// as the first and their kind as the second; both kinds of passes have the same.
inline constexpr std::uint32_t kNoPlace = 4095;
[[nodiscard]] inline std::uint32_t pair_of(int from, int to) {
  const auto site = [](int at) { return at < 0 ? kNoPlace - 1 : static_cast<std::uint32_t>(at); };
  return site(from) << 12 | site(to);
}
[[nodiscard]] inline std::uint32_t pair_of_special(std::uint8_t kind) {
  return kNoPlace << 12 | (kind == kForcedPass ? std::uint32_t{kPassMove} : kind);
}
[[nodiscard]] inline std::uint32_t pair_of(const ListedMove& move) {
  return move.special != kPieceMove ? pair_of_special(move.special) : pair_of(move.from, move.to);
}

struct ThenCell {
  const Node* node;
  std::int32_t next;
};

inline constexpr std::size_t kWordsDeep = 4096;  // regions in use at once

// Memory for evaluation: grows as a game needs and is kept. One per thread.
struct Workspace {
  std::vector<ListedMove> moves;
  std::vector<Action> actions;
  std::vector<ThenCell> thens;
  std::vector<const Node*> tests;  // of moves that are tested when they are chosen
  std::vector<Tally> tallies;      // of the moves counted last
  Pairs pairs;
  std::vector<PieceParts> piece_parts;  // by kind of piece
  // Sets of sites of conditions, and the lists that they were found for.
  std::vector<std::uint64_t> site_sets;
  std::vector<std::uint64_t> site_set_listings;
  std::uint64_t listings = 0;
  std::uint64_t counted = 0;  // the list whose moves were counted last
  std::vector<Action> sown;   // of sowings under evaluation
  std::vector<std::uint64_t> words;
  std::size_t words_used = 0;
  std::deque<std::vector<int>> ints;
  std::size_t ints_used = 0;
  std::vector<std::vector<std::uint64_t>> states;  // copies of positions
  std::size_t states_used = 0;
  bool shared = false;  // two moves of the list may share their sites
  // Bounds look-ahead within look-ahead, which would never end, or not in reasonable time.
  std::uint32_t looks = 0;  // looks ahead since the start of the list of moves or the ply
  int threats = 0;          // depth of threat evaluation
  int nested = 0;           // depth of moves of pieces that ask for moves of pieces
  bool endless = false;     // a bound was exceeded: results since then are invalid
  // Numbers drawn at random while a ply of the game is made; null: in looks ahead.
  More* draws = nullptr;
  int draws_used = 0;
  std::vector<Action>* made = nullptr;  // also receives the actions of consequents, if not null
  static Workspace& of_thread();
  // Room for regions of so many words, while none is in use.
  void make_room(int region_words) {
    const std::size_t needed = static_cast<std::size_t>(std::max(region_words, 1)) * kWordsDeep;
    if (words.size() < needed) [[unlikely]]
      words.resize(needed);
  }
};

}  // namespace ludex::games::lud
