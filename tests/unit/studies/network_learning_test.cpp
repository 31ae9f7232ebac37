// Residual networks: boards, symmetry of kernels, gradients, files, learning (agents/common/model,
// plugins/studies/learning).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "agents/common/model/board_taps.hpp"
#include "agents/common/model/convolution.hpp"
#include "agents/common/model/network_model.hpp"
#include "agents/common/model/residual_network.hpp"
#include "core/game/position.hpp"
#include "plugins/studies/learning/network_learner.hpp"
#include "plugins/studies/learning/puct.hpp"
#include "plugins/studies/learning/samples.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/greedy_play.hpp"
#include "tests/support/learned_model.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::tests {
namespace {

using namespace agents::model;
using namespace studies::learning;

ResidualNetwork network_for(const Game& game, std::uint32_t channels, std::uint32_t blocks) {
  auto network = ResidualNetwork::make(*find<Features>(game), channels, blocks);
  REQUIRE_MESSAGE(network, network.error());
  return std::move(*network);
}

// All weights away from 0, those that begin there too.
void fill_at_random(std::span<float> weights) {
  Rng rng = Rng::seeded(7);
  for (float& weight : weights) weight += static_cast<float>(rng.uniform() - 0.5) / 5;
}

std::vector<float> noise(std::size_t count, std::uint64_t seed) {
  Rng rng = Rng::seeded(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(rng.uniform() - 0.5);
  return numbers;
}

}  // namespace

TEST_CASE("a convolution and its gradient are the sums of their definition") {
  const OwnedGame game = make_game("mnk", {{"m", "5"}, {"n", "4"}, {"k", "3"}});
  const BoardTaps board(*find<Features>(*game));
  REQUIRE(board.taps() == 9);
  REQUIRE(board.rows() == 21);
  for (const std::size_t channels : {16U, 32U, 64U}) {
    CAPTURE(channels);
    std::vector<float> in = noise(board.rows() * channels, 1);
    board.complete(in.data(), channels);
    const std::vector<float> kernel = noise(board.taps() * channels * channels, 2);
    const std::vector<float> bias = noise(channels, 3);
    std::vector<float> out(20 * channels);
    const Convolution c{channels,      9,           20,        board.sources().data(),
                        kernel.data(), bias.data(), in.data(), out.data()};
    convolve(c);
    std::vector<float> outer(kernel.size(), 0.5F);
    add_outer(c, outer.data());
    const auto source = [&](std::size_t site, std::size_t tap) {
      return &in[std::size_t{board.sources()[site * 9 + tap]} * channels];
    };
    for (std::size_t site = 0; site < 20; ++site) {
      for (std::size_t k = 0; k < channels; ++k) {
        double sum = static_cast<double>(bias[k]);
        for (std::size_t tap = 0; tap < 9; ++tap)
          for (std::size_t i = 0; i < channels; ++i)
            sum += static_cast<double>(source(site, tap)[i] * kernel[(tap * channels + i) * channels + k]);
        CHECK(out[site * channels + k] == doctest::Approx(sum).epsilon(1e-3));
      }
    }
    for (std::size_t tap = 0; tap < 9; ++tap) {
      for (std::size_t i = 0; i < channels; i += 5) {
        for (std::size_t k = 0; k < channels; k += 3) {
          double sum = 0.5;
          for (std::size_t site = 0; site < 20; ++site)
            sum += static_cast<double>(source(site, tap)[i] * out[site * channels + k]);
          CHECK(outer[(tap * channels + i) * channels + k] == doctest::Approx(sum).epsilon(1e-3));
        }
      }
    }
  }
}

TEST_CASE("every row that a tap reads knows its reader") {
  for (const std::string id : {"mnk", "hex", "chinese-checkers", "awari"}) {
    CAPTURE(id);
    const OwnedGame game = make_game(id);
    const BoardTaps board(*find<Features>(*game));
    std::size_t reads = 0;
    for (std::uint32_t site = 0; site < board.sites(); ++site) {
      for (std::uint32_t tap = 0; tap < board.taps(); ++tap) {
        const std::uint32_t row = board.sources()[site * board.taps() + tap];
        if (row == board.zero_row()) continue;
        ++reads;
        CHECK(board.readers()[row * board.taps() + tap] == site);
      }
    }
    const auto readers = board.readers();
    CHECK(reads ==
          static_cast<std::size_t>(std::count_if(readers.begin(), readers.end(),
                                                 [&](std::uint32_t r) { return r != board.zero_row(); })));
  }
}

TEST_CASE("the gradient of a network is that of finite differences") {
  // Placing, moving, moves with a choice, a board that is a graph.
  for (const std::string id : {"connect-k", "breakthrough", "minishogi", "awari", "chinese-checkers"}) {
    CAPTURE(id);
    const OwnedGame game = make_game(id);
    NetworkLearner learner(*game, network_for(*game, 16, 2), 1);
    fill_at_random(learner.weights());
    check_gradient(*game, learner, samples(60), 5e-2);
  }
}

TEST_CASE("a network's file reads back, and bad ones are refused") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "model.ludex";
  const OwnedGame game = make_game("connect-k");
  NetworkLearner learner(*game, network_for(*game, 16, 3), 1);
  fill_at_random(learner.weights());
  learner.adopt();
  StoredModel file = learner.stored();
  REQUIRE(write_model(path, *game, file));
  const auto loaded = load_model(path, *game);
  REQUIRE_MESSAGE(loaded, loaded.error());
  CHECK((*loaded)->kind() == std::string("network"));
  CHECK((*loaded)->has_values());
  CHECK((*loaded)->has_scores());
  ResidualNetwork same = network_for(*game, 16, 3);
  std::copy(file.weights.begin(), file.weights.end(), same.weights().begin());
  const auto quantized = std::make_shared<const QuantizedNetwork>(*game, std::move(same));
  CHECK(same_answers(*game, NetworkModel(*game, quantized), **loaded));
  file.weights.pop_back();
  CHECK(load_error(path, *game, file).find("weights where a network of this size has") != std::string::npos);
  file.weights.push_back(0);
  for (const auto& fault :
       {std::pair("network 2 channels 16 blocks 3", "has no line"), std::pair("channels 16", "has no line"),
        std::pair("network 1 channels 17 blocks 3", "16, 32 or 64 channels"),
        std::pair("network 1 channels 16 blocks 33", "at most 32 blocks"),
        std::pair("network 1 channels 16 blocks 2", "weights where a network of this size has")}) {
    CAPTURE(fault.first);
    file.lines = {fault.first};
    CHECK(load_error(path, *game, file).find(fault.second) != std::string::npos);
  }
}

TEST_CASE("boards that are too large for a network are refused") {
  const OwnedGame game = make_game("mnk", {{"m", "19"}, {"n", "19"}, {"k", "5"}});
  const Features& features = *find<Features>(*game);
  CHECK(ResidualNetwork::make(features, 64, 1));
  CHECK(!ResidualNetwork::make(features, 48, 1));
}

TEST_CASE("samples map and are written and read back") {
  const OwnedGame game = make_game("mnk");
  Sample sample{{0, 1, 2, 0, 0, 0, 0, 0, 0}, {}, {{kNoSite, 3, 0}, {2, 8, 1}}, {0.25F, 0.75F}, 0.5F};
  const std::array<std::uint32_t, 9> quarter{2, 5, 8, 1, 4, 7, 0, 3, 6};
  Sample image;
  map_sample(sample, quarter, image);
  CHECK(image == Sample{{0, 0, 0, 0, 0, 1, 0, 0, 2}, {}, {{kNoSite, 1, 0}, {8, 6, 1}}, {0.25F, 0.75F}, 0.5F});
  SampleWindow window(2);
  for (int i = 0; i < 3; ++i) {
    sample.value = static_cast<float>(i) / 4;
    window.add(Sample(sample));
  }
  REQUIRE(window.size() == 2);
  SampleWindow again(2);
  const FeatureShape& shape = find<Features>(*game)->shape();
  REQUIRE(again.read(window.bytes(), shape));
  REQUIRE(again.size() == 2);
  CHECK(again[0] == window[0]);
  CHECK(again[1] == window[1]);
  SampleWindow torn(2);
  CHECK(!torn.read(window.bytes().substr(1), shape));
}

TEST_CASE("tic-tac-toe is never lost by a short search with a network that learned it by itself") {
  if (kSanitized) return;
  const OwnedGame game = make_game("mnk");
  NetworkLearner learner(*game, network_for(*game, 16, 2), 1);
  const auto lost = [&] {
    Puct search(*game, learner.model(), {.simulations = 64, .c = 1.5, .noise = 0});
    Rng rng = Rng::seeded(1);
    return times_lost(*game, [&](const Position& position) {
      search.search(position.state(), rng);
      const auto visits = search.visits();
      const auto most = std::max_element(visits.begin(), visits.end());
      return search.moves()[static_cast<std::size_t>(most - visits.begin())];
    });
  };
  CHECK(lost() == 2);
  learn_by_search(*game, learner,
                  {.games = 1500, .simulations = 100, .rate = 0.005, .random_plies = 6, .drawn_plies = 2});
  CHECK(lost() == 0);
  CHECK(std::abs(learner.model().evaluate(Position(*game).state())) < 0.4);
}

TEST_CASE("a network learns a position by heart: moves of every sort, values of both signs") {
  // Losses fall to nothing on a few positions.
  const OwnedGame game = make_game("minishogi");
  NetworkLearner learner(*game, network_for(*game, 16, 1), 1);
  Rng rng = Rng::seeded(1);
  SearchGames games(*game, learner.model(), {.search = {.simulations = 10, .c = 1.5, .noise = 0.25}});
  std::vector<Sample> played = games.play(rng);
  played.resize(std::min<std::size_t>(played.size(), 4));
  for (std::size_t i = 0; i < played.size(); ++i) {
    Sample& sample = played[i];
    std::fill(sample.shares.begin(), sample.shares.end(), 0.0F);
    sample.shares[(7 * i) % sample.shares.size()] = 1;
    sample.value = i % 2 == 0 ? 0.8F : -0.8F;
  }
  games::Adam adam(learner.weights().size());
  std::vector<float> gradient(learner.weights().size());
  Tally tally;
  for (int step = 0; step < 400; ++step) {
    tally = {};
    for (const Sample& sample : played) learner.add_gradient(sample, gradient, tally);
    adam.step(learner.weights(), gradient, 4, 0.01, 0);
    learner.adopt();
  }
  CHECK(tally.surprise / tally.samples < 0.05);
  CHECK(tally.square / tally.samples < 0.01);
}

}  // namespace ludex::tests
