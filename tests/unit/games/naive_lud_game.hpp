// The frame of an independent, slow implementation of the invented games of lud_games/: a position is a list
// of owners (0 nobody, 1, 2, others walls), moves are found by looking at every site.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <initializer_list>
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

}  // namespace ludex::tests
