// The components of uct: contract, refusals, proofs, and that the child selected maximises the published
// formula, computed anew from the statistics of the tree.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "agents/uct/enhanced.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/solved_boards.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

using agents::mcts::EnhancedConfig;
using agents::mcts::Search;

namespace {

// The layered game with a local heuristic.
class ScoredGame : public LayeredGame {
 public:
  using Offers = Extensions<LayeredGame::Offers, MoveScores>;
  using LayeredGame::LayeredGame;
  void move_scores(const State& s, const Move* moves, std::uint32_t count, float* out) const noexcept {
    for (std::uint32_t i = 0; i < count; ++i)
      out[i] = 1.0F + static_cast<float>(mix64(hash(s) + static_cast<std::uint32_t>(moves[i])) % 100);
  }
};

const std::vector<Settings>& without_knowledge() {
  static const std::vector<Settings> all{
      {{"solver", "bounds"}},
      {{"selection", "ucb1-tuned"}},
      {{"amaf", "rave"}, {"tree_reuse", "true"}},
      {{"amaf", "grave"}, {"grave_ref", "10"}, {"solver", "true"}, {"memory_mib", "1"}},
      {{"playout", "mast"}, {"playout_cap", "5"}},
      {{"playout", "nst"}, {"solver", "bounds"}},
      {{"history", "3"}, {"final_move", "secure"}},
      {{"solver", "bounds"}, {"final_move", "value"}},
      {{"expand_after", "1"}},
      {{"expand_after", "5"}, {"amaf", "rave"}, {"solver", "true"}, {"tree_reuse", "true"}},
      {{"expand_after", "3"},
       {"amaf", "grave"},
       {"grave_ref", "0"},
       {"first_play", "1"},
       {"memory_mib", "1"}},
  };
  return all;
}
const std::vector<Settings>& with_knowledge() {
  static const std::vector<Settings> all{
      {{"progressive_bias", "1"}},
      {{"progressive_bias", "1"}, {"bias_source", "move-scores"}, {"solver", "true"}},
      {{"progressive_bias", "1"}, {"bias_source", "move-scores"}, {"solver", "true"}, {"expand_after", "2"}},
      {{"puct", "1"}, {"c", "0"}, {"expand_after", "2"}, {"first_play", "-0.1"}, {"amaf", "rave"}},
      {{"puct", "1"}, {"solver", "bounds"}},
      {{"puct", "1"}, {"puct_growth", "1"}, {"temperature", "1.5"}, {"expand_after", "1"}},
      {{"evaluation_share", "0.5"}, {"evaluation_scale", "10"}, {"expand_after", "3"}, {"solver", "true"}},
      {{"implicit_minimax", "0.4"}, {"evaluation_scale", "10"}, {"solver", "bounds"}},
      {{"playout_plies", "1"}, {"evaluation_scale", "10"}, {"playout", "mast"}},
  };
  return all;
}

using Rich = agents::uct::EnhancedPolicy;

// Which child the n+1st simulation walked to, at every complete node on its way, must have the best score.
template <class Score>
int check_selection(const Game& game, const EnhancedConfig& config, std::uint64_t n, std::uint64_t seed,
                    Score&& score) {
  Search<Rich> shorter(config);
  Search<Rich> longer(config);
  const Position position(game);
  SearchReport report = SearchReport::empty(nullptr, 0);
  shorter.new_game(game, seed);
  shorter.choose(position.state(), iterations(n), report);
  longer.new_game(game, seed);
  longer.choose(position.state(), iterations(n + 1), report);
  int steps = 0;
  const auto* before = &shorter.root();
  const auto* after = &longer.root();
  for (; before->complete(); ++steps) {
    const auto children = shorter.children(*before);
    const auto later = longer.children(*after);
    std::size_t chosen = children.size();
    double best = -1e30;
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (children[i].visits != later[i].visits) chosen = i;
      best = std::max(best, score(*before, children[i]));
    }
    REQUIRE(chosen < children.size());
    CHECK(score(*before, children[chosen]) >= best - 1e-4);
    before = &children[chosen];
    after = &later[chosen];
  }
  return steps;
}

}  // namespace

TEST_CASE("every component keeps the agent contract") {
  const OwnedGame wide = make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}});
  const OwnedGame scored = make_game(ScoredGame(12, 30, 1));
  const auto check = [&](const Game& game, const Settings& settings) {
    Exhaustive truth;
    check_agent_contract("uct", game, settings, samples(20), &truth);
  };
  for (const Settings& settings : without_knowledge()) check(*wide, settings), check(*scored, settings);
  for (const Settings& settings : with_knowledge()) check(*scored, settings);
}

TEST_CASE("a component that needs knowledge the game lacks is refused by name") {
  const OwnedGame game = make_game("mnk");
  for (const auto& [settings, wanted] :
       {std::pair<Settings, const char*>{{{"implicit_minimax", "0.2"}}, "ludex.evaluate/1"},
        {{{"playout_plies", "4"}}, "ludex.evaluate/1"},
        {{{"progressive_bias", "1"}}, "ludex.evaluate/1"},
        {{{"puct", "1"}}, "ludex.move-scores/1"},
        {{{"progressive_bias", "1"}, {"bias_source", "move-scores"}}, "ludex.move-scores/1"}}) {
    const OwnedAgent agent = make_agent("uct", settings);
    StringSink error;
    CHECK(agent->new_game(game.get(), 0, 1, error) != Status::kOk);
    CHECK(error.text().find(wanted) != std::string::npos);
  }
}

TEST_CASE("the child selected maximises the published formula") {
  int steps = 0;
  for (std::uint64_t seed = 0; seed < samples(200); ++seed) {
    const OwnedGame game = make_game(ScoredGame(10, 20, seed));
    const std::uint64_t n = 5 + mix64(seed) % 300;
    EnhancedConfig tuned;
    tuned.tuned = true;
    steps += check_selection(*game, tuned, n, seed, [](const auto& node, const auto& child) {
      const double ratio = std::log(double(node.visits)) / child.visits;
      const double variance =
          std::max(0.0, double(child.squares) / child.visits - child.mean() * child.mean());
      return child.mean() + std::sqrt(ratio * std::min(1.0, variance + std::sqrt(2.0) * std::sqrt(ratio)));
    });
    const auto ucb1 = [](const auto& node, const auto& child, double mean) {
      return mean + std::sqrt(2.0 * std::log(double(node.visits)) / child.visits);
    };
    EnhancedConfig minimax;
    minimax.implicit_minimax = 0.3;
    minimax.evaluation_scale = 10;
    steps += check_selection(*game, minimax, n, seed, [&](const auto& node, const auto& child) {
      return ucb1(node, child, 0.7 * child.mean() + 0.3 * double(child.minimax));
    });
    EnhancedConfig biased;
    biased.progressive_bias = 2;
    biased.evaluation_scale = 10;
    steps += check_selection(*game, biased, n, seed, [&](const auto& node, const auto& child) {
      return ucb1(node, child, child.mean()) + 2 * double(child.prior) / (child.visits + 1);
    });
    EnhancedConfig predicted;
    predicted.puct = 3;
    steps += check_selection(*game, predicted, n, seed, [&](const auto& node, const auto& child) {
      CHECK(child.prior > 0);
      CHECK(child.prior <= 1);
      return ucb1(node, child, child.mean()) +
             3 * double(child.prior) * std::sqrt(double(node.visits)) / (child.visits + 1);
    });
    EnhancedConfig growing;
    growing.puct = 1;
    growing.puct_growth = 200;  // the visits here are few
    steps += check_selection(*game, growing, n, seed, [&](const auto& node, const auto& child) {
      const double weight = 1 + 200 * std::log((1 + double(node.visits) + 19652) / 19652);
      return ucb1(node, child, child.mean()) +
             weight * double(child.prior) * std::sqrt(double(node.visits)) / (child.visits + 1);
    });
  }
  CHECK(steps > static_cast<int>(samples(200)) * 3);
}

TEST_CASE("the shares of the moves, which PUCT weighs, add up to one") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const OwnedGame game = make_game(ScoredGame(10, 20, seed));
    EnhancedConfig config;
    config.puct = 1;
    Search<Rich> search(config);
    const Position position(*game);
    SearchReport report = SearchReport::empty(nullptr, 0);
    search.new_game(*game, seed);
    search.choose(position.state(), iterations(100), report);
    double sum = 0;
    for (const auto& child : search.children(search.root())) sum += double(child.prior);
    REQUIRE(search.root().complete());
    CHECK(sum == doctest::Approx(1).epsilon(1e-5));
    // Softer shares are those of the roots of the scores.
    config.temperature = 2;
    Search<Rich> softer(config);
    softer.new_game(*game, seed);
    softer.choose(position.state(), iterations(100), report);
    double roots = 0;
    for (const auto& child : search.children(search.root())) roots += std::sqrt(double(child.prior));
    for (const auto& child : search.children(search.root())) {
      for (const auto& other : softer.children(softer.root())) {
        if (other.move == child.move)
          CHECK(double(other.prior) == doctest::Approx(std::sqrt(double(child.prior)) / roots).epsilon(1e-5));
      }
    }
  }
}

TEST_CASE("implicit minimax backs up the minimax of evaluations and results") {
  EnhancedConfig config;
  config.implicit_minimax = 0.3;
  config.evaluation_scale = 10;
  for (std::uint64_t seed = 0; seed < samples(40); ++seed) {
    const LayeredGame rules(9, 12, seed);
    const OwnedGame game = make_game(rules);
    Search<Rich> search(config);
    SearchReport report = SearchReport::empty(nullptr, 0);
    const Position start(*game);
    search.new_game(*game, seed);
    search.choose(start.state(), iterations(300), report);
    const auto* const evaluate = find<Evaluate>(*game);
    // The value of a node for its mover.
    const auto value = [&](auto&& self, const auto& node, const Position& position) -> double {
      if (position.over()) {
        const Player winner = winner_of(position.status());
        return winner == kNobody ? 0.0 : winner == node.player ? 1.0 : -1.0;
      }
      const double sign = position.to_move() == node.player ? 1.0 : -1.0;
      if (node.size == 0) return sign * std::tanh(evaluate->evaluate(position.state()) / 10.0);
      double best = -1;
      for (const auto& child : search.children(node)) {
        Position next = position;
        next.apply(child.move);
        const double here = self(self, child, next);
        CHECK(here == doctest::Approx(child.minimax).epsilon(1e-5));
        best = std::max(best, here);
      }
      return sign * best;
    };
    value(value, search.root(), start);
  }
}

TEST_CASE("score bounds prove tic-tac-toe a draw and 4,3,3 a first player win") {
  const OwnedAgent agent = make_agent("uct", {{"solver", "bounds"}});
  for (const SolvedBoard& board : solved_boards("mnk", Effort::kTrivial)) {
    CAPTURE(board.text());
    const OwnedGame game = board.make();
    begin(*agent, *game, 1);
    const SearchReport report = ask(*agent, Position(*game), iterations(400'000)).report;
    CHECK(report.outcome == board.value);
    CHECK(report.iterations < 400'000);
  }
}

}  // namespace ludex::tests
