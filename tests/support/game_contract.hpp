// The contract every game keeps, checked on random walks; comparison with an independent reference; perft;
// and the statistics of playouts. A new game's test is a few calls of these plus its own facts.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <doctest/doctest.h>

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

// Everything Game promises, on `walks` random games: legal moves unique, within traits and none when over;
// apply and status agree; text round trips; equal positions hash equally; the copy is faithful; extensions
// agree with the moves; symmetries map legal moves to legal moves and preserve status; games end within
// max_plies.
template <GameRules R>
void check_game_contract(const R& rules, std::uint32_t walks, std::uint64_t seed) {
  using S = typename R::State;
  const auto module = std::make_unique<GameModule<R>>(rules);
  const Game& game = *module;
  const GameTraits& traits = game.traits();
  REQUIRE(traits.players >= 2);
  REQUIRE(traits.players <= kMaxPlayers);
  REQUIRE(traits.max_moves >= 1);
  REQUIRE(traits.state_size == sizeof(S));
  REQUIRE(traits.state_align <= 64);

  std::unordered_map<std::uint64_t, std::string> position_of_hash;
  std::vector<Move> moves(traits.max_moves);
  std::vector<Move> found(traits.max_moves);
  Rng rng = Rng::seeded(seed);
  for (std::uint32_t walk = 0; walk < walks; ++walk) {
    S state;
    game.initial(reinterpret_cast<State*>(&state));
    std::uint32_t plies = 0;
    GameStatus status = rules.status(state);
    while (true) {
      const std::string text = rules.position_text(state);
      CAPTURE(text);
      REQUIRE(rules.status(state) == status);
      const std::uint32_t count = rules.legal_moves(state, moves.data());
      REQUIRE(count <= traits.max_moves);
      REQUIRE((count == 0) == is_over(status));

      const auto [known, is_new] = position_of_hash.emplace(rules.hash(state), text);
      if (!is_new && !(traits.flags & kCyclic)) REQUIRE(known->second == text);
      const Result<S> parsed = rules.parse_position(text);
      REQUIRE_MESSAGE(parsed.ok(), (parsed.ok() ? "" : parsed.error()));
      REQUIRE(rules.position_text(*parsed) == text);
      REQUIRE(rules.hash(*parsed) == rules.hash(state));
      REQUIRE_FALSE(rules.board_text(state).empty());

      if constexpr (requires { rules.count_moves(state); }) REQUIRE(rules.count_moves(state) == count);
      if (is_over(status)) {
        float returns[kMaxPlayers];
        game.returns(reinterpret_cast<const State*>(&state), returns);
        float sum = 0;
        for (Player p = 0; p < traits.players; ++p) {
          REQUIRE(std::abs(returns[p]) <= 1.0F);
          sum += returns[p];
        }
        if (traits.flags & kZeroSum) REQUIRE(sum == doctest::Approx(0.0));
        if (status == GameStatus::kDraw) REQUIRE((traits.flags & kDrawsPossible) != 0);
        break;
      }
      REQUIRE(rules.to_move(state) < traits.players);
      REQUIRE(rules.to_move(*parsed) == rules.to_move(state));
      REQUIRE(legal_texts(rules, *parsed) == legal_texts(rules, state));

      std::vector<Move> sorted(moves.begin(), moves.begin() + count);
      std::sort(sorted.begin(), sorted.end());
      REQUIRE(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
      const auto is_legal = [&](Move m) { return std::binary_search(sorted.begin(), sorted.end(), m); };

      if constexpr (requires { rules.winning_moves(state, found.data()); }) {
        std::vector<Move> winning(found.begin(), found.begin() + rules.winning_moves(state, found.data()));
        std::sort(winning.begin(), winning.end());
        std::vector<Move> expected;
        for (const Move m : sorted) {
          S next = state;
          if (winner_of(rules.apply(next, m)) == rules.to_move(state)) expected.push_back(m);
        }
        REQUIRE(winning == expected);
      }
      if constexpr (requires { rules.captures(state, found.data()); }) {
        const std::uint32_t n = rules.captures(state, found.data());
        for (std::uint32_t i = 0; i < n; ++i) REQUIRE(is_legal(found[i]));
      }
      if constexpr (requires { rules.map_state(state, 0U); }) {
        for (std::uint32_t k = 0; k < rules.symmetries(); ++k) {
          const S image = rules.map_state(state, k);
          REQUIRE(rules.status(image) == status);
          REQUIRE(rules.to_move(image) == rules.to_move(state));
          std::vector<Move> mapped;
          for (const Move m : sorted) mapped.push_back(rules.map_move(state, m, k));
          std::sort(mapped.begin(), mapped.end());
          std::vector<Move> image_moves(traits.max_moves);
          image_moves.resize(rules.legal_moves(image, image_moves.data()));
          std::sort(image_moves.begin(), image_moves.end());
          REQUIRE(mapped == image_moves);
          if (k == 0) REQUIRE(rules.position_text(image) == text);
        }
      }

      for (std::uint32_t i = 0; i < count; ++i) {
        REQUIRE(rules.move_class(state, moves[i]) < traits.move_classes);
        Move again = kNoMove;
        StringSink error;
        const std::string move_text = rules.move_text(state, moves[i]);
        CAPTURE(move_text);
        REQUIRE(game.move_from_text(reinterpret_cast<const State*>(&state), move_text.data(),
                                    move_text.size(), &again, error) == Status::kOk);
        REQUIRE(again == moves[i]);
      }

      const Move move = moves[rng.below(count)];
      S copy;
      std::memset(static_cast<void*>(&copy), 0xA5, sizeof copy);
      game.copy(reinterpret_cast<State*>(&copy), reinterpret_cast<const State*>(&state));
      status = rules.apply(state, move);
      REQUIRE(rules.apply(copy, move) == status);
      REQUIRE(rules.position_text(copy) == rules.position_text(state));
      REQUIRE(rules.hash(copy) == rules.hash(state));
      ++plies;
      REQUIRE(plies <= traits.max_plies);
    }
  }
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

// The module's playout against play_uniformly: the trace replays legally to the reported status, first moves
// are uniform (chi-square), and length and results have the same distribution (4 standard errors).
template <GameRules R>
void check_playouts(const R& rules, std::uint32_t games, std::uint64_t seed) {
  using S = typename R::State;
  const auto module = std::make_unique<GameModule<R>>(rules);
  const GameTraits& traits = module->traits();
  std::vector<Move> buffer(traits.max_moves);
  std::vector<TracedMove> traced(traits.max_plies + 1);
  const S start = rules.initial();
  const std::uint32_t first_moves = rules.legal_moves(start, buffer.data());
  std::unordered_map<std::uint32_t, double> first_counts;

  struct Sums {
    double plies = 0, squares = 0, first = 0, draws = 0;
    void add(const PlayoutResult& r) {
      plies += r.plies;
      squares += double(r.plies) * r.plies;
      first += winner_of(r.status) == 0;
      draws += r.status == GameStatus::kDraw;
    }
  } fast, plain;

  Rng rng = Rng::seeded(seed);
  for (std::uint32_t g = 0; g < games; ++g) {
    S state = start;
    PlayoutTrace trace{traced.data(), static_cast<std::uint32_t>(traced.size()), 0};
    const PlayoutResult result = module->playout(reinterpret_cast<State*>(&state), &rng, &trace);
    fast.add(result);
    REQUIRE(trace.size == result.plies);
    ++first_counts[static_cast<std::uint32_t>(traced[0].move)];
    if (g % 16 == 0) {
      S replay = start;
      GameStatus status = GameStatus::kOngoing;
      for (std::uint32_t i = 0; i < trace.size; ++i) {
        const std::uint32_t count = rules.legal_moves(replay, buffer.data());
        REQUIRE(std::find(buffer.begin(), buffer.begin() + count, traced[i].move) != buffer.begin() + count);
        REQUIRE(traced[i].player == rules.to_move(replay));
        REQUIRE(traced[i].move_class == rules.move_class(replay, traced[i].move));
        REQUIRE(status == GameStatus::kOngoing);
        status = rules.apply(replay, traced[i].move);
      }
      REQUIRE(status == result.status);
      REQUIRE(rules.position_text(replay) == rules.position_text(state));
      REQUIRE(rules.hash(replay) == rules.hash(state));
    }
    // Without a trace the same random numbers give the same game.
    if (g % 64 == 0) {
      Rng a = Rng::seeded(seed + g), b = a;
      S with = start, without = start;
      const PlayoutResult x = module->playout(reinterpret_cast<State*>(&with), &a, &trace);
      const PlayoutResult y = module->playout(reinterpret_cast<State*>(&without), &b, nullptr);
      REQUIRE(x.status == y.status);
      REQUIRE(x.plies == y.plies);
    }
    state = start;
    plain.add(play_uniformly(rules, state, rng, nullptr, buffer.data()));
  }

  const double n = games;
  const double variance = plain.squares / n - plain.plies / n * (plain.plies / n) + 1e-9;
  CHECK(std::abs(fast.plies - plain.plies) / n <= 4 * std::sqrt(2 * variance / n) + 1e-9);
  for (const auto& [a, b] : {std::pair{fast.first, plain.first}, std::pair{fast.draws, plain.draws}}) {
    const double p = (a + b) / (2 * n);
    CHECK(std::abs(a - b) / n <= 4 * std::sqrt(2 * p * (1 - p) / n) + 1e-9);
  }
  if (first_moves > 1) {
    double chi2 = 0;
    const double expected = n / first_moves;
    for (std::uint32_t i = 0; i < rules.legal_moves(start, buffer.data()); ++i) {
      const double seen = first_counts[static_cast<std::uint32_t>(buffer[i])];
      chi2 += (seen - expected) * (seen - expected) / expected;
    }
    const double freedom = first_moves - 1;
    CHECK(chi2 < freedom + 5 * std::sqrt(2 * freedom) + 10);  // far in the tail (p < 1e-4) for any size
  }
}

}  // namespace ludex::tests
