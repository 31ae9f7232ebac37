// QuantizedNet: what PolicyValueNet makes of a position, with the layers in whole numbers of eight bits, as
// searches ask for it: more than twice as fast (the scheme is that of B. Jacob et al., "Quantization and
// training of neural networks for efficient integer-arithmetic-only inference", CVPR 2018, without zero
// points, as nothing here is negative but weights).
//
// Before a layer each number x_i of channel i becomes q_i = min(127, round(x_i / s_i)), s_i so that the
// largest number seen in positions of random games is 127; the layer's weights of output o become v_io =
// round(s_i w_io / t_o), t_o so that none is beyond 127. What the layer adds is
//   relu(t_o sum v_io q_i + b_o)
// in single precision, as are the first layer and the heads. Sums of products are exact and everything else
// is done number by number in one order, so all processors and all kinds of vectors give the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/abi/types.hpp"
#include "games/hex/policy_value_net.hpp"

namespace ludex::games::hex {

class QuantizedNet {
 public:
  using Net = PolicyValueNet;
  static constexpr std::size_t kGroup = 4;  // inputs whose products are added at once
  static constexpr int kMost = 127;
  static_assert(Net::kChannels % kGroup == 0);

  struct alignas(64) Layer {
    // [cell][group of inputs][output][input of the group]
    std::array<std::int8_t, Net::kNear * Net::kChannels * Net::kChannels> weights;
    Net::Vector shrink;  // 1 / s_i
    Net::Vector grow;    // t_o
    Net::Vector bias;
  };
  // q_i of every cell, with a row and a column of zeros around.
  struct alignas(64) Codes {
    std::array<std::uint8_t, Net::Plane::kRoom * Net::kChannels> numbers;
  };

  // Which instructions are used where the processor has them; the numbers are the same.
  enum class Vectors : std::uint8_t { kAvx512, kNarrower };

  explicit QuantizedNet(const Net::Weights& weights, Vectors widest = Vectors::kAvx512);
  // Of the weights compiled in.
  [[nodiscard]] static const QuantizedNet& learned();

  // As PolicyValueNet::look.
  float look(const Net::Frame& frame, float* logits) const noexcept;

  // For tests.
  [[nodiscard]] const Layer& layer(std::size_t at) const noexcept { return (*layers_)[at]; }

 private:
  using Steps = std::array<std::ptrdiff_t, Net::kNear>;
  using AddRow = void (*)(const Layer& layer, const Steps& steps, const std::uint8_t* in, std::int32_t* out,
                          std::size_t count) noexcept;

  Net net_;
  AddRow add_row_;
  std::unique_ptr<std::array<Layer, Net::kLayers>> layers_;
};

}  // namespace ludex::games::hex
