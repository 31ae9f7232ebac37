// Learns a residual network: the gradient of the cross-entropy between the search's visits and the policy
// plus the squared error of the value (Silver et al. 2018, without their factor).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "agents/common/model/network_model.hpp"
#include "agents/common/model/residual_network.hpp"
#include "core/game/game.hpp"
#include "plugins/studies/learning/sample_learner.hpp"

namespace ludex::studies::learning {

class NetworkLearner final : public SampleLearner {
 public:
  // Draws all weights at random; the logits of moves and the value begin near 0.
  NetworkLearner(const Game& game, agents::model::ResidualNetwork network, std::uint64_t seed);

  [[nodiscard]] const agents::model::Model& model() const noexcept override { return model_; }
  void adopt() override;
  [[nodiscard]] std::span<float> weights() noexcept override { return network_->weights(); }
  void add_gradient(const Sample& sample, std::span<float> gradient, Tally& tally) const override;
  [[nodiscard]] agents::model::StoredModel stored() const override {
    return agents::model::stored_network(*network_);
  }

 private:
  std::shared_ptr<agents::model::ResidualNetwork> network_;
  agents::model::NetworkModel<agents::model::ResidualNetwork> model_;
  std::vector<float> transposed_;  // the kernels as [block][tap][output][input]
};

}  // namespace ludex::studies::learning
