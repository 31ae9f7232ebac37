#include "games/hex/policy_value_net.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <type_traits>

#include "core/util/vectors.hpp"
#include "games/common/packed_numbers.hpp"

namespace ludex::games::hex {
namespace {

constexpr const char* kWeights =
#include "games/hex/weights.inc"
    ;

using Net = PolicyValueNet;
constexpr double kQuantum = 512;
static_assert(std::is_trivially_copyable_v<Net::Weights>);

// A layer without its rectification: the same file for each kind of vectors, so that the accumulators of
// several cells stay in registers. Fused multiply-adds run lane by lane in one order, so all kinds give the
// same numbers.
#if LUDEX_HAS_AVX512_LANES
namespace wide {
using namespace vectors::avx512_lanes;
#define LUDEX_TARGET LUDEX_TARGET_AVX512
#include "games/hex/convolve.inc"
#undef LUDEX_TARGET
}  // namespace wide
#endif

namespace plain {
using namespace vectors::lanes;
#define LUDEX_TARGET
#include "games/hex/convolve.inc"
#undef LUDEX_TARGET
}  // namespace plain

}  // namespace

Net::Frame::Frame(std::uint32_t rows, std::uint32_t columns) noexcept : rows_(rows), columns_(columns) {
  for (std::uint32_t row = 0; row < rows + 4; ++row) {
    for (std::uint32_t column = 0; column < columns + 4; ++column) {
      const bool line = row < 2 || row >= rows + 2;
      const bool side = column < 2 || column >= columns + 2;
      // Cells beyond a corner belong to nobody.
      codes_[row * stride() + column] = line && side ? 3 : line ? 1 : side ? 2 : 0;
    }
  }
}

void Net::Plane::open(std::uint32_t rows, std::uint32_t columns) noexcept {
  if (rows == rows_ && columns == columns_) return;
  rows_ = rows;
  columns_ = columns;
  stride_ = columns + 2;
  std::fill_n(cells_.begin(), (rows + 2) * stride_, Vector{});
}
std::array<std::ptrdiff_t, Net::kNear> Net::Plane::steps() const noexcept {
  const auto below = static_cast<std::ptrdiff_t>(stride_ * kChannels);
  constexpr auto kOne = static_cast<std::ptrdiff_t>(kChannels);
  // The last is opposite the first, and so on.
  return {-below, kOne - below, -kOne, 0, kOne, below - kOne, below};
}
std::array<std::ptrdiff_t, Net::kFar> Net::far_steps(std::size_t stride) noexcept {
  std::array<std::ptrdiff_t, kFar> steps{};
  std::size_t n = 0;
  for (int row = -2; row <= 2; ++row) {
    for (int column = -2; column <= 2; ++column) {
      if (std::abs(row + column) <= 2) steps[n++] = row * static_cast<std::ptrdiff_t>(stride) + column;
    }
  }
  return steps;
}

const Net::Weights& Net::learned_weights() {
  static const auto learned = [] {
    const auto weights = from_text(kWeights);
    return std::make_unique<const Weights>(weights ? *weights : Weights{});
  }();
  return *learned;
}

void Net::first(const Weights& weights, const Frame& frame, Plane& out) noexcept {
  out.open(frame.rows(), frame.columns());
  const auto steps = far_steps(frame.stride());
  for (std::uint32_t row = 0; row < frame.rows(); ++row) {
    for (std::uint32_t column = 0; column < frame.columns(); ++column) {
      Vector sum = weights.bias;
      const std::size_t at = frame.at(row, column);
      for (std::size_t k = 0; k < kFar; ++k) {
        const std::uint8_t code = frame.code(at + static_cast<std::size_t>(steps[k]));
        if (code != 1 && code != 2) continue;
        const Vector& added = weights.stones[code - 1U][k];
        for (std::size_t i = 0; i < kChannels; ++i) sum[i] += added[i];
      }
      float* const x = out.at(row, column);
      for (std::size_t i = 0; i < kChannels; ++i) x[i] = std::max(sum[i], 0.0F);
    }
  }
}

void Net::convolve(const Kernel& kernel, const Vector& bias, const Plane& in, Plane& out) noexcept {
  out.open(in.rows(), in.columns());
#if LUDEX_HAS_AVX512_LANES
  if (vectors::has_avx512()) return wide::convolve(kernel, bias, in, out);
#endif
  plain::convolve(kernel, bias, in, out);
}
void Net::add_outer(const Plane& in, const Plane& out, Kernel& gradient) noexcept {
#if LUDEX_HAS_AVX512_LANES
  if (vectors::has_avx512()) return wide::add_outer(in, out, gradient);
#endif
  plain::add_outer(in, out, gradient);
}

void Net::rectify(const Plane& in, Plane& sums) noexcept {
  for (std::uint32_t row = 0; row < in.rows(); ++row) {
    const float* const x = in.at(row, 0);
    float* const y = sums.at(row, 0);
    for (std::size_t i = 0; i < in.columns() * kChannels; ++i) y[i] = x[i] + std::max(y[i], 0.0F);
  }
}

float Net::look(const Frame& frame, float* logits) const noexcept {
  Plane planes[2];
  Plane* x = &planes[0];
  Plane* y = &planes[1];
  first(weights_, frame, *x);
  for (std::size_t layer = 0; layer < kLayers; ++layer) {
    convolve(weights_.deep[layer], weights_.deep_bias[layer], *x, *y);
    rectify(*x, *y);
    std::swap(x, y);
  }
  return heads(*x, logits);
}

void Net::pool(const Plane& top, Pools& pools) noexcept {
  constexpr float kNone = -1e30F;
  std::array<Vector, kMaxSide> columns;
  for (std::uint32_t column = 0; column < top.columns(); ++column) columns[column].fill(kNone);
  auto& [mean, weakest_row, weakest_column] = pools;
  mean.fill(0);
  weakest_row.fill(-kNone);
  weakest_column.fill(-kNone);
  for (std::uint32_t row = 0; row < top.rows(); ++row) {
    Vector most;
    most.fill(kNone);
    for (std::uint32_t column = 0; column < top.columns(); ++column) {
      const float* const here = top.at(row, column);
      for (std::size_t i = 0; i < kChannels; ++i) {
        mean[i] += here[i];
        most[i] = std::max(most[i], here[i]);
        columns[column][i] = std::max(columns[column][i], here[i]);
      }
    }
    for (std::size_t i = 0; i < kChannels; ++i) weakest_row[i] = std::min(weakest_row[i], most[i]);
  }
  const float share = 1.0F / static_cast<float>(top.rows() * top.columns());
  for (std::size_t i = 0; i < kChannels; ++i) {
    mean[i] *= share;
    for (std::uint32_t column = 0; column < top.columns(); ++column)
      weakest_column[i] = std::min(weakest_column[i], columns[column][i]);
  }
}

float Net::heads(const Plane& top, float* logits) const noexcept {
  for (std::uint32_t row = 0; row < top.rows(); ++row) {
    for (std::uint32_t column = 0; column < top.columns(); ++column) {
      const float* const here = top.at(row, column);
      // Eight separate sums, which compilers turn into vector instructions.
      float sum[8] = {};
      for (std::size_t i = 0; i < kChannels; i += 8) {
        for (std::size_t k = 0; k < 8; ++k) sum[k] += here[i + k] * weights_.policy[i + k];
      }
      *logits++ = ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
    }
  }
  Pools pools;
  pool(top, pools);
  float value = weights_.value_bias[0];
  for (std::size_t h = 0; h < kHidden; ++h) {
    float sum[8] = {};
    for (std::size_t p = 0; p < kPools; ++p) {
      for (std::size_t i = 0; i < kChannels; ++i) sum[i % 8] += weights_.hidden[h][p][i] * pools[p][i];
    }
    const float all = ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
    value += weights_.value[h] * std::max(all + weights_.hidden_bias[h], 0.0F);
  }
  return std::tanh(value);
}

std::string Net::to_text(const Weights& weights) {
  std::string text;
  for (const float weight : weights.numbers())
    pack_number(static_cast<int>(std::lround(static_cast<double>(weight) * kQuantum)), text);
  return text;
}

Result<Net::Weights> Net::from_text(std::string_view text) {
  Weights weights;
  auto number = weights.numbers().begin();
  const auto read = unpack_numbers(text, weights.numbers().size(),
                                   [&](int n) { *number++ = static_cast<float>(n / kQuantum); });
  if (!read) return Error{read.error()};
  return weights;
}

}  // namespace ludex::games::hex
