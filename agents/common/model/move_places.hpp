// The places of moves on the board, by which models score them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/game/draft/features.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::model {

// A move as its mover sees it. Moves of one position with the same place have the same score.
struct MovePlace {
  std::uint32_t from;
  std::uint32_t to;
  // Moves that share from and to (a choice of piece, a promotion) are told apart by the code of the first
  // layer that the move leaves on its last site; 0 if no other move of the position shares them.
  std::uint32_t kind;

  friend bool operator==(const MovePlace&, const MovePlace&) = default;
  // The site where the move ends; kNoSite if it has none (a pass).
  [[nodiscard]] std::uint32_t last() const noexcept { return to != kNoSite ? to : from; }
};

inline constexpr MovePlace kPass{kNoSite, kNoSite, 0};

// Most moves of a position, and bytes of a state, for which kinds are found; above them all are 0.
inline constexpr std::size_t kMostMoves = 4096;
inline constexpr std::size_t kMostState = 4096;

// Writes the place of each of `moves`, all legal moves of the state. Thread-safe; does not allocate.
void place_moves(const Game& game, const Features& features, const State* state, std::span<const Move> moves,
                 MovePlace* out) noexcept;

// Calls visit(i, place) for each of `moves`, with room for places on the stack: kinds are found as above.
template <class Visit>
void with_places(const Game& game, const Features& features, const State* state, std::span<const Move> moves,
                 Visit&& visit) noexcept {
  std::array<MovePlace, kMostMoves> places;
  if (moves.size() <= places.size()) {
    place_moves(game, features, state, moves, places.data());
    for (std::size_t i = 0; i < moves.size(); ++i) visit(i, places[i]);
    return;
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    MovePlace place{};
    place_moves(game, features, state, moves.subspan(i, 1), &place);
    visit(i, place);
  }
}

}  // namespace ludex::agents::model
