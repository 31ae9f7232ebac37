// uct with models: values of leaves, priors and playouts by a policy.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "agents/common/model/guided_game.hpp"
#include "agents/common/model/model.hpp"
#include "core/game/extensions.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/searched.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::tests {
namespace {

using agents::model::GuidedGame;
using agents::model::Model;
using agents::model::Question;

// Prefers moves by their number, each e^sharpness times as much as the next.
class MoveOrder final : public Model {
 public:
  explicit MoveOrder(float sharpness) : sharpness_(sharpness) {}
  [[nodiscard]] const char* kind() const noexcept override { return "order"; }
  [[nodiscard]] bool has_values() const noexcept override { return false; }
  [[nodiscard]] bool has_scores() const noexcept override { return true; }
  void answer(std::span<Question> questions) const noexcept override {
    for (Question& question : questions) {
      question.value = 0;
      for (std::size_t i = 0; i < question.moves.size(); ++i)
        question.scores[i] = -sharpness_ * static_cast<float>(static_cast<std::uint32_t>(question.moves[i]));
    }
  }

 private:
  float sharpness_;
};

// The result, for the player who made the last move, if all follow the order from here.
double in_order(Position position, Player player) {
  while (!position.over()) {
    const auto moves = position.legal_moves();
    position.apply(*std::min_element(moves.begin(), moves.end()));
  }
  const Outcome outcome = outcome_for(position.status(), player);
  return outcome == Outcome::kWin ? 1 : outcome == Outcome::kLoss ? -1 : 0;
}

// The expected result for a player if all draw their moves by MoveOrder(sharpness), with probability epsilon
// uniformly.
double drawn_result(const Position& position, Player player, double sharpness, double epsilon) {
  if (position.over()) {
    const Outcome outcome = outcome_for(position.status(), player);
    return outcome == Outcome::kWin ? 1 : outcome == Outcome::kLoss ? -1 : 0;
  }
  const auto moves = position.legal_moves();
  const auto weight = [&](Move move) { return std::exp(-sharpness * static_cast<std::uint32_t>(move)); };
  double all = 0;
  for (const Move move : moves) all += weight(move);
  double sum = 0;
  for (const Move move : moves) {
    Position next = position;
    next.apply(move);
    const double share = (1 - epsilon) * weight(move) / all + epsilon / static_cast<double>(moves.size());
    sum += share * drawn_result(next, player, sharpness, epsilon);
  }
  return sum;
}

}  // namespace

TEST_CASE("a leaf has the model's value, or its share of it") {
  const TemporaryFolder folder;
  const OwnedGame game = make_game("connect-k");
  const std::string path = random_model(*game, folder);
  const auto model = agents::model::load_model(path, *game);
  REQUIRE(model);
  Rng rng = Rng::seeded(3);
  for (std::uint32_t i = 0; i < samples(20); ++i) {
    const Position position = random_position(*game, rng.below(6), rng);
    const auto moves = static_cast<std::uint32_t>(position.legal_moves().size());
    for (const char* share : {"1", "0.5", "0"}) {
      // The first simulations try each move once.
      const Answer answer =
          searched("uct", {{"model", path.c_str()}, {"model_share", share}}, position, iterations(moves), i);
      REQUIRE(answer.root.size() == moves);
      for (const RootMove& move : answer.root) {
        REQUIRE(move.visits == 1);
        Position next = position;
        if (is_over(next.apply(move.move))) continue;
        const double part = std::stod(share);
        const double value = -double{(*model)->evaluate(next.state())};
        const double rest = move.value - part * value;  // (1 - part) times the result of a playout
        if (part == 1) CHECK(std::abs(rest) < 1e-4);
        const double result = std::round(rest / std::max(1 - part, 0.5));
        if (part < 1) CHECK(std::abs(rest - (1 - part) * result) < 1e-4);
        CHECK(std::abs(result) <= 1);
      }
    }
  }
}

TEST_CASE("a model's policy is the game's scores of moves") {
  const OwnedGame game = make_game("connect-k");
  const GuidedGame guided(*game, std::make_unique<MoveOrder>(0.5F));
  CHECK(find<Evaluate>(guided) == find<Evaluate>(*game));
  const Position position(guided);
  const auto moves = position.legal_moves();
  std::vector<float> scores(moves.size());
  find<MoveScores>(guided)->move_scores(position.state(), moves.data(),
                                        static_cast<std::uint32_t>(moves.size()), scores.data());
  CHECK(std::accumulate(scores.begin(), scores.end(), 0.0F) == doctest::Approx(1));
  for (std::size_t i = 1; i < moves.size(); ++i) {
    const auto step = static_cast<double>(static_cast<std::uint32_t>(moves[i])) -
                      static_cast<double>(static_cast<std::uint32_t>(moves[i - 1]));
    CHECK(scores[i] / scores[i - 1] == doctest::Approx(std::exp(-0.5 * step)));
  }
}

TEST_CASE("playouts, priors and the moves considered follow the policy") {
  const OwnedGame game = make_game("connect-k");
  const GuidedGame guided(*game, std::make_unique<MoveOrder>(50.0F));
  Rng rng = Rng::seeded(3);
  for (std::uint32_t i = 0; i < samples(20); ++i) {
    const Position position = random_position(guided, rng.below(6), rng);
    const auto moves = position.legal_moves();
    const Move first = *std::min_element(moves.begin(), moves.end());
    const Answer answer =
        searched("uct", {{"playout", "policy"}, {"epsilon", "0"}}, position, iterations(moves.size()), i);
    for (const RootMove& move : answer.root) {
      Position next = position;
      next.apply(move.move);
      CHECK(move.value == in_order(next, position.to_move()));
    }
    // Against a weight of 1000 values count nothing. The first simulation is for any move: N is 0.
    const Answer prior =
        searched("uct", {{"puct", "1000"}, {"c", "0"}, {"expand_after", "1"}}, position, iterations(4), i);
    for (const RootMove& move : prior.root) CHECK((move.visits >= 3) == (move.move == first));
    const Answer gumbel =
        searched("uct", {{"puct", "1"}, {"root", "gumbel"}, {"gumbel_moves", "2"}, {"gumbel_scale", "0"}},
                 position, iterations(20), i);
    CHECK(gumbel.move == first);
  }
}

TEST_CASE("playouts draw moves in proportion to their scores") {
  // Five empty squares of tic-tac-toe.
  const OwnedGame game = make_game("mnk");
  const GuidedGame guided(*game, std::make_unique<MoveOrder>(0.4F));
  Position position(guided);
  for (const char* move : {"b2", "a1", "c1", "a3"}) position.apply(*position.parse_move(move));
  for (const double epsilon : {0.0, 0.3}) {
    CAPTURE(epsilon);
    const std::string text = std::to_string(epsilon);
    std::map<Move, double> sums;
    const OwnedAgent agent = make_agent("uct", {{"playout", "policy"}, {"epsilon", text.c_str()}});
    const std::uint32_t searches = 2 * samples(1000);
    const auto moves = static_cast<std::uint32_t>(position.legal_moves().size());
    for (std::uint32_t seed = 0; seed < searches; ++seed) {
      begin(*agent, guided, seed);
      const Answer answer = ask(*agent, position, iterations(moves));
      for (const RootMove& move : answer.root) sums[move.move] += move.value;
    }
    REQUIRE(sums.size() == moves);
    for (const auto& [move, sum] : sums) {
      Position next = position;
      next.apply(move);
      const double expected = drawn_result(next, position.to_move(), 0.4, epsilon);
      // Results are within [-1, 1]: five standard deviations of a mean at most.
      CHECK(std::abs(sum / searches - expected) < 5 / std::sqrt(double{searches}));
    }
  }
}

TEST_CASE("uct with playouts by a policy keeps the contract") {
  const TemporaryFolder folder;
  const Settings games[] = {
      {{"width", "4"}, {"height", "4"}, {"k", "3"}}, {}, {{"size", "4"}}, {{"size", "4"}}};
  const char* const ids[] = {"connect-k", "mnk", "othello", "hex"};
  for (std::size_t i = 0; i < std::size(ids); ++i) {
    CAPTURE(ids[i]);
    const OwnedGame game = make_game(ids[i], games[i]);
    const std::string path = random_policy(*game, folder);
    Exhaustive truth;
    for (const Settings& more :
         {Settings{}, Settings{{"solver", "true"}, {"epsilon", "0"}}, Settings{{"root", "gumbel"}},
          Settings{{"puct", "1"}, {"expand_after", "1"}}}) {
      Settings settings = more;
      settings.push_back({"playout", "policy"});
      settings.push_back({"model", path.c_str()});
      check_agent_contract("uct", *game, settings, samples(3), i < 2 ? &truth : nullptr);
    }
  }
}

TEST_CASE("uct with a model keeps the contract, and has no graph") {
  const TemporaryFolder folder;
  const OwnedGame game = make_game("connect-k", {{"width", "4"}, {"height", "4"}, {"k", "3"}});
  const std::string path = random_model(*game, folder);
  Exhaustive truth;
  for (const Settings& more : {Settings{}, Settings{{"solver", "true"}, {"model_share", "0.5"}},
                               Settings{{"root", "gumbel"}, {"implicit_minimax", "0.3"}},
                               Settings{{"playout", "policy"}, {"puct", "1"}, {"expand_after", "1"}}}) {
    Settings settings = more;
    settings.push_back({"model", path.c_str()});
    check_agent_contract("uct", *game, settings, samples(5), &truth);
  }
  const Settings graph{{"model", path.c_str()}, {"graph", "true"}};
  StringSink error;
  CHECK(OwnedAgent(agent_factory("uct").create(graph.data(), 2, error)) == nullptr);
}

}  // namespace ludex::tests
