// Learners of samples: the part of a policy's or network's training that differs.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "agents/common/model/model.hpp"
#include "agents/common/model/model_file.hpp"
#include "plugins/studies/learning/samples.hpp"

namespace ludex::studies::learning {

// Sums over samples.
struct Tally {
  double samples = 0;
  double surprise = 0;        // cross-entropy of the shares of moves less their entropy, in nats
  double value_surprise = 0;  // the same of the result, with (1 + value) / 2 for a win
  double square = 0;          // of the error of the value
};

class SampleLearner {
 public:
  virtual ~SampleLearner() = default;
  // The model as of the last adopt().
  [[nodiscard]] virtual const agents::model::Model& model() const noexcept = 0;
  [[nodiscard]] virtual std::span<float> weights() noexcept = 0;
  // To be called when weights were changed, before model() or add_gradient() is used.
  virtual void adopt() = 0;
  // Adds the gradient of the loss of a sample. Thread-safe for different gradients, each of as many numbers
  // as there are weights.
  virtual void add_gradient(const Sample& sample, std::span<float> gradient, Tally& tally) const = 0;
  [[nodiscard]] virtual agents::model::StoredModel stored() const = 0;
};

// The softmax of `scores` replaces them; returns sum of shares * log(shares / softmax).
double softmax_surprise(std::span<float> scores, std::span<const float> shares) noexcept;

}  // namespace ludex::studies::learning
