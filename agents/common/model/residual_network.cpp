#include "agents/common/model/residual_network.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "agents/common/model/convolution.hpp"

namespace ludex::agents::model {
namespace {

constexpr std::size_t kMostChannels = 64;

// `n` is a multiple of 8: eight separate sums, which compilers turn into vector instructions.
float dot(const float* a, const float* b, std::size_t n) noexcept {
  float sum[8] = {};
  for (std::size_t i = 0; i < n; i += 8)
    for (std::size_t k = 0; k < 8; ++k) sum[k] += a[i + k] * b[i + k];
  return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}
// out[columns] += x[rows] matrix[rows][columns].
void add_product(const float* x, const float* matrix, std::size_t rows, std::size_t columns,
                 float* out) noexcept {
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < columns; ++k) out[k] += x[i] * matrix[i * columns + k];
}

}  // namespace

NetworkLayout::NetworkLayout(const FeatureShape& shape, std::size_t taps_, std::size_t channels_,
                             std::size_t blocks_)
    : taps(taps_), channels(channels_), blocks(blocks_), inputs(1), size(0) {
  for (std::uint32_t layer = 0; layer < shape.layers; ++layer) inputs += shape.codes[layer] - 1;
  const auto take = [&](std::size_t count) { return std::exchange(size, size + count); };
  embedding = take(taps * inputs * channels);
  numbers = take(shape.numbers * channels);
  first_bias = take(channels);
  block_size = (taps * channels + 1 + 2 * channels) * channels;
  first_block = take(blocks * block_size);
  to = take(channels);
  from = take(channels);
  kinds = take(shape.codes[0] * channels);
  pair_from = take(channels * kPair);
  pair_to = take(channels * kPair);
  pass = take(2 * channels);
  sort_bias = take(4);
  hidden = take(2 * channels * kHidden);
  hidden_bias = take(kHidden);
  value = take(kHidden);
  value_bias = take(1);
}

Result<ResidualNetwork> ResidualNetwork::make(const Features& features, std::uint32_t channels,
                                              std::uint32_t blocks) {
  if ((channels != 16 && channels != 32 && channels != 64) || blocks > kMostBlocks)
    return Error{"a network has 16, 32 or 64 channels and at most " + std::to_string(kMostBlocks) +
                 " blocks"};
  BoardTaps board(features);
  if (std::size_t{board.rows()} * channels > kMostRoom)
    return Error{"the board is too large for a network of " + std::to_string(channels) + " channels"};
  const NetworkLayout layout(features.shape(), board.taps(), channels, blocks);
  return ResidualNetwork(features, std::move(board), layout);
}

ResidualNetwork::ResidualNetwork(const Features& features, BoardTaps board, const NetworkLayout& layout)
    : shape_(features.shape()), board_(std::move(board)), layout_(layout), weights_(layout.size) {
  std::size_t input = 0;
  for (std::uint32_t layer = 0; layer < shape_.layers; ++layer) {
    first_input_.push_back(input - 1);
    input += shape_.codes[layer] - 1;
  }
}

void ResidualNetwork::embed(const std::uint8_t* codes, const float* numbers, float* out) const noexcept {
  const std::size_t channels = layout_.channels;
  std::array<float, kMostChannels> start{};
  std::copy_n(at(layout_.first_bias), channels, start.data());
  add_product(numbers, at(layout_.numbers), shape_.numbers, channels, start.data());
  for (std::uint32_t site = 0; site < board_.sites(); ++site)
    std::copy_n(start.data(), channels, out + site * channels);
  for_each_input(codes, [&](std::uint32_t site, std::size_t row, float weight) {
    const float* const added = at(row);
    float* const to = out + site * channels;
    for (std::size_t i = 0; i < channels; ++i) to[i] += weight * added[i];
  });
  for (std::size_t i = 0; i < board_.sites() * channels; ++i) out[i] = std::max(out[i], 0.0F);
  board_.complete(out, channels);
}

void ResidualNetwork::pool(const float* plane, float* pools) const noexcept {
  const std::size_t channels = layout_.channels;
  float* const mean = pools;
  float* const most = pools + channels;
  std::copy_n(plane, channels, mean);
  std::copy_n(plane, channels, most);
  for (std::uint32_t site = 1; site < board_.sites(); ++site) {
    const float* const x = plane + site * channels;
    for (std::size_t i = 0; i < channels; ++i) {
      mean[i] += x[i];
      most[i] = std::max(most[i], x[i]);
    }
  }
  const float share = 1 / static_cast<float>(board_.sites());
  for (std::size_t i = 0; i < channels; ++i) mean[i] *= share;
}

void ResidualNetwork::block_bias(std::size_t block, const float* pools, float* out) const noexcept {
  std::copy_n(at(layout_.bias(block)), layout_.channels, out);
  add_product(pools, at(layout_.pool(block)), 2 * layout_.channels, layout_.channels, out);
}

void ResidualNetwork::block_sums(std::size_t block, const float* in, const float* pools,
                                 float* out) const noexcept {
  std::array<float, kMostChannels> bias;
  block_bias(block, pools, bias.data());
  convolve({.channels = layout_.channels,
            .taps = board_.taps(),
            .rows = board_.sites(),
            .sources = board_.sources().data(),
            .kernel = at(layout_.kernel(block)),
            .bias = bias.data(),
            .in = in,
            .out = out});
}

float ResidualNetwork::logit(const MovePlace& place, const float* top, const float* pools) const noexcept {
  const std::size_t channels = layout_.channels;
  const bool from = place.from != kNoSite;
  const bool to = place.to != kNoSite;
  const float* const bias = at(layout_.sort_bias);
  if (!from && !to) return bias[3] + dot(pools, at(layout_.pass), 2 * channels);
  float sum = bias[from && to ? 2 : from ? 1 : 0];
  const float* const x = top + place.from * channels;
  const float* const y = top + place.to * channels;
  if (to) sum += dot(y, at(layout_.to), channels);
  if (from) sum += dot(x, at(layout_.from), channels);
  if (from && to) {
    std::array<float, NetworkLayout::kPair> left{};
    std::array<float, NetworkLayout::kPair> right{};
    add_product(x, at(layout_.pair_from), channels, left.size(), left.data());
    add_product(y, at(layout_.pair_to), channels, right.size(), right.data());
    sum += dot(left.data(), right.data(), left.size());
  }
  if (place.kind != 0)
    sum += dot(top + place.last() * channels, at(layout_.kinds + place.kind * channels), channels);
  return sum;
}

float ResidualNetwork::value(const float* pools, float* hidden) const noexcept {
  constexpr std::size_t kHidden = NetworkLayout::kHidden;
  std::copy_n(at(layout_.hidden_bias), kHidden, hidden);
  add_product(pools, at(layout_.hidden), 2 * layout_.channels, kHidden, hidden);
  for (std::size_t i = 0; i < kHidden; ++i) hidden[i] = std::max(hidden[i], 0.0F);
  return std::tanh(*at(layout_.value_bias) + dot(hidden, at(layout_.value), kHidden));
}

float ResidualNetwork::look(const std::uint8_t* codes, const float* numbers,
                            std::span<const MovePlace> places, float* scores) const noexcept {
  const std::size_t channels = layout_.channels;
  const std::size_t room = board_.sites() * channels;
  std::array<float, kMostRoom> planes[2];
  float* x = planes[0].data();
  float* y = planes[1].data();
  std::array<float, 2 * kMostChannels> pools;
  embed(codes, numbers, x);
  for (std::size_t block = 0; block < layout_.blocks; ++block) {
    pool(x, pools.data());
    block_sums(block, x, pools.data(), y);
    for (std::size_t i = 0; i < room; ++i) y[i] = x[i] + std::max(y[i], 0.0F);
    board_.complete(y, channels);
    std::swap(x, y);
  }
  return heads(x, places, scores);
}

float ResidualNetwork::heads(const float* top, std::span<const MovePlace> places,
                             float* scores) const noexcept {
  std::array<float, 2 * kMostChannels> pools;
  pool(top, pools.data());
  for (std::size_t i = 0; i < places.size(); ++i) scores[i] = logit(places[i], top, pools.data());
  std::array<float, NetworkLayout::kHidden> hidden;
  return value(pools.data(), hidden.data());
}

}  // namespace ludex::agents::model
