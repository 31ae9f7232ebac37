#include "plugins/studies/learning/network_learner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "agents/common/model/convolution.hpp"
#include "core/util/rng.hpp"

namespace ludex::studies::learning {
namespace {

using agents::model::BoardTaps;
using agents::model::Convolution;
using agents::model::MovePlace;
using agents::model::NetworkLayout;
using agents::model::ResidualNetwork;

// One position's way through the network, and back.
class Pass {
 public:
  Pass(const ResidualNetwork& network, const Sample& sample, std::span<const float> transposed,
       std::span<float> gradient)
      : network_(network),
        layout_(network.layout()),
        board_(network.board()),
        channels_(layout_.channels),
        room_(board_.rows() * channels_),
        sample_(sample),
        transposed_(transposed),
        gradient_(gradient),
        planes_((layout_.blocks + 1) * room_),
        sums_(layout_.blocks * room_),
        pools_((layout_.blocks + 1) * 2 * channels_),
        slope_(room_),
        below_(room_) {}

  void run(Tally& tally) {
    forward(tally);
    heads();
    for (std::size_t block = layout_.blocks; block-- > 0;) back_through(block);
    back_to_inputs();
  }

 private:
  [[nodiscard]] float* plane(std::size_t i) noexcept { return planes_.data() + i * room_; }
  [[nodiscard]] float* pools(std::size_t i) noexcept { return pools_.data() + i * 2 * channels_; }
  [[nodiscard]] float* gradient(std::size_t offset) noexcept { return gradient_.data() + offset; }

  void forward(Tally& tally) {
    network_.embed(sample_.codes.data(), sample_.numbers.data(), plane(0));
    for (std::size_t block = 0; block < layout_.blocks; ++block) {
      const float* const x = plane(block);
      float* const y = sums_.data() + block * room_;
      network_.pool(x, pools(block));
      network_.block_sums(block, x, pools(block), y);
      float* const next = plane(block + 1);
      for (std::size_t i = 0; i < board_.sites() * channels_; ++i) next[i] = x[i] + std::max(y[i], 0.0F);
      board_.complete(next, channels_);
    }
    network_.pool(plane(layout_.blocks), pools(layout_.blocks));
    const float* const top = plane(layout_.blocks);
    scores_.resize(sample_.places.size());
    for (std::size_t i = 0; i < scores_.size(); ++i)
      scores_[i] = network_.logit(sample_.places[i], top, pools(layout_.blocks));
    value_ = network_.value(pools(layout_.blocks), hidden_.data());
    tally.surprise += softmax_surprise(scores_, sample_.shares);
    tally.value_surprise += value_surprise();
    tally.square += static_cast<double>((value_ - sample_.value) * (value_ - sample_.value));
    ++tally.samples;
  }

  [[nodiscard]] double value_surprise() const {
    double sum = 0;
    for (const double sign : {1.0, -1.0}) {
      const double wanted = (1 + sign * static_cast<double>(sample_.value)) / 2;
      const double seen = std::max((1 + sign * static_cast<double>(value_)) / 2, 1e-30);
      if (wanted > 0) sum += wanted * std::log(wanted / seen);
    }
    return sum;
  }

  // Adds the outer product of x and slope, [rows][columns], to a part of the gradient, and the matrix times
  // the slope to x_slope.
  void product_slope(const float* x, const float* slope, std::size_t matrix, std::size_t rows,
                     std::size_t columns, float* x_slope) noexcept {
    const float* const weights = network_.at(matrix);
    float* const to = gradient(matrix);
    for (std::size_t i = 0; i < rows; ++i) {
      float sum = 0;
      for (std::size_t k = 0; k < columns; ++k) {
        to[i * columns + k] += x[i] * slope[k];
        sum += weights[i * columns + k] * slope[k];
      }
      x_slope[i] += sum;
    }
  }
  // The same of a dot product with a vector of weights.
  void dot_slope(const float* x, float slope, std::size_t vector, std::size_t size, float* x_slope) noexcept {
    product_slope(x, &slope, vector, size, 1, x_slope);
  }

  void heads() {
    std::vector<float> pool_slope(2 * channels_);
    const float* const top_pools = pools(layout_.blocks);
    const float pull = value_ - sample_.value;
    std::array<float, NetworkLayout::kHidden> hidden_slope{};
    *gradient(layout_.value_bias) += pull;
    dot_slope(hidden_.data(), pull, layout_.value, hidden_.size(), hidden_slope.data());
    for (std::size_t i = 0; i < hidden_.size(); ++i) {
      if (!(hidden_[i] > 0)) hidden_slope[i] = 0;
      gradient(layout_.hidden_bias)[i] += hidden_slope[i];
    }
    product_slope(top_pools, hidden_slope.data(), layout_.hidden, 2 * channels_, hidden_.size(),
                  pool_slope.data());
    for (std::size_t i = 0; i < scores_.size(); ++i)
      back_from_logit(sample_.places[i], scores_[i] - sample_.shares[i], pool_slope.data());
    back_through_pool(plane(layout_.blocks), pool_slope.data(), top_pools);
  }

  void back_from_logit(const MovePlace& place, float slope, float* pool_slope) {
    const bool from = place.from != kNoSite;
    const bool to = place.to != kNoSite;
    float* const bias = gradient(layout_.sort_bias);
    if (!from && !to) {
      bias[3] += slope;
      dot_slope(pools(layout_.blocks), slope, layout_.pass, 2 * channels_, pool_slope);
      return;
    }
    const float* const top = plane(layout_.blocks);
    bias[from && to ? 2 : from ? 1 : 0] += slope;
    if (to)
      dot_slope(top + place.to * channels_, slope, layout_.to, channels_, &slope_[place.to * channels_]);
    if (from)
      dot_slope(top + place.from * channels_, slope, layout_.from, channels_,
                &slope_[place.from * channels_]);
    if (from && to) back_from_pair(place, slope);
    if (place.kind != 0)
      dot_slope(top + place.last() * channels_, slope, layout_.kinds + place.kind * channels_, channels_,
                &slope_[place.last() * channels_]);
  }
  void back_from_pair(const MovePlace& place, float slope) {
    constexpr std::size_t kPair = NetworkLayout::kPair;
    const float* const x = plane(layout_.blocks) + place.from * channels_;
    const float* const y = plane(layout_.blocks) + place.to * channels_;
    std::array<float, kPair> left{};
    std::array<float, kPair> right{};
    for (std::size_t i = 0; i < channels_; ++i) {
      for (std::size_t k = 0; k < kPair; ++k) {
        left[k] += slope * x[i] * network_.at(layout_.pair_from)[i * kPair + k];
        right[k] += slope * y[i] * network_.at(layout_.pair_to)[i * kPair + k];
      }
    }
    product_slope(x, right.data(), layout_.pair_from, channels_, kPair, &slope_[place.from * channels_]);
    product_slope(y, left.data(), layout_.pair_to, channels_, kPair, &slope_[place.to * channels_]);
  }

  // Adds the slope of the pools of a plane to slope_. A maximum's goes to the first site that has it.
  void back_through_pool(const float* x, const float* pool_slope, const float* pools) {
    const float share = 1 / static_cast<float>(board_.sites());
    for (std::uint32_t site = 0; site < board_.sites(); ++site)
      for (std::size_t i = 0; i < channels_; ++i) slope_[site * channels_ + i] += share * pool_slope[i];
    for (std::size_t i = 0; i < channels_; ++i) {
      std::size_t site = 0;
      while (x[site * channels_ + i] != pools[channels_ + i]) ++site;
      slope_[site * channels_ + i] += pool_slope[channels_ + i];
    }
  }

  // slope_ becomes that of the block's input.
  void back_through(std::size_t block) {
    const float* const x = plane(block);
    float* const y = sums_.data() + block * room_;
    const std::size_t size = board_.sites() * channels_;
    for (std::size_t i = 0; i < size; ++i) y[i] = y[i] > 0 ? slope_[i] : 0;
    std::fill(y + size, y + room_, 0.0F);
    std::array<float, 64> bias_slope{};
    for (std::size_t i = 0; i < size; ++i) bias_slope[i % channels_] += y[i];
    for (std::size_t i = 0; i < channels_; ++i) gradient(layout_.bias(block))[i] += bias_slope[i];
    std::vector<float> pool_slope(2 * channels_);
    product_slope(pools(block), bias_slope.data(), layout_.pool(block), 2 * channels_, channels_,
                  pool_slope.data());
    Convolution c{.channels = channels_,
                  .taps = board_.taps(),
                  .rows = board_.sites(),
                  .sources = board_.sources().data(),
                  .kernel = nullptr,
                  .bias = nullptr,
                  .in = x,
                  .out = y};
    agents::model::add_outer(c, gradient(layout_.kernel(block)));
    static constexpr std::array<float, 64> kNothing{};
    c.rows = board_.zero_row();
    c.sources = board_.readers().data();
    c.kernel = transposed_.data() + block * board_.taps() * channels_ * channels_;
    c.bias = kNothing.data();
    c.in = y;
    c.out = below_.data();
    agents::model::convolve(c);
    board_.add_slope_of_means(below_.data(), channels_);
    for (std::size_t i = 0; i < size; ++i) slope_[i] += below_[i];
    back_through_pool(x, pool_slope.data(), pools(block));
  }

  void back_to_inputs() {
    const float* const x = plane(0);
    std::array<float, 64> all{};
    for (std::size_t i = 0; i < board_.sites() * channels_; ++i) {
      if (!(x[i] > 0)) slope_[i] = 0;
      all[i % channels_] += slope_[i];
    }
    for (std::size_t i = 0; i < channels_; ++i) gradient(layout_.first_bias)[i] += all[i];
    for (std::size_t n = 0; n < sample_.numbers.size(); ++n)
      for (std::size_t i = 0; i < channels_; ++i)
        gradient(layout_.numbers)[n * channels_ + i] += sample_.numbers[n] * all[i];
    network_.for_each_input(sample_.codes.data(), [&](std::uint32_t site, std::size_t row, float weight) {
      float* const to = gradient(row);
      const float* const slope = &slope_[site * channels_];
      for (std::size_t i = 0; i < channels_; ++i) to[i] += weight * slope[i];
    });
  }

  const ResidualNetwork& network_;
  const NetworkLayout& layout_;
  const BoardTaps& board_;
  std::size_t channels_;
  std::size_t room_;
  const Sample& sample_;
  std::span<const float> transposed_;
  std::span<float> gradient_;
  std::vector<float> planes_;  // blocks + 1
  std::vector<float> sums_;    // of the blocks, before relu(); then their slopes
  std::vector<float> pools_;   // blocks + 1
  std::vector<float> slope_;   // of the loss by the present plane
  std::vector<float> below_;
  std::vector<float> scores_;  // their softmax
  std::array<float, NetworkLayout::kHidden> hidden_{};
  float value_ = 0;
};

// Fills `count` weights from `offset` on with numbers of this standard deviation (uniform).
void draw(std::span<float> weights, std::size_t offset, std::size_t count, double deviation, Rng& rng) {
  for (std::size_t i = 0; i < count; ++i)
    weights[offset + i] = static_cast<float>((2 * rng.uniform() - 1) * std::sqrt(3.0) * deviation);
}

}  // namespace

NetworkLearner::NetworkLearner(const Game& game, ResidualNetwork network, std::uint64_t seed)
    : network_(std::make_shared<ResidualNetwork>(std::move(network))), model_(game, network_) {
  const NetworkLayout& layout = network_->layout();
  const std::span<float> weights = network_->weights();
  Rng rng = Rng::seeded(seed);
  const auto channels = static_cast<double>(layout.channels);
  const auto taps = static_cast<double>(layout.taps);
  draw(weights, layout.embedding, layout.taps * layout.inputs * layout.channels, 1 / std::sqrt(taps), rng);
  draw(weights, layout.numbers, layout.first_bias - layout.numbers, 0.3, rng);
  for (std::size_t block = 0; block < layout.blocks; ++block) {
    // He et al. 2015, less by the number of blocks that add to each other.
    draw(weights, layout.kernel(block), layout.taps * layout.channels * layout.channels,
         std::sqrt(2 / (taps * channels * static_cast<double>(layout.blocks))), rng);
    draw(weights, layout.pool(block), 2 * layout.channels * layout.channels, 0.3 / std::sqrt(2 * channels),
         rng);
  }
  draw(weights, layout.to, layout.sort_bias - layout.to, 0.1 / std::sqrt(channels), rng);
  draw(weights, layout.pair_from, layout.pass - layout.pair_from, 0.3 / std::sqrt(channels), rng);
  draw(weights, layout.hidden, 2 * layout.channels * NetworkLayout::kHidden, 1 / std::sqrt(2 * channels),
       rng);
  draw(weights, layout.value, NetworkLayout::kHidden, 0.05, rng);
  adopt();
}

// The model reads the weights themselves.
void NetworkLearner::adopt() {
  const NetworkLayout& layout = network_->layout();
  const std::size_t channels = layout.channels;
  transposed_.resize(layout.blocks * layout.taps * channels * channels);
  float* to = transposed_.data();
  for (std::size_t block = 0; block < layout.blocks; ++block) {
    for (std::size_t tap = 0; tap < layout.taps; ++tap, to += channels * channels) {
      const float* const kernel = network_->at(layout.kernel(block)) + tap * channels * channels;
      for (std::size_t i = 0; i < channels; ++i)
        for (std::size_t k = 0; k < channels; ++k) to[k * channels + i] = kernel[i * channels + k];
    }
  }
}

void NetworkLearner::add_gradient(const Sample& sample, std::span<float> gradient, Tally& tally) const {
  Pass(*network_, sample, transposed_, gradient).run(tally);
}

}  // namespace ludex::studies::learning
