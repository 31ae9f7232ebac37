// Layout of a position: one flat block with exactly the fields that the game needs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/lud/board/site.hpp"
#include "games/lud/runtime/head.hpp"

namespace ludex::games::lud {

// Byte offsets of the arrays after the head; 0: the game has no such field. Sites are grouped by type; the
// hands belong to the board's own type.
struct Layout {
  int sites = 0;                                 // of all types together
  int words = 0;                                 // of a region: enough for any type
  std::array<int, kSiteTypes> base{-1, -1, -1};  // the first site of a type among all; -1: not used
  std::array<int, kSiteTypes> slot{-1, -1, -1};  // index of the bit set of a kind
  std::array<int, kSiteTypes> size{0, 0, 0};     // sites of a type, hands included
  std::array<int, kSiteTypes> board{0, 0, 0};    // of them on the board
  int slots = 0;
  bool has_count = false, has_state = false, has_rotation = false, has_value = false;
  bool has_rest = true, has_pending = true, has_scores = true,
       has_player_values = true;  // unless all is known
  bool has_visited = false, has_to_clear = false, has_history = false;
  bool has_unowned = false;  // the set of sites with unowned pieces exists
  bool has_more = false;     // struct More exists
  bool has_left_levels = false;
  bool has_stacks = false;   // then the arrays of contents hold the tops
  bool only_pieces = false;  // sites have no counts, states, rotations, values or stacks
  std::uint32_t what = 0;    // a byte a site; 0: see piece_sets
  std::uint32_t count = 0, state = 0, rotation = 0, value = 0;
  std::uint32_t rest = 0, pending = 0, scores = 0, player_values = 0, phases = 0;  // see Fields
  std::uint32_t owned = 0, to_clear = 0, visited = 0, unowned = 0, variables = 0, memories = 0, history = 0,
                more = 0, places = 0, left_levels = 0, starts = 0, levels = 0;
  std::uint32_t bytes = 0;
  std::uint32_t kept_bytes = 0;  // of places and left_levels, which stand together; a multiple of 8
  int first_owner = 0;           // of the sets of owned sites: neutral, players, shared
  int owners = 0;                // those that may have pieces
  int memory_size = 0;           // entries of one set of remembered values, including its length
  int history_size = 0;
  int most_levels = 0;  // pieces in all stacks together

  // Where each owner has at most one kind of piece, the sets of owners say what stands on a site: the place
  // of each such set, and its piece.
  struct PieceSet {
    std::uint32_t at = 0;
    int piece = 0;  // 0: none
    int owner = 0;
  };
  std::array<PieceSet, 3> piece_sets{};

  [[nodiscard]] bool has_bytes() const noexcept { return what != 0; }
  // An owner's only kind of piece, if there are piece_sets; else 0.
  [[nodiscard]] int piece_of(int owner) const noexcept {
    for (const PieceSet& each : piece_sets)
      if (each.piece != 0 && each.owner == owner) return each.piece;
    return 0;
  }

  // Size of a position's used bytes: the history, or the pieces in stacks, come last.
  [[nodiscard]] std::size_t used(const Head& head) const noexcept {
    if (has_stacks) {
      const More& more_of = *reinterpret_cast<const More*>(reinterpret_cast<const std::byte*>(&head) + more);
      return has_history ? bytes : levels + sizeof(Level) * more_of.levels;
    }
    return has_history ? history + sizeof(std::uint64_t) * head.history : bytes;
  }
};

}  // namespace ludex::games::lud
