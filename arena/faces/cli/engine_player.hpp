// An agent as an engine for other programs' managers: `ludex uci` and `ludex gtp`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/faces/cli/commands.hpp"
#include "arena/host/plugins/registry.hpp"
#include "core/agent/progress.hpp"

namespace ludex::arena::cli {

// Turns a manager's messages (a position, moves) into the calls of a tournament: new_game once, then each
// move once, so that the agent plays as it would in Ludex.
class EnginePlayer {
 public:
  // `agent` as on the command line. A game's seat is that of the first move requested.
  EnginePlayer(Context& context, const std::string& agent);

  [[nodiscard]] const host::Component& component() const noexcept { return component_; }
  // Recreates the agent with this setting for the next move. Throws Failure if that is impossible.
  void set(const Game& game, const std::string& name, const std::string& value);
  void set_seed(std::uint64_t seed);
  // The next move belongs to a new game.
  void forget() noexcept { playing_ = false; }

  // Creates the agent if necessary, which may take a moment. Throws Failure.
  void prepare(const Game& game);
  // The progress of the agent's search; null if it reports none or does not exist yet.
  [[nodiscard]] ProgressSource* progress() const noexcept;
  // The agent's move after `moves`, played from `start`; no value if it resigns. Throws Failure with the
  // agent's message, or if the move is illegal.
  std::optional<Move> choose(const Position& start, const std::vector<Move>& moves, const Budget& budget,
                             SearchReport& report);

 private:
  void observe(const Position& before, Move move);

  Context& context_;
  host::Component component_;
  std::uint64_t seed_ = 1;
  host::AgentPtr agent_;
  bool playing_ = false;
  Player seat_ = 0;
  const Game* game_ = nullptr;
  std::string start_;
  std::vector<Move> told_;
};

// Subtracted from the clock, because the answer takes time to reach the manager.
inline constexpr std::int64_t kManagerOverheadNs = 10'000'000;

}  // namespace ludex::arena::cli
