// What is learnt of an agent without a line of its code in this process, in a child: a stranger's is made in
// the sandbox; one that depends on what is not Ludex's (an engine) is tried where it is going to play.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/host/library.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/game_clock.hpp"

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

// The conditions under which an agent is going to play.
struct Trial {
  std::vector<Examination::Made> games = {};  // it is prepared for each of them
  Budget budget{};                            // of a move; `stop` is not used
  std::optional<ClockFace> clock = {};        // before the first move
  bool sandbox = false;
  std::string scratch = {};                    // of the sandbox: where alone it may write
  std::optional<std::uint32_t> processes = 0;  // that it may start; nothing: as many as it likes
  std::uint32_t memory_mib = 0;                // 0: no limit of its own
  std::int64_t start_ns = 0;                   // what preparing for a game may take
  std::int64_t grace_ns = 0;                   // as HostPatience
};

struct AgentExamined {
  std::string refusal = {};  // why it cannot be made so, or cannot play the game; "": it can
  bool needs_budget = true;
  bool wants_tryout = false;  // it has ludex.draft.tryout/1
  std::string said = {};      // after a trial: who was found, as "'Stockfish 16', 20 options"
  // How the process ended instead of an answer, as "it died of signal 11 (Segmentation fault)"; "": it
  // answered.
  std::string death = {};
};

// Runs `prober --examine-agent ...` and waits for its end at most `time_limit_ns` of its own time
// (child.hpp). The error says what this machine refused. Thread-safe.
[[nodiscard]] Result<AgentExamined> examine(const Examination& question, const std::filesystem::path& prober,
                                            std::int64_t time_limit_ns);

// The same for the preparations of a game, with `question.game` empty: new_game() and Tryout::try_out() for
// each game of the trial.
[[nodiscard]] Result<AgentExamined> try_out(const Examination& question, const Trial& trial,
                                            const std::filesystem::path& prober);

// The child's side: what main() calls for `ludex --examine-agent TEXT`. Returns the exit code.
int examine_in_this_process(const std::string& text);

}  // namespace ludex::arena
