// A trained network against itself in bytes, on positions of games in which every other move is the network's
// and the others are random: how often both prefer the same move, and the difference of values.
//
// usage: bench_quantized PLUGINS GAME MODEL.ludex [POSITIONS]
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agents/common/model/network_model.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"
#include "tests/bench/bench_plugins.hpp"

namespace {

using namespace ludex;
using namespace agents::model;

struct Answer {
  float value;
  std::size_t best;
};

Answer ask(const Model& model, const Position& position, const std::vector<Move>& moves) {
  std::vector<float> scores(moves.size());
  Question question{.state = position.state(), .moves = moves, .scores = scores.data()};
  model.answer({&question, 1});
  return {question.value,
          static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin())};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) bench::die("usage: bench_quantized PLUGINS GAME MODEL.ludex [POSITIONS]");
  const bench::OwnedGame game = bench::load(std::string(argv[1]) + "/game-" + argv[2] + ".so", {});
  const auto positions = static_cast<std::uint32_t>(argc > 4 ? std::atoi(argv[4]) : 2000);
  const auto stored = read_model(argv[3], *game);
  if (!stored) bench::die(stored.error());
  const auto network = residual_network(*stored, *game);
  if (!network) bench::die(network.error());
  const NetworkModel exact(*game, std::make_shared<const ResidualNetwork>(*network));
  const NetworkModel bytes(*game, std::make_shared<const QuantizedNetwork>(*game, *network));
  Rng rng = Rng::seeded(99);
  Position position(*game);
  std::uint32_t same = 0;
  double sum = 0, square = 0, largest = 0;
  for (std::uint32_t i = 0; i < positions; ++i) {
    if (position.over()) position = Position(*game);
    const std::vector<Move> moves = position.legal_moves();
    const Answer one = ask(exact, position, moves);
    const Answer other = ask(bytes, position, moves);
    const auto error = static_cast<double>(std::fabs(one.value - other.value));
    same += one.best == other.best ? 1 : 0;
    sum += error;
    square += error * error;
    largest = std::max(largest, error);
    position.apply(rng.below(2) == 0 ? moves[one.best]
                                     : moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  std::printf(
      "%u positions: %.1f %% the same best move; error of the value: mean %.4f, root mean square %.4f, most %.3f\n",
      positions, 100.0 * same / positions, sum / positions, std::sqrt(square / positions), largest);
}
