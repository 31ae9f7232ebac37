#include "agents/common/model/quantized_network.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "agents/common/model/observed.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::model {
namespace {

constexpr float kMost = 127;
constexpr std::size_t kMostChannels = 64;

// x / s, rounded: no number is negative.
void encode(const float* in, std::span<const float> shrink, std::size_t rows, std::uint8_t* out) noexcept {
  const std::size_t channels = shrink.size();
  for (std::size_t row = 0; row < rows; ++row, in += channels, out += channels) {
    for (std::size_t i = 0; i < channels; ++i) {
      const float x = std::min(in[i] * shrink[i] + 0.5F, kMost);
      out[i] = static_cast<std::uint8_t>(static_cast<std::int32_t>(x));
    }
  }
}

void add_block(const std::int32_t* sums, const float* grow, const float* bias, std::size_t rows,
               std::size_t channels, float* plane) noexcept {
  for (std::size_t row = 0; row < rows; ++row, sums += channels, plane += channels)
    for (std::size_t i = 0; i < channels; ++i)
      plane[i] += std::max(static_cast<float>(sums[i]) * grow[i] + bias[i], 0.0F);
}

}  // namespace

QuantizedNetwork::QuantizedNetwork(const Game& game, ResidualNetwork network, ByteVectors widest)
    : network_(std::move(network)), widest_(widest) {
  const std::vector<float> largest = reach(game);
  for (std::size_t block = 0; block < network_.layout().blocks; ++block)
    blocks_.push_back(quantize(block, largest.data() + block * network_.layout().channels));
}

std::vector<float> QuantizedNetwork::reach(const Game& game) const {
  constexpr std::uint32_t kPositions = 256;
  constexpr std::uint32_t kMostPlies = 128;
  const NetworkLayout& layout = network_.layout();
  const Features& features = *find<Features>(game);
  std::vector<float> largest(layout.blocks * layout.channels);
  std::vector<float> x(network_.board().rows() * layout.channels);
  std::vector<float> y(x.size());
  std::vector<float> pools(2 * layout.channels);
  std::vector<MovePlace> places(kMostMoves);
  Rng rng = Rng::seeded(1);
  Position position(game);
  for (std::uint32_t i = 0, plies = 0; i < kPositions; ++i, ++plies) {
    if (position.over() || plies == kMostPlies) {
      position = Position(game);
      plies = 0;
    }
    const Observed seen(features, position.state(), viewer_of(game, position.state()));
    network_.embed(seen.codes.data(), seen.numbers.data(), x.data());
    for (std::size_t block = 0; block < layout.blocks; ++block) {
      float* const most = largest.data() + block * layout.channels;
      for (std::size_t row = 0; row < x.size(); row += layout.channels)
        for (std::size_t k = 0; k < layout.channels; ++k) most[k] = std::max(most[k], x[row + k]);
      network_.pool(x.data(), pools.data());
      network_.block_sums(block, x.data(), pools.data(), y.data());
      for (std::size_t at = 0; at < network_.board().sites() * layout.channels; ++at)
        x[at] += std::max(y[at], 0.0F);
      network_.board().complete(x.data(), layout.channels);
    }
    // Every other move is the network's.
    const std::vector<Move> moves = position.legal_moves();
    Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    if (rng.below(2) == 0 && moves.size() <= kMostMoves) {
      network_.pool(x.data(), pools.data());
      place_moves(game, features, position.state(), moves, places.data());
      float best = network_.logit(places[0], x.data(), pools.data());
      move = moves[0];
      for (std::size_t k = 1; k < moves.size(); ++k) {
        const float logit = network_.logit(places[k], x.data(), pools.data());
        if (logit > best) best = logit, move = moves[k];
      }
    }
    position.apply(move);
  }
  return largest;
}

QuantizedNetwork::Block QuantizedNetwork::quantize(std::size_t block, const float* reach) const {
  constexpr std::size_t kGroup = ByteConvolution::kGroup;
  const NetworkLayout& layout = network_.layout();
  const std::size_t channels = layout.channels;
  const float* const kernel = network_.at(layout.kernel(block));
  const std::size_t inputs = layout.taps * channels;  // of all taps
  Block made{std::vector<Line>(inputs * channels / sizeof(Line)), std::vector<float>(channels),
             std::vector<float>(channels)};
  std::vector<float> scale(channels);
  for (std::size_t i = 0; i < channels; ++i) {
    scale[i] = std::max(reach[i], 0.01F) / kMost;
    made.shrink[i] = 1 / scale[i];
  }
  auto* const weights = reinterpret_cast<std::int8_t*>(made.kernel.data());
  for (std::size_t o = 0; o < channels; ++o) {
    float most = 1e-9F;
    for (std::size_t i = 0; i < inputs; ++i)
      most = std::max(most, std::fabs(scale[i % channels] * kernel[i * channels + o]));
    made.grow[o] = most / kMost;
    for (std::size_t i = 0; i < inputs; ++i)
      weights[(i / kGroup * channels + o) * kGroup + i % kGroup] = static_cast<std::int8_t>(
          std::lround(scale[i % channels] * kernel[i * channels + o] / most * kMost));
  }
  return made;
}

float QuantizedNetwork::look(const std::uint8_t* codes, const float* numbers,
                             std::span<const MovePlace> places, float* scores) const noexcept {
  const NetworkLayout& layout = network_.layout();
  const BoardTaps& board = network_.board();
  std::array<float, ResidualNetwork::kMostRoom> x;
  std::array<std::int32_t, ResidualNetwork::kMostRoom> sums;
  std::array<std::uint8_t, ResidualNetwork::kMostRoom> bytes;
  std::array<float, 2 * kMostChannels> pools;
  std::array<float, kMostChannels> bias;
  network_.embed(codes, numbers, x.data());
  for (std::size_t i = 0; i < layout.blocks; ++i) {
    const Block& block = blocks_[i];
    network_.pool(x.data(), pools.data());
    network_.block_bias(i, pools.data(), bias.data());
    encode(x.data(), block.shrink, board.rows(), bytes.data());
    convolve({.channels = layout.channels,
              .taps = board.taps(),
              .rows = board.sites(),
              .sources = board.sources().data(),
              .kernel = reinterpret_cast<const std::int8_t*>(block.kernel.data()),
              .in = bytes.data(),
              .out = sums.data()},
             widest_);
    add_block(sums.data(), block.grow.data(), bias.data(), board.sites(), layout.channels, x.data());
    board.complete(x.data(), layout.channels);
  }
  return network_.heads(x.data(), places, scores);
}

std::size_t QuantizedNetwork::bytes() const noexcept {
  const NetworkLayout& layout = network_.layout();
  const std::size_t kernel = layout.taps * layout.channels * layout.channels;
  return 4 * (layout.size - layout.blocks * kernel) + layout.blocks * (kernel + 8 * layout.channels);
}

}  // namespace ludex::agents::model
