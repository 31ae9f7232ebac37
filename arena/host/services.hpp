// What this process lends to plug-ins: its log, its oneTBB threads, folders to write in and how long it
// waits.
#pragma once

#include <cstdint>
#include <string>

#include "core/abi/host_services.hpp"

namespace ludex::arena {

// Constant, valid until the process ends; thread-safe.
[[nodiscard]] const HostServices& host_services() noexcept;

// What ludex.draft.folders/1 answers: absolute paths. Until set there are no transcripts, and scratch is the
// default.
struct FolderPaths {
  std::string transcripts;
  std::string scratch;
};
// `ludex-scratch` in the temporary folder.
[[nodiscard]] std::string default_scratch();
// For plug-ins that ask from now on; what was told before stays valid.
void set_folders(const FolderPaths& paths);
// What ludex.draft.patience/1 answers; until set nobody is waited for with a limit. Thread-safe.
void set_patience(std::int64_t start_ns, std::int64_t grace_ns);

// How often plug-ins of this process have called parallel_for from threads of their own, which the contract
// forbids. Thread-safe.
[[nodiscard]] std::uint64_t foreign_calls() noexcept;

}  // namespace ludex::arena
