// A second, slow implementation of English draughts, written from games/checkers/rules.md on an 8 x 8 array:
// the yardstick of the module. It shares no code with it but the status type.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/abi/types.hpp"

namespace ludex::tests {

struct NaiveCheckers {
  using Squares = std::array<char, 33>;  // by number, [0] unused: '.', b, B, w, W

  struct Line {
    std::vector<int> squares;  // visited, origin first
    std::set<int> captured;
    // What the merged convention compares.
    [[nodiscard]] bool same_capture(const Line& other) const {
      return squares.front() == other.squares.front() && squares.back() == other.squares.back() &&
             captured == other.captured;
    }
  };

  bool merged = true;
  bool draws = true;
  int no_progress_limit = 80;
  Squares board = start_board();
  int mover = 0;
  int plies = 0;
  int no_progress = 0;
  std::map<std::pair<Squares, int>, int> seen{{{board, mover}, 1}};

  static Squares start_board() {
    Squares squares;
    squares.fill('.');
    for (std::size_t s = 1; s <= 12; ++s) squares[s] = 'b', squares[s + 20] = 'w';
    return squares;
  }

  static int row(int square) { return (square - 1) / 4; }
  static int column(int square) { return 2 * ((square - 1) % 4) + 1 - row(square) % 2; }
  // 0 if there is no such square.
  static int square_at(int r, int c) { return r < 0 || r > 7 || c < 0 || c > 7 ? 0 : 4 * r + c / 2 + 1; }
  static int owner(char piece) { return piece == 'b' || piece == 'B' ? 0 : piece == '.' ? -1 : 1; }
  static bool is_king(char piece) { return piece == 'B' || piece == 'W'; }

  [[nodiscard]] char at(int square) const { return board[static_cast<std::size_t>(square)]; }
  // Down-right, down-left, up-left, up-right: the order that names merged captures.
  [[nodiscard]] static std::vector<std::pair<int, int>> directions(char piece) {
    if (piece == 'b') return {{1, 1}, {1, -1}};
    if (piece == 'w') return {{-1, -1}, {-1, 1}};
    return {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
  }

  void find_jumps(char piece, const Line& line, std::vector<Line>& out) const {
    const int here = line.squares.back();
    bool extended = false;
    const bool crowned = !is_king(piece) && line.squares.size() > 1 && row(here) == (piece == 'b' ? 7 : 0);
    for (const auto& [dr, dc] : directions(piece)) {
      const int over = square_at(row(here) + dr, column(here) + dc);
      const int to = square_at(row(here) + 2 * dr, column(here) + 2 * dc);
      if (crowned || over == 0 || to == 0 || owner(at(over)) != 1 - mover) continue;
      if (line.captured.count(over) != 0) continue;
      if (at(to) != '.' && to != line.squares.front()) continue;
      extended = true;
      Line longer = line;
      longer.squares.push_back(to);
      longer.captured.insert(over);
      find_jumps(piece, longer, out);
    }
    if (!extended && line.squares.size() > 1) out.push_back(line);
  }

  // Captures if there are any, else steps; with every path of a capture.
  [[nodiscard]] std::vector<Line> lines() const {
    std::vector<Line> jumps, steps;
    for (int s = 1; s <= 32; ++s) {
      if (owner(at(s)) != mover) continue;
      find_jumps(at(s), Line{{s}, {}}, jumps);
      for (const auto& [dr, dc] : directions(at(s))) {
        const int to = square_at(row(s) + dr, column(s) + dc);
        if (to != 0 && at(to) == '.') steps.push_back(Line{{s, to}, {}});
      }
    }
    return jumps.empty() ? steps : jumps;
  }

  [[nodiscard]] static std::string full_text(const Line& line) {
    std::string text = std::to_string(line.squares.front());
    for (std::size_t i = 1; i < line.squares.size(); ++i) {
      text += line.captured.empty() ? '-' : 'x';
      text += std::to_string(line.squares[i]);
    }
    return text;
  }

  // The moves with their texts: ends of a capture, or all squares where several have the same ends.
  [[nodiscard]] std::vector<std::pair<std::string, Line>> moves() const {
    std::vector<Line> distinct;
    for (const Line& line : lines()) {
      const bool known = std::any_of(distinct.begin(), distinct.end(), [&](const Line& other) {
        return merged && !line.captured.empty() && other.same_capture(line);
      });
      if (!known) distinct.push_back(line);
    }
    std::vector<std::pair<std::string, Line>> out;
    for (const Line& line : distinct) {
      const auto rivals = std::count_if(distinct.begin(), distinct.end(), [&](const Line& other) {
        return other.squares.front() == line.squares.front() && other.squares.back() == line.squares.back();
      });
      Line shown = line;
      if (rivals == 1) shown.squares = {line.squares.front(), line.squares.back()};
      out.emplace_back(full_text(shown), line);
    }
    return out;
  }

  [[nodiscard]] std::vector<std::string> legal() const {
    std::vector<std::string> texts;
    for (const auto& [text, line] : moves()) texts.push_back(text);
    return texts;
  }

  void play(const std::string& wanted) {
    for (const auto& [text, line] : moves()) {
      if (text == wanted) return play(line);
    }
    std::abort();
  }
  void play(const Line& line) {
    char piece = at(line.squares.front());
    const bool progress = !line.captured.empty() || !is_king(piece);
    board[static_cast<std::size_t>(line.squares.front())] = '.';
    for (const int over : line.captured) board[static_cast<std::size_t>(over)] = '.';
    const int to = line.squares.back();
    if (piece == 'b' && row(to) == 7) piece = 'B';
    if (piece == 'w' && row(to) == 0) piece = 'W';
    board[static_cast<std::size_t>(to)] = piece;
    no_progress = progress ? 0 : no_progress + 1;
    mover = 1 - mover;
    ++plies;
    ++seen[{board, mover}];
  }

  [[nodiscard]] Player to_move() const { return static_cast<Player>(mover); }
  [[nodiscard]] GameStatus status() const {
    if (lines().empty()) return win_for(static_cast<Player>(1 - mover));
    if (draws && (no_progress >= no_progress_limit || seen.at({board, mover}) >= 3)) return GameStatus::kDraw;
    return plies >= 2500 ? GameStatus::kDraw : GameStatus::kOngoing;
  }
};

}  // namespace ludex::tests
