// Expectiminimax, Star1 and Star2 against the definition, searched without pruning, on random trees with
// chance.
#include "agents/common/minimax/star_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/agent_contract.hpp"
#include "tests/support/chance_tree.hpp"
#include "tests/support/fixed_depth.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {

using agents::minimax::ChanceCuts;
using agents::minimax::Score;
using agents::minimax::StarOptions;
using agents::minimax::StarSearch;
using agents::minimax::StarValue;

namespace {

constexpr int kWinValue = 1000;

// Expectiminimax by its definition, in centi-units or, without an evaluation, in results, for player 0.
class Expectation {
 public:
  Expectation(const Game& game, bool evaluation)
      : game_(game), chance_(find<Chance>(game)), evaluate_(evaluation ? find<Evaluate>(game) : nullptr) {}

  [[nodiscard]] double value(const Position& position, std::uint32_t depth) const {
    if (position.over()) {
      float results[kMaxPlayers];
      game_.returns(position.state(), results);
      return static_cast<double>(results[0]) * (evaluate_ != nullptr ? kWinValue : 1);
    }
    const Player mover = position.to_move();
    if (depth == 0) {
      const double here = evaluate_ == nullptr ? 0 : evaluate_->evaluate(position.state());
      return mover == 1 ? -here : here;
    }
    const auto moves = position.legal_moves();
    std::vector<double> values;
    for (const Move move : moves) {
      Position next = position;
      next.apply(move);
      values.push_back(value(next, mover == kChance ? depth : depth - 1));
    }
    if (mover == 0) return *std::max_element(values.begin(), values.end());
    if (mover == 1) return *std::min_element(values.begin(), values.end());
    std::vector<double> probabilities(chance_->max_outcomes());
    chance_->probabilities(position.state(), probabilities.data());
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += probabilities[i] * values[i];
    return sum;
  }

 private:
  const Game& game_;
  const Chance* chance_;
  const Evaluate* evaluate_;
};

// The best and worst outcome for player 0 that can be made sure whatever chance does: -1, 0, 1.
struct Sure {
  int least;
  int most;
};
Sure sure(const Position& position) {
  if (position.over()) {
    const Player winner = winner_of(position.status());
    const int outcome = winner == kNobody ? 0 : winner == 0 ? 1 : -1;
    return {outcome, outcome};
  }
  const Player mover = position.to_move();
  Sure best = mover == 0 ? Sure{-1, -1} : mover == 1 ? Sure{1, 1} : Sure{1, -1};
  for (const Move move : position.legal_moves()) {
    Position next = position;
    next.apply(move);
    const Sure one = sure(next);
    best.least = mover == 0 ? std::max(best.least, one.least) : std::min(best.least, one.least);
    best.most = mover == 1 ? std::min(best.most, one.most) : std::max(best.most, one.most);
  }
  return best;
}

// A race: every move gains 0 to 9 points, every roll doubles some gains; the larger sum wins by the
// difference. Many moves, and evaluations that foretell the result, as in real games.
class Race {
 public:
  using Offers = Extensions<Chance, Evaluate, OwnReturns>;
  struct State {
    std::int32_t lead;  // of player 0
    std::uint32_t ply;  // even: chance decides
    std::uint32_t roll;
  };

  explicit Race(std::uint64_t seed) : seed_(seed) {}
  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kDrawsPossible | kPerfectInformation,
            .max_moves = kMoves,
            .max_plies = kPlies,
            .move_classes = kMoves,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const { return {0, 1, 0}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept {
    return s.ply % 2 == 0 ? kChance : s.ply / 2 % 2;
  }
  [[nodiscard]] GameStatus status(const State& s) const noexcept {
    if (s.ply < kPlies) return GameStatus::kOngoing;
    return s.lead == 0 ? GameStatus::kDraw : win_for(s.lead > 0 ? 0 : 1);
  }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (is_over(status(s))) return 0;
    const std::uint32_t count = s.ply % 2 == 0 ? kRolls : kMoves;
    for (std::uint32_t i = 0; i < count; ++i) out[i] = Move{i};
    return count;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    const auto i = static_cast<std::uint32_t>(move);
    if (s.ply % 2 == 0) {
      s.roll = i;
    } else {
      const auto gain = static_cast<std::int32_t>(mix64(seed_ ^ (s.ply * 64U + i)) % 70 +
                                                  mix64(seed_ + s.roll * 64U + i) % 30 * s.roll / 2);
      s.lead += to_move(s) == 0 ? gain : -gain;
    }
    ++s.ply;
    return status(s);
  }
  void returns(const State& s, float* out) const noexcept {
    out[0] = static_cast<float>(std::clamp(s.lead, -kMost, kMost)) / static_cast<float>(kMost);
    out[1] = -out[0];
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    return mix64((s.ply * 64ULL + s.roll) * 4096ULL + static_cast<std::uint64_t>(s.lead + 2048));
  }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }
  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept {
    return to_move(s) == 1 ? -s.lead : s.lead;
  }
  [[nodiscard]] std::uint32_t max_outcomes() const noexcept { return kRolls; }
  std::uint32_t outcome_probabilities(const State&, double* out) const noexcept {
    std::fill_n(out, kRolls, 1.0 / kRolls);
    return kRolls;
  }
  Move draw_outcome(const State&, Rng& rng) const noexcept { return Move{rng.below(kRolls)}; }
  [[nodiscard]] std::string move_text(const State&, Move move) const {
    return std::to_string(static_cast<std::uint32_t>(move));
  }
  [[nodiscard]] std::string position_text(const State& s) const {
    return std::to_string(s.ply) + "/" + std::to_string(s.lead) + "/" + std::to_string(s.roll);
  }
  [[nodiscard]] Result<State> parse_position(std::string_view) const { return Error{"not needed"}; }
  [[nodiscard]] std::string board_text(const State& s) const { return position_text(s); }

  static constexpr std::int32_t kMost = 400;

 private:
  static constexpr std::uint32_t kMoves = 8;
  static constexpr std::uint32_t kRolls = 6;
  static constexpr std::uint32_t kPlies = 12;

  std::uint64_t seed_;
};

struct Found {
  StarValue value = StarSearch::worst();
  double reported = 0;
  Move move = kNoMove;
  std::uint64_t nodes = 0;
};

Found search_all(StarSearch& search, const Position& position, std::uint32_t depth,
                 const StarOptions& options) {
  const Budget budget = nodes(10'000'000);
  BudgetMeter meter(budget);
  search.start(position.state(), meter, options);
  Found found;
  std::vector<StarValue> values;
  for (const Move move : position.legal_moves()) {
    const bool rolls = search.rolls_at_root();
    const Score alpha = rolls ? -StarSearch::kOpen : found.value.score;
    values.push_back(search.search_root_move(move, depth, alpha, StarSearch::kOpen));
    if (!rolls && found.value.take(values.back())) found.move = move;
  }
  if (search.rolls_at_root())
    found.value = search.mean(values.data(), static_cast<std::uint32_t>(values.size()));
  REQUIRE_FALSE(search.stopped());
  found.nodes = meter.nodes();
  found.reported = search.reported(found.value.score);
  return found;
}

}  // namespace

TEST_CASE("Star2 = Star1 = expectiminimax = the definition, at all depths") {
  std::map<ChanceCuts, std::uint64_t> work;
  for (std::uint64_t seed = 0; seed < samples(400); ++seed) {
    const std::uint32_t chance = 20 + 10 * static_cast<std::uint32_t>(seed % 4);
    const OwnedGame game = make_game(ChanceTree({.levels = 8, .width = 14, .chance_percent = chance}, seed));
    StarSearch search;
    search.new_game(*game, 1);
    Rng rng = Rng::seeded(seed);
    const Position position = random_position(*game, rng.below(3), rng);
    const bool flips = position.to_move() == 1;
    for (const bool evaluation : {true, false}) {
      const Expectation definition(*game, evaluation);
      for (std::uint32_t depth = 1; depth <= 6; ++depth) {
        const double of_first = definition.value(position, depth);
        const double expected = flips ? -of_first : of_first;
        for (const auto cuts : {ChanceCuts::kExpectiminimax, ChanceCuts::kStar1, ChanceCuts::kStar2}) {
          for (const bool table : {false, true}) {
            CAPTURE(seed);
            CAPTURE(depth);
            CAPTURE(static_cast<int>(cuts));
            CAPTURE(table);
            const Found found =
                search_all(search, position, depth,
                           {.cuts = cuts, .evaluation = evaluation, .table = table, .win_value = kWinValue});
            CHECK(found.reported == doctest::Approx(expected).epsilon(1e-6));
            if (found.move != kNoMove) {
              Position next = position;
              next.apply(found.move);
              const double after = definition.value(next, depth - 1);
              CHECK((flips ? -after : after) == doctest::Approx(expected).epsilon(1e-6));
            }
            if (table) work[cuts] += found.nodes;
          }
        }
      }
    }
  }
  CHECK(work[ChanceCuts::kStar1] <= work[ChanceCuts::kExpectiminimax]);
}

TEST_CASE("in games with many moves Star2 searches least") {
  std::map<ChanceCuts, std::uint64_t> work;
  for (std::uint64_t seed = 0; seed < samples(10); ++seed) {
    const OwnedGame game = make_game(Race(seed));
    StarSearch search;
    search.new_game(*game, 1);
    const Position position(*game);
    for (const bool table : {false, true}) {
      for (std::uint32_t depth = 1; depth <= (table ? 4U : 3U); ++depth) {
        for (const auto cuts : {ChanceCuts::kExpectiminimax, ChanceCuts::kStar1, ChanceCuts::kStar2})
          work[cuts] +=
              search_all(search, position, depth, {.cuts = cuts, .table = table, .win_value = Race::kMost})
                  .nodes;
      }
    }
  }
  CHECK(work[ChanceCuts::kStar2] <= work[ChanceCuts::kStar1]);
  CHECK(work[ChanceCuts::kStar1] <= work[ChanceCuts::kExpectiminimax]);
}

TEST_CASE("where chance has no choice all of them are minimax") {
  for (std::uint64_t seed = 0; seed < samples(200); ++seed) {
    const OwnedGame game =
        make_game(ChanceTree({.levels = 8, .width = 14, .chance_percent = 0, .max_outcomes = 1}, seed));
    const FixedDepth minimax(*game, true, false);
    StarSearch search;
    search.new_game(*game, 1);
    const Position position(*game);
    for (std::uint32_t depth = 1; depth <= 6; ++depth) {
      const int value = minimax.value(position, depth);
      const int expected = value > 31000 ? kWinValue : value < -31000 ? -kWinValue : value;
      for (const auto cuts : {ChanceCuts::kExpectiminimax, ChanceCuts::kStar1, ChanceCuts::kStar2}) {
        const Found found = search_all(search, position, depth, {.cuts = cuts, .win_value = kWinValue});
        CHECK(found.reported == expected);
      }
    }
  }
}

TEST_CASE("an outcome is proven only if chance cannot change it") {
  int claims = 0;
  int values = 0;
  for (std::uint64_t seed = 0; seed < samples(600); ++seed) {
    const OwnedGame game =
        make_game(ChanceTree({.levels = 7, .width = 10, .chance_percent = 30, .max_outcomes = 3}, seed));
    StarSearch search;
    search.new_game(*game, 1);
    Rng rng = Rng::seeded(seed);
    const Position position = random_position(*game, rng.below(5), rng);
    if (position.to_move() == kChance) continue;
    const Sure truth = sure(position);
    const bool flips = position.to_move() == 1;
    const double in_full = Expectation(*game, false).value(position, 100);
    for (std::uint32_t depth = 1; depth <= 7; ++depth) {
      for (const auto cuts : {ChanceCuts::kStar1, ChanceCuts::kStar2}) {
        const Found found = search_all(search, position, depth, {.cuts = cuts, .evaluation = depth % 2 == 0});
        const int least = flips ? -truth.most : truth.least;
        const int most = flips ? -truth.least : truth.most;
        CHECK(found.value.least <= least);
        CHECK(found.value.most >= most);
        claims += found.value.outcome() != Outcome::kUnknown ? 1 : 0;
        if (depth % 2 == 0) continue;
        const double expected = flips ? -in_full : in_full;
        if (found.value.at_least) CHECK(expected >= found.reported - 1e-6);
        if (found.value.at_most) CHECK(expected <= found.reported + 1e-6);
        values += found.value.exact() ? 1 : 0;
      }
    }
  }
  CHECK(claims > 100);
  CHECK(values > 100);
}

}  // namespace ludex::tests
