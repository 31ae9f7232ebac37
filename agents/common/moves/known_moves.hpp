// KnownMoves: asks the game, before a search tries the moves of a position, which of them win
// (ludex.tactics/1), and which need be searched at all (ludex.must-play/1); and the result of a position, if
// known (ludex.draft.known-outcome/1). All searches use it, so none searches for facts that the game knows.
// Without these extensions all legal moves are searched.
#pragma once

#include <cstdint>

#include "core/game/extensions.hpp"
#include "core/game/game.hpp"

namespace ludex::agents {

class KnownMoves {
 public:
  // The game's knowledge of a position, for its mover.
  enum class Standing : std::uint8_t { kOpen, kWon, kLost };
  struct Answer {
    Standing standing;
    std::uint32_t count;
  };

  void new_game(const Game& game) noexcept {
    game_ = &game;
    tactics_ = find<Tactics>(game);
    must_play_ = find<MustPlay>(game);
    outcomes_ = find<KnownOutcome>(game);
  }
  // Disables the question for winning moves: for games where trying the moves costs no more.
  void leave_out_wins() noexcept { tactics_ = nullptr; }

  // Disables all but the question for winning moves: for proofs that need no knowledge to be checked.
  void only_wins() noexcept {
    must_play_ = nullptr;
    outcomes_ = nullptr;
  }

  [[nodiscard]] bool knows_wins() const noexcept { return tactics_ != nullptr; }
  [[nodiscard]] bool knows_needless() const noexcept { return must_play_ != nullptr; }
  [[nodiscard]] bool knows_outcomes() const noexcept { return outcomes_ != nullptr; }

  // The result for the mover of a position that is not over, or kUnknown.
  Outcome outcome(const State* state) const noexcept {
    return outcomes_ == nullptr ? Outcome::kUnknown : outcomes_->known_outcome(state);
  }

  // Writes moves that certainly win; 0: none are known. Room as for legal_moves, here and below.
  std::uint32_t wins(const State* state, Move* out) const noexcept {
    return tactics_ == nullptr ? 0 : tactics_->winning_moves(state, out);
  }
  // Writes the moves that need be searched, in the order of legal_moves; 0: all lose.
  std::uint32_t matter(const State* state, Move* out) const noexcept {
    return must_play_ == nullptr ? game_->legal_moves(state, out) : must_play_->must_play(state, out);
  }
  // Both, for a position that is not over. Writes by standing: won: winning moves; open: the moves that need
  // be searched; lost: all legal moves.
  Answer operator()(const State* state, Move* out) const noexcept {
    if (const std::uint32_t count = wins(state, out); count != 0) return {Standing::kWon, count};
    if (const std::uint32_t count = matter(state, out); count != 0) return {Standing::kOpen, count};
    return {Standing::kLost, game_->legal_moves(state, out)};
  }
  // The same where scores count, of which wins and losses say nothing: always open.
  Answer by_score(const State* state, Move* out) const noexcept {
    const std::uint32_t count = matter(state, out);
    return {Standing::kOpen, count != 0 ? count : game_->legal_moves(state, out)};
  }

 private:
  const Game* game_ = nullptr;
  const Tactics* tactics_ = nullptr;
  const MustPlay* must_play_ = nullptr;
  const KnownOutcome* outcomes_ = nullptr;
};

}  // namespace ludex::agents
