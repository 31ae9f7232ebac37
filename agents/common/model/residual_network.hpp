// A small residual network (He et al., "Deep residual learning", CVPR 2016) with heads for value and policy,
// for any board. It sees the codes and numbers of an observation (ludex.draft.features/1).
//
//   x_0   = relu(b + sum over taps, layers of E[tap][code] + sum over numbers of n N)
//   x_l+1 = x_l + relu(b_l + sum over taps of K_l[tap] x_l + G_l p(x_l))
// with p(x) the mean and the maximum of all sites, by channel (global pooling as in Wu, "Accelerating
// self-play learning in Go", 2019). On a grid the taps are the site and its surrounding ones, and what is
// beyond the edge is a code of its own; on other boards the site and the mean of its neighbours.
//
// The value is tanh(v . relu(H p(x) + h) + u). The logit of a move is
//   to only: t . x[to]      from only: f . x[from]      a pass: s . p(x)
//   both:    t . x[to] + f . x[from] + (P x[from]) . (Q x[to])
// plus a bias of each of the four sorts, and c[kind] . x[last site] for moves of a kind (MovePlace).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "agents/common/model/board_taps.hpp"
#include "agents/common/model/move_places.hpp"
#include "core/game/draft/features.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::model {

// Where the weights of each part begin, in one row of numbers.
struct NetworkLayout {
  static constexpr std::size_t kHidden = 32;  // of the value's head
  static constexpr std::size_t kPair = 16;    // of P and Q

  NetworkLayout(const FeatureShape& shape, std::size_t taps, std::size_t channels, std::size_t blocks);

  [[nodiscard]] std::size_t kernel(std::size_t block) const noexcept {
    return first_block + block * block_size;
  }
  [[nodiscard]] std::size_t bias(std::size_t block) const noexcept {
    return kernel(block) + taps * channels * channels;
  }
  [[nodiscard]] std::size_t pool(std::size_t block) const noexcept { return bias(block) + channels; }

  std::size_t taps;
  std::size_t channels;
  std::size_t blocks;
  std::size_t inputs;      // codes but 0 of every layer, then the edge
  std::size_t embedding;   // [tap][input][channel]
  std::size_t numbers;     // [number][channel]
  std::size_t first_bias;  // [channel]
  std::size_t first_block;
  std::size_t block_size;
  std::size_t to;           // [channel]
  std::size_t from;         // [channel]
  std::size_t kinds;        // [code of the first layer][channel]
  std::size_t pair_from;    // [channel][kPair]
  std::size_t pair_to;      // [channel][kPair]
  std::size_t pass;         // [pool]
  std::size_t sort_bias;    // to, from, both, pass
  std::size_t hidden;       // [pool][kHidden]
  std::size_t hidden_bias;  // [kHidden]
  std::size_t value;        // [kHidden]
  std::size_t value_bias;
  std::size_t size;
};

class ResidualNetwork {
 public:
  // Error: the channels are not 16, 32 or 64, or the board is too large for them.
  [[nodiscard]] static Result<ResidualNetwork> make(const Features& features, std::uint32_t channels,
                                                    std::uint32_t blocks);
  static constexpr std::uint32_t kMostBlocks = 32;
  // Numbers of a plane: two of them are on the stack of look().
  static constexpr std::size_t kMostRoom = 32768;

  [[nodiscard]] const NetworkLayout& layout() const noexcept { return layout_; }
  [[nodiscard]] const BoardTaps& board() const noexcept { return board_; }
  [[nodiscard]] std::span<float> weights() noexcept { return weights_; }
  [[nodiscard]] std::span<const float> weights() const noexcept { return weights_; }
  [[nodiscard]] const float* at(std::size_t offset) const noexcept { return weights_.data() + offset; }

  // The value for the viewer of the observation, and the logits of moves at these places. Thread-safe, does
  // not allocate.
  float look(const std::uint8_t* codes, const float* numbers, std::span<const MovePlace> places,
             float* scores) const noexcept;

  // The parts of look(). Planes have board().rows() * channels numbers.
  void embed(const std::uint8_t* codes, const float* numbers, float* out) const noexcept;
  // Calls visit(site, offset of a row of the embedding, weight) for each term of x_0's sums over codes.
  template <class Visit>
  void for_each_input(const std::uint8_t* codes, Visit&& visit) const;
  // The sums within relu() of a block, for the sites' rows.
  void block_sums(std::size_t block, const float* in, const float* pools, float* out) const noexcept;
  // The numbers that a block adds to the sums of every site.
  void block_bias(std::size_t block, const float* pools, float* out) const noexcept;
  // The value, and the logits of moves at these places, by the plane after the last block.
  float heads(const float* top, std::span<const MovePlace> places, float* scores) const noexcept;
  // [mean, maximum] by channel.
  void pool(const float* plane, float* pools) const noexcept;
  [[nodiscard]] float logit(const MovePlace& place, const float* top, const float* pools) const noexcept;
  // Writes the relu() of the value's head, and returns the value.
  float value(const float* pools, float* hidden) const noexcept;

 private:
  ResidualNetwork(const Features& features, BoardTaps board, const NetworkLayout& layout);

  FeatureShape shape_;
  BoardTaps board_;
  NetworkLayout layout_;
  std::vector<std::size_t> first_input_;  // of each layer, less 1
  std::vector<float> weights_;
};

template <class Visit>
void ResidualNetwork::for_each_input(const std::uint8_t* codes, Visit&& visit) const {
  const std::uint32_t sites = board_.sites();
  const auto row = [&](std::size_t tap, std::size_t input) {
    return layout_.embedding + (tap * layout_.inputs + input) * layout_.channels;
  };
  const auto look_at = [&](std::uint32_t to, std::size_t tap, std::uint32_t site, float weight) {
    for (std::uint32_t layer = 0; layer < shape_.layers; ++layer) {
      const std::uint8_t code = codes[layer * sites + site];
      if (code != 0) visit(to, row(tap, first_input_[layer] + code), weight);
    }
  };
  for (std::uint32_t site = 0; site < sites; ++site) {
    look_at(site, 0, site, 1);
    if (!board_.neighbours().empty()) {
      const std::vector<std::uint32_t>& near = board_.neighbours()[site];
      for (const std::uint32_t other : near) look_at(site, 1, other, 1 / static_cast<float>(near.size()));
      continue;
    }
    for (std::uint32_t tap = 1; tap < board_.taps(); ++tap) {
      const std::uint32_t source = board_.sources()[site * board_.taps() + tap];
      if (source == board_.zero_row()) {
        visit(site, row(tap, layout_.inputs - 1), 1.0F);
      } else {
        look_at(site, tap, source, 1);
      }
    }
  }
}

}  // namespace ludex::agents::model
