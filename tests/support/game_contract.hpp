// The contract every game keeps, as doctest sees it; comparison with an independent reference; perft. A new
// game's test is a few calls of these plus its own facts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/contract/game_promises.hpp"
#include "core/game/game_module.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {

// Leaves of the game tree at exactly `depth` plies; games that end earlier contribute nothing. Counts the
// last ply in bulk where the rules can.
template <GameRules R>
std::uint64_t perft(const R& rules, const typename R::State& state, int depth) {
  if (depth == 0) return 1;
  if (depth == 1) {
    if constexpr (requires { rules.count_moves(state); }) return rules.count_moves(state);
  }
  std::vector<Move> moves(rules.traits().max_moves);
  const std::uint32_t count = rules.legal_moves(state, moves.data());
  if (depth == 1) return count;
  std::uint64_t leaves = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    typename R::State next = state;
    rules.apply(next, moves[i]);
    leaves += perft(rules, next, depth - 1);
  }
  return leaves;
}

// The same move list whatever order: sorted texts.
template <GameRules R>
std::vector<std::string> legal_texts(const R& rules, const typename R::State& state) {
  std::vector<Move> moves(rules.traits().max_moves);
  moves.resize(rules.legal_moves(state, moves.data()));
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(rules.move_text(state, move));
  std::sort(texts.begin(), texts.end());
  return texts;
}

// The contract of games (core/contract/game_contract.hpp) on `walks` random games; a broken promise fails the
// test, with its witness.
void check_game_contract(const contract::MakeGame& make, std::uint32_t walks, std::uint64_t seed);
// The playouts of it, many of them.
void check_playouts(const contract::MakeGame& make, std::uint32_t games, std::uint64_t seed);

// How one promise stands after a check without playouts.
contract::Verdict verdict_of(const contract::MakeGame& make, contract::GamePromise promise,
                             contract::GameOptions options = {});

template <GameRules R>
contract::MakeGame maker_of(const R& rules) {
  return [rules] { return Result<contract::OwnedGame>(contract::OwnedGame(new GameModule<R>(rules))); };
}
template <GameRules R>
void check_game_contract(const R& rules, std::uint32_t walks, std::uint64_t seed) {
  check_game_contract(maker_of(rules), walks, seed);
}
template <GameRules R>
void check_playouts(const R& rules, std::uint32_t games, std::uint64_t seed) {
  check_playouts(maker_of(rules), games, seed);
}

// Walks random games in step with an independent implementation and compares move lists, mover and status at
// every position. N is a copyable value:
//   std::vector<std::string> legal() const; void play(const std::string&); GameStatus status() const;
//   Player to_move() const;
template <GameRules R, class N>
void check_against_reference(const R& rules, const N& start, std::uint32_t positions, std::uint64_t seed) {
  Rng rng = Rng::seeded(seed);
  std::uint32_t compared = 0;
  std::vector<Move> moves(rules.traits().max_moves);
  while (compared < positions) {
    typename R::State state = rules.initial();
    N reference = start;
    for (;; ++compared) {
      CAPTURE(rules.position_text(state));
      REQUIRE(reference.status() == rules.status(state));
      if (is_over(rules.status(state))) break;
      REQUIRE(reference.to_move() == rules.to_move(state));
      auto expected = reference.legal();
      std::sort(expected.begin(), expected.end());
      REQUIRE(legal_texts(rules, state) == expected);
      const Move move = moves[rng.below(rules.legal_moves(state, moves.data()))];
      reference.play(rules.move_text(state, move));
      rules.apply(state, move);
    }
  }
}

}  // namespace ludex::tests
