#include "plugins/studies/learning/policy_learner.hpp"

#include <cstdint>

namespace ludex::studies::learning {

void PolicyLearner::add_gradient(const Sample& sample, std::span<float> gradient, Tally& tally) const {
  const std::uint8_t* const codes = sample.codes.data();
  std::vector<float> scores(sample.places.size());
  for (std::size_t i = 0; i < scores.size(); ++i)
    patterns_->for_each_feature(sample.places[i], codes,
                                [&](std::uint32_t weight) { scores[i] += weights_[weight]; });
  tally.surprise += softmax_surprise(scores, sample.shares);
  ++tally.samples;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const float slope = scores[i] - sample.shares[i];
    patterns_->for_each_feature(sample.places[i], codes,
                                [&](std::uint32_t weight) { gradient[weight] += slope; });
  }
}

}  // namespace ludex::studies::learning
