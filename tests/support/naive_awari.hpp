// A second, slow implementation of Awari, written from games/awari/rules.md seed by seed: the yardstick of
// the module. It shares no code with it but the status type.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "core/abi/types.hpp"

namespace ludex::tests {

struct NaiveAwari {
  using Pits = std::array<int, 12>;  // A-F, then a-f: sowing order

  bool abapa = false;
  Pits pits{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4};
  std::array<int, 2> captured{};
  int mover = 0;
  int plies = 0;
  int passes = 0;
  std::vector<Pits> past;  // positions before the present one, oldest first

  struct Sown {
    Pits pits;
    int captured = 0;
  };

  [[nodiscard]] static bool owns(int player, int pit) { return pit / 6 == player; }

  [[nodiscard]] Sown sow(int origin) const {
    Sown sown{pits};
    int seeds = sown.pits[static_cast<std::size_t>(origin)];
    sown.pits[static_cast<std::size_t>(origin)] = 0;
    int at = origin;
    bool skipped_just_now = false;
    while (seeds > 0) {
      at = (at + 1) % 12;
      skipped_just_now = at == origin;
      if (skipped_just_now) at = (at + 1) % 12;
      ++sown.pits[static_cast<std::size_t>(at)];
      --seeds;
    }
    if (skipped_just_now && !abapa) return sown;  // the quirk of the reference program
    while (owns(1 - mover, at)) {
      int& pit = sown.pits[static_cast<std::size_t>(at)];
      if (pit != 2 && pit != 3) break;
      sown.captured += pit;
      pit = 0;
      at = (at + 11) % 12;
    }
    return sown;
  }

  [[nodiscard]] static int seeds_of(const Pits& board, int player) {
    int sum = 0;
    for (int pit = 0; pit < 12; ++pit) sum += owns(player, pit) ? board[static_cast<std::size_t>(pit)] : 0;
    return sum;
  }

  [[nodiscard]] std::vector<int> legal_pits() const {
    std::vector<int> feeding, starving;
    for (int pit = 0; pit < 12; ++pit) {
      if (!owns(mover, pit) || pits[static_cast<std::size_t>(pit)] == 0) continue;
      (seeds_of(sow(pit).pits, 1 - mover) > 0 ? feeding : starving).push_back(pit);
    }
    return feeding.empty() && abapa ? starving : feeding;
  }

  [[nodiscard]] std::vector<std::string> legal() const {
    std::vector<std::string> moves;
    for (const int pit : legal_pits()) moves.emplace_back(1, "ABCDEFabcdef"[pit]);
    if (moves.empty() && !abapa) moves.emplace_back("pass");
    return moves;
  }

  void play(const std::string& move) {
    past.push_back(pits);
    ++plies;
    if (move == "pass") {
      ++passes;
    } else {
      passes = 0;
      const Sown sown = sow(static_cast<int>(std::string("ABCDEFabcdef").find(move)));
      pits = sown.pits;
      captured[static_cast<std::size_t>(mover)] += sown.captured;
    }
    mover = 1 - mover;
  }

  [[nodiscard]] Player to_move() const { return static_cast<Player>(mover); }

  [[nodiscard]] GameStatus status() const {
    const auto by = [](int first, int second) {
      return first == second ? GameStatus::kDraw : win_for(first > second ? 0 : 1);
    };
    if (abapa) {
      if (captured[0] >= 25 || captured[1] >= 25) return by(captured[0], captured[1]);
      if (seeds_of(pits, mover) == 0) {
        return by(captured[0] + seeds_of(pits, 0), captured[1] + seeds_of(pits, 1));
      }
      int seen = 1;
      for (std::size_t back = 2; back <= std::min<std::size_t>(past.size(), 256); back += 2) {
        seen += past[past.size() - back] == pits ? 1 : 0;
      }
      if (seen >= 3) return by(captured[0], captured[1]);
    } else {
      if (*std::max_element(pits.begin(), pits.end()) <= 1) return by(captured[0], captured[1]);
      if (passes == 2) return GameStatus::kDraw;
    }
    return plies >= 2500 ? GameStatus::kDraw : GameStatus::kOngoing;
  }
};

}  // namespace ludex::tests
