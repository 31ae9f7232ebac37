// Chinese Checkers once more, for comparison: a map from points to letters, the star by the widths of its
// rows, chains by recursion over sets of points. Points are (x, row) with two units of x between neighbours.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/abi/types.hpp"

namespace ludex::tests {

class NaiveChineseCheckers {
 public:
  using Point = std::pair<int, int>;

  NaiveChineseCheckers(int players, int size, bool all_places, int max_plies)
      : players_(players), size_(size), max_plies_(max_plies), all_places_(all_places) {
    for (int row = 0; row <= 4 * size; ++row) {
      for (int x = 1 - width(row); x < width(row); x += 2) holes_[{x, row}] = '.';
    }
    const std::map<int, std::string> corners{{2, "ad"}, {3, "ace"}, {4, "abde"}, {6, "abcdef"}};
    for (const char corner : corners.at(players)) {
      const char opposite = static_cast<char>(corner < 'd' ? corner + 3 : corner - 3);
      for (const Point& p : corner_points(corner)) holes_[p] = corner;
      sides_.push_back({corner, corner_points(opposite), 0});
    }
  }

  [[nodiscard]] Player to_move() const { return static_cast<Player>(mover_); }
  [[nodiscard]] std::vector<std::string> legal() const {
    std::vector<std::string> moves;
    for (const auto& [from, owner] : holes_) {
      if (owner != side().letter) continue;
      for (const Point& to : reachable(from)) moves.push_back(name(from) + "-" + name(to));
    }
    if (moves.empty()) moves.push_back("pass");
    return moves;
  }
  void play(const std::string& move) {
    if (move != "pass") {
      const auto dash = move.find('-');
      std::swap(holes_.at(named(move.substr(0, dash))), holes_.at(named(move.substr(dash + 1))));
    }
    ++plies_;
    bool full = true, own = false;
    for (const Point& p : side().target) {
      full = full && holes_.at(p) != '.';
      own = own || holes_.at(p) == side().letter;
    }
    if (full && own) sides_[static_cast<std::size_t>(mover_)].place = ++finished_;
    do mover_ = (mover_ + 1) % players_;
    while (side().place != 0);
  }
  [[nodiscard]] GameStatus status() const {
    if (finished_ < (all_places_ ? players_ - 1 : 1) && plies_ < max_plies_) return GameStatus::kOngoing;
    for (Player p = 0; p < static_cast<Player>(players_); ++p) {
      if (sides_[p].place == 1) return win_for(p);
    }
    return GameStatus::kDraw;
  }
  // Men and mover: the same for positions that differ in the number of plies only.
  [[nodiscard]] std::string key() const {
    std::string text(1, side().letter);
    for (const auto& [point, owner] : holes_) text += owner;
    return text;
  }
  // The places of players 0, 1, ...; 0 for those who have not filled their corners.
  [[nodiscard]] std::vector<int> places() const {
    std::vector<int> list;
    for (const Side& each : sides_) list.push_back(each.place);
    return list;
  }

 private:
  struct Side {
    char letter;
    std::set<Point> target;
    int place;
  };

  [[nodiscard]] const Side& side() const { return sides_[static_cast<std::size_t>(mover_)]; }
  [[nodiscard]] int width(int row) const {
    if (row > 2 * size_) return width(4 * size_ - row);
    return row < size_ ? row + 1 : 4 * size_ + 1 - row;
  }
  // Corners a to f clockwise from the lowest.
  [[nodiscard]] std::set<Point> corner_points(char corner) const {
    std::set<Point> points;
    for (int row = 0; row < size_; ++row) {
      for (int i = 0; i <= row; ++i) {
        // The row of that width: in the lowest and highest corner, and at the sides.
        const int at_side = 2 * size_ - 1 - row, left = 1 - width(at_side) + 2 * i;
        if (corner == 'a') points.insert({2 * i - row, row});
        if (corner == 'd') points.insert({2 * i - row, 4 * size_ - row});
        if (corner == 'b') points.insert({left, at_side});
        if (corner == 'f') points.insert({-left, at_side});
        if (corner == 'c') points.insert({left, 4 * size_ - at_side});
        if (corner == 'e') points.insert({-left, 4 * size_ - at_side});
      }
    }
    return points;
  }
  [[nodiscard]] std::string name(Point p) const {
    return static_cast<char>('a' + (p.first + p.second + 2 * size_) / 2) + std::to_string(p.second + 1);
  }
  [[nodiscard]] Point named(const std::string& text) const {
    for (const auto& [p, owner] : holes_) {
      if (name(p) == text) return p;
    }
    return {99, 99};
  }

  [[nodiscard]] std::set<Point> reachable(Point from) const {
    std::set<Point> ends;
    for (const auto& [dx, dy] : directions()) {
      const Point to{from.first + dx, from.second + dy};
      if (holes_.contains(to) && holes_.at(to) == '.' && may(from, to)) ends.insert(to);
    }
    std::set<Point> landed;
    jump(from, from, landed);
    ends.insert(landed.begin(), landed.end());
    ends.erase(from);
    return ends;
  }
  // A man in its target corner stays there.
  [[nodiscard]] bool may(Point from, Point to) const {
    return !side().target.contains(from) || side().target.contains(to);
  }
  void jump(Point start, Point at, std::set<Point>& landed) const {
    for (const auto& [dx, dy] : directions()) {
      const Point over{at.first + dx, at.second + dy}, to{over.first + dx, over.second + dy};
      if (!holes_.contains(over) || !holes_.contains(to) || over == start || holes_.at(over) == '.') continue;
      if ((to != start && holes_.at(to) != '.') || !may(at, to)) continue;
      if (landed.insert(to).second) jump(start, to, landed);
    }
  }
  static const std::vector<Point>& directions() {
    static const std::vector<Point> all{{2, 0}, {-2, 0}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    return all;
  }

  int players_;
  int size_;
  int max_plies_;
  bool all_places_;
  int plies_ = 0;
  int mover_ = 0;
  int finished_ = 0;
  std::map<Point, char> holes_;  // '.' or a corner's letter
  std::vector<Side> sides_;
};

// Leaves at exactly `depth` plies.
inline std::uint64_t naive_perft(const NaiveChineseCheckers& game, int depth) {
  if (depth == 0) return 1;
  if (is_over(game.status())) return 0;
  std::uint64_t leaves = 0;
  for (const std::string& move : game.legal()) {
    NaiveChineseCheckers next = game;
    next.play(move);
    leaves += naive_perft(next, depth - 1);
  }
  return leaves;
}

}  // namespace ludex::tests
