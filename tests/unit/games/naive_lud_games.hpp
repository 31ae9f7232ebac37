// An independent, slow implementation of the invented games of lud_games/: a position is a list of owners (0
// nobody, 1, 2, others walls), moves are found by looking at every site.
#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/abi/types.hpp"

namespace ludex::tests {

struct NaiveNext;

struct NaiveGame {
  int rows = 0;
  int columns = 0;
  std::vector<int> at;
  int mover = 1;
  bool again = false;  // the mover has moved just now, and moves on
  int last = -1;       // where the ply before ended
  int passes = 0;
  int clock = 0;                       // plies without a capture
  std::vector<int> extra{0, 0, 0};     // hands, points, or whatever the game has of them
  std::set<std::vector<int>> history;  // positions that were
  GameStatus status = GameStatus::kOngoing;
  std::function<std::vector<NaiveNext>(const NaiveGame&)> list;
  // The end of a ply: the status. Called with the player who has moved still the mover.
  std::function<GameStatus(const NaiveGame&)> end = [](const NaiveGame&) { return GameStatus::kOngoing; };

  [[nodiscard]] int other() const { return 3 - mover; }
  [[nodiscard]] int of(int row, int column) const {
    return inside(row, column) ? at[static_cast<std::size_t>(row * columns + column)] : -1;
  }
  [[nodiscard]] bool inside(int row, int column) const {
    return row >= 0 && row < rows && column >= 0 && column < columns;
  }
  [[nodiscard]] int site(int row, int column) const { return row * columns + column; }
  int& operator[](int site) { return at[static_cast<std::size_t>(site)]; }
  int operator[](int site) const { return at[static_cast<std::size_t>(site)]; }
  [[nodiscard]] int size() const { return static_cast<int>(at.size()); }
  [[nodiscard]] int number(int owner) const {
    return static_cast<int>(std::count(at.begin(), at.end(), owner));
  }
  [[nodiscard]] std::vector<NaiveNext> next() const;
  [[nodiscard]] bool can_move(int player) const;
};

struct NaiveNext {
  std::string text;
  NaiveGame after;
};

using Way = std::pair<int, int>;  // rows up, columns to the right
inline const std::vector<Way> kNaiveOrthogonal{{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
inline const std::vector<Way> kNaiveDiagonal{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
inline std::vector<Way> naive_ways() {
  std::vector<Way> all = kNaiveOrthogonal;
  all.insert(all.end(), kNaiveDiagonal.begin(), kNaiveDiagonal.end());
  return all;
}
inline std::string naive_text(int from, int to) {
  return std::to_string(from) + "-" + std::to_string(to);
}

// Ends a ply: who is next, and whether the game is over.
inline NaiveNext naive_ply(NaiveGame after, int from, int to, bool again = false) {
  after.last = to;
  after.again = again;
  after.passes = 0;
  after.status = after.end(after);
  if (!again) after.mover = after.other();
  return {naive_text(from, to), std::move(after)};
}
inline NaiveNext naive_pass(NaiveGame after) {
  after.again = false;
  after.last = -1;
  ++after.clock;
  // What the game's end has to say of two passes goes before the draw.
  const bool second = ++after.passes == 2;
  after.status = after.end(after);
  if (second && after.status == GameStatus::kOngoing) after.status = GameStatus::kDraw;
  after.mover = after.other();
  return {"pass", std::move(after)};
}
inline std::vector<NaiveNext> NaiveGame::next() const {
  auto moves = list(*this);
  if (moves.empty()) moves.push_back(naive_pass(*this));
  return moves;
}
inline bool NaiveGame::can_move(int player) const {
  NaiveGame turned = *this;
  if (turned.mover != player) turned.again = false;
  turned.mover = player;
  turned.end = [](const NaiveGame&) { return GameStatus::kOngoing; };
  return !list(turned).empty();
}
inline GameStatus naive_win(int player) {
  return win_for(static_cast<Player>(player - 1));
}
inline GameStatus naive_more(int first, int second) {
  return first == second ? GameStatus::kDraw : naive_win(first > second ? 1 : 2);
}
// Wins whoever leaves the other player without a move.
inline GameStatus naive_stuck(const NaiveGame& g) {
  return g.again || g.can_move(g.other()) ? GameStatus::kOngoing : naive_win(g.mover);
}
inline NaiveGame naive_board(int rows, int columns) {
  NaiveGame game;
  game.rows = rows;
  game.columns = columns;
  game.at.assign(static_cast<std::size_t>(rows * columns), 0);
  return game;
}
// For each piece of the mover: (row, column, moves so far).
template <class F>
std::vector<NaiveNext> for_each_own(const NaiveGame& g, F f) {
  std::vector<NaiveNext> moves;
  for (int row = 0; row < g.rows; ++row) {
    for (int column = 0; column < g.columns; ++column) {
      if (g.of(row, column) == g.mover) f(row, column, moves);
    }
  }
  return moves;
}
inline NaiveGame naive_moved(NaiveGame g, int from, int to) {
  g.clock = g[to] == 0 ? g.clock + 1 : 0;
  g[to] = std::exchange(g[from], 0);
  return g;
}
inline void naive_fill(NaiveGame& g, int owner, std::initializer_list<int> sites) {
  for (const int site : sites) g[site] = owner;
}
// Three (or so many) of one player in a row through the last site.
inline bool naive_row(const NaiveGame& g, int length, const std::vector<Way>& ways) {
  for (int site = 0; site < g.size(); ++site) {
    for (const auto& [up, right] : ways) {
      int run = 0;
      while (run < length && g.of(site / g.columns + run * up, site % g.columns + run * right) == g.mover)
        ++run;
      if (run == length) return true;
    }
  }
  return false;
}

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
  naive_fill(game, 1, {0, 5, 10, 15, 20});
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

// --- others on squares ---

inline NaiveGame naive_masons() {
  NaiveGame game = naive_board(4, 5);
  naive_fill(game, 1, {0, 7});
  naive_fill(game, 2, {19, 12});
  game.list = [](const NaiveGame& g) {
    return for_each_own(g, [&](int row, int column, auto& moves) {
      const int from = g.site(row, column);
      if (g.again && from != g.last) return;
      for (const auto& [up, right] : g.again ? naive_ways() : kNaiveOrthogonal) {
        for (int k = 1; g.of(row + k * up, column + k * right) == 0; ++k) {
          const int to = g.site(row + k * up, column + k * right);
          NaiveGame after = g;
          after[to] = g.again ? 3 : g.mover;
          if (!g.again) after[from] = 0;
          moves.push_back(naive_ply(std::move(after), g.again ? to : from, to, !g.again));
        }
      }
    });
  };
  game.end = naive_stuck;
  return game;
}

// Pieces are 1 and 2 for barons, 11 and 12 for pages.
inline NaiveGame naive_barons() {
  NaiveGame game = naive_board(4, 4);
  naive_fill(game, 1, {0});
  naive_fill(game, 11, {1, 6});
  naive_fill(game, 2, {14});
  naive_fill(game, 12, {15, 10});
  game.list = [](const NaiveGame& g) {
    std::vector<NaiveNext> moves;
    const auto threatened = [](const NaiveGame& there, int player) {
      for (int site = 0; site < there.size(); ++site) {
        if (there[site] != player) continue;
        const auto near = [&](const std::vector<Way>& ways, int piece) {
          return std::any_of(ways.begin(), ways.end(), [&](const Way& way) {
            return there.of(site / 4 + way.first, site % 4 + way.second) == piece;
          });
        };
        if (near(kNaiveDiagonal, 3 - player) || near(kNaiveOrthogonal, 13 - player)) return true;
      }
      return false;
    };
    for (int from = 0; from < g.size(); ++from) {
      if (g[from] == 0 || g[from] % 10 != g.mover) continue;
      for (const auto& [up, right] : g[from] > 10 ? kNaiveOrthogonal : kNaiveDiagonal) {
        const int there = g.of(from / 4 + up, from % 4 + right);
        if (there < 0 || there % 10 == g.mover) continue;
        const int to = g.site(from / 4 + up, from % 4 + right);
        NaiveGame after = naive_moved(g, from, to);
        if (!threatened(after, g.mover)) moves.push_back(naive_ply(std::move(after), from, to));
      }
    }
    return moves;
  };
  game.end = naive_stuck;
  return game;
}

inline NaiveGame naive_tiles() {
  NaiveGame game = naive_board(4, 6);
  naive_fill(game, 1, {8, 15, 9});
  naive_fill(game, 2, {7, 14, 16});
  game.list = [](const NaiveGame& g) {
    std::vector<NaiveNext> moves;
    for (int site = 0; site < g.size(); ++site) {
      if (g[site] != 0) continue;
      NaiveGame after = g;
      for (const auto& [up, right] : kNaiveOrthogonal) {
        int k = 1;
        while (g.of(site / 6 + k * up, site % 6 + k * right) == g.other()) ++k;
        if (g.of(site / 6 + k * up, site % 6 + k * right) != g.mover) continue;
        for (int turned = k - 1; turned > 0; --turned) {
          after[g.site(site / 6 + turned * up, site % 6 + turned * right)] = g.mover;
          after[site] = g.mover;
        }
      }
      if (after[site] != 0) moves.push_back(naive_ply(std::move(after), site, site));
    }
    return moves;
  };
  game.end = [](const NaiveGame& g) {
    return g.passes == 2 ? naive_more(g.number(1), g.number(2)) : GameStatus::kOngoing;
  };
  return game;
}

inline NaiveGame naive_settlers() {
  NaiveGame game = naive_board(3, 4);
  game.extra = {0, 3, 3};
  game.list = [](const NaiveGame& g) {
    if (g.extra[2] == 0) {
      return for_each_own(
          g, [&](int row, int column, auto& moves) { naive_steps(g, row, column, kNaiveOrthogonal, moves); });
    }
    std::vector<NaiveNext> moves;
    for (int site = 0; site < g.size(); ++site) {
      if (g[site] != 0 || (site / 4 + site % 4) % 2 != 0) continue;
      NaiveGame after = g;
      after[site] = g.mover;
      --after.extra[static_cast<std::size_t>(g.mover)];
      moves.push_back(naive_ply(std::move(after), 11 + g.mover, site));
    }
    return moves;
  };
  game.end = [](const NaiveGame& g) {
    return naive_row(g, 3, naive_ways()) ? naive_win(g.mover) : GameStatus::kOngoing;
  };
  return game;
}

inline NaiveGame naive_campers() {
  NaiveGame game = naive_board(3, 4);
  game.extra = {0, 2, 2};
  game.list = [](const NaiveGame& g) {
    if (g.extra[static_cast<std::size_t>(g.mover)] == 0) {
      return for_each_own(
          g, [&](int row, int column, auto& moves) { naive_steps(g, row, column, kNaiveOrthogonal, moves); });
    }
    std::vector<NaiveNext> moves;
    for (int site = 0; site < g.size(); ++site) {
      if (g[site] != 0) continue;
      NaiveGame after = g;
      after[site] = g.mover;
      --after.extra[static_cast<std::size_t>(g.mover)];
      moves.push_back(naive_ply(std::move(after), 11 + g.mover, site));
      moves.back().text.insert(0, "c");  // the hand is a cell, the board has points
    }
    return moves;
  };
  game.end = [](const NaiveGame& g) {
    return naive_row(g, 2, kNaiveDiagonal) ? naive_win(g.mover) : GameStatus::kOngoing;
  };
  return game;
}

// Groups of sites for which `in` holds, joined by the given ways.
template <class F>
std::vector<std::vector<int>> naive_groups(const NaiveGame& g, const std::vector<Way>& ways, F in) {
  std::vector<std::vector<int>> groups;
  std::vector<bool> seen(g.at.size(), false);
  for (int site = 0; site < g.size(); ++site) {
    if (seen[static_cast<std::size_t>(site)] || !in(g[site])) continue;
    std::vector<int> group{site};
    seen[static_cast<std::size_t>(site)] = true;
    for (std::size_t k = 0; k < group.size(); ++k) {
      for (const auto& [up, right] : ways) {
        const int row = group[k] / g.columns + up;
        const int column = group[k] % g.columns + right;
        if (!g.inside(row, column) || !in(g.of(row, column))) continue;
        const int near = g.site(row, column);
        if (seen[static_cast<std::size_t>(near)]) continue;
        seen[static_cast<std::size_t>(near)] = true;
        group.push_back(near);
      }
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

inline NaiveGame naive_beams() {
  NaiveGame game = naive_board(5, 7);
  naive_fill(game, 1, {7, 21, 20, 3});
  naive_fill(game, 2, {29, 17, 5, 34});
  game.list = [](const NaiveGame& g) {
    return for_each_own(g, [&](int row, int column, auto& moves) {
      for (const auto& [up, right] : kNaiveOrthogonal) {
        int beams = 0;
        for (int k = -7; k <= 7; ++k) beams += g.of(row + k * up, column + k * right) > 0 ? 1 : 0;
        bool free = g.inside(row + beams * up, column + beams * right) &&
                    g.of(row + beams * up, column + beams * right) != g.mover;
        for (int k = 1; k < beams; ++k) free = free && g.of(row + k * up, column + k * right) != g.other();
        if (!free) continue;
        const int from = g.site(row, column);
        const int to = g.site(row + beams * up, column + beams * right);
        moves.push_back(naive_ply(naive_moved(g, from, to), from, to));
      }
      naive_steps(g, row, column, kNaiveDiagonal, moves);
    });
  };
  game.end = [](const NaiveGame& g) {
    const auto whole = [&](int player) {
      return naive_groups(g, naive_ways(), [&](int owner) { return owner == player; }).size() == 1;
    };
    if (whole(g.mover)) return naive_win(g.mover);
    return whole(g.other()) ? naive_win(g.other()) : GameStatus::kOngoing;
  };
  return game;
}

// Stones on 4 x 4 points; the hole, point 5, is a wall.
inline NaiveGame naive_moats() {
  NaiveGame game = naive_board(4, 4);
  game[5] = 3;
  game.history.insert(game.at);
  game.list = [](const NaiveGame& g) {
    // Numbers close the gap that the hole leaves.
    const auto number = [](int site) { return site < 5 ? site : site - 1; };
    const auto has_liberty = [](const NaiveGame& there, const std::vector<int>& group) {
      return std::any_of(group.begin(), group.end(), [&](int site) {
        return std::any_of(kNaiveOrthogonal.begin(), kNaiveOrthogonal.end(), [&](const Way& way) {
          return there.of(site / 4 + way.first, site % 4 + way.second) == 0;
        });
      });
    };
    std::vector<NaiveNext> moves{naive_pass(g)};
    for (int site = 0; site < g.size(); ++site) {
      if (g[site] != 0) continue;
      NaiveGame after = g;
      after[site] = g.mover;
      for (const auto& group :
           naive_groups(after, kNaiveOrthogonal, [&](int owner) { return owner == g.other(); })) {
        if (has_liberty(after, group)) continue;
        for (const int taken : group) after[taken] = 0;
        after.extra[static_cast<std::size_t>(g.mover)] += static_cast<int>(group.size());
      }
      bool breathes = true;
      for (const auto& group :
           naive_groups(after, kNaiveOrthogonal, [&](int owner) { return owner == g.mover; }))
        breathes = breathes && has_liberty(after, group);
      if (!breathes || !after.history.insert(after.at).second) continue;
      moves.push_back(naive_ply(std::move(after), number(site), number(site)));
    }
    return moves;
  };
  game.end = [](const NaiveGame& g) {
    if (g.passes < 2) return GameStatus::kOngoing;
    std::vector<int> points = g.extra;
    for (const auto& area : naive_groups(g, kNaiveOrthogonal, [](int owner) { return owner == 0; })) {
      bool borders[3]{};
      for (const int site : area) {
        for (const auto& [up, right] : kNaiveOrthogonal) {
          const int owner = g.of(site / 4 + up, site % 4 + right);
          if (owner == 1 || owner == 2) borders[owner] = true;
        }
      }
      if (borders[1] != borders[2]) points[borders[1] ? 1 : 2] += static_cast<int>(area.size());
    }
    return naive_more(points[1], points[2]);
  };
  return game;
}

// --- hexagons and pots ---

// Rows of 3, 4, 5, 4, 3 hexagons: place k of a row of n lies at 5 - n + 2 k half hexagons.
inline NaiveGame naive_mosses() {
  NaiveGame game;
  game.at.assign(19, 0);
  naive_fill(game, 1, {0, 18});
  naive_fill(game, 2, {2, 16});
  game.list = [](const NaiveGame& g) {
    std::vector<Way> places;
    for (int row = 0; row < 5; ++row) {
      const int length = 5 - std::abs(row - 2);
      for (int k = 0; k < length; ++k) places.push_back({row, 5 - length + 2 * k});
    }
    const auto touch = [&](int a, int b) {
      const auto& [row, x] = places[static_cast<std::size_t>(a)];
      const auto& [other_row, other_x] = places[static_cast<std::size_t>(b)];
      const int rows = std::abs(row - other_row);
      return (rows == 0 && std::abs(x - other_x) == 2) || (rows == 1 && std::abs(x - other_x) == 1);
    };
    std::vector<NaiveNext> moves;
    for (int from = 0; from < 19; ++from) {
      for (int to = 0; to < 19; ++to) {
        if (g[from] != g.mover || g[to] != 0 || !touch(from, to)) continue;
        NaiveGame after = g;
        after[to] = g.mover;
        for (int near = 0; near < 19; ++near)
          if (g[near] == g.other() && touch(to, near)) after[near] = g.mover;
        moves.push_back(naive_ply(std::move(after), from, to));
      }
    }
    return moves;
  };
  game.end = [](const NaiveGame& g) {
    return g.number(0) == 0 ? naive_more(g.number(1), g.number(2)) : GameStatus::kOngoing;
  };
  return game;
}

// What lies in eight places of which the first and the last are stores; the first player has 1, 2, 3.
inline NaiveGame naive_pots() {
  NaiveGame game;
  game.at = {0, 3, 3, 3, 3, 3, 3, 0};
  game.list = [](const NaiveGame& g) {
    const std::vector<int> track{1, 2, 3, 6, 5, 4};
    const auto pot = [&](int place) { return track[static_cast<std::size_t>((place + 60) % 6)]; };
    std::vector<NaiveNext> moves;
    for (int from = 1; from <= 6; ++from) {
      if ((from <= 3) != (g.mover == 1) || g[from] == 0) continue;
      NaiveGame after = g;
      int place = static_cast<int>(std::find(track.begin(), track.end(), from) - track.begin());
      for (int left = std::exchange(after[from], 0); left > 0; --left) {
        do ++place;
        while (pot(place) == from);
        ++after[pot(place)];
      }
      // Nothing is taken where the last one falls into the pot behind the one left out on the way round.
      const bool behind = g[from] > 5 && pot(place - 1) == from;
      for (; !behind && pot(place) != from && after[pot(place)] == 3; --place) {
        after.extra[static_cast<std::size_t>(g.mover)] += 3;
        after[pot(place)] = 0;
      }
      moves.push_back(naive_ply(std::move(after), from, from));
    }
    return moves;
  };
  game.end = [](const NaiveGame& g) {
    const bool over = std::all_of(g.at.begin(), g.at.end(), [](int peas) { return peas <= 1; });
    return over ? naive_more(g.extra[1], g.extra[2]) : GameStatus::kOngoing;
  };
  return game;
}

}  // namespace ludex::tests
