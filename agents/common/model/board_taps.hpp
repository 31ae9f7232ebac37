// The sites that a convolution reads around each site of a board.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/game/draft/features.hpp"

namespace ludex::agents::model {

// A plane has a row of numbers for each site; on boards that are not a grid then one for each site's
// neighbours, their mean; and last a row of zeros, for what is beyond the edge.
//
// Taps of a grid: the site itself, then its six (hexagons) or eight surrounding sites. Taps of other boards:
// the site itself, then its neighbours' mean.
class BoardTaps {
 public:
  explicit BoardTaps(const Features& features);

  [[nodiscard]] std::uint32_t sites() const noexcept { return sites_; }
  [[nodiscard]] std::uint32_t taps() const noexcept { return taps_; }
  [[nodiscard]] std::uint32_t rows() const noexcept { return zero_ + 1; }
  [[nodiscard]] std::uint32_t zero_row() const noexcept { return zero_; }
  // [site][tap]: the row that the tap reads.
  [[nodiscard]] std::span<const std::uint32_t> sources() const noexcept { return sources_; }
  // [row][tap], without the row of zeros: the site whose tap reads the row, or the row of zeros if none does.
  [[nodiscard]] std::span<const std::uint32_t> readers() const noexcept { return readers_; }
  // Empty for grids.
  [[nodiscard]] std::span<const std::vector<std::uint32_t>> neighbours() const noexcept {
    return neighbours_;
  }

  // Fills the rows after those of the sites, each of `channels` numbers.
  void complete(float* plane, std::size_t channels) const noexcept;
  // The slope of complete(): adds the rows of neighbours' means to those of the sites.
  void add_slope_of_means(float* plane, std::size_t channels) const noexcept;

 private:
  std::uint32_t sites_;
  std::uint32_t taps_;
  std::uint32_t zero_;
  std::vector<std::uint32_t> sources_;
  std::vector<std::uint32_t> readers_;
  std::vector<std::vector<std::uint32_t>> neighbours_;
};

}  // namespace ludex::agents::model
