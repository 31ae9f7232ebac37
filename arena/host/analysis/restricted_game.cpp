#include "arena/host/analysis/restricted_game.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/game/extensions.hpp"

namespace ludex::arena::host {

RestrictedGame::RestrictedGame(const Position& root, std::vector<Move> moves)
    : ForwardingGame(root.game()),
      root_hash_(root.hash()),
      root_mover_(root.to_move()),
      moves_(std::move(moves)) {}

const void* RestrictedGame::extension(const char* id) const noexcept {
  // Extensions that do not depend on the legal moves, and those that games need for workspaces.
  static constexpr std::array kUnmoved{Evaluate::kId, MoveScores::kId,  Repetition::kId, Selective::kId,
                                       WideHash::kId, Stage::kId,       Score::kId,      Captures::kId,
                                       Chance::kId,   EvaluateAll::kId, Workspaces::kId, QuickPlayout::kId};
  const bool same = std::any_of(kUnmoved.begin(), kUnmoved.end(),
                                [&](const char* own) { return std::string_view(own) == id; });
  return same ? game().extension(id) : nullptr;
}

std::uint32_t RestrictedGame::legal_moves(const State* state, Move* out) const noexcept {
  if (game().hash(state) != root_hash_ || game().to_move(state) != root_mover_)
    return game().legal_moves(state, out);
  // Keeps the game's order.
  const std::uint32_t count = game().legal_moves(state, out);
  Move* const end = std::remove_if(out, out + count, [&](Move move) {
    return std::find(moves_.begin(), moves_.end(), move) == moves_.end();
  });
  // A different position that looks the same (repetition may be part of the rules) keeps its moves.
  return end == out ? game().legal_moves(state, out) : static_cast<std::uint32_t>(end - out);
}

Position RestrictedGame::of(const Position& position) const {
  Position same(*this);
  copy(same.state(), position.state());
  return same;
}

}  // namespace ludex::arena::host
