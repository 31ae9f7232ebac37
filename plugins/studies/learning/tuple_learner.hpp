// Temporal coherence learning of a network of n-tuples (Beal & Smith 1999; Bagheri, Thill, Koch & Konen
// 2015).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/model/tuple_network.hpp"

namespace ludex::studies::learning {

// Weights and their step sizes. Several threads may learn at once, without locks (Niu et al. 2011): the
// result then depends on their timing. With one thread it is a function of the samples and their order.
class TupleLearner {
 public:
  // The network outlives the learner. `rate`: the part of an error that one sample corrects at first, 0..1.
  TupleLearner(agents::model::TupleNetwork& network, float rate)
      : network_(network),
        rate_(rate / static_cast<float>(network.lookups() + network.numbers() + 1)),
        net_change_(network.weights().size()),
        all_change_(network.weights().size()) {}

  // A sample: its lookups (TupleNetwork::look), its numbers, and the value that it should have, in [-1, 1].
  // Returns the value that it had. The error is that of the present weights: the positions of a game share
  // weights, and all their errors before the first change would together correct too much.
  float learn(std::span<const std::uint32_t> lookups, std::span<const float> numbers, float target) noexcept;

  // Sums of the recommended changes of each weight, and of their sizes: the step size of a weight is the
  // ratio.
  [[nodiscard]] std::vector<float>& net_change() noexcept { return net_change_; }
  [[nodiscard]] std::vector<float>& all_change() noexcept { return all_change_; }
  [[nodiscard]] const std::vector<float>& net_change() const noexcept { return net_change_; }
  [[nodiscard]] const std::vector<float>& all_change() const noexcept { return all_change_; }

 private:
  void change(std::size_t weight, float recommended) noexcept;

  agents::model::TupleNetwork& network_;
  float rate_;
  std::vector<float> net_change_;
  std::vector<float> all_change_;
};

}  // namespace ludex::studies::learning
