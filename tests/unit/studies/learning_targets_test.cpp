// Learning targets: the policy that Gumbel's search improves, the trees of Descent
// (plugins/studies/learning).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "agents/common/model/model.hpp"
#include "core/game/extensions/score.hpp"
#include "core/game/position.hpp"
#include "plugins/studies/learning/descent_games.hpp"
#include "plugins/studies/learning/improved_policy.hpp"
#include "plugins/studies/learning/network_learner.hpp"
#include "plugins/studies/learning/puct.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/greedy_play.hpp"
#include "tests/support/learned_model.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using namespace agents::model;
using namespace studies::learning;
using agents::mcts::ArmValue;

// Knows nothing but an order of moves: the logit of move m is -m / 4.
class Ordered final : public Model {
 public:
  [[nodiscard]] const char* kind() const noexcept override { return "ordered"; }
  [[nodiscard]] bool has_values() const noexcept override { return true; }
  [[nodiscard]] bool has_scores() const noexcept override { return true; }
  void answer(std::span<Question> questions) const noexcept override {
    for (Question& question : questions) {
      question.value = 0.1F;
      for (std::size_t i = 0; i < question.moves.size(); ++i)
        question.scores[i] = -static_cast<float>(static_cast<std::uint32_t>(question.moves[i])) / 4;
    }
  }
};

NetworkLearner small_network(const Game& game) {
  auto network = ResidualNetwork::make(*find<Features>(game), 16, 2);
  REQUIRE(network);
  return {game, std::move(*network), 1};
}

// The value of a position for its mover by exhaustive search: 1, 0 or -1.
int solved(const Position& position, std::map<std::uint64_t, int>& known) {
  const auto found = known.find(position.hash());
  if (found != known.end()) return found->second;
  int best = -1;
  for (const Move move : position.legal_moves()) {
    const Position next = Losing::after(position, move);
    const int value = next.over() ? (winner_of(next.status()) == position.to_move() ? 1
                                     : next.status() == GameStatus::kDraw           ? 0
                                                                                    : -1)
                                  : -solved(next, known);
    best = std::max(best, value);
  }
  return known[position.hash()] = best;
}

int lost_by_network(const Game& game, const Model& model) {
  Puct search(game, model, {.simulations = 64, .c = 1.5, .noise = 0});
  Rng rng = Rng::seeded(1);
  return times_lost(game, [&](const Position& position) {
    search.search(position.state(), rng);
    return search.preferred();
  });
}

}  // namespace

TEST_CASE("the improved policy is that of the equations") {
  // Equations 11 and 33 by hand: priors 1/2, 1/4, 1/4; two moves visited, 7 and 3 times.
  const std::array<std::pair<double, ArmValue>, 3> arms{{{0.5, {0.5, 7}}, {0.25, {-0.25, 3}}, {0.25, {}}}};
  std::array<float, 3> policy{};
  const agents::mcts::GumbelConfig config{.considered = 3, .visits = 50, .scale = 0.1};
  const double value = improved_policy(
      config, arms.size(), 0.1, [&](std::size_t i) { return arms[i]; }, policy);
  // v_mix = (0.1 + 10 (0.5 * 0.5 - 0.25 * 0.25) / 0.75) / 11 = 2.6 / 11; sigma(q) = 57 * 0.1 (q + 1) / 2.
  const double mixed = 2.6 / 11;
  const std::array<double, 3> q{0.5, -0.25, mixed};
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += arms[i].first * std::exp(2.85 * (q[i] + 1));
  double expected = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double share = arms[i].first * std::exp(2.85 * (q[i] + 1)) / sum;
    CHECK(static_cast<double>(policy[i]) == doctest::Approx(share));
    expected += share * q[i];
  }
  CHECK(value == doctest::Approx(expected));
  // Without visits nothing is known but the prior, and the value is the model's.
  const double prior = improved_policy(
      config, arms.size(), 0.1, [&](std::size_t i) { return std::pair(arms[i].first, ArmValue{}); }, policy);
  CHECK(prior == doctest::Approx(0.1));
  CHECK(policy[0] == doctest::Approx(0.5));
}

TEST_CASE("Gumbel's search divides its simulations by sequential halving, and learns more than visits") {
  const OwnedGame game = make_game("connect-k");
  const Ordered model;
  const Position start(*game);
  Rng rng = Rng::seeded(2);
  // 4 moves, 2 rounds of 8 simulations: 4 x 2, 2 x 4.
  Puct search(*game, model, {.simulations = 16, .gumbel = true, .root = {.considered = 4}});
  for (int i = 0; i < 20; ++i) {
    search.search(start.state(), rng);
    std::vector<std::uint32_t> visits(search.visits().begin(), search.visits().end());
    std::sort(visits.begin(), visits.end());
    CHECK(visits == std::vector<std::uint32_t>{0, 0, 0, 2, 2, 6, 6});
    const auto policy = search.policy();
    CHECK(std::accumulate(policy.begin(), policy.end(), 0.0F) == doctest::Approx(1));
    // All positions are worth 0.1 to their movers: moves without visits keep their share.
    for (const float share : policy) CHECK(share > 0);
    const auto moves = search.moves();
    const auto played = std::find(moves.begin(), moves.end(), search.preferred()) - moves.begin();
    CHECK(search.visits()[static_cast<std::size_t>(played)] == 6);
  }
  // Two simulations: two moves, one visit each.
  Puct shortest(*game, model, {.simulations = 2, .gumbel = true});
  shortest.search(start.state(), rng);
  CHECK(std::accumulate(shortest.visits().begin(), shortest.visits().end(), 0U) == 2);
  CHECK(*std::max_element(shortest.visits().begin(), shortest.visits().end()) == 1);
}

TEST_CASE("Gumbel's search finds the only move") {
  const OwnedGame game = make_game("mnk");
  const Ordered model;
  // X has a1 and b1: c1 wins; O must stop it.
  Position won(*game);
  for (const char* move : {"a1", "a3", "b1", "b3"}) won.apply(*won.parse_move(move));
  Rng rng = Rng::seeded(3);
  Puct search(*game, model, {.simulations = 64, .gumbel = true});
  search.search(won.state(), rng);
  CHECK(won.move_text(search.preferred()) == "c1");
  const auto moves = search.moves();
  const auto best =
      std::max_element(search.policy().begin(), search.policy().end()) - search.policy().begin();
  CHECK(moves[static_cast<std::size_t>(best)] == search.preferred());
  CHECK(search.value() > 0.9);
}

TEST_CASE("tic-tac-toe is never lost by a network that learned from 16 simulations with Gumbel") {
  if (kSanitized) return;
  const OwnedGame game = make_game("mnk");
  NetworkLearner learner = small_network(*game);
  CHECK(lost_by_network(*game, learner.model()) == 2);
  learn_by_search(*game, learner,
                  {.games = 2000, .simulations = 16, .rate = 0.005, .random_plies = 6, .targets = "gumbel"});
  CHECK(lost_by_network(*game, learner.model()) == 0);
}

TEST_CASE("tic-tac-toe is never lost by a short search with a network that learned Descent's trees") {
  if (kSanitized) return;
  const OwnedGame game = make_game("mnk");
  NetworkLearner learner = small_network(*game);
  const auto lost = [&] {
    DescentGames search(*game, learner.model(), {.evaluations = 100});
    return times_lost(*game, [&](const Position& position) {
      static_cast<void>(search.search(position.state()));
      return search.best_move();
    });
  };
  CHECK(lost() == 2);
  learn_by_search(*game, learner,
                  {.games = 2000,
                   .simulations = 30,
                   .rate = 0.005,
                   .random_plies = 6,
                   .targets = "descent",
                   .exploration = 0.3});
  CHECK(lost() == 0);
}

TEST_CASE("Descent's proofs are those of exhaustive search, and so are the values learned from them") {
  const OwnedGame game = make_game("connect-k", {{"width", "4"}, {"height", "4"}, {"k", "3"}});
  const Ordered model;
  DescentGames patient(*game, model, {.evaluations = 1'000'000});
  DescentGames hasty(*game, model, {.evaluations = 200});
  std::map<std::uint64_t, int> known;
  Rng rng = Rng::seeded(5);
  int proofs = 0;
  for (std::uint32_t i = 0; i < samples(300); ++i) {
    const Position position = random_position(*game, 2 + rng.below(9), rng);
    const int truth = solved(position, known);
    CHECK(patient.search(position.state()) == static_cast<float>(truth));
    CHECK(patient.proven());
    const float value = hasty.search(position.state());
    if (!hasty.proven()) continue;
    ++proofs;
    CHECK(value == static_cast<float>(truth));
    CHECK((truth < 1 || solved(Losing::after(position, hasty.best_move()), known) == -1 ||
           Losing::after(position, hasty.best_move()).over()));
  }
  CHECK(proofs > (kSanitized ? 0 : 10));
  // The whole game is one tree: the first sample is the proven opening.
  DescentGames games(*game, model, {.evaluations = 1'000'000, .exploration = 0.5, .random_plies = 0});
  const std::vector<Sample> played = games.play(rng);
  CHECK(played.front().value == static_cast<float>(solved(Position(*game), known)));
  CHECK(played.size() > games.plies());
  CHECK(played.front().places.empty());
}

TEST_CASE("terminal evaluations: result, depth, score") {
  // X has two threats at once: O loses after two plies.
  const OwnedGame game = make_game("mnk");
  Position lost(*game);
  for (const char* move : {"a1", "b2", "c3", "a3", "c1"}) lost.apply(*lost.parse_move(move));
  const Ordered model;
  const auto value = [&](const Game& of, const Position& position, Terminal terminal) {
    return DescentGames(of, model, {.evaluations = 1'000'000, .terminal = terminal}).search(position.state());
  };
  CHECK(value(*game, lost, Terminal::kResult) == -1);
  // At most nine plies: the win after two is worth 8/9.
  CHECK(value(*game, lost, Terminal::kDepth) == doctest::Approx(-8.0 / 9));
  // 4x4 Othello with its last square open: the score of the only end.
  const OwnedGame othello = make_game("othello", {{"size", "4"}});
  Rng rng = Rng::seeded(1);
  const auto* const score = find<Score>(*othello);
  int ends = 0;
  for (int i = 0; i < 50; ++i) {
    Position position(*othello);
    Position before = position;
    while (!position.over()) {
      before = position;
      const auto moves = position.legal_moves();
      position.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (before.legal_moves().size() != 1) continue;
    ++ends;
    CHECK(value(*othello, before, Terminal::kScore) ==
          doctest::Approx(static_cast<double>(score->score(position.state(), before.to_move())) /
                          score->bound()));
  }
  CHECK(ends > 10);
}

TEST_CASE("Descent without exploration plays the best move, with all of it any") {
  const OwnedGame game = make_game("mnk");
  const Ordered model;
  for (const double exploration : {0.0, 1.0}) {
    std::vector<std::vector<std::uint8_t>> last;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      Rng rng = Rng::seeded(seed);
      DescentGames games(*game, model, {.evaluations = 1, .exploration = exploration, .random_plies = 0});
      const std::vector<Sample> played = games.play(rng);
      last.push_back(played.back().codes);
    }
    std::sort(last.begin(), last.end());
    last.erase(std::unique(last.begin(), last.end()), last.end());
    CHECK((last.size() == 1) == (exploration == 0));
  }
}

}  // namespace ludex::tests
