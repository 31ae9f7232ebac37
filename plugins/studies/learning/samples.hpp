// Positions that a search judged, for learners of policies and networks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agents/common/model/move_places.hpp"
#include "core/game/draft/features.hpp"

namespace ludex::studies::learning {

// A position as its mover sees it, and what it should be worth.
struct Sample {
  std::vector<std::uint8_t> codes;  // [layer][site]
  std::vector<float> numbers;
  std::vector<agents::model::MovePlace> places;  // of the legal moves; none: no policy is learned
  std::vector<float> shares;                     // the policy of the search, by move; they sum to 1
  float value = 0;                               // the return that the mover should expect, in [-1, 1]

  friend bool operator==(const Sample&, const Sample&) = default;
};

// The image of a sample by a permutation of the sites.
void map_sample(const Sample& from, std::span<const std::uint32_t> sites, Sample& to);

// The newest samples, at most `most`.
class SampleWindow {
 public:
  explicit SampleWindow(std::size_t most) : most_(most) {}
  void add(Sample&& sample) {
    samples_.push_back(std::move(sample));
    if (samples_.size() > most_) samples_.pop_front();
  }
  [[nodiscard]] std::size_t size() const noexcept { return samples_.size(); }
  [[nodiscard]] const Sample& operator[](std::size_t i) const noexcept { return samples_[i]; }

  // The bytes of all samples, and back: false if they are not those of samples of this shape.
  [[nodiscard]] std::string bytes() const;
  [[nodiscard]] bool read(std::string_view bytes, const FeatureShape& shape);

 private:
  std::size_t most_;
  std::deque<Sample> samples_;
};

}  // namespace ludex::studies::learning
