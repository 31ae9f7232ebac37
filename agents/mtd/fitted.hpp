// Parameters of the distribution, fitted by training.hpp on the first 250 Win-at-Chess positions (README.md
// says how).
#pragma once

#include <array>

#include "agents/mtd/distribution.hpp"

namespace ludex::agents::mtd {

inline constexpr std::array<Parameters, 12> kFittedParameters = kThesisParameters;

}  // namespace ludex::agents::mtd
