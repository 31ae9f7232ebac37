// A child process that does everything with plug-ins that a tournament does before its first game.
#pragma once

#include <cstdint>
#include <string>

#include "arena/host/plugins/registry.hpp"
#include "arena/run/tournament/read_tournament.hpp"

namespace ludex::arena::run {

// All zero if the file has faults, which its reader reports.
struct Rehearsed {
  std::uint64_t spec_hash = 0;  // spec_hash() of what the child has read
  bool competition = false;     // mode: competition
  bool tasks = false;           // an agent may have several threads or processes
};

// Reads the file in a child. Throws Failure with a plug-in's name if the child dies or hangs.
[[nodiscard]] Rehearsed rehearse(const host::Registry& registry, const SpecificationFile& file);

// The child's work; returns its exit code. `request` comes from rehearse().
int rehearse_in_this_process(const std::string& request);

}  // namespace ludex::arena::run
