// Services of this process for plug-ins: its log, its oneTBB threads, writable folders and time limits.
#pragma once

#include <cstdint>
#include <string>

#include "core/abi/host_services.hpp"

namespace ludex::arena::host {

// Constant, valid until the process ends; thread-safe.
[[nodiscard]] const HostServices& host_services() noexcept;

// Answers of ludex.draft.folders/1: absolute paths. By default there are no transcripts, and scratch is
// default_scratch().
struct FolderPaths {
  std::string transcripts;
  std::string scratch;
};
// `ludex-scratch` in the temporary folder.
[[nodiscard]] std::string default_scratch();
// Applies to later requests of plug-ins; earlier answers stay valid.
void set_folders(const FolderPaths& paths);
// Sets the answers of ludex.draft.patience/1; there is no limit before. Thread-safe.
void set_patience(std::int64_t start_ns, std::int64_t grace_ns);

// Number of calls of parallel_for by plug-ins from their own threads, which the contract forbids.
// Thread-safe.
[[nodiscard]] std::uint64_t foreign_calls() noexcept;

}  // namespace ludex::arena::host
