// Games of several players that go on for the others when one is out, and results of teams.
#include <algorithm>

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

bool Eval::belongs(int role_index, int who) const {
  const auto kind = static_cast<Role>(role_index);
  switch (kind) {
    case Role::kEnemy:
      return is_enemy(who);
    case Role::kNonMover:
      return who >= 1 && who <= program.players && who != mover();
    case Role::kFriend:
    case Role::kTeamMover:
      return is_friend(who);
    default:
      return kind >= Role::kTeam1 && kind <= Role::kTeam4 && who >= 1 && who <= program.players &&
             more().team[static_cast<std::size_t>(who)] == role_index - static_cast<int>(Role::kTeam1) + 1;
  }
}

int Eval::player_after(int who) const {
  int next = lud::player_after(who, program.players);
  for (int k = 1; k < program.players && !is_active(next); ++k)
    next = lud::player_after(next, program.players);
  return next;
}

// (result player outcome) where the game goes on for the others: a win takes the best rank that is left, a
// loss the worst; a draw shares all that are left. Teams share theirs, and the game is over.
void Eval::set_rank(int role_index, int player_index, int outcome) {
  More& m = more();
  const int n = program.players;
  const auto kind = static_cast<Role>(role_index);
  if (kind >= Role::kTeam1 && outcome < 2) {
    const auto first = [&](int q) { return belongs(role_index, q) == (outcome == 0); };
    int winners = 0;
    for (int q = 1; q <= n; ++q) winners += first(q) ? 1 : 0;
    for (int q = 1; q <= n; ++q)
      m.rank[static_cast<std::size_t>(q)] = static_cast<std::uint8_t>(first(q) ? 2 : 2 * (winners + 1));
    return finish();
  }
  if (outcome >= 2) {
    for (int q = 1; q <= n; ++q)
      if (m.rank[q] == 0) m.rank[q] = static_cast<std::uint8_t>(m.best + m.worst);
    return finish();
  }
  if (player_index < 1 || player_index > n || m.rank[player_index] != 0) return;
  // Those who lose in the same ply share their ranks.
  if (outcome == 0) {
    m.rank[player_index] = static_cast<std::uint8_t>(2 * m.best++);
  } else {
    if (m.out == 0) m.out = m.worst;
    const auto shared = static_cast<std::uint8_t>(m.worst + m.out);
    m.rank[player_index] = shared;
    for (int q = 1; q <= n; ++q)
      if (m.rank[q] > 2 * m.worst && m.rank[q] <= 2 * m.out) m.rank[q] = shared;
    --m.worst;
  }
  // The last one takes the last rank.
  if (m.best == m.worst)
    set_rank(static_cast<int>(Role::kShared), 0, 2);
  else if (m.best > m.worst)
    finish();
}

void Eval::rank_by_score(bool misere) {
  More& m = more();
  const int n = program.players;
  for (int q = 1; q <= n; ++q) {
    int ahead = 0;
    int level_with = 0;
    for (int other = 1; other <= n; ++other) {
      const int mine = scores()[q];
      const int theirs = scores()[other];
      ahead += (misere ? theirs < mine : theirs > mine) ? 1 : 0;
      level_with += theirs == mine ? 1 : 0;
    }
    m.rank[static_cast<std::size_t>(q)] = static_cast<std::uint8_t>(2 * ahead + 1 + level_with);
  }
  finish();
}

// Ends the game: the first player of rank 1 has won it.
void Eval::finish() {
  const More& m = more();
  head().status = kDrawn;
  for (int q = program.players; q >= 1; --q)
    if (m.rank[static_cast<std::size_t>(q)] == 2) head().status = won_by(q);
}

}  // namespace ludex::games::lud
