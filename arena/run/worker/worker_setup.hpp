// Settings that a worker process receives when it starts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/host/plugins/library.hpp"
#include "arena/host/plugins/services.hpp"
#include "arena/model/spec.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

struct WorkerSetup {
  struct Plugin {
    std::string file;
    host::Settings settings;
    bool sandboxed = false;  // of a game: its code runs in the sandbox only
  };
  struct Agent {
    Plugin plugin;
    BudgetSpec budget;
    std::uint32_t memory_mib = 0;  // never 0 here
    std::uint32_t processes = 0;
    bool sandbox = false;
    bool count_threads = false;         // it cannot have more threads than its budget has
    std::vector<std::string> readable;  // in the sandbox: files and folders
  };
  std::vector<Plugin> games;
  std::vector<Agent> agents;
  std::optional<Agent> oracle;
  host::FolderPaths folders;
  std::int64_t start_ns = 0;
  std::int64_t grace_ns = 0;
  AdjudicationSpec adjudication;  // without its oracle
};

[[nodiscard]] std::string to_text(const WorkerSetup& setup);
[[nodiscard]] Result<WorkerSetup> worker_setup_from_text(std::string_view text);

}  // namespace ludex::arena::run
