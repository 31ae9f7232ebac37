// What is learnt of a stranger's agent without a line of its code in this process: a child in the sandbox
// makes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/host/library.hpp"

namespace ludex::arena {

// A plug-in's file and what lies beside it, but for other plug-ins: they may be an opponent's.
[[nodiscard]] std::vector<std::string> with_company(const std::filesystem::path& file);

// These, and what the settings name; to be appended to `list`.
void add_readable(const std::filesystem::path& file, const Settings& settings,
                  std::vector<std::string>& list);

struct Examination {
  // Of a plug-in and what it is made with.
  struct Made {
    std::filesystem::path file;
    Settings settings;
    bool boxed = false;  // of a game: its code runs in the sandbox, too
  };
  Made agent;
  std::optional<Made> game = {};  // also whether it can play that
  std::vector<std::string> readable =
      {};  // files and folders beside those of the plug-ins and of their settings
};

struct AgentExamined {
  std::string refusal = {};  // why it cannot be made so, or cannot play the game; "": it can
  bool needs_budget = true;
  // How the process ended instead of an answer, as "it died of signal 11 (Segmentation fault)"; "": it
  // answered.
  std::string death = {};
};

// Runs `prober --examine-agent ...` and waits for its end at most `time_limit_ns` of its own time
// (child.hpp). The error says what this machine refused. Thread-safe.
[[nodiscard]] Result<AgentExamined> examine(const Examination& question, const std::filesystem::path& prober,
                                            std::int64_t time_limit_ns);

// The child's side: what main() calls for `ludex --examine-agent TEXT`. Returns the exit code.
int examine_in_this_process(const std::string& text);

}  // namespace ludex::arena
