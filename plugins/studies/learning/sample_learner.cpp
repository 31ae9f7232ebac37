#include "plugins/studies/learning/sample_learner.hpp"

#include <algorithm>
#include <cmath>

namespace ludex::studies::learning {

double softmax_surprise(std::span<float> scores, std::span<const float> shares) noexcept {
  if (scores.empty()) return 0;
  const float most = *std::max_element(scores.begin(), scores.end());
  float total = 0;
  for (float& score : scores) total += score = std::exp(score - most);
  double surprise = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i] /= total;
    if (shares[i] > 0)
      surprise += static_cast<double>(shares[i]) *
                  std::log(static_cast<double>(shares[i]) / std::max(static_cast<double>(scores[i]), 1e-30));
  }
  return surprise;
}

}  // namespace ludex::studies::learning
