// Parameters of the distribution, fitted on the first 250 Win-at-Chess positions by `ludex study
// mtd-train`; README.md has the command.
#pragma once

#include <array>

#include "agents/mtd/distribution.hpp"

namespace ludex::agents::mtd {

inline constexpr std::array<Parameters, 10> kFittedParameters{
    {{1, 3, 0.678270, 0.123807, 0.176818, 0.007895},
     {2, 3, 0.992990, 0.003978, 0.078967, 0.009000},
     {2, 4, 0.478506, 0.190617, 0.168898, 0.007474},
     {3, 4, 0.990346, 0.075743, 0.032234, 0.008836},
     {3, 5, 0.754003, 0.224817, 0.225504, 0.006608},
     {4, 5, 0.996837, 0.075758, 0.185367, 0.006714},
     {4, 6, 0.580856, 0.193569, 0.180507, 0.007359},
     {5, 6, 0.998784, 0.073577, 0.023803, 0.009194},
     {5, 7, 0.851734, 0.135023, 0.165584, 0.007639},
     {6, 7, 0.998683, 0.041630, 0.115846, 0.007889}}};

}  // namespace ludex::agents::mtd
