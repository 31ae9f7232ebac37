// A game in which one position has fewer moves; makes any agent search only some moves.
#pragma once

#include <vector>

#include "core/game/forwarding_game.hpp"
#include "core/game/game.hpp"
#include "core/game/position.hpp"

namespace ludex::arena::host {

// In positions equal to `root` (by hash and mover) only `moves` are legal. Omits extensions whose answers
// depend on the legal moves: agents that need one refuse the game.
class RestrictedGame final : public ForwardingGame {
 public:
  // `moves`: legal moves of `root`, at least one.
  RestrictedGame(const Position& root, std::vector<Move> moves);

  [[nodiscard]] const void* extension(const char* id) const noexcept override;
  std::uint32_t legal_moves(const State* state, Move* out) const noexcept override;

  // The same position in this game. Valid as long as this object.
  [[nodiscard]] Position of(const Position& position) const;

 private:
  std::uint64_t root_hash_;
  Player root_mover_;
  std::vector<Move> moves_;
};

}  // namespace ludex::arena::host
