// Dense planes and sparse indices of ludex.draft.features/1.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/abi/text.hpp"
#include "core/game/draft/features.hpp"

namespace ludex {

// Observes positions of one game. Channels are the codes but 0 of the first layer, then of the second and so
// on, then the numbers. One thread at a time: it owns the room for codes.
class Observer {
 public:
  explicit Observer(const Features& features)
      : features_(features),
        codes_(std::size_t{features.shape().layers} * features.shape().sites),
        numbers_(features.shape().numbers) {
    for (std::uint32_t layer = 0; layer < shape().layers; ++layer) {
      first_.push_back(coded_);
      coded_ += shape().codes[layer] - 1;
    }
  }
  [[nodiscard]] const FeatureShape& shape() const noexcept { return features_.shape(); }
  [[nodiscard]] std::uint32_t channels() const noexcept { return coded_ + shape().numbers; }
  [[nodiscard]] std::uint32_t coded_channels() const noexcept { return coded_; }
  // Indices are below this.
  [[nodiscard]] std::uint32_t indices() const noexcept { return coded_ * shape().sites; }
  [[nodiscard]] std::string channel_name(std::uint32_t channel) const {
    StringSink name;
    if (channel >= coded_) {
      features_.write_number_name(channel - coded_, name);
      return name.take();
    }
    const auto above = std::upper_bound(first_.begin(), first_.end(), channel);
    const auto layer = static_cast<std::uint32_t>(above - first_.begin() - 1);
    features_.write_code_name(layer, channel - first_[layer] + 1, name);
    return name.take();
  }

  // The codes as `player` sees them, [layer][site], until the next call; numbers() belongs to them.
  const std::uint8_t* codes(const State* state, Player player) noexcept {
    features_.observe(state, player, codes_.data(), numbers_.data());
    return codes_.data();
  }
  [[nodiscard]] const std::vector<float>& numbers() const noexcept { return numbers_; }

  // Writes channels() * sites values, [channel][site]: 0 or 1 for codes; a number fills its plane.
  void planes(const State* state, Player player, float* out) noexcept {
    codes(state, player);
    const std::size_t sites = shape().sites;
    std::fill_n(out, coded_ * sites, 0.0F);
    each_active([&](std::uint32_t index) { out[index] = 1; });
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      std::fill_n(out + (coded_ + i) * sites, sites, numbers_[i]);
  }
  // Writes channel * sites + site of every code but 0, by layer, then by site, at most layers * sites,
  // and returns how many there are; numbers() belongs to them.
  std::uint32_t active(const State* state, Player player, std::uint32_t* out) noexcept {
    codes(state, player);
    std::uint32_t n = 0;
    each_active([&](std::uint32_t index) { out[n++] = index; });
    return n;
  }

 private:
  template <class Visit>
  void each_active(Visit&& visit) const noexcept {
    const std::uint32_t sites = shape().sites;
    for (std::uint32_t layer = 0; layer < shape().layers; ++layer) {
      const std::uint8_t* const codes = codes_.data() + std::size_t{layer} * sites;
      for (std::uint32_t site = 0; site < sites; ++site)
        if (codes[site] != 0) visit((first_[layer] + codes[site] - 1) * sites + site);
    }
  }

  const Features& features_;
  std::vector<std::uint8_t> codes_;  // [layer][site]
  std::vector<float> numbers_;
  std::vector<std::uint32_t> first_;  // channel of each layer
  std::uint32_t coded_ = 0;
};

}  // namespace ludex
