// How Hex's network is learned: the gradient against differences of the loss, and the games that it reads.
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "games/hex/policy_value_net.hpp"
#include "plugins/studies/hex/learner.hpp"
#include "plugins/studies/hex/recorded_games.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using namespace games::hex;
using Net = PolicyValueNet;

std::unique_ptr<Net::Weights> random_weights(Rng& rng) {
  auto weights = std::make_unique<Net::Weights>();
  for (float& x : weights->numbers()) x = static_cast<float>(rng.uniform() - 0.5) * 0.4F;
  return weights;
}

// Some plies have the shares of three moves, some the value of the search.
RecordedGame random_game(std::uint32_t width, std::uint32_t height, Rng& rng) {
  std::vector<std::uint16_t> cells;
  for (std::uint32_t cell = 0; cell < width * height; ++cell)
    cells.push_back(static_cast<std::uint16_t>(cell));
  for (std::size_t i = cells.size(); i > 1; --i)
    std::swap(cells[i - 1], cells[rng.below(static_cast<std::uint32_t>(i))]);
  RecordedGame game{width, height, rng.below(2), {}};
  for (std::size_t i = 0; i + 2 < cells.size(); ++i) {
    RecordedGame::Ply ply{cells[i], i % 3 == 0, static_cast<float>(rng.uniform() * 2 - 1), {}};
    if (i % 4 != 1) ply.shares = {{cells[i], 0.5F}, {cells[i + 1], 0.3F}, {cells[i + 2], 0.2F}};
    game.plies.push_back(ply);
  }
  return game;
}

double loss_of(const Net::Weights& weights, double value_weight, const Learner::Sample& sample) {
  Learner learner(1, value_weight);
  learner.start_from(weights);
  Learner::Tally tally;
  learner.judge(sample, tally);
  return tally.cross_entropy + value_weight * tally.square;
}

}  // namespace

TEST_CASE("the gradient is the slope of the loss") {
  Rng rng = Rng::seeded(7);
  for (const double value_weight : {0.0, 0.7}) {
    const auto weights = random_weights(rng);
    const RecordedGame game = random_game(4, 5, rng);
    for (const std::uint32_t ply : {3U, 5U, 8U}) {
      const Learner::Sample sample{&game, ply};
      Learner learner(1, value_weight);
      learner.start_from(*weights);
      Learner::Tally tally;
      learner.learn(sample, false, tally);
      const auto gradient = learner.gradient().numbers();
      // Some weights of each kind: every 101st (401st), and the last ones.
      constexpr std::size_t kStride = kSanitized ? 401 : 101;
      std::size_t steep = 0;
      for (std::size_t i = 0; i < gradient.size(); i += i + 60 < gradient.size() ? kStride : 1) {
        constexpr float kStep = 4e-3F;
        Net::Weights moved = *weights;
        moved.numbers()[i] += kStep;
        const double above = loss_of(moved, value_weight, sample);
        moved.numbers()[i] -= 2 * kStep;
        const double below = loss_of(moved, value_weight, sample);
        const double middle = loss_of(*weights, value_weight, sample);
        const double slope = (above - below) / (2 * static_cast<double>(kStep));
        // Where a unit falls silent in between, the loss has a corner and no slope.
        const double bend = std::abs(above + below - 2 * middle) / static_cast<double>(kStep);
        CHECK(std::abs(slope - static_cast<double>(gradient[i])) < 0.01 + 0.05 * std::abs(slope) + 2 * bend);
        steep += std::abs(slope) > 0.05 ? 1 : 0;
      }
      // Without shares and without weight for the value there is nothing to learn.
      const bool silent = game.plies[ply].shares.empty() && value_weight == 0;
      CHECK((silent ? steep == 0 : steep > 10));
    }
  }
}

TEST_CASE("what is learned repeatedly is predicted") {
  Rng rng = Rng::seeded(8);
  const RecordedGame game = random_game(5, 5, rng);
  Learner learner(3, 0.5);
  Learner::Tally before;
  Learner::Tally after;
  for (std::uint32_t ply = 0; ply < 6; ++ply) learner.judge({&game, ply}, before);
  for (int i = 0; i < 150; ++i) {
    Learner::Tally ignored;
    for (std::uint32_t ply = 0; ply < 6; ++ply) learner.learn({&game, ply}, false, ignored);
    learner.step(0.003, 0);
  }
  for (std::uint32_t ply = 0; ply < 6; ++ply) learner.judge({&game, ply}, after);
  CHECK(after.predicted == 4);
  CHECK(after.first == 4);
  // The entropy of the shares is left.
  const double entropy = -(0.5 * std::log(0.5) + 0.3 * std::log(0.3) + 0.2 * std::log(0.2));
  CHECK(after.cross_entropy > 4 * entropy);
  CHECK(after.cross_entropy < 4 * entropy + (before.cross_entropy - 4 * entropy) / 4);
  CHECK(after.square < before.square / 4);
}

TEST_CASE("recorded games, and where they are wrong") {
  const auto games = read_games("3 2 1 4|| 0|-250|0:30,1:10, -|1000|2:1,\n2 2 0 1|0|\n");
  REQUIRE_MESSAGE(games, games.error());
  REQUIRE(games->size() == 2);
  const RecordedGame& game = (*games)[0];
  CHECK(game.width == 3);
  CHECK(game.height == 2);
  CHECK(game.winner == 1);
  REQUIRE(game.plies.size() == 3);
  CHECK(game.plies[0].cell == 4);
  CHECK_FALSE(game.plies[0].searched);
  CHECK(game.plies[1].searched);
  CHECK(game.plies[1].value == -0.25F);
  REQUIRE(game.plies[1].shares.size() == 2);
  CHECK(game.plies[1].shares[0] == std::pair<std::uint16_t, float>{0, 0.75F});
  CHECK(game.plies[2].cell == RecordedGame::kNoCell);
  CHECK((*games)[1].plies[0].searched);
  const auto error_of = [](const char* text) {
    const auto read = read_games(text);
    REQUIRE_FALSE(read);
    return read.error();
  };
  CHECK(error_of("3 2\n") == "line 1: a game begins with its width, height and winner");
  CHECK(error_of("3 2 0 1||\n3 20 0\n") == "line 2: a game begins with its width, height and winner");
  CHECK(error_of("3 2 0 6||\n") == "line 1: '6||' is not cell|value|shares");
  CHECK(error_of("3 2 0 1|| 1||\n") == "line 1: '1||' is not cell|value|shares");
  CHECK(error_of("3 2 0 1|| 2||1:4,\n") == "line 1: '2||1:4,' is not cell|value|shares");
  CHECK(error_of("3 2 0 1|1001|\n") == "line 1: '1|1001|' is not cell|value|shares");
  CHECK(error_of("3 2 0 1||2:0,\n") == "line 1: '1||2:0,' is not cell|value|shares");
  CHECK(error_of("3 2 0 1|\n") == "line 1: '1|' is not cell|value|shares");
  CHECK(error_of("3 2 0 -|| 1||\n") == "line 1: the game goes on after its end");
}

}  // namespace ludex::tests
