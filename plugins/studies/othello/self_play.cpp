#include "plugins/studies/othello/self_play.hpp"

#include <algorithm>
#include <cstdlib>

namespace ludex::games::othello {

bool SelfPlay::Game::over_or_pass() noexcept {
  if (B::mobility(own, other) != 0) return false;
  if (B::mobility(other, own) == 0) return true;
  std::swap(own, other);
  black = !black;
  return false;
}

void SelfPlay::Game::play(int square) {
  const std::uint64_t flipped = B::flips(own, other, square);
  own |= flipped | std::uint64_t{1} << square;
  other &= ~flipped;
  std::swap(own, other);
  black = !black;
  moves += static_cast<char>('a' + square % 8);
  moves += static_cast<char>('1' + square / 8);
}

std::string SelfPlay::play(std::uint64_t seed) {
  Rng rng = Rng::seeded(seed);
  Game game;
  const std::uint32_t opening = 4 + rng.below(17);
  for (std::uint32_t ply = 0; game.empties() > options_.exact && !game.over_or_pass(); ++ply) {
    if (ply < opening || rng.uniform() < options_.random) {
      const std::uint64_t moves = B::mobility(game.own, game.other);
      game.play(bits::select(moves, rng.below(static_cast<std::uint32_t>(bits::count(moves)))));
    } else {
      game.play(choose(game, rng));
    }
  }
  finish(game, rng);
  return game.moves + game.scores;
}

std::optional<std::string> SelfPlay::follow(const std::vector<int>& squares, std::uint64_t seed) {
  Rng rng = Rng::seeded(seed);
  Game game;
  for (const int square : squares) {
    if (game.empties() <= options_.exact || game.over_or_pass()) break;
    if ((B::mobility(game.own, game.other) >> square & 1U) == 0) return std::nullopt;
    game.play(square);
  }
  if (game.empties() > options_.exact && !game.over_or_pass()) return std::nullopt;
  finish(game, rng);
  return game.moves + game.scores;
}

void SelfPlay::finish(Game& game, Rng& rng) {
  while (!game.over_or_pass()) {
    const Endgame::Answer best = endgame_.solve(game.own, game.other);
    game.scores += ' ' + std::to_string(game.black ? best.score : -best.score);
    const std::uint64_t moves = B::mobility(game.own, game.other);
    const bool deviate = rng.uniform() < options_.deviate;
    game.play(deviate ? bits::select(moves, rng.below(static_cast<std::uint32_t>(bits::count(moves))))
                      : best.move);
  }
}

std::optional<std::vector<Sample>> SelfPlay::samples(std::string_view line, int exact) {
  std::vector<Sample> result;
  std::vector<bool> black;
  const std::size_t end = std::min(line.find(' '), line.size());
  std::vector<int> scores;  // for black
  const std::string rest(line.substr(end));
  for (const char* at = rest.c_str(); *at != '\0';) {
    char* next = nullptr;
    scores.push_back(static_cast<int>(std::strtol(at, &next, 10)));
    if (next == at) return std::nullopt;
    at = next;
  }
  Game game;
  std::size_t exact_from = 0;
  for (std::size_t i = 0; i + 1 < end; i += 2) {
    if (game.over_or_pass()) return std::nullopt;
    const int square = (line[i] - 'a') + 8 * (line[i + 1] - '1');
    if (square < 0 || square > 63 || (B::mobility(game.own, game.other) >> square & 1U) == 0)
      return std::nullopt;
    if (game.empties() > exact) exact_from = result.size() + 1;
    result.push_back({game.own, game.other, 0});
    black.push_back(game.black);
    game.play(square);
  }
  const bool over = game.over_or_pass();
  if (!over || exact_from + scores.size() != result.size()) return std::nullopt;
  const int last = Endgame::final_score(game.own, game.other);
  const int final_for_black = game.black ? last : -last;
  for (std::size_t i = 0; i < result.size(); ++i) {
    int score = final_for_black;
    if (!scores.empty()) score = i < exact_from ? scores.front() : scores[i - exact_from];
    result[i].score = black[i] ? score : -score;
  }
  return result;
}

int SelfPlay::choose(const Game& game, Rng& rng) {
  std::uint64_t moves = B::mobility(game.own, game.other);
  int best = -1'000'000;
  int chosen = 0;
  std::uint32_t ties = 0;
  while (moves != 0) {
    const int square = bits::pop_lowest(moves);
    const std::uint64_t flipped = B::flips(game.own, game.other, square);
    const int value = -search(game.other & ~flipped, game.own | flipped | std::uint64_t{1} << square,
                              options_.depth - 1, -1'000'000, -best + 1);
    if (value > best) {
      best = value;
      chosen = square;
      ties = 1;
    } else if (value == best && rng.below(++ties) == 0) {
      chosen = square;
    }
  }
  return chosen;
}

int SelfPlay::search(std::uint64_t own, std::uint64_t other, int depth, int alpha, int beta) noexcept {
  std::uint64_t moves = B::mobility(own, other);
  if (moves == 0) {
    if (B::mobility(other, own) == 0) return 100 * Endgame::final_score(own, other);
    return -search(other, own, depth, -beta, -alpha);
  }
  if (depth <= 0) return evaluate(own, other);
  int best = -1'000'000;
  while (moves != 0 && best < beta) {
    const int square = bits::pop_lowest(moves);
    const std::uint64_t flipped = B::flips(own, other, square);
    best = std::max(best, -search(other & ~flipped, own | flipped | std::uint64_t{1} << square, depth - 1,
                                  -beta, -std::max(alpha, best)));
  }
  return best;
}

int SelfPlay::evaluate(std::uint64_t own, std::uint64_t other) const noexcept {
  if (evaluation_ != nullptr) return (*evaluation_)(own, other);
  constexpr std::uint64_t kCorners = 0x8100000000000081ULL;
  return 100 * (bits::count(B::mobility(own, other)) - bits::count(B::mobility(other, own))) +
         800 * (bits::count(own & kCorners) - bits::count(other & kCorners));
}

}  // namespace ludex::games::othello
