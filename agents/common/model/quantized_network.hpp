// ResidualNetwork with its convolutions in integers of eight bits, to play with (the scheme of B. Jacob et
// al., "Quantization and training of neural networks for efficient integer-arithmetic-only inference", CVPR
// 2018, without zero points: no number of a plane is negative).
//
// Before a block each number x_i of channel i becomes q_i = min(127, round(x_i / s_i)), with s_i such that
// the largest number seen in games of the network is 127; the block's weights of output o become v_io =
// round(s_i K_io / t_o), with t_o such that none exceeds 127. The block adds
//   relu(t_o sum v_io q_i + b_o + G p(x))
// in single precision, as are the first layer and the heads. Sums of products are exact and all other steps
// are elementwise, so all kinds of vectors give the same results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/model/byte_convolution.hpp"
#include "agents/common/model/residual_network.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::model {

class QuantizedNetwork {
 public:
  // The game is the network's. Plays a few games with itself to see how large the numbers become.
  QuantizedNetwork(const Game& game, ResidualNetwork network, ByteVectors widest = ByteVectors::kAvx512);

  // Like ResidualNetwork::look().
  float look(const std::uint8_t* codes, const float* numbers, std::span<const MovePlace> places,
             float* scores) const noexcept;
  // The size of the weights that look() reads.
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  // Each row of a kernel is read as one vector.
  struct alignas(64) Line {
    std::int8_t weights[64];
  };
  struct Block {
    std::vector<Line> kernel;
    std::vector<float> shrink;  // 1 / s_i
    std::vector<float> grow;    // t_o
  };

  // The largest number of each channel before each block: [block][channel].
  [[nodiscard]] std::vector<float> reach(const Game& game) const;
  [[nodiscard]] Block quantize(std::size_t block, const float* reach) const;

  ResidualNetwork network_;
  ByteVectors widest_;
  std::vector<Block> blocks_;
};

}  // namespace ludex::agents::model
