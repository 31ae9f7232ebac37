// c * sqrt(ln N), evaluated at every node that a simulation passes.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace ludex::agents::mcts {

// sqrt(ln n), so close that a product with it rounds to the correct float except about once in a thousand,
// which near() detects. Cubics through four points each, 64 per octave: with h = 1/64 of n the remainder is
// at most 2 (h / 4)^4 / 4! of the fourth derivative, relatively 1e-10 / 5 at n = 4096, where it is largest.
class RootOfLogarithm {
 public:
  static constexpr std::uint32_t kFirst = 4096;  // the smallest n it supports
  static constexpr double kError = 5e-11;        // relative, with more than room for rounding

  // One table for all: it depends on nothing.
  [[nodiscard]] static const RootOfLogarithm& table() noexcept {
    static const RootOfLogarithm made;
    return made;
  }
  [[nodiscard]] static double exact(std::uint32_t n) noexcept {
    return std::sqrt(std::log(static_cast<double>(n)));
  }
  [[nodiscard]] double near(std::uint32_t n) const noexcept {
    const auto octave = static_cast<std::uint32_t>(std::bit_width(n)) - kFirstWidth;
    const std::uint32_t shift = octave + kFirstWidth - 1 - kBits;
    const Cubic& cubic = cubics_[octave * kPerOctave + (n >> shift) - kPerOctave];
    const double d = static_cast<double>(n & ((std::uint32_t{1} << shift) - 1));
    return cubic[0] + d * cubic[1] + d * d * (cubic[2] + d * cubic[3]);
  }

 private:
  static constexpr std::uint32_t kBits = 6;
  static constexpr std::uint32_t kPerOctave = 1U << kBits;
  static constexpr std::uint32_t kFirstWidth = std::bit_width(kFirst);
  using Cubic = std::array<double, 4>;  // coefficients of powers of the distance from where its part begins

  RootOfLogarithm() noexcept {
    for (std::uint32_t i = 0; i < cubics_.size(); ++i) {
      const double step = std::ldexp(1.0, static_cast<int>(i / kPerOctave + kFirstWidth - 1 - kBits));
      cubics_[i] = through_nodes(step * (kPerOctave + i % kPerOctave), step);
    }
  }
  // Newton's divided differences at the four Chebyshev points of [from, from + step].
  [[nodiscard]] static Cubic through_nodes(double from, double step) noexcept {
    constexpr double kPi = 3.14159265358979323846;
    std::array<double, 4> x{};
    Cubic f{};
    for (std::size_t i = 0; i < 4; ++i) {
      x[i] = step / 2 * (1 - std::cos(kPi * (2 * static_cast<double>(i) + 1) / 8));
      f[i] = std::sqrt(std::log(from + x[i]));
    }
    for (std::size_t order = 1; order < 4; ++order) {
      for (std::size_t i = 3; i >= order; --i) f[i] = (f[i] - f[i - 1]) / (x[i] - x[i - order]);
    }
    // Converts Newton's form to powers.
    for (std::size_t order = 3; order-- > 0;) {
      for (std::size_t i = order; i < 3; ++i) f[i] -= f[i + 1] * x[order];
    }
    return f;
  }

  std::array<Cubic, (33 - kFirstWidth) * kPerOctave> cubics_{};
};

// float(c * sqrt(ln n)) for n >= 1.
class Exploration {
 public:
  explicit Exploration(double c) : c_(c) {
    for (std::uint32_t n = 1; n < RootOfLogarithm::kFirst; ++n)
      table_[n] = static_cast<float>(c_ * RootOfLogarithm::exact(n));
  }
  [[nodiscard]] float operator()(std::uint32_t n) const noexcept {
    if (n < RootOfLogarithm::kFirst) return table_[n];
    const double near = c_ * roots_->near(n);
    const double error = near * RootOfLogarithm::kError;
    const auto below = static_cast<float>(near - error);
    if (below == static_cast<float>(near + error)) [[likely]]
      return below;
    return exactly(n);
  }

 private:
  // Out of line.
  [[nodiscard, gnu::noinline, gnu::cold]] float exactly(std::uint32_t n) const noexcept {
    return static_cast<float>(c_ * RootOfLogarithm::exact(n));
  }

  double c_;
  const RootOfLogarithm* roots_ = &RootOfLogarithm::table();
  alignas(64) std::array<float, RootOfLogarithm::kFirst> table_{};
};

}  // namespace ludex::agents::mcts
