// Examines an agent in a child process, so that none of its code runs in this one. An untrusted agent is
// created in the sandbox; one that depends on external programs (an engine) is tried as it will play.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/host/plugins/library.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/game_clock.hpp"

namespace ludex::arena::host {

// The plug-in's file and the files in its folder, except other plug-ins, which may be an opponent's.
[[nodiscard]] std::vector<std::string> with_company(const std::filesystem::path& file);

// Appends these files, and those that the settings name, to `list`.
void add_readable(const std::filesystem::path& file, const Settings& settings,
                  std::vector<std::string>& list);

struct Examination {
  // A plug-in and its settings.
  struct Made {
    std::filesystem::path file;
    Settings settings;
    bool sandboxed = false;  // of a game: its code runs only in the sandbox
  };
  Made agent;
  std::optional<Made> game = {};  // if given, also checks whether the agent can play it
  std::vector<std::string> readable =
      {};  // files and folders besides those of the plug-ins and their settings
};

// Conditions under which an agent will play.
struct Trial {
  std::vector<Examination::Made> games = {};  // the agent is prepared for each of them
  Budget budget{};                            // for a move; `stop` is ignored
  std::optional<ClockFace> clock = {};        // before the first move
  bool sandbox = false;
  std::string scratch = {};                    // sandbox: the only folder it may write to
  std::optional<std::uint32_t> processes = 0;  // that it may start; no value: unlimited
  std::uint32_t memory_mib = 0;                // 0: unlimited
  std::int64_t start_ns = 0;                   // time limit for preparing for a game
  std::int64_t grace_ns = 0;                   // as HostPatience
};

struct AgentExamined {
  std::string refusal = {};  // the reason why it cannot be created or cannot play the game; "" if it can
  bool needs_budget = true;
  bool wants_tryout = false;  // it offers ludex.draft.tryout/1
  std::string said = {};      // after a trial: the program found, as "'Stockfish 16', 20 options"
  // The end of a process that gave no answer, as "it died of signal 11 (Segmentation fault)"; else "".
  std::string death = {};
};

// Runs `prober --examine-agent ...` and waits for at most `time_limit_ns` of its own time (child.hpp). The
// error describes a failure of this machine. Thread-safe.
[[nodiscard]] Result<AgentExamined> examine(const Examination& question, const std::filesystem::path& prober,
                                            std::int64_t time_limit_ns);

// Likewise for preparing games, with `question.game` empty: calls new_game() and Tryout::try_out() for each
// game of the trial.
[[nodiscard]] Result<AgentExamined> try_out(const Examination& question, const Trial& trial,
                                            const std::filesystem::path& prober);

// Child side: main() calls it for `ludex --examine-agent TEXT`. Returns the exit code.
int examine_in_this_process(const std::string& text);

}  // namespace ludex::arena::host
