// One evaluation of each kind of model on four boards, in microseconds of CPU time, the best of three; for
// policies all legal moves of a position, and a ply of a playout; bytes of the weights. Weights are random:
// they do not change the work.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "agents/common/model/network_model.hpp"
#include "agents/common/model/policy_model.hpp"
#include "agents/common/model/tuple_model.hpp"
#include "core/game/position.hpp"
#include "core/util/clock.hpp"
#include "core/util/rng.hpp"
#include "tests/bench/bench_plugins.hpp"

namespace {

using namespace ludex;
using namespace agents::model;

void fill(std::span<float> weights) {
  Rng rng = Rng::seeded(1);
  for (float& weight : weights) weight = static_cast<float>(rng.uniform() - 0.5) / 10;
}

std::vector<Position> random_positions(const Game& game) {
  std::vector<Position> positions;
  Rng rng = Rng::seeded(2);
  while (positions.size() < 200) {
    Position position(game);
    for (std::uint32_t left = rng.below(20); left > 0 && !position.over(); --left) {
      const auto moves = position.legal_moves();
      position.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (!position.over()) positions.push_back(std::move(position));
  }
  return positions;
}

template <class Work>
double best_of_three(double count, Work&& work) {
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const std::int64_t began = thread_cpu_ns();
    work();
    best = std::min(best, static_cast<double>(thread_cpu_ns() - began) * 1e-3 / count);
  }
  return best;
}

void measure(const char* board, const char* kind, const Game& game, const Model& model, std::size_t bytes) {
  const std::vector<Position> positions = random_positions(game);
  std::vector<std::vector<Move>> moves;
  for (const Position& position : positions) moves.push_back(position.legal_moves());
  std::vector<float> scores(game.traits().max_moves);
  double sum = 0;
  const double us = best_of_three(static_cast<double>(positions.size()), [&] {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      Question question{.state = positions[i].state()};
      if (model.has_scores()) question = {positions[i].state(), moves[i], scores.data(), 0};
      model.answer({&question, 1});
      sum += static_cast<double>(question.value + scores[0]);
    }
  });
  std::printf("%-16s %-26s %8.2f us %9zu bytes   (sum %.3f)\n", board, kind, us, bytes, sum);
}

void measure_playouts(const char* board, const Game& game, const PolicyModel& policy) {
  PolicyPlayer player(policy);
  Rng rng = Rng::seeded(3);
  std::uint32_t plies = 0;
  const double us = best_of_three(1, [&] {
    plies = 0;
    for (int i = 0; i < 20; ++i) {
      Position position(game);
      plies += player.playout(position.state(), 1000, rng).plies;
    }
  });
  std::printf("%-16s %-26s %8.2f us\n", board, "policy, a playout's ply", us / plies);
}

void measure_all(const std::filesystem::path& plugins, const char* board, const std::string& id,
                 const std::vector<ParamText>& settings) {
  const bench::OwnedGame game = bench::load(plugins / ("game-" + id + ".so"), settings);
  const Features& features = *find<Features>(*game);
  const auto maps = site_maps(*game);
  Rng rng = Rng::seeded(4);
  auto tuples = TupleNetwork::make(features.shape(), maps, random_walks(features, maps, 70, 8, rng));
  fill(tuples->weights());
  const std::size_t size = tuples->weights().size();
  measure(board, "tuples 70 x 8", *game, TupleModel(*game, std::move(*tuples)), 4 * size);
  const auto patterns = std::make_shared<const LocalPatterns>(*game);
  std::vector<float> weights(patterns->weights());
  fill(weights);
  const PolicyModel policy(*game, patterns, weights);
  measure(board, "policy, all moves", *game, policy, 4 * weights.size());
  measure_playouts(board, *game, policy);
  for (const std::uint32_t channels : {16U, 32U, 64U}) {
    auto network = ResidualNetwork::make(features, channels, 4);
    if (!network) continue;
    fill(network->weights());
    const std::string name = "network " + std::to_string(channels) + " x 4";
    const auto floats = std::make_shared<const ResidualNetwork>(*network);
    measure(board, name.c_str(), *game, NetworkModel(*game, floats), 4 * network->weights().size());
    for (const ByteVectors widest : {ByteVectors::kAvx512, ByteVectors::kNarrower}) {
      const auto bytes = std::make_shared<const QuantizedNetwork>(*game, *network, widest);
      const std::string kind = name + (widest == ByteVectors::kAvx512 ? ", bytes" : ", bytes, AVX2");
      measure(board, kind.c_str(), *game, NetworkModel(*game, bytes), bytes->bytes());
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::filesystem::path plugins = bench::plugin_folder(argc, argv);
  measure_all(plugins, "connect-k 7x6", "connect-k", {});
  measure_all(plugins, "othello 8x8", "othello", {});
  measure_all(plugins, "hex 11x11", "hex", {{"size", "11"}});
  measure_all(plugins, "mnk 19x19", "mnk", {{"m", "19"}, {"n", "19"}, {"k", "5"}});
}
