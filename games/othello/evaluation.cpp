#include "games/othello/evaluation.hpp"

#include <algorithm>
#include <cmath>

namespace ludex::games::othello {
namespace {

constexpr const char* kWeights[] = {
#include "games/othello/weights.inc"
};
constexpr double kQuantum = 20;  // parts of a disc

}  // namespace

std::array<double, Evaluation::kKnots> Evaluation::shares(int discs) noexcept {
  std::array<double, kKnots> result{};
  for (std::size_t k = 0; k < kKnots; ++k) {
    result[k] = 1;
    for (std::size_t j = 0; j < kKnots; ++j) {
      if (j == k) continue;
      result[k] *= static_cast<double>(discs - kKnotDiscs[j]) / (kKnotDiscs[k] - kKnotDiscs[j]);
    }
  }
  return result;
}

Evaluation::Evaluation(std::span<const float> values)
    : table_(std::size_t{kStages} * Patterns::kConfigurations) {
  const auto class_of = patterns_->class_of();
  std::vector<std::int16_t> by_class(patterns_->classes());
  for (int stage = 0; stage < kStages; ++stage) {
    const auto share = shares(kFirstStage + stage);
    for (std::size_t c = 0; c < by_class.size(); ++c) {
      double weight = 0;
      for (std::size_t k = 0; k < kKnots; ++k)
        weight += share[k] * static_cast<double>(values[c * kKnots + k]);
      by_class[c] = static_cast<std::int16_t>(std::clamp(std::lround(weight * 100), -32000L, 32000L));
    }
    std::int16_t* const row = table_.data() + static_cast<std::size_t>(stage) * Patterns::kConfigurations;
    for (std::uint32_t i = 0; i < Patterns::kConfigurations; ++i) row[i] = by_class[class_of[i]];
  }
}

std::string Evaluation::to_text(std::span<const float> values) {
  std::string text;
  const auto put = [&](std::uint32_t n) {
    for (;;) {
      const std::uint32_t digit = n & 31U;
      n >>= 5;
      text += static_cast<char>('0' + digit + (n != 0 ? 32 : 0));
      if (n == 0) return;
    }
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto rounded = static_cast<std::int32_t>(std::lround(static_cast<double>(values[i]) * kQuantum));
    put(static_cast<std::uint32_t>(rounded < 0 ? -2 * rounded - 1 : 2 * rounded));
    if (rounded != 0) continue;
    std::size_t run = 0;
    while (i + 1 < values.size() && std::lround(static_cast<double>(values[i + 1]) * kQuantum) == 0)
      ++run, ++i;
    put(static_cast<std::uint32_t>(run));
  }
  return text;
}

Result<Evaluation> Evaluation::from_text(std::string_view text) {
  const std::size_t wanted = std::size_t{Patterns::instance().classes()} * kKnots;
  std::vector<float> values;
  values.reserve(wanted);
  std::size_t at = 0;
  const auto get = [&](std::uint32_t& n) {
    n = 0;
    for (unsigned shift = 0; at < text.size() && shift < 30; shift += 5) {
      const auto digit = static_cast<std::uint32_t>(text[at++] - '0');
      if (digit >= 64) return false;
      n |= (digit & 31U) << shift;
      if (digit < 32) return true;
    }
    return false;
  };
  while (at < text.size()) {
    std::uint32_t n = 0;
    if (!get(n)) return Error{"weights: bad character " + std::to_string(at)};
    const auto value = static_cast<double>(n / 2) * (n % 2 == 0 ? 1 : -1) - (n % 2 == 0 ? 0 : 1);
    values.push_back(static_cast<float>(value / kQuantum));
    if (n != 0) continue;
    std::uint32_t run = 0;
    if (!get(run) || values.size() + run > wanted) return Error{"weights: bad run at " + std::to_string(at)};
    values.insert(values.end(), run, 0.0F);
  }
  if (values.size() != wanted)
    return Error{"weights: " + std::to_string(values.size()) + " values, expected " + std::to_string(wanted)};
  return Evaluation(values);
}

const Evaluation& Evaluation::shipped() {
  static const Evaluation evaluation = [] {
    std::string text;
    for (const char* line : kWeights) text += line;
    auto result = from_text(text);
    if (result) return std::move(*result);
    return Evaluation(std::vector<float>(std::size_t{Patterns::instance().classes()} * kKnots, 0.0F));
  }();
  return evaluation;
}

}  // namespace ludex::games::othello
