// Invented games whose pieces race or hop (naive_lud_game.hpp).
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "tests/unit/games/naive_lud_game.hpp"

namespace ludex::tests {

// --- races ---

inline NaiveGame naive_skiffs() {
  NaiveGame game = naive_board(4, 5);
  naive_fill(game, 1, {0, 5, 10, 15});
  naive_fill(game, 2, {4, 9, 14, 19});
  game.list = [](const NaiveGame& g) {
    return for_each_own(g, [&](int row, int column, auto& moves) {
      const int ahead = g.mover == 1 ? 1 : -1;
      const int from = g.site(row, column);
      if (g.of(row, column + ahead) == 0)
        moves.push_back(naive_ply(naive_moved(g, from, from + ahead), from, from + ahead));
      for (const int side : {-1, 1}) {
        const int to = g.site(row + side, column - ahead);
        if (g.of(row + side, column - ahead) == g.other())
          moves.push_back(naive_ply(naive_moved(g, from, to), from, to));
      }
    });
  };
  game.end = [](const NaiveGame& g) {
    if (g.last >= 0 && g.last % g.columns == (g.mover == 1 ? 4 : 0)) return naive_win(g.mover);
    return naive_stuck(g);
  };
  return game;
}

// The first player comes from above.
inline bool naive_arrived(const NaiveGame& g) {
  return g.last >= 0 && g.last / g.columns == (g.mover == 1 ? 0 : g.rows - 1);
}
inline NaiveGame naive_two_rows(int rows, int columns) {
  NaiveGame game = naive_board(rows, columns);
  for (int column = 0; column < columns; ++column) {
    game[column] = 2;
    game[game.site(rows - 1, column)] = 1;
  }
  return game;
}

inline NaiveGame naive_lances() {
  NaiveGame game = naive_two_rows(4, 5);
  game.list = [](const NaiveGame& g) {
    return for_each_own(g, [&](int row, int column, auto& moves) {
      for (const auto& [up, right] : kNaiveDiagonal) {
        for (int k = 1; g.inside(row + k * up, column + k * right); ++k) {
          const int there = g.of(row + k * up, column + k * right);
          if (there == g.mover) break;
          const int from = g.site(row, column);
          const int to = g.site(row + k * up, column + k * right);
          moves.push_back(naive_ply(naive_moved(g, from, to), from, to));
          if (there != 0) break;
        }
      }
    });
  };
  game.end = [](const NaiveGame& g) { return naive_arrived(g) ? naive_win(g.mover) : naive_stuck(g); };
  return game;
}

inline NaiveGame naive_crickets() {
  NaiveGame game = naive_two_rows(5, 4);
  game.list = [](const NaiveGame& g) {
    return for_each_own(g, [&](int row, int column, auto& moves) {
      for (const auto& [up, right] :
           {Way{2, 0}, {0, 2}, {-2, 0}, {0, -2}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}) {
        if (!g.inside(row + up, column + right) || g.of(row + up, column + right) == g.mover) continue;
        const int from = g.site(row, column);
        const int to = g.site(row + up, column + right);
        moves.push_back(naive_ply(naive_moved(g, from, to), from, to));
      }
    });
  };
  game.end = [](const NaiveGame& g) {
    if (naive_arrived(g)) return naive_win(g.mover);
    return g.clock == 15 ? GameStatus::kDraw : GameStatus::kOngoing;
  };
  return game;
}

inline NaiveGame naive_bumpers() {
  NaiveGame game = naive_two_rows(5, 5);
  game.list = [](const NaiveGame& g) {
    return for_each_own(g, [&](int row, int column, auto& moves) {
      for (const auto& [up, right] : naive_ways()) {
        if (g.of(row + up, column + right) != 0) continue;
        NaiveGame after = naive_moved(g, g.site(row, column), g.site(row + up, column + right));
        for (const int k : {-1, 2}) {
          if (g.of(row + k * up, column + k * right) == g.other())
            after[g.site(row + k * up, column + k * right)] = 0;
        }
        moves.push_back(naive_ply(std::move(after), g.site(row, column), g.site(row + up, column + right)));
      }
    });
  };
  game.end = [](const NaiveGame& g) { return naive_arrived(g) ? naive_win(g.mover) : naive_stuck(g); };
  return game;
}

inline NaiveGame naive_echoes() {
  NaiveGame game = naive_board(5, 5);
  naive_fill(game, 1, {0, 1, 5, 6, 10, 11, 15, 16, 20, 21});
  naive_fill(game, 2, {3, 8, 13, 18, 23});
  game.list = [](const NaiveGame& g) {
    return for_each_own(g, [&](int row, int column, auto& moves) {
      for (const auto& [up, right] : naive_ways()) {
        const int from = g.site(row, column);
        const int to = g.site(row + up, column + right);
        if (g.of(row + up, column + right) == 0)
          moves.push_back(naive_ply(naive_moved(g, from, to), from, to));
      }
    });
  };
  game.end = naive_stuck;
  return game;
}

// --- hops ---

inline bool naive_can_hop(const NaiveGame& g, int site, const std::vector<Way>& ways) {
  const int row = site / g.columns;
  const int column = site % g.columns;
  return std::any_of(ways.begin(), ways.end(), [&](const Way& way) {
    return g.of(row + way.first, column + way.second) == g.other() &&
           g.of(row + 2 * way.first, column + 2 * way.second) == 0;
  });
}
inline void naive_hops(const NaiveGame& g, int row, int column, const std::vector<Way>& ways,
                       std::vector<NaiveNext>& moves, bool more = true) {
  for (const auto& [up, right] : ways) {
    if (g.of(row + up, column + right) != g.other() || g.of(row + 2 * up, column + 2 * right) != 0) continue;
    const int from = g.site(row, column);
    const int to = g.site(row + 2 * up, column + 2 * right);
    NaiveGame after = naive_moved(g, from, to);
    after[g.site(row + up, column + right)] = 0;
    const bool again = more && naive_can_hop(after, to, ways);
    moves.push_back(naive_ply(std::move(after), from, to, again));
  }
}
inline void naive_steps(const NaiveGame& g, int row, int column, const std::vector<Way>& ways,
                        std::vector<NaiveNext>& moves) {
  for (const auto& [up, right] : ways) {
    if (g.of(row + up, column + right) != 0) continue;
    const int from = g.site(row, column);
    const int to = g.site(row + up, column + right);
    moves.push_back(naive_ply(naive_moved(g, from, to), from, to));
  }
}

inline NaiveGame naive_frogs() {
  NaiveGame game = naive_board(5, 5);
  naive_fill(game, 1, {20, 22, 24, 16, 18});
  naive_fill(game, 2, {1, 3, 5, 7, 9});
  game.list = [](const NaiveGame& g) {
    return for_each_own(g, [&](int row, int column, auto& moves) {
      naive_hops(g, row, column, kNaiveOrthogonal, moves);
      naive_steps(g, row, column, kNaiveDiagonal, moves);
    });
  };
  game.end = [](const NaiveGame& g) {
    return g.number(g.other()) == 0 ? naive_win(g.mover) : naive_stuck(g);
  };
  return game;
}

inline NaiveGame naive_leapers() {
  NaiveGame game = naive_two_rows(4, 5);
  game.list = [](const NaiveGame& g) {
    return for_each_own(g, [&](int row, int column, auto& moves) {
      if (g.again && g.site(row, column) != g.last) return;
      naive_hops(g, row, column, naive_ways(), moves, !g.again);
      if (!g.again) naive_steps(g, row, column, naive_ways(), moves);
    });
  };
  game.end = [](const NaiveGame& g) {
    return g.number(g.other()) == 0 ? naive_win(g.mover) : GameStatus::kOngoing;
  };
  return game;
}

// How many hops a turn has that begins with one of these.
inline int naive_longest(const NaiveGame& g) {
  const auto hops = for_each_own(
      g, [&](int row, int column, auto& moves) { naive_hops(g, row, column, naive_ways(), moves); });
  int longest = 0;
  for (const NaiveNext& hop : hops)
    longest = std::max(longest, 1 + (hop.after.again ? naive_longest(hop.after) : 0));
  return longest;
}

inline NaiveGame naive_foxes() {
  NaiveGame game = naive_board(5, 5);
  naive_fill(game, 1, {0, 1, 3, 7, 9});
  naive_fill(game, 2, {10, 21, 17, 18, 24});
  game.list = [](const NaiveGame& g) {
    NaiveGame endless = g;
    endless.end = [](const NaiveGame&) { return GameStatus::kOngoing; };
    const int longest = naive_longest(endless);
    return for_each_own(g, [&](int row, int column, auto& moves) {
      if (longest == 0) return naive_steps(g, row, column, naive_ways(), moves);
      std::vector<NaiveNext> hops;
      naive_hops(endless, row, column, naive_ways(), hops);
      for (NaiveNext& hop : hops) {
        if (1 + (hop.after.again ? naive_longest(hop.after) : 0) != longest) continue;
        NaiveGame after = hop.after;
        after.end = g.end;
        if (!after.again) after.mover = g.mover;
        after.status = g.end(after);
        if (!after.again) after.mover = g.other();
        moves.push_back({hop.text, std::move(after)});
      }
    });
  };
  game.end = naive_stuck;
  return game;
}

}  // namespace ludex::tests
