// max^n, paranoid and best-reply search against their definitions, searched without pruning or tables, on
// random games of two to four players.
#include "agents/common/minimax/multiplayer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tests/support/agent_contract.hpp"
#include "tests/support/chance_tree.hpp"
#include "tests/support/fixed_depth.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {

using agents::minimax::kInfinite;
using agents::minimax::kWin;
using agents::minimax::kWinFloor;
using agents::minimax::MultiplayerOptions;
using agents::minimax::MultiplayerSearch;
using agents::minimax::Opponents;
using agents::minimax::Score;
using agents::minimax::Value;

namespace {

// A chance tree without chance, zero-sum, with results of all sizes and an evaluation for every player.
class ManyPlayers : public ChanceTree {
 public:
  using Offers = Extensions<ChanceTree::Offers, EvaluateAll>;

  ManyPlayers(std::uint32_t players, std::uint64_t seed)
      : ChanceTree({.levels = 7, .width = 12, .players = players, .chance_percent = 0}, seed),
        players_(players),
        seed_(seed) {}

  [[nodiscard]] GameTraits traits() const {
    GameTraits traits = ChanceTree::traits();
    traits.flags |= kZeroSum;
    return traits;
  }
  void returns(const State& s, float* out) const noexcept {
    if (players_ == 2) return ChanceTree::returns(s, out);
    std::int32_t values[kMaxPlayers];
    draw(s, 1000, values);
    float sum = 0;
    for (Player p = 0; p < players_; ++p) sum += out[p] = static_cast<float>(values[p]);
    float most = 1;
    for (Player p = 0; p < players_; ++p)
      most = std::max(most, std::abs(out[p] -= sum / static_cast<float>(players_)));
    for (Player p = 0; p < players_; ++p) out[p] /= most;
  }
  // Few distinct values, so that players often do not care.
  void evaluate_all(const State& s, std::int32_t* out) const noexcept { draw(s, 5, out); }

 private:
  void draw(const State& s, std::uint32_t range, std::int32_t* out) const noexcept {
    for (Player p = 0; p < players_; ++p) {
      const std::uint64_t drawn = mix64(hash_combine(seed_, hash(s)) + 77 + p + range);
      out[p] = static_cast<std::int32_t>((drawn >> 33) % (2 * range + 1)) - static_cast<std::int32_t>(range);
    }
  }

  std::uint32_t players_;
  std::uint64_t seed_;
};

// The same with players in turn, who may leave out a turn in three positions of four.
class Turns : public ManyPlayers {
 public:
  using Offers = Extensions<ManyPlayers::Offers, Skip>;
  struct State : ManyPlayers::State {
    Player mover;
  };

  Turns(std::uint32_t players, std::uint64_t seed) : ManyPlayers(players, seed), players_(players) {}
  [[nodiscard]] State initial() const { return {ManyPlayers::initial(), 0}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.mover; }
  GameStatus apply(State& s, Move move) const noexcept {
    s.mover = (s.mover + 1) % players_;
    return ManyPlayers::apply(s, move);
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    return ManyPlayers::hash(s) ^ mix64(s.mover);
  }
  [[nodiscard]] bool skip_turn(State& s) const noexcept {
    if (s.place % 4 == 0) return false;
    s.mover = (s.mover + 1) % players_;
    return true;
  }
  [[nodiscard]] Result<State> parse_position(std::string_view) const { return Error{"not needed"}; }

 private:
  std::uint32_t players_;
};

using Vector = std::array<Score, kMaxPlayers>;

// The definitions, by exhaustive search.
class Definition {
 public:
  Definition(const Game& game, bool evaluation, Player root)
      : game_(game),
        players_(game.traits().players),
        root_(root),
        evaluate_(evaluation ? find<EvaluateAll>(game) : nullptr) {}

  [[nodiscard]] Vector maxn(const Position& position, std::uint32_t depth, Score ply) const {
    if (position.over() || depth == 0) return leaf(position, ply);
    const Player mover = position.to_move();
    std::vector<Vector> values;
    for (const Move move : position.legal_moves())
      values.push_back(maxn(after(position, move), depth - 1, ply + 1));
    return *std::min_element(values.begin(), values.end(), [&](const Vector& a, const Vector& b) {
      if (a[mover] != b[mover]) return a[mover] > b[mover];
      const Score other_a = others(a, mover);
      const Score other_b = others(b, mover);
      return other_a != other_b ? other_a < other_b : a < b;
    });
  }
  [[nodiscard]] Score paranoid(const Position& position, std::uint32_t depth, Score ply) const {
    if (position.over() || depth == 0) return leaf(position, ply)[root_];
    const bool ours = position.to_move() == root_;
    Score best = ours ? -kInfinite : kInfinite;
    for (const Move move : position.legal_moves()) {
      const Score value = paranoid(after(position, move), depth - 1, ply + 1);
      best = ours ? std::max(best, value) : std::min(best, value);
    }
    return best;
  }
  [[nodiscard]] Score best_reply(const Position& position, std::uint32_t depth, Score ply,
                                 Player searcher) const {
    if (position.over() || depth == 0) return leaf(position, ply)[root_];
    const Player mover = position.to_move();
    Position skipped = position;
    const auto* const skip = find<Skip>(game_);
    const bool waits = mover != root_ && searcher != mover;
    const bool skips = waits && skip != nullptr && skip->skip(skipped.state());
    if (skips && searcher != kNobody) return best_reply(skipped, depth, ply + 1, searcher);
    const Move first = skips ? kNoMove : first_move(position, ply);
    Score best = mover == root_ ? -kInfinite : kInfinite;
    if (skips && skipped.to_move() != root_) best = best_reply(skipped, depth, ply + 1, kNobody);
    for (const Move move : position.legal_moves()) {
      if (mover == root_) {
        best = std::max(best, best_reply(after(position, move), depth - 1, ply + 1, kNobody));
        continue;
      }
      if (searcher != kNobody && searcher != mover && move != first) continue;
      const Player next = searcher != kNobody || move == first ? searcher : mover;
      best = std::min(best, best_reply(after(position, move), depth - 1, ply + 1, next));
    }
    return best;
  }

 private:
  static Position after(const Position& position, Move move) {
    Position next = position;
    next.apply(move);
    return next;
  }
  [[nodiscard]] Score others(const Vector& scores, Player player) const {
    Score most = -kInfinite;
    for (Player p = 0; p < players_; ++p) most = p == player ? most : std::max(most, scores[p]);
    return most;
  }
  [[nodiscard]] Vector leaf(const Position& position, Score ply) const {
    Vector scores{};
    if (position.over()) {
      float results[kMaxPlayers];
      game_.returns(position.state(), results);
      for (Player p = 0; p < players_; ++p) {
        const double r = static_cast<double>(results[p]);
        scores[p] = r >= 1    ? kWin - ply
                    : r <= -1 ? ply - kWin
                              : static_cast<Score>(std::lround(r * (kWinFloor - 1)));
      }
    } else if (evaluate_ != nullptr) {
      evaluate_->evaluate_all(position.state(), scores.data());
    }
    return scores;
  }
  // The order of the game, by the mover's value after the move.
  [[nodiscard]] Move first_move(const Position& position, Score ply) const {
    const auto moves = position.legal_moves();
    if (evaluate_ == nullptr) return moves.front();
    const auto value = [&](Move move) { return leaf(after(position, move), ply + 1)[position.to_move()]; };
    return *std::max_element(moves.begin(), moves.end(), [&](Move a, Move b) { return value(a) < value(b); });
  }

  const Game& game_;
  std::uint32_t players_;
  Player root_;
  const EvaluateAll* evaluate_;
};

struct Found {
  Score value = -kInfinite;
  Vector scores{};
  Move move = kNoMove;
  std::uint64_t nodes = 0;
};

Found search_all(MultiplayerSearch& search, const Position& position, std::uint32_t depth,
                 const MultiplayerOptions& options) {
  const Budget budget = nodes(10'000'000);
  BudgetMeter meter(budget);
  search.start(position.state(), meter, options);
  Found found;
  for (const Move move : position.legal_moves()) {
    const Value value = search.search_root_move(move, depth, found.value, kInfinite);
    if (value.score <= found.value) continue;
    found.value = value.score;
    found.scores = search.scores().scores;
    found.move = move;
  }
  REQUIRE_FALSE(search.stopped());
  found.nodes = meter.nodes();
  return found;
}

}  // namespace

TEST_CASE("with two players max^n, paranoid and best reply are minimax") {
  for (std::uint64_t seed = 0; seed < samples(200); ++seed) {
    const OwnedGame game =
        make_game(ChanceTree({.levels = 8, .width = 12, .players = 2, .chance_percent = 0}, seed));
    const FixedDepth minimax(*game, true, false);
    MultiplayerSearch search;
    search.new_game(*game, 1);
    Rng rng = Rng::seeded(seed);
    const Position position = random_position(*game, rng.below(3), rng);
    for (std::uint32_t depth = 1; depth <= 6; ++depth) {
      const int expected = minimax.value(position, depth);
      Move best = kNoMove;
      for (const Move move : position.legal_moves()) {
        Position next = position;
        const bool over = is_over(next.apply(move));
        const int after = over         ? 0
                          : depth == 1 ? find<Evaluate>(*game)->evaluate(next.state())
                                       : minimax.value(next, depth - 1);
        int value = next.to_move() == position.to_move() ? after : -after;
        // One ply further from the root.
        value += value > 31000 ? -1 : value < -31000 ? 1 : 0;
        if (over) {
          const Outcome outcome = outcome_for(next.status(), position.to_move());
          value = outcome == Outcome::kDraw ? 0 : outcome == Outcome::kWin ? 31999 : -31999;
        }
        if (best == kNoMove && value == expected) best = move;
      }
      for (const auto opponents : {Opponents::kMaxN, Opponents::kParanoid, Opponents::kBestReply}) {
        for (const bool table : {false, true}) {
          const Found found = search_all(search, position, depth, {.opponents = opponents, .table = table});
          CHECK(search.reported(found.value) == expected);
          CHECK(found.move == best);
        }
      }
    }
  }
}

TEST_CASE("max^n has the values of its definition, with and without shallow pruning") {
  std::uint64_t all = 0;
  std::uint64_t pruned = 0;
  for (std::uint64_t seed = 0; seed < samples(200); ++seed) {
    for (const std::uint32_t players : {3U, 4U}) {
      const OwnedGame game = make_game(ManyPlayers(players, seed));
      MultiplayerSearch search;
      search.new_game(*game, 1);
      Rng rng = Rng::seeded(seed);
      const Position position = random_position(*game, rng.below(3), rng);
      for (const bool evaluation : {false, true}) {
        const Definition definition(*game, evaluation, position.to_move());
        for (const std::uint32_t depth : {1U, 2U, 3U, 5U, 7U}) {
          const Vector expected = definition.maxn(position, depth, 0);
          for (const bool table : {false, true}) {
            for (const bool cutoffs : {false, true}) {
              const Found found = search_all(search, position, depth,
                                             {.opponents = Opponents::kMaxN,
                                              .evaluation = evaluation,
                                              .table = table,
                                              .cutoffs = cutoffs});
              CHECK(found.value == expected[position.to_move()]);
              if (!table) (cutoffs ? pruned : all) += found.nodes;
            }
          }
        }
      }
    }
  }
}

TEST_CASE("max^n: the vector below a single move is that of the definition") {
  int checked = 0;
  for (std::uint64_t seed = 0; seed < samples(200); ++seed) {
    const OwnedGame game = make_game(ManyPlayers(3, seed));
    MultiplayerSearch search;
    search.new_game(*game, 1);
    const Position start(*game);
    const Definition definition(*game, true, 0);
    const Budget budget = nodes(10'000'000);
    BudgetMeter meter(budget);
    search.start(start.state(), meter, {.opponents = Opponents::kMaxN});
    for (const Move move : start.legal_moves()) {
      Position next = start;
      next.apply(move);
      static_cast<void>(search.search_root_move(move, 6, -kInfinite, kInfinite));
      CHECK(search.scores().scores == definition.maxn(next, 5, 1));
      ++checked;
    }
  }
  CHECK(checked > 0);
}

TEST_CASE(
    "paranoid and best reply have the values of their definitions; cutoffs change nothing but the work") {
  std::uint64_t all = 0;
  std::uint64_t cut = 0;
  int different = 0;
  for (std::uint64_t seed = 0; seed < samples(200); ++seed) {
    for (const std::uint32_t players : {3U, 4U}) {
      const bool turns = seed % 2 == 0;
      const OwnedGame game = turns ? make_game(Turns(players, seed)) : make_game(ManyPlayers(players, seed));
      MultiplayerSearch search;
      search.new_game(*game, 1);
      Rng rng = Rng::seeded(seed);
      const Position position = random_position(*game, rng.below(3), rng);
      for (const bool evaluation : {false, true}) {
        const Definition definition(*game, evaluation, position.to_move());
        for (const std::uint32_t depth : {1U, 2U, 3U, 5U, 7U}) {
          const Score paranoid = definition.paranoid(position, depth, 0);
          const Score reply = definition.best_reply(position, depth, 0, kNobody);
          // Fewer replies are never worse for the root player, if the others move at all.
          if (!turns) CHECK(reply >= paranoid);
          different += reply != paranoid ? 1 : 0;
          for (const auto opponents : {Opponents::kParanoid, Opponents::kBestReply}) {
            for (const bool table : {false, true}) {
              for (const bool cutoffs : {false, true}) {
                const Found found = search_all(
                    search, position, depth,
                    {.opponents = opponents, .evaluation = evaluation, .table = table, .cutoffs = cutoffs});
                CHECK(found.value == (opponents == Opponents::kParanoid ? paranoid : reply));
                if (!table) (cutoffs ? cut : all) += found.nodes;
              }
            }
          }
        }
      }
    }
  }
  CHECK(different > 0);
}

}  // namespace ludex::tests
