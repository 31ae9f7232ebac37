#include "arena/model/game_record.hpp"

namespace ludex::arena {

bool is_forfeit(Termination termination) noexcept {
  return termination > Termination::kAdjudicatedDraw && termination != Termination::kHostStopped &&
         termination != Termination::kResigned;
}

GameResult game_result(GameStatus status) noexcept {
  if (status == GameStatus::kOngoing) return GameResult::kNone;
  if (status == GameStatus::kDraw) return GameResult::kDraw;
  return winner_of(status) == 0 ? GameResult::kFirstWins : GameResult::kSecondWins;
}
GameResult loss_of(Player seat) noexcept {
  return seat == 0 ? GameResult::kSecondWins : GameResult::kFirstWins;
}

bool is_agents_own(Termination termination) noexcept {
  return termination == Termination::kResigned ||
         (is_forfeit(termination) && termination != Termination::kWithdrawn);
}

}  // namespace ludex::arena
