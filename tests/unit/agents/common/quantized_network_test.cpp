// Networks in integers of eight bits (agents/common/model/quantized_network.hpp).
#include "agents/common/model/quantized_network.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "agents/common/model/byte_convolution.hpp"
#include "agents/common/model/network_model.hpp"
#include "agents/common/model/residual_network.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using namespace agents::model;

struct alignas(64) Line {
  std::int8_t weights[64];
};

}  // namespace

TEST_CASE("a convolution of bytes is the sum of its definition, by all vectors") {
  constexpr std::size_t kTaps = 3;
  Rng rng = Rng::seeded(1);
  for (const std::size_t channels : {16U, 32U, 64U}) {
    for (const std::size_t rows : {1U, 2U, 13U, 40U}) {
      CAPTURE(channels);
      CAPTURE(rows);
      std::vector<Line> lines(kTaps * channels * channels / sizeof(Line));
      auto* const kernel = reinterpret_cast<std::int8_t*>(lines.data());
      // Extreme numbers are frequent.
      const auto drawn = [&](int least, int most) {
        return rng.below(4) == 0 ? least
               : rng.below(3) == 0
                   ? most
                   : least + static_cast<int>(rng.below(static_cast<std::uint32_t>(most - least)));
      };
      for (std::size_t i = 0; i < kTaps * channels * channels; ++i)
        kernel[i] = static_cast<std::int8_t>(drawn(-127, 127));
      std::vector<std::uint8_t> in((rows + 1) * channels);
      for (std::uint8_t& x : in) x = static_cast<std::uint8_t>(drawn(0, 127));
      std::vector<std::uint32_t> sources(rows * kTaps);
      for (std::uint32_t& source : sources) source = rng.below(static_cast<std::uint32_t>(rows + 1));
      for (const ByteVectors widest : {ByteVectors::kAvx512, ByteVectors::kNarrower}) {
        std::vector<std::int32_t> out(rows * channels, -1);
        convolve({.channels = channels,
                  .taps = kTaps,
                  .rows = rows,
                  .sources = sources.data(),
                  .kernel = kernel,
                  .in = in.data(),
                  .out = out.data()},
                 widest);
        std::size_t wrong = 0;
        for (std::size_t row = 0; row < rows; ++row) {
          for (std::size_t o = 0; o < channels; ++o) {
            int sum = 0;
            for (std::size_t tap = 0; tap < kTaps; ++tap)
              for (std::size_t i = 0; i < channels; ++i)
                sum += in[sources[row * kTaps + tap] * channels + i] *
                       kernel[((tap * channels + i) / 4 * channels + o) * 4 + i % 4];
            wrong += out[row * channels + o] != sum ? 1 : 0;
          }
        }
        CHECK(wrong == 0);
      }
    }
  }
}

TEST_CASE("a quantized network agrees with the network, and all vectors with each other") {
  // Grids of squares and of hexagons, a graph; moves to a site, from one to another, of several kinds.
  for (const std::string id : {"connect-k", "hex", "breakthrough", "minishogi", "awari"}) {
    CAPTURE(id);
    const OwnedGame game = make_game(id);
    auto network = ResidualNetwork::make(*find<Features>(*game), 32, 3);
    REQUIRE(network);
    Rng rng = Rng::seeded(7);
    for (float& weight : network->weights()) weight = static_cast<float>(rng.uniform() - 0.5) / 5;
    const NetworkModel exact(*game, std::make_shared<const ResidualNetwork>(*network));
    const NetworkModel wide(*game, std::make_shared<const QuantizedNetwork>(*game, *network));
    const NetworkModel narrow(
        *game, std::make_shared<const QuantizedNetwork>(*game, *network, ByteVectors::kNarrower));
    double error = 0;
    double spread = 0;
    for (std::uint32_t i = 0; i < samples(30); ++i) {
      const Position position = random_position(*game, rng.below(12), rng);
      const std::vector<Move> moves = position.legal_moves();
      std::vector<float> scores[3];
      float values[3];
      const Model* const models[] = {&exact, &wide, &narrow};
      for (std::size_t k = 0; k < 3; ++k) {
        scores[k].resize(moves.size());
        Question question{.state = position.state(), .moves = moves, .scores = scores[k].data()};
        models[k]->answer({&question, 1});
        values[k] = question.value;
      }
      CHECK(scores[1] == scores[2]);
      CHECK(values[1] == values[2]);
      CHECK(std::abs(values[0] - values[1]) < 0.05F);
      double mean = 0;
      for (const float score : scores[0])
        mean += static_cast<double>(score) / static_cast<double>(moves.size());
      for (std::size_t k = 0; k < moves.size(); ++k) {
        error += std::pow(static_cast<double>(scores[0][k] - scores[1][k]), 2);
        spread += std::pow(static_cast<double>(scores[0][k]) - mean, 2);
      }
    }
    // The rounding of three blocks changes scores by a few percent of their differences.
    CHECK(std::sqrt(error) < 0.1 * std::sqrt(spread));
    CHECK(error > 0);
  }
}

}  // namespace ludex::tests
