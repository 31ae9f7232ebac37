// Invented games of stones, tiles and pots, of beams and of two kinds of pieces (naive_lud_game.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <utility>
#include <vector>

#include "tests/unit/games/naive_lud_game.hpp"

namespace ludex::tests {

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
