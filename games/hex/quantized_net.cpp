#include "games/hex/quantized_net.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/util/rng.hpp"

#if defined(__x86_64__) && defined(__AVX2__)
#include <immintrin.h>
#define LUDEX_HEX_VECTORS 1
#endif

namespace ludex::games::hex {
namespace {

using Net = PolicyValueNet;

#if defined(LUDEX_HEX_VECTORS)
bool has_vnni() noexcept {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vnni") != 0;
}
namespace vnni {
#define LUDEX_TARGET [[gnu::target("avx512f,avx512vnni")]]
constexpr std::size_t kWidth = 16;
constexpr std::size_t kParts = Net::kChannels % 64 == 0 ? 4 : Net::kChannels % 48 == 0 ? 3 : 2;
constexpr std::size_t kAtOnce = 6;
using Sums = __m512i;
using Weights = __m512i;
LUDEX_TARGET inline void load_weights(Weights& to, const std::int8_t* from) noexcept {
  to = _mm512_load_si512(from);
}
LUDEX_TARGET inline void add_products(Sums& sum, const std::uint8_t* four, const Weights& weights) noexcept {
  std::int32_t inputs;
  std::memcpy(&inputs, four, sizeof inputs);
  sum = _mm512_dpbusd_epi32(sum, _mm512_set1_epi32(inputs), weights);
}
LUDEX_TARGET inline void store_sums(std::int32_t* to, const Sums& from) noexcept {
  _mm512_storeu_si512(to, from);
}
#include "games/hex/convolve_codes.inc"
#undef LUDEX_TARGET
}  // namespace vnni
#endif

namespace plain {
#define LUDEX_TARGET
#if defined(LUDEX_HEX_VECTORS)
constexpr std::size_t kWidth = 8;
constexpr std::size_t kParts = 2;
constexpr std::size_t kAtOnce = 4;
using Sums = __m256i;
using Weights = __m256i;
inline void load_weights(Weights& to, const std::int8_t* from) noexcept {
  to = _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
}
// Two products of at most 127 * 127 each fit into 16 bits.
inline void add_products(Sums& sum, const std::uint8_t* four, const Weights& weights) noexcept {
  std::int32_t inputs;
  std::memcpy(&inputs, four, sizeof inputs);
  const __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi32(inputs), weights);
  sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}
inline void store_sums(std::int32_t* to, const Sums& from) noexcept {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), from);
}
#else
constexpr std::size_t kWidth = 1;
constexpr std::size_t kParts = 8;
constexpr std::size_t kAtOnce = 1;
using Sums = std::int32_t;
using Weights = std::array<std::int8_t, 4>;
inline void load_weights(Weights& to, const std::int8_t* from) noexcept {
  std::memcpy(to.data(), from, 4);
}
inline void add_products(Sums& sum, const std::uint8_t* four, const Weights& weights) noexcept {
  for (std::size_t i = 0; i < 4; ++i) sum += four[i] * weights[i];
}
inline void store_sums(std::int32_t* to, const Sums& from) noexcept {
  *to = from;
}
#endif
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
#if defined(LUDEX_HEX_VECTORS)
  if (widest == Vectors::kAvx512 && has_vnni()) add_row_ = vnni::add_row;
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
