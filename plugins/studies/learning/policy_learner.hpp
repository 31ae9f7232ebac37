// Learns a linear softmax policy over local patterns: the gradient of the cross-entropy between the search's
// visits and the policy.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "agents/common/model/policy_model.hpp"
#include "core/game/game.hpp"
#include "plugins/studies/learning/sample_learner.hpp"

namespace ludex::studies::learning {

class PolicyLearner final : public SampleLearner {
 public:
  explicit PolicyLearner(const Game& game)
      : patterns_(std::make_shared<const agents::model::LocalPatterns>(game)),
        weights_(patterns_->weights()),
        model_(game, patterns_, weights_) {}

  [[nodiscard]] const agents::model::Model& model() const noexcept override { return model_; }
  void adopt() override { model_.set_weights(weights_); }
  [[nodiscard]] std::span<float> weights() noexcept override { return weights_; }
  void add_gradient(const Sample& sample, std::span<float> gradient, Tally& tally) const override;
  [[nodiscard]] agents::model::StoredModel stored() const override {
    return agents::model::stored_policy(weights_);
  }

 private:
  std::shared_ptr<const agents::model::LocalPatterns> patterns_;
  std::vector<float> weights_;
  agents::model::PolicyModel model_;
};

}  // namespace ludex::studies::learning
