// CPU time of an agent's child processes, such as a bridge's engine; the agent's own CPU clock excludes it.
#pragma once

namespace ludex {

// Counter of a search report: seconds of CPU time that processes started by the agent used for this move. The
// host logs it.
inline constexpr const char* kEngineCpuCounter = "engine_cpu_seconds";

}  // namespace ludex
