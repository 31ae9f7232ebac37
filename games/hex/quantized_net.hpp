// QuantizedNet: PolicyValueNet with the layers in integers of eight bits, for searches: more than twice as
// fast (the scheme of B. Jacob et al., "Quantization and training of neural networks for efficient
// integer-arithmetic-only inference", CVPR 2018, without zero points, as only weights are negative here).
//
// Before a layer each number x_i of channel i becomes q_i = min(127, round(x_i / s_i)), with s_i such that
// the largest number seen in positions of random games is 127; the layer's weights of output o become v_io =
// round(s_i w_io / t_o), with t_o such that none exceeds 127. The layer adds
//   relu(t_o sum v_io q_i + b_o)
// in single precision, as do the first layer and the heads. Sums of products are exact and all other steps
// are elementwise in one order, so all processors and all kinds of vectors give the same results.
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
  // q_i of every cell, surrounded by a row and a column of zeros.
  struct alignas(64) Codes {
    std::array<std::uint8_t, Net::Plane::kRoom * Net::kChannels> numbers;
  };

  // The widest instructions to use if the processor has them; results are the same.
  enum class Vectors : std::uint8_t { kAvx512, kNarrower };

  explicit QuantizedNet(const Net::Weights& weights, Vectors widest = Vectors::kAvx512);
  // The network with the weights compiled in.
  [[nodiscard]] static const QuantizedNet& learned();

  // Like PolicyValueNet::look.
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
