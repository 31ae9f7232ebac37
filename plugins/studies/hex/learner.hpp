// Learner: the gradient of PolicyValueNet's loss, and Adam. See hex-train.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/util/rng.hpp"
#include "games/hex/policy_value_net.hpp"
#include "plugins/studies/hex/recorded_games.hpp"
#include "plugins/studies/training/adam.hpp"

namespace ludex::games::hex {

class Learner {
 public:
  using Net = PolicyValueNet;

  // A position of a game: the one before ply number `ply`.
  struct Sample {
    const RecordedGame* game;
    std::uint32_t ply;
  };
  // Sums over samples.
  struct Tally {
    double samples = 0;
    double predicted = 0;      // samples with shares of moves: the next two refer to these
    double cross_entropy = 0;  // of the shares, in nats
    double first = 0;          // the move of the largest share has the largest logit
    double square = 0;         // of the error of the outcome
    double winner = 0;         // the value has the right sign

    [[nodiscard]] std::string text() const;
  };

  // `search_share`: weight of the search's value in the learned outcome.
  Learner(std::uint64_t seed, double value_weight, double search_share = 0);

  void start_from(const Net::Weights& weights) {
    *weights_ = weights;
    transpose();
  }
  [[nodiscard]] const Net::Weights& weights() const noexcept { return *weights_; }
  // The gradient since the last step; for tests.
  [[nodiscard]] const Net::Weights& gradient() const noexcept { return *gradient_; }

  // Forward pass only, compared with the game's outcome.
  void judge(const Sample& sample, Tally& tally);
  // Adds the gradient of one sample, optionally rotated by half a turn.
  void learn(const Sample& sample, bool turned, Tally& tally);
  // Makes a step of Adam with the mean of the gradients since the last one.
  void step(double rate, double decay);

 private:
  // Sets the frame, the shares and the outcome for the mover.
  void look_at(const Sample& sample, bool turned, float search_share);
  void forward(Tally& tally);
  void backward();
  // Adds the slope of one channel's weakest row or column to the cell that determines it.
  void pull_weakest(const Net::Plane& top, std::size_t channel, std::uint32_t lines, std::uint32_t length,
                    float pooled, float slope, bool columns);
  void transpose();

  const float value_weight_;
  const float search_share_;
  std::unique_ptr<Net::Weights> weights_;
  std::unique_ptr<Net::Weights> gradient_;
  Adam adam_;
  std::unique_ptr<std::array<Net::Kernel, Net::kLayers>> transposed_;
  double pending_ = 0;  // samples in gradient_

  // Data of the last sample.
  Net::Frame frame_{1, 1};
  std::vector<float> target_;  // shares of the moves
  bool predicted_ = false;     // it has shares
  float outcome_ = 0;
  std::vector<Net::Plane> x_;  // kLayers + 1
  Net::Plane slope_;           // of the loss in x_
  Net::Plane masked_;
  Net::Plane spread_;
  std::vector<float> pull_;  // of the loss in the logits
  Net::Pools pools_{};
  std::array<float, Net::kHidden> hidden_{};
  float value_ = 0;
};

}  // namespace ludex::games::hex
