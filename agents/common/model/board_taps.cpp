#include "agents/common/model/board_taps.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "agents/common/model/board_steps.hpp"

namespace ludex::agents::model {

BoardTaps::BoardTaps(const Features& features) : sites_(features.shape().sites) {
  const bool grid = features.shape().rows != 0;
  std::vector<Step> steps{Step{}};
  if (grid) {
    const std::vector<Step> around = directions(features);
    steps.insert(steps.end(), around.begin(), around.end());
  }
  taps_ = grid ? static_cast<std::uint32_t>(steps.size()) : 2;
  zero_ = grid ? sites_ : 2 * sites_;
  readers_.assign(std::size_t{zero_} * taps_, zero_);
  const BoardSteps board(features.shape());
  for (std::uint32_t site = 0; site < sites_; ++site) {
    for (std::uint32_t tap = 0; tap < taps_; ++tap) {
      std::uint32_t row = tap == 0 ? site : grid ? board.site(site, steps[tap]) : sites_ + site;
      if (row == kNoSite) row = zero_;
      sources_.push_back(row);
      if (row != zero_) readers_[std::size_t{row} * taps_ + tap] = site;
    }
    if (grid) continue;
    std::vector<std::uint32_t>& near = neighbours_.emplace_back(kMaxNeighbours);
    near.resize(features.neighbours(site, near.data()));
  }
}

void BoardTaps::complete(float* plane, std::size_t channels) const noexcept {
  std::fill_n(plane + sites_ * channels, (rows() - sites_) * channels, 0.0F);
  for (std::size_t site = 0; site < neighbours_.size(); ++site) {
    float* const mean = plane + (sites_ + site) * channels;
    const float share = 1 / static_cast<float>(std::max<std::size_t>(neighbours_[site].size(), 1));
    for (const std::uint32_t near : neighbours_[site])
      for (std::size_t i = 0; i < channels; ++i) mean[i] += share * plane[near * channels + i];
  }
}

void BoardTaps::add_slope_of_means(float* plane, std::size_t channels) const noexcept {
  for (std::size_t site = 0; site < neighbours_.size(); ++site) {
    const float* const mean = plane + (sites_ + site) * channels;
    const float share = 1 / static_cast<float>(std::max<std::size_t>(neighbours_[site].size(), 1));
    for (const std::uint32_t near : neighbours_[site])
      for (std::size_t i = 0; i < channels; ++i) plane[near * channels + i] += share * mean[i];
  }
}

}  // namespace ludex::agents::model
