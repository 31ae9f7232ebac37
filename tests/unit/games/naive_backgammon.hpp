// Backgammon's plays once more, from the text of the rules, by trying every order of every step.
#pragma once

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ludex::tests {

// Men on the points of each player's own numbers; 25: the bar, 0: off.
struct NaiveBoard {
  std::array<int, 26> own{};
  std::array<int, 26> other{};
  friend auto operator<=>(const NaiveBoard&, const NaiveBoard&) = default;
};

class NaivePlays {
 public:
  // All positions after a play of this roll.
  static std::set<NaiveBoard> results(const NaiveBoard& board, int high, int low) {
    NaivePlays plays;
    if (high == low) {
      plays.search(board, {high, high, high, high}, {});
    } else {
      plays.search(board, {high, low}, {});
      plays.search(board, {low, high}, {});
    }
    std::set<NaiveBoard> best;
    std::size_t most = 0;
    for (const auto& [used, after] : plays.found_) most = std::max(most, used.size());
    const auto larger = [&](const auto& found) { return found.first == std::vector<int>{high}; };
    const bool only_larger = most == 1 && std::any_of(plays.found_.begin(), plays.found_.end(), larger);
    for (const auto& found : plays.found_) {
      if (found.first.size() == most && (!only_larger || larger(found))) best.insert(found.second);
    }
    return best;
  }

 private:
  void search(const NaiveBoard& board, const std::vector<int>& dice, std::vector<int> used) {
    found_.push_back({used, board});
    if (used.size() == dice.size()) return;
    const int pips = dice[used.size()];
    used.push_back(pips);
    for (int from = 25; from >= 1; --from) {
      NaiveBoard next = board;
      if (step(next, from, pips)) search(next, dice, used);
    }
  }
  static bool step(NaiveBoard& board, int from, int pips) {
    if (board.own[at(from)] == 0 || (board.own[25] > 0 && from != 25)) return false;
    const int to = from - pips;
    if (to >= 1 && board.other[at(25 - to)] >= 2) return false;
    if (to < 1) {
      for (int point = 7; point <= 25; ++point)
        if (board.own[at(point)] > 0) return false;
      if (to < 0) {
        for (int point = from + 1; point <= 6; ++point)
          if (board.own[at(point)] > 0) return false;
      }
    }
    --board.own[at(from)];
    ++board.own[at(std::max(to, 0))];
    if (to >= 1 && board.other[at(25 - to)] == 1) {
      --board.other[at(25 - to)];
      ++board.other[25];
    }
    return true;
  }
  static std::size_t at(int point) { return static_cast<std::size_t>(point); }

  std::vector<std::pair<std::vector<int>, NaiveBoard>> found_;
};

}  // namespace ludex::tests
