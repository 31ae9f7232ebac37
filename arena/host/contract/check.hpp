// Checks plug-ins against the contracts of core/contract in a child process: any damage to that process is a
// finding.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "arena/host/plugins/library.hpp"
#include "core/contract/game_promises.hpp"
#include "core/contract/verdict.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::host {

enum class CheckLevel : std::uint32_t { kBrief = 0, kQuick = 1, kThorough = 2 };

// A game to play on, for agents.
struct CheckBoard {
  std::string text;  // "hex:size=3"
  std::string file;
  Settings settings;
};

struct CheckRequest {
  std::filesystem::path file;
  PluginKind kind = PluginKind::kGame;
  Settings settings;
  CheckLevel level = CheckLevel::kQuick;
  std::uint64_t seed = 1;
  std::vector<contract::PerftFact> perft;
  std::vector<CheckBoard> boards;
  double call_seconds = 10;  // limit for one call, excluding waits for a busy machine
  std::uint32_t memory_mib = 2048;
  bool sandboxed = false;       // in the sandbox
  bool another_process = true;  // also compares with a second process
};

struct CheckResult {
  // The reason why nothing was checked: invalid parameters, no suitable board.
  std::string refusal;
  std::vector<contract::Verdict> verdicts;
  std::vector<std::string> boards;  // used by an agent's check
  // Whether the findings include a crash, a hang or the like, to which a loaded machine or its user may have
  // contributed.
  bool accident = false;

  // The first broken promise, or nullptr.
  [[nodiscard]] const contract::Verdict* first_broken() const noexcept;
};

// The error means that this machine could not start or read a child process. `executable` is ludex.
// Thread-safe.
[[nodiscard]] Result<CheckResult> check_plugin(const CheckRequest& request,
                                               const std::filesystem::path& executable);

// Child side: `ludex --check-plugin REQUEST`. Returns the exit code.
int check_in_this_process(const std::string& request);

}  // namespace ludex::arena::host
