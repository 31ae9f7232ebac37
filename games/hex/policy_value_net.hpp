// PolicyValueNet: a small convolutional network that predicts good cells and the winner from the stones
// alone, for the mover. Its weights are learned from Ludex's own games (plugins/studies/hex/hex-train.cpp).
//
// The mover sees the board as black does: for white it is mirrored in the long diagonal and the colours are
// exchanged, so one network serves both. Edges are stones beyond the board, two rows deep. The first layer
// reads the 19 cells within two steps; its input is 1 for a stone of the mover, or of the opponent:
//   x_0 = relu(b + sum over cells k and colours of F[colour][k])
// and the others read the seven cells within one step, each adding to its input (He et al., "Deep residual
// learning", CVPR 2016):
//   x_l+1 = x_l + relu(b_l + sum_k W_l[k] x_l)
// A cell's logit is p . x; the value, in (-1, 1), tanh(v . relu(H pools(x) + h) + u), where the pools are
// three numbers per channel: the mean of all cells, the weakest row (the minimum of the rows' maxima) and the
// weakest column. A chain between the mover's edges has a cell in every row, one of the opponent in every
// column, and is as strong as its weakest line.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/abi/types.hpp"
#include "core/util/result.hpp"

namespace ludex::games::hex {

class PolicyValueNet {
 public:
  static constexpr std::size_t kChannels = 32;
  static constexpr std::size_t kLayers = 6;  // after the first
  static constexpr std::size_t kHidden = 32;
  static constexpr std::size_t kFar = 19;
  static constexpr std::size_t kNear = 7;
  static constexpr std::size_t kMaxSide = 19;
  static constexpr std::size_t kPools = 3;  // mean, weakest row, weakest column

  using Vector = std::array<float, kChannels>;
  using Kernel = std::array<std::array<Vector, kChannels>, kNear>;  // [cell][input][output]
  using Pools = std::array<Vector, kPools>;

  // All weights and nothing else: it may be read as an array of floats.
  struct alignas(32) Weights {
    std::array<std::array<Vector, kFar>, 2> stones{};  // the mover's, the opponent's
    Vector bias{};
    std::array<Kernel, kLayers> deep{};
    std::array<Vector, kLayers> deep_bias{};
    Vector policy{};
    std::array<Pools, kHidden> hidden{};
    std::array<float, kHidden> hidden_bias{};
    std::array<float, kHidden> value{};
    std::array<float, 8> value_bias{};  // only the first is used

    [[nodiscard]] std::span<float> numbers() noexcept {
      return {reinterpret_cast<float*>(this), sizeof(Weights) / sizeof(float)};
    }
    [[nodiscard]] std::span<const float> numbers() const noexcept {
      return {reinterpret_cast<const float*>(this), sizeof(Weights) / sizeof(float)};
    }
  };

  // A position as the mover sees it, surrounded by two rows and columns: 0 empty, 1 the mover's, 2 the
  // opponent's, 3 nobody's.
  class Frame {
   public:
    static constexpr std::size_t kRoom = (kMaxSide + 4) * (kMaxSide + 4);
    // `rows` lie between the mover's edges.
    Frame(std::uint32_t rows, std::uint32_t columns) noexcept;
    void set(std::uint32_t row, std::uint32_t column, std::uint8_t code) noexcept {
      codes_[at(row, column)] = code;
    }
    [[nodiscard]] std::size_t at(std::uint32_t row, std::uint32_t column) const noexcept {
      return (row + 2) * stride() + column + 2;
    }
    [[nodiscard]] std::uint8_t code(std::size_t at) const noexcept { return codes_[at]; }
    [[nodiscard]] std::uint32_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::uint32_t columns() const noexcept { return columns_; }
    [[nodiscard]] std::size_t stride() const noexcept { return columns_ + 4; }

   private:
    std::uint32_t rows_;
    std::uint32_t columns_;
    std::array<std::uint8_t, kRoom> codes_;
  };

  // The numbers of a layer: one vector per cell, surrounded by a row and a column of zeros.
  class alignas(32) Plane {
   public:
    static constexpr std::size_t kRoom = (kMaxSide + 2) * (kMaxSide + 2);
    void open(std::uint32_t rows, std::uint32_t columns) noexcept;
    [[nodiscard]] float* at(std::uint32_t row, std::uint32_t column) noexcept {
      return cells_[(row + 1) * stride_ + column + 1].data();
    }
    [[nodiscard]] const float* at(std::uint32_t row, std::uint32_t column) const noexcept {
      return cells_[(row + 1) * stride_ + column + 1].data();
    }
    [[nodiscard]] std::uint32_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::uint32_t columns() const noexcept { return columns_; }
    // Offsets of the cells within one step, in floats.
    [[nodiscard]] std::array<std::ptrdiff_t, kNear> steps() const noexcept;

   private:
    std::uint32_t rows_ = 0;
    std::uint32_t columns_ = 0;
    std::size_t stride_ = 0;
    alignas(32) std::array<Vector, kRoom> cells_;
  };

  // The learned weights, from weights.inc.
  [[nodiscard]] static const Weights& learned_weights();
  explicit PolicyValueNet(const Weights& weights) noexcept : weights_(weights) {}
  [[nodiscard]] const Weights& weights() const noexcept { return weights_; }

  // Writes the logit of every cell, row by row as in the frame, and returns the value for the mover.
  float look(const Frame& frame, float* logits) const noexcept;
  // Pools and outputs of the last layer.
  static void pool(const Plane& top, Pools& pools) noexcept;
  float heads(const Plane& top, float* logits) const noexcept;

  // The parts of look(), for training.
  static void first(const Weights& weights, const Frame& frame, Plane& out) noexcept;
  // out = bias + sum_k kernel[k] in
  static void convolve(const Kernel& kernel, const Vector& bias, const Plane& in, Plane& out) noexcept;
  // gradient[k] += sum over cells of the outer product of in[cell + k] and out[cell]
  static void add_outer(const Plane& in, const Plane& out, Kernel& gradient) noexcept;
  // x_l+1 from x_l, overwriting the sums of convolve()
  static void rectify(const Plane& in, Plane& sums) noexcept;
  static std::array<std::ptrdiff_t, kFar> far_steps(std::size_t stride) noexcept;

  // Two characters per weight. Rounded to 1/512, within +-3.99.
  [[nodiscard]] static std::string to_text(const Weights& weights);
  [[nodiscard]] static Result<Weights> from_text(std::string_view text);

 private:
  Weights weights_;
};

// The network's output for a position, for the mover: white sees it mirrored in the long diagonal. Writes the
// logit of every cell, by the board's numbers, and returns the value. `stones`: the sets of cells of both
// players.
template <class Network, class Stones>
float look_at(const Network& net, const Stones& stones, std::uint32_t width, std::uint32_t height,
              Player mover, float* logits) noexcept {
  PolicyValueNet::Frame frame(mover == 0 ? height : width, mover == 0 ? width : height);
  for (Player p = 0; p < 2; ++p) {
    stones[p].for_each([&](std::uint32_t cell) {
      const std::uint32_t row = mover == 0 ? cell / width : cell % width;
      const std::uint32_t column = mover == 0 ? cell % width : cell / width;
      frame.set(row, column, p == mover ? 1 : 2);
    });
  }
  if (mover == 0) return net.look(frame, logits);
  std::array<float, PolicyValueNet::kMaxSide * PolicyValueNet::kMaxSide> mirrored;
  const float value = net.look(frame, mirrored.data());
  for (std::uint32_t cell = 0; cell < width * height; ++cell)
    logits[cell] = mirrored[cell % width * height + cell / width];
  return value;
}

}  // namespace ludex::games::hex
