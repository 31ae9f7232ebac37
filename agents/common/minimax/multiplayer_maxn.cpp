// The max^n search of MultiplayerSearch.
#include <algorithm>
#include <cstdint>

#include "agents/common/minimax/multiplayer.hpp"

namespace ludex::agents::minimax {

bool MultiplayerSearch::prefers(Player player, const PlayerScores& value,
                                const PlayerScores& best) const noexcept {
  const auto& a = value.scores;
  const auto& b = best.scores;
  if (a[player] != b[player]) return a[player] > b[player];
  const auto strongest = [&](const auto& scores) {
    Score most = -kInfinite;
    for (Player p = 0; p < players_; ++p) most = p == player ? most : std::max(most, scores[p]);
    return most;
  };
  const Score of_a = strongest(a);
  const Score of_b = strongest(b);
  return of_a != of_b ? of_a < of_b : a < b;
}

PlayerScores MultiplayerSearch::maxn_after(std::uint32_t ply, Move move, std::uint32_t depth,
                                           Score best) noexcept {
  GameStatus status{};
  if (!make(ply, move, status)) return {};
  if (is_over(status)) return end_scores(ply + 1);
  if (depth == 1 || ply + 1 >= max_depth()) return horizon_scores(ply + 1);
  // Nobody gets less than -kWin.
  const bool bounded = options_.cutoffs && best > -kInfinite && mover(ply + 1) != mover(ply);
  const std::int64_t limit =
      std::int64_t{sum_bound_} - best + static_cast<std::int64_t>(players_ - 2) * std::int64_t{kWin};
  return maxn(ply + 1, depth - 1, bounded && limit < kInfinite ? static_cast<Score>(limit) : kInfinite);
}

PlayerScores MultiplayerSearch::maxn(std::uint32_t ply, std::uint32_t depth, Score limit) noexcept {
  const State* const state = path_.state(ply);
  const Player player = mover(ply);
  const std::uint64_t hash = options_.table ? game_->hash(state) : 0;
  Move known = kNoMove;
  if (const auto* const entry = options_.table ? player_table_.find(hash) : nullptr; entry != nullptr) {
    known = entry->move;
    const bool proven = entry->proven != 0 && !cyclic_;
    if ((proven || entry->depth == depth) && !has_occurred(state)) {
      PlayerScores value{entry->scores, proven};
      for (Score& score : value.scores) score = from_table(score, ply);
      return value;
    }
  }
  Move* const list = moves(ply);
  const std::uint32_t count = game_->legal_moves(state, list);
  if (Move* const found = std::find(list, list + count, known); found != list + count)
    std::rotate(list, found, found + 1);
  PlayerScores best;
  best.proven = true;
  Score best_score = -kInfinite;
  Move best_move = kNoMove;
  for (std::uint32_t i = 0; i < count; ++i) {
    const PlayerScores value = maxn_after(ply, list[i], depth, best_score);
    if (stopped_) return {};
    const bool proven = best.proven && value.proven;
    if (i == 0 || prefers(player, value, best)) {
      best = value;
      best_score = value.scores[player];
      best_move = list[i];
    }
    best.proven = proven;
    if (best_score > limit && i + 1 < count) {
      ++cutoffs_;
      return best;
    }
  }
  if (options_.table) {
    PlayerScores kept = best;
    for (Score& score : kept.scores) score = to_table(score, ply);
    player_table_.store(hash, kept, best_move, depth);
  }
  return best;
}

}  // namespace ludex::agents::minimax
