// Games for othello-train.cpp: self-play, and their text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/rng.hpp"
#include "games/othello/evaluation.hpp"
#include "plugins/studies/othello/endgame.hpp"

namespace ludex::games::othello {

// A position, its mover's discs first, and the score to predict for the mover.
struct Sample {
  std::uint64_t own;
  std::uint64_t other;
  std::int32_t score;
};

struct PlayOptions {
  int exact = 14;         // empty squares from which games are perfect
  int depth = 2;          // of the search before that
  double random = 0.05;   // probability of a random move after the opening
  double deviate = 0.15;  // the same in the exact part
};

class SelfPlay {
 public:
  // `evaluation` null: uses mobility and corners.
  SelfPlay(const PlayOptions& options, const Evaluation* evaluation)
      : options_(options), evaluation_(evaluation) {}

  // Plays one game from a seed; returns it as a line of text.
  std::string play(std::uint64_t seed);
  // The same from the moves of a record, up to the exact part; nothing if they are illegal.
  std::optional<std::string> follow(const std::vector<int>& squares, std::uint64_t seed);

  // The samples of a line; nothing if it is not a game.
  static std::optional<std::vector<Sample>> samples(std::string_view line, int exact);

 private:
  using B = Board<8>;
  static constexpr std::uint64_t kBlackStart = B::kFirstStart;
  static constexpr std::uint64_t kWhiteStart = B::kCentre & ~B::kFirstStart;

  struct Game {
    std::uint64_t own = kBlackStart;
    std::uint64_t other = kWhiteStart;
    bool black = true;
    std::string moves;
    std::string scores;

    [[nodiscard]] int empties() const noexcept { return 64 - bits::count(own | other); }
    bool over_or_pass() noexcept;  // passes if the mover must; true at the end
    void play(int square);
  };

  void finish(Game& game, Rng& rng);
  int choose(const Game& game, Rng& rng);
  int search(std::uint64_t own, std::uint64_t other, int depth, int alpha, int beta) noexcept;
  [[nodiscard]] int evaluate(std::uint64_t own, std::uint64_t other) const noexcept;

  PlayOptions options_;
  const Evaluation* evaluation_;
  Endgame endgame_;
};

}  // namespace ludex::games::othello
