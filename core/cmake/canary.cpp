// Compiler canary: a switch from a small integer to an enum, called through 1 - p. g++ 12.2 with
// -mtune=cascadelake or skylake at -O2 returns kEmpty for p = 1. Exit code 0: compiled correctly.

#include <cstdio>

enum class Cell : unsigned char { kEmpty, kBlack, kWhite };

__attribute__((noinline)) static Cell stone_of(int player) {
  switch (player) {
    case 0:
      return Cell::kBlack;
    case 1:
      return Cell::kWhite;
    default:
      return Cell::kEmpty;
  }
}

__attribute__((noinline)) static Cell opponent_stone(int player) {
  return stone_of(1 - player);
}

__attribute__((noinline)) static int count_wrong(const int* players, int n) {
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    const Cell own = stone_of(players[i]);
    const Cell other = opponent_stone(players[i]);
    const bool second = players[i] == 1;
    wrong += own != (second ? Cell::kWhite : Cell::kBlack);
    wrong += other != (second ? Cell::kBlack : Cell::kWhite);
  }
  return wrong;
}

int main(int argc, char**) {
  int players[64];
  for (int i = 0; i < 64; ++i) players[i] = (i + argc) & 1;
  const int wrong = count_wrong(players, 64);
  if (wrong != 0) std::printf("%d of 128 switch-to-enum results are wrong", wrong);
  return wrong == 0 ? 0 : 1;
}
