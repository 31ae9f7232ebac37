#include "plugins/studies/learning/tuple_learner.hpp"

#include <atomic>
#include <cmath>

namespace ludex::studies::learning {
namespace {

float load(float& x) noexcept {
  return std::atomic_ref<float>(x).load(std::memory_order_relaxed);
}
void add(float& x, float change) noexcept {
  const std::atomic_ref<float> shared(x);
  shared.store(shared.load(std::memory_order_relaxed) + change, std::memory_order_relaxed);
}

}  // namespace

void TupleLearner::change(std::size_t weight, float recommended) noexcept {
  const float all = load(all_change_[weight]);
  const float step = all > 0 ? std::abs(load(net_change_[weight])) / all : 1;
  add(network_.weights()[weight], rate_ * step * recommended);
  add(net_change_[weight], recommended);
  add(all_change_[weight], std::abs(recommended));
}

float TupleLearner::learn(std::span<const std::uint32_t> lookups, std::span<const float> numbers,
                          float target) noexcept {
  const std::size_t first = network_.table_weights();
  float sum = load(network_.weights().back());
  for (const std::uint32_t weight : lookups) sum += load(network_.weights()[weight]);
  for (std::size_t i = 0; i < numbers.size(); ++i) sum += numbers[i] * load(network_.weights()[first + i]);
  const float value = std::tanh(sum);
  // The slope of tanh at the sum.
  const float recommended = (target - value) * (1 - value * value);
  if (recommended == 0) return value;
  for (const std::uint32_t weight : lookups) change(weight, recommended);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] != 0) change(first + i, recommended * numbers[i]);
  change(first + numbers.size(), recommended);
  return value;
}

}  // namespace ludex::studies::learning
