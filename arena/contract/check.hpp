// Checks of plug-ins against the contracts of core/contract, in a child process: whatever the plug-in does to
// the process it runs in is a finding.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "arena/host/library.hpp"
#include "core/contract/game_promises.hpp"
#include "core/contract/verdict.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

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
  double call_seconds = 10;  // that one call may take, waits for a busy machine apart
  std::uint32_t memory_mib = 2048;
  bool boxed = false;           // in the sandbox
  bool another_process = true;  // also compare with the answers in a second process
};

struct CheckResult {
  // Why there was nothing to check: it cannot be made with these parameters, no board suits it.
  std::string refusal;
  std::vector<contract::Verdict> verdicts;
  std::vector<std::string> boards;  // played on by an agent
  // Whether a crash, a hang or the like is among it: what a loaded machine or its user may have had a part
  // in.
  bool accident = false;

  // The first broken promise, or nullptr.
  [[nodiscard]] const contract::Verdict* first_broken() const noexcept;
};

// The error says that this machine could not start or hear a child process. `executable` is ludex.
// Thread-safe.
[[nodiscard]] Result<CheckResult> check_plugin(const CheckRequest& request,
                                               const std::filesystem::path& executable);

// The child's side: `ludex --check-plugin REQUEST`. Returns the exit code.
int check_in_this_process(std::string_view request);

}  // namespace ludex::arena
