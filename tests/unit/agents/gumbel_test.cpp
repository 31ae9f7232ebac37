// Gumbel at the root: the moves drawn, their merit, and the search that divides its budget among them.
#include "agents/common/mcts/gumbel.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "agents/common/mcts/halving.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/chance_tree.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/searched.hpp"
#include "tests/support/threaded_host.hpp"

namespace ludex::tests {

namespace {

using agents::mcts::ArmValue;
using agents::mcts::Gumbel;
using agents::mcts::GumbelConfig;
using agents::mcts::Halving;

std::vector<double> softmax(const std::vector<float>& logits) {
  std::vector<double> shares;
  double sum = 0;
  for (const float logit : logits) sum += std::exp(double{logit});
  for (const float logit : logits) shares.push_back(std::exp(double{logit}) / sum);
  return shares;
}

// The move that a search of `budget` simulations plays if every simulation returns its move's value.
std::uint32_t played(const std::vector<float>& logits, const std::vector<double>& values,
                     std::uint32_t considered, std::uint64_t budget, Rng& rng) {
  Gumbel gumbel;
  gumbel.start({.considered = considered}, logits, rng);
  Halving halving;
  halving.start(gumbel.considered(), budget);
  std::vector<ArmValue> arms(logits.size());
  const auto merit = [&](std::uint32_t arm) {
    gumbel.look([&](std::uint32_t i) { return arms[i]; });
    return gumbel.merit(arm, arms[arm]);
  };
  for (std::uint64_t i = 0; i < budget; ++i) {
    const std::uint32_t arm = halving.next(merit, [](std::uint32_t) { return true; });
    arms[arm] = {values[arm], arms[arm].visits + 1};
  }
  const auto left = halving.left();
  return *std::max_element(left.begin(), left.end(),
                           [&](std::uint32_t a, std::uint32_t b) { return merit(a) < merit(b); });
}

}  // namespace

TEST_CASE("considered moves are drawn from the prior without replacement") {
  const std::vector<float> logits{0.5F, -1.0F, 1.5F, 0.0F};
  const std::vector<double> prior = softmax(logits);
  Rng rng = Rng::seeded(4);
  Gumbel gumbel;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> pairs;
  constexpr int kDraws = 40'000;
  for (int i = 0; i < kDraws; ++i) {
    gumbel.start({.considered = 2}, logits, rng);
    REQUIRE(gumbel.considered().size() == 2);
    ++pairs[{gumbel.considered()[0], gumbel.considered()[1]}];
  }
  for (std::uint32_t a = 0; a < 4; ++a) {
    for (std::uint32_t b = 0; b < 4; ++b) {
      if (a == b) continue;
      const double share = prior[a] * prior[b] / (1 - prior[a]);
      const double error = std::sqrt(share * (1 - share) / kDraws);
      CHECK(std::abs(pairs[{a, b}] / double{kDraws} - share) < 5 * error);
    }
  }
  gumbel.start({.considered = 16}, logits, rng);
  CHECK(gumbel.considered().size() == 4);
  gumbel.stop();
  CHECK_FALSE(gumbel.on());
}

TEST_CASE("the merit of a move: noise, prior and completed value") {
  Rng rng = Rng::seeded(4);
  Gumbel gumbel;
  // Priors 1/2, 1/4, 1/4.
  const std::vector<float> logits{std::log(4.0F), std::log(2.0F), std::log(2.0F)};
  gumbel.start({.considered = 3, .visits = 50, .scale = 0.5}, logits, rng);
  const std::vector<ArmValue> none(3);
  gumbel.look([&](std::uint32_t i) { return none[i]; });
  std::vector<double> noisy(3);
  for (std::uint32_t i = 0; i < 3; ++i) noisy[i] = gumbel.merit(i, {}) - 50 * 0.5 * 0.5;
  // With visits 7 and 3: (50 + 7) / 2 times q; the third move is worth the mean by priors, (2 * 0.5 - 1 *
  // 0.25) / 3.
  const std::vector<ArmValue> arms{{0.5, 7}, {-0.25, 3}, {}};
  gumbel.look([&](std::uint32_t i) { return arms[i]; });
  CHECK(gumbel.mixed_value() == doctest::Approx(0.25));
  CHECK(gumbel.merit(0, arms[0]) == doctest::Approx(noisy[0] + 28.5 * 0.75));
  CHECK(gumbel.merit(1, arms[1]) == doctest::Approx(noisy[1] + 28.5 * 0.375));
  CHECK(gumbel.merit(2, arms[2]) == doctest::Approx(noisy[2] + 28.5 * 0.625));
}

TEST_CASE("with true values every budget improves the prior policy") {
  Rng rng = Rng::seeded(6);
  for (int problem = 0; problem < 12; ++problem) {
    std::vector<float> logits;
    std::vector<double> values;
    for (int i = 0; i < 12; ++i) {
      logits.push_back(static_cast<float>(3 * rng.uniform()));
      values.push_back(2 * rng.uniform() - 1);
    }
    const std::vector<double> prior = softmax(logits);
    double before = 0;
    for (std::size_t i = 0; i < values.size(); ++i) before += prior[i] * values[i];
    double last = before;
    for (const std::uint32_t budget : {1U, 2U, 4U, 16U}) {
      constexpr int kTrials = 2000;
      double after = 0;
      for (int i = 0; i < kTrials; ++i) after += values[played(logits, values, budget, budget, rng)];
      after /= kTrials;
      // One simulation is a draw from the prior; more are better. The deviation of a mean is below 0.02.
      CHECK(after > last - 0.08);
      if (budget > 1) CHECK(after > before + 0.05);
      last = after;
    }
  }
}

TEST_CASE("uct with root=gumbel searches the moves considered, by the rounds of halving") {
  const OwnedGame game = make_game("connect-k");
  const Position start(*game);
  std::vector<Move> seen;
  for (const Settings& more :
       {Settings{}, Settings{{"batch", "16"}}, Settings{{"playout", "mast"}}, Settings{{"solver", "true"}},
        Settings{{"puct", "1"}, {"expand_after", "1"}}}) {
    Settings settings = more;
    settings.push_back({"root", "gumbel"});
    settings.push_back({"gumbel_moves", "4"});
    // 4 moves, 2 rounds, T = 100: 4 x 12, 2 x 25, and the 2 left over go on in the last round.
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Answer answer = searched("uct", settings, start, iterations(100), seed);
      CHECK(answer.report.iterations == 100);
      std::vector<std::uint64_t> counts = visits(answer);
      counts.erase(std::remove(counts.begin(), counts.end(), 0U), counts.end());
      CHECK(counts == std::vector<std::uint64_t>{12, 12, 38, 38});
      for (const RootMove& root : answer.root) {
        if (root.move == answer.move) CHECK(root.visits == 38);
        if (root.visits != 0) seen.push_back(root.move);
      }
    }
  }
  std::sort(seen.begin(), seen.end());
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  CHECK(seen.size() == 7);
  // Fewer simulations than moves; without a budget of simulations, passes of 4 x 1, 2 x 2.
  CHECK(visits(searched("uct", {{"root", "gumbel"}}, start, iterations(2))) ==
        std::vector<std::uint64_t>{1, 1});
  const Answer passes = searched("uct", {{"root", "gumbel"}, {"gumbel_moves", "4"}}, start, nodes(400));
  CHECK(passes.root.size() == 4);
  CHECK(same_answer(passes, searched("uct", {{"root", "gumbel"}, {"gumbel_moves", "4"}}, start, nodes(400))));
}

TEST_CASE("a sharp prior and a small scale make the prior's move") {
  // Scores of moves as the prior; with a scale of 0 values count nothing.
  const OwnedGame game = make_game("connect-k");
  const Position start(*game);
  const auto* const scores = find<MoveScores>(*game);
  REQUIRE(scores != nullptr);
  const auto moves = start.legal_moves();
  std::vector<float> all(moves.size());
  scores->move_scores(start.state(), moves.data(), static_cast<std::uint32_t>(moves.size()), all.data());
  const double sum = [&] {
    double total = 0;
    for (const float score : all) total += double{score};
    return total;
  }();
  std::map<Move, int> drawn;
  constexpr int kGames = 1500;
  const OwnedAgent agent = make_agent("uct", {{"root", "gumbel"}, {"puct", "1"}, {"gumbel_scale", "0"}});
  for (int seed = 0; seed < kGames; ++seed) {
    begin(*agent, *game, static_cast<std::uint64_t>(seed));
    ++drawn[ask(*agent, start, iterations(8)).move];
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const double share = double{all[i]} / sum;
    CHECK(std::abs(drawn[moves[i]] / double{kGames} - share) < 5 * std::sqrt(share * (1 - share) / kGames));
  }
}

TEST_CASE("several threads with root=gumbel divide the budget alike") {
  const ThreadedHost host(3);
  const OwnedGame game = make_game("connect-k");
  Budget budget = iterations(10'000);
  budget.threads = 3;
  // 4 x 1250, 2 x 2500.
  CHECK(visits(searched("uct", {{"root", "gumbel"}, {"gumbel_moves", "4"}}, Position(*game), budget)) ==
        std::vector<std::uint64_t>{1250, 1250, 3750, 3750});
}

TEST_CASE("root=gumbel keeps the contract and the proofs, with chance too") {
  const OwnedGame small = make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}});
  const OwnedGame dice = make_game(ChanceTree({.levels = 9, .width = 40}, 8));
  Exhaustive truth;
  for (const char* solver : {"false", "true", "bounds"}) {
    const Settings settings{{"root", "gumbel"}, {"solver", solver}, {"gumbel_moves", "3"}};
    check_agent_contract("uct", *small, settings, samples(8), &truth);
    check_agent_contract("uct", *dice, settings, samples(8), nullptr);
    Rng rng = Rng::seeded(1);
    int claims = 0;
    for (std::uint32_t i = 0; i < samples(300); ++i) {
      const Position position = random_position(*small, rng.below(9), rng);
      claims += check_proofs(position, searched("uct", settings, position, iterations(1 + rng.below(400)), i),
                             truth);
    }
    CHECK(claims > 0);
  }
}

TEST_CASE("root=gumbel is refused in words where moves change during the search") {
  for (const Settings& more : {Settings{{"must_play", "1"}}, Settings{{"chance", "open-loop"}}}) {
    Settings settings = more;
    settings.push_back({"root", "gumbel"});
    StringSink error;
    const auto count = static_cast<std::uint32_t>(settings.size());
    CHECK(OwnedAgent(agent_factory("uct").create(settings.data(), count, error)) == nullptr);
    CHECK(error.text().find("root=gumbel cannot be combined") != std::string::npos);
  }
}

}  // namespace ludex::tests
