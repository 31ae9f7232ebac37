// An independent, slow implementation of line games (m,n,k and Gomoku): a map from cell names to stones, and
// a walk from every stone in every direction.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/abi/types.hpp"

namespace ludex::tests {

class NaiveLineGame {
 public:
  NaiveLineGame(int width, int height, int k, bool exact)
      : width_(width), height_(height), k_(k), exact_(exact) {}

  [[nodiscard]] std::vector<std::string> legal() const {
    std::vector<std::string> moves;
    if (is_over(status_)) return moves;
    for (int x = 0; x < width_; ++x) {
      for (int y = 0; y < height_; ++y) {
        if (!stones_.contains({x, y})) moves.push_back(static_cast<char>('a' + x) + std::to_string(y + 1));
      }
    }
    return moves;
  }
  void play(const std::string& move) {
    stones_[{move[0] - 'a', std::stoi(move.substr(1)) - 1}] = to_move();
    status_ = find_status();
  }
  [[nodiscard]] GameStatus status() const { return status_; }
  [[nodiscard]] Player to_move() const { return static_cast<Player>(stones_.size() % 2); }

 private:
  [[nodiscard]] GameStatus find_status() const {
    for (const auto& [cell, player] : stones_) {
      for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
        // Runs are measured from their first stone.
        if (owner(cell.first - dx, cell.second - dy) == player) continue;
        int run = 1;
        while (owner(cell.first + run * dx, cell.second + run * dy) == player) ++run;
        if (exact_ ? run == k_ : run >= k_) return win_for(player);
      }
    }
    return static_cast<int>(stones_.size()) == width_ * height_ ? GameStatus::kDraw : GameStatus::kOngoing;
  }
  [[nodiscard]] Player owner(int x, int y) const {
    const auto found = stones_.find({x, y});
    return found == stones_.end() ? kNobody : found->second;
  }

  int width_;
  int height_;
  int k_;
  bool exact_;
  GameStatus status_ = GameStatus::kOngoing;
  std::map<std::pair<int, int>, Player> stones_;
};

}  // namespace ludex::tests
