#include "games/hex/quantized_net.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/util/rng.hpp"
#include "core/util/vectors.hpp"

namespace ludex::games::hex {
namespace {

using Net = PolicyValueNet;

#if LUDEX_HAS_AVX512_LANES
namespace vnni {
using namespace vectors::vnni_lanes;
constexpr std::size_t kParts = Net::kChannels % 64 == 0 ? 4 : Net::kChannels % 48 == 0 ? 3 : 2;
constexpr std::size_t kAtOnce = 6;
#define LUDEX_TARGET LUDEX_TARGET_VNNI
#include "games/hex/convolve_codes.inc"
#undef LUDEX_TARGET
}  // namespace vnni
#endif

namespace plain {
using namespace vectors::byte_lanes;
constexpr std::size_t kParts = kWidth == 1 ? 8 : 2;
constexpr std::size_t kAtOnce = kWidth == 1 ? 1 : 4;
#define LUDEX_TARGET
#include "games/hex/convolve_codes.inc"
#undef LUDEX_TARGET
}  // namespace plain

// The largest number of each channel before each layer.
std::array<Net::Vector, Net::kLayers> reach_of(const Net::Weights& weights) {
  constexpr std::uint32_t kSide = 11;
  constexpr std::uint32_t kPositions = 48;
  std::array<Net::Vector, Net::kLayers> reach{};
  const auto x = std::make_unique<Net::Plane>();
  const auto y = std::make_unique<Net::Plane>();
  Rng rng = Rng::seeded(1);
  for (std::uint32_t i = 0; i < kPositions; ++i) {
    Net::Frame frame(kSide, kSide);
    for (std::uint32_t stones = i * 2; stones != 0;) {
      const std::uint32_t cell = rng.below(kSide * kSide);
      if (frame.code(frame.at(cell / kSide, cell % kSide)) != 0) continue;
      frame.set(cell / kSide, cell % kSide, static_cast<std::uint8_t>(1 + stones % 2));
      --stones;
    }
    Net::Plane* in = x.get();
    Net::Plane* out = y.get();
    Net::first(weights, frame, *in);
    for (std::size_t layer = 0; layer < Net::kLayers; ++layer) {
      for (std::uint32_t cell = 0; cell < kSide * kSide; ++cell) {
        const float* const here = in->at(cell / kSide, cell % kSide);
        for (std::size_t c = 0; c < Net::kChannels; ++c) reach[layer][c] = std::max(reach[layer][c], here[c]);
      }
      Net::convolve(weights.deep[layer], weights.deep_bias[layer], *in, *out);
      Net::rectify(*in, *out);
      std::swap(in, out);
    }
  }
  return reach;
}

void quantize(const Net::Weights& weights, std::size_t at, const Net::Vector& reach,
              QuantizedNet::Layer& layer) {
  constexpr auto kMost = static_cast<float>(QuantizedNet::kMost);
  Net::Vector scale;
  for (std::size_t i = 0; i < Net::kChannels; ++i) {
    scale[i] = std::max(reach[i], 0.01F) / kMost;
    layer.shrink[i] = 1 / scale[i];
  }
  layer.bias = weights.deep_bias[at];
  const Net::Kernel& kernel = weights.deep[at];
  for (std::size_t o = 0; o < Net::kChannels; ++o) {
    float most = 1e-9F;
    for (const auto& near : kernel) {
      for (std::size_t i = 0; i < Net::kChannels; ++i)
        most = std::max(most, std::fabs(scale[i] * near[i][o]));
    }
    layer.grow[o] = most / kMost;
    for (std::size_t k = 0; k < Net::kNear; ++k) {
      for (std::size_t i = 0; i < Net::kChannels; ++i) {
        const std::size_t group = k * (Net::kChannels / QuantizedNet::kGroup) + i / QuantizedNet::kGroup;
        layer.weights[(group * Net::kChannels + o) * QuantizedNet::kGroup + i % QuantizedNet::kGroup] =
            static_cast<std::int8_t>(std::lround(scale[i] * kernel[k][i][o] / most * kMost));
      }
    }
  }
}

// x / s, rounded: no number is negative.
void encode(const float* in, const Net::Vector& shrink, std::size_t cells, std::uint8_t* out) noexcept {
  for (std::size_t cell = 0; cell < cells; ++cell, in += Net::kChannels, out += Net::kChannels) {
    for (std::size_t i = 0; i < Net::kChannels; ++i) {
      const float x = std::min(in[i] * shrink[i] + 0.5F, 127.0F);
      out[i] = static_cast<std::uint8_t>(static_cast<std::int32_t>(x));
    }
  }
}
void decode(const std::int32_t* sums, const QuantizedNet::Layer& layer, std::size_t cells,
            float* out) noexcept {
  for (std::size_t cell = 0; cell < cells; ++cell, sums += Net::kChannels, out += Net::kChannels) {
    for (std::size_t i = 0; i < Net::kChannels; ++i)
      out[i] += std::max(static_cast<float>(sums[i]) * layer.grow[i] + layer.bias[i], 0.0F);
  }
}

}  // namespace

QuantizedNet::QuantizedNet(const Net::Weights& weights, [[maybe_unused]] Vectors widest)
    : net_(weights), add_row_(plain::add_row), layers_(std::make_unique<std::array<Layer, Net::kLayers>>()) {
#if LUDEX_HAS_AVX512_LANES
  if (widest == Vectors::kAvx512 && vectors::has_vnni()) add_row_ = vnni::add_row;
#endif
  const auto reach = reach_of(weights);
  for (std::size_t at = 0; at < Net::kLayers; ++at) quantize(weights, at, reach[at], (*layers_)[at]);
}

const QuantizedNet& QuantizedNet::learned() {
  static const QuantizedNet net(Net::learned_weights());
  return net;
}

float QuantizedNet::look(const Net::Frame& frame, float* logits) const noexcept {
  Net::Plane x;
  Codes codes;
  Net::first(net_.weights(), frame, x);
  const std::uint32_t rows = frame.rows();
  const std::uint32_t columns = frame.columns();
  const std::size_t stride = columns + 2;
  std::memset(codes.numbers.data(), 0, (rows + 2) * stride * Net::kChannels);
  const auto steps = x.steps();
  std::array<std::int32_t, Net::kMaxSide * Net::kChannels> sums;
  for (const Layer& layer : *layers_) {
    for (std::uint32_t row = 0; row < rows; ++row)
      encode(x.at(row, 0), layer.shrink, columns,
             codes.numbers.data() + ((row + 1) * stride + 1) * Net::kChannels);
    for (std::uint32_t row = 0; row < rows; ++row) {
      add_row_(layer, steps, codes.numbers.data() + ((row + 1) * stride + 1) * Net::kChannels, sums.data(),
               columns);
      decode(sums.data(), layer, columns, x.at(row, 0));
    }
  }
  return net_.heads(x, logits);
}

}  // namespace ludex::games::hex
