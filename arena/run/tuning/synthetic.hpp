// Functions with a known optimum, to measure methods.
#pragma once

#include <cstddef>
#include <cstdint>

#include "arena/run/tuning/space.hpp"
#include "arena/run/tuning/tuner.hpp"
#include "core/abi/enum_text.hpp"

namespace ludex::arena::tuning {

// R. Coulom's five (CLOP, section 4.1): a game is won with probability 1 / (1 + exp(-r(x))), r the sum over
// the dimensions, x in [-1, 1]:
//
//     LOG    2 ln(4 x + 4.1) - 4 x - 3
//     FLAT   0.2 / (1 + 6 (x + 0.6)^2 + (x + 0.6)^3)
//     POWER  0.05 (x + 1)^2 - ((x + 1) / 2)^20
//     ANGLE  1 + sqrt(2) - (x < -0.2 ? 2 sqrt(0.3 - x) : sqrt(x + 2.2))
//     STEP   x < -0.8: -2;  x < -0.3: -2 + 6 (x + 0.8);  x < 0.8: -(x + 0.3) / 1.1;  else -2
enum class Synthetic { kLog, kFlat, kPower, kAngle, kStep };
[[nodiscard]] constexpr auto enum_texts(Synthetic) noexcept {
  return EnumTexts{"log", "flat", "power", "angle", "step"};
}

[[nodiscard]] double synthetic_strength(Synthetic function, const Point& point) noexcept;
// Maximum in one dimension; for STEP the last number below its jump at -0.3.
[[nodiscard]] double synthetic_optimum(Synthetic function) noexcept;
// Simple regret, as in the paper: probability of a win at the optimum minus that at the point.
[[nodiscard]] double simple_regret(Synthetic function, const Point& point) noexcept;
// Result of two games at a point, without draws.
[[nodiscard]] Score synthetic_pair(Synthetic function, const Point& point, Rng& rng) noexcept;
// d real parameters in [-1, 1], default 0.
[[nodiscard]] TuneSpec synthetic_spec(std::size_t dimensions);

}  // namespace ludex::arena::tuning
