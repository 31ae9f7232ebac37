#include "games/hex/policy_value_net.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <type_traits>

namespace ludex::games::hex {
namespace {

#if defined(__clang__)
// 65,536 characters are what the standard asks for at least; g++ and clang take any length.
#pragma clang diagnostic ignored "-Woverlength-strings"
#endif
constexpr const char* kWeights =
#include "games/hex/weights.inc"
    ;

using Net = PolicyValueNet;
constexpr double kQuantum = 512;
constexpr int kMiddle = 2048;

// Eight floats; what the machine lacks, the compiler splits.
using Lanes [[gnu::vector_size(32)]] = float;
constexpr std::size_t kParts = Net::kChannels / 8;
static_assert(Net::kChannels % 8 == 0 && std::is_trivially_copyable_v<Net::Weights>);

[[gnu::always_inline]] inline void load(Lanes& to, const float* from) noexcept {
  std::memcpy(&to, from, sizeof(Lanes));
}
[[gnu::always_inline]] inline void store(float* to, const Lanes& from) noexcept {
  std::memcpy(to, &from, sizeof(Lanes));
}

// `kCells` neighbouring cells of a row at once, so that a weight is read once for all of them.
template <std::size_t kCells>
[[gnu::always_inline]] inline void convolve_cells(const Net::Kernel& kernel, const Net::Vector& bias,
                                                  const std::array<std::ptrdiff_t, Net::kNear>& steps,
                                                  const float* in, float* out) noexcept {
  Lanes sum[kCells][kParts];
  for (std::size_t c = 0; c < kCells; ++c) {
    for (std::size_t part = 0; part < kParts; ++part) load(sum[c][part], bias.data() + 8 * part);
  }
  for (std::size_t k = 0; k < Net::kNear; ++k) {
    const float* const near = in + steps[k];
    for (std::size_t i = 0; i < Net::kChannels; ++i) {
      const float* const row = kernel[k][i].data();
      for (std::size_t part = 0; part < kParts; ++part) {
        Lanes weight;
        load(weight, row + 8 * part);
        for (std::size_t c = 0; c < kCells; ++c) sum[c][part] += near[c * Net::kChannels + i] * weight;
      }
    }
  }
  for (std::size_t c = 0; c < kCells; ++c) {
    for (std::size_t part = 0; part < kParts; ++part)
      store(out + c * Net::kChannels + 8 * part, sum[c][part]);
  }
}

}  // namespace

Net::Frame::Frame(std::uint32_t rows, std::uint32_t columns) noexcept : rows_(rows), columns_(columns) {
  for (std::uint32_t row = 0; row < rows + 4; ++row) {
    for (std::uint32_t column = 0; column < columns + 4; ++column) {
      const bool line = row < 2 || row >= rows + 2;
      const bool side = column < 2 || column >= columns + 2;
      // What is beyond a corner belongs to nobody.
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

Net::PolicyValueNet(const Weights& weights) noexcept : weights_(weights) {
  for (std::size_t k = 0; k < kFar; ++k) {
    first_[k][1] = weights.stones[0][k];
    first_[k][2] = weights.stones[1][k];
  }
}
const Net& Net::learned() {
  static const auto net = [] {
    const auto weights = from_text(kWeights);
    return std::make_unique<const Net>(weights ? *weights : Weights{});
  }();
  return *net;
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
  const auto steps = in.steps();
  constexpr std::uint32_t kAtOnce = 4;
  for (std::uint32_t row = 0; row < in.rows(); ++row) {
    std::uint32_t column = 0;
    for (; column + kAtOnce <= in.columns(); column += kAtOnce)
      convolve_cells<kAtOnce>(kernel, bias, steps, in.at(row, column), out.at(row, column));
    for (; column < in.columns(); ++column)
      convolve_cells<1>(kernel, bias, steps, in.at(row, column), out.at(row, column));
  }
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
  x->open(frame.rows(), frame.columns());
  const auto steps = far_steps(frame.stride());
  for (std::uint32_t row = 0; row < frame.rows(); ++row) {
    for (std::uint32_t column = 0; column < frame.columns(); ++column) {
      Lanes sum[kParts];
      for (std::size_t part = 0; part < kParts; ++part) load(sum[part], weights_.bias.data() + 8 * part);
      const std::size_t at = frame.at(row, column);
      for (std::size_t k = 0; k < kFar; ++k) {
        const float* const added = first_[k][frame.code(at + static_cast<std::size_t>(steps[k]))].data();
        for (std::size_t part = 0; part < kParts; ++part) {
          Lanes term;
          load(term, added + 8 * part);
          sum[part] += term;
        }
      }
      float* const out = x->at(row, column);
      for (std::size_t part = 0; part < kParts; ++part) store(out + 8 * part, sum[part]);
      for (std::size_t i = 0; i < kChannels; ++i) out[i] = std::max(out[i], 0.0F);
    }
  }
  for (std::size_t layer = 0; layer < kLayers; ++layer) {
    convolve(weights_.deep[layer], weights_.deep_bias[layer], *x, *y);
    rectify(*x, *y);
    std::swap(x, y);
  }
  Vector mean{};
  for (std::uint32_t row = 0; row < frame.rows(); ++row) {
    for (std::uint32_t column = 0; column < frame.columns(); ++column) {
      const float* const here = x->at(row, column);
      float logit = 0;
      for (std::size_t i = 0; i < kChannels; ++i) {
        logit += here[i] * weights_.policy[i];
        mean[i] += here[i];
      }
      *logits++ = logit;
    }
  }
  float value = weights_.value_bias[0];
  const float share = 1.0F / static_cast<float>(frame.rows() * frame.columns());
  for (std::size_t h = 0; h < kHidden; ++h) {
    float sum = weights_.hidden_bias[h];
    for (std::size_t i = 0; i < kChannels; ++i) sum += weights_.hidden[h][i] * mean[i] * share;
    value += weights_.value[h] * std::max(sum, 0.0F);
  }
  return std::tanh(value);
}

// The 64 characters from '0' on, without the backslash and the quotation mark: '\\' becomes 'p'.
std::string Net::to_text(const Weights& weights) {
  std::string text;
  const auto put = [&](int digit) {
    const char c = static_cast<char>('0' + digit);
    text += c == '\\' ? 'p' : c;
  };
  for (const float weight : weights.numbers()) {
    const auto rounded = static_cast<int>(std::lround(static_cast<double>(weight) * kQuantum));
    const int n = std::clamp(rounded + kMiddle, 0, 2 * kMiddle - 1);
    put(n / 64);
    put(n % 64);
  }
  return text;
}

Result<Net::Weights> Net::from_text(std::string_view text) {
  Weights weights;
  const auto numbers = weights.numbers();
  std::size_t at = 0;
  const auto get = [&](int& digit) {
    while (at < text.size() && text[at] == '\n') ++at;
    if (at == text.size()) return false;
    const char c = text[at++];
    digit = (c == 'p' ? '\\' : c) - '0';
    return digit >= 0 && digit < 64;
  };
  for (float& number : numbers) {
    int high = 0;
    int low = 0;
    if (!get(high) || !get(low))
      return Error{"not the weights of this network: character " + std::to_string(at)};
    number = static_cast<float>((high * 64 + low - kMiddle) / kQuantum);
  }
  return weights;
}

}  // namespace ludex::games::hex
