// Adam (Kingma & Ba, "Adam: A method for stochastic optimization", ICLR 2015) with weight decay decoupled
// from the gradient (Loshchilov & Hutter, "Decoupled weight decay regularization", ICLR 2019).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace ludex::games {

class Adam {
 public:
  explicit Adam(std::size_t numbers) : mean_(numbers), square_(numbers) {}

  // Makes a step of about `rate` against `gradient`, a sum over `samples`, and zeroes the gradient.
  void step(std::span<float> numbers, std::span<float> gradient, double samples, double rate, double decay) {
    constexpr double kBeta1 = 0.9;
    constexpr double kBeta2 = 0.999;
    constexpr float kEpsilon = 1e-8F;
    ++steps_;
    const auto scale = static_cast<float>(1 / samples);
    const auto first = static_cast<float>(1 / (1 - std::pow(kBeta1, static_cast<double>(steps_))));
    const auto second = static_cast<float>(1 / (1 - std::pow(kBeta2, static_cast<double>(steps_))));
    const auto size = static_cast<float>(rate);
    const auto shrink = static_cast<float>(1 - rate * decay);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const float d = gradient[i] * scale;
      mean_[i] += static_cast<float>(1 - kBeta1) * (d - mean_[i]);
      square_[i] += static_cast<float>(1 - kBeta2) * (d * d - square_[i]);
      numbers[i] =
          numbers[i] * shrink - size * mean_[i] * first / (std::sqrt(square_[i] * second) + kEpsilon);
      gradient[i] = 0;
    }
  }

  // The state that a training needs to go on later.
  [[nodiscard]] const std::vector<float>& mean() const noexcept { return mean_; }
  [[nodiscard]] const std::vector<float>& square() const noexcept { return square_; }
  [[nodiscard]] std::uint64_t steps() const noexcept { return steps_; }
  void go_on(std::vector<float> mean, std::vector<float> square, std::uint64_t steps) {
    mean_ = std::move(mean);
    square_ = std::move(square);
    steps_ = steps;
  }

 private:
  std::vector<float> mean_;
  std::vector<float> square_;
  std::uint64_t steps_ = 0;
};

}  // namespace ludex::games
