// What an agent's own processes use: a bridge's engine is not on the agent's CPU clock.
#pragma once

namespace ludex {

// The counter of a search report in which an agent tells what processes that it has started used for this
// move, in seconds of CPU time. The host logs it.
inline constexpr const char* kEngineCpuCounter = "engine_cpu_seconds";

}  // namespace ludex
