// An agent as an engine for other programs' managers: `ludex uci` and `ludex gtp`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/cli/commands.hpp"
#include "arena/host/registry.hpp"
#include "core/agent/progress.hpp"

namespace ludex::arena::cli {

// What a manager tells piecemeal (a position, moves), told to an agent in the way of a tournament: new_game
// once, then each move once. So an agent plays as it would inside.
class EnginePlayer {
 public:
  // `agent` as on the command line. The seat of a game is that of the first move asked for.
  EnginePlayer(Context& context, const std::string& agent);

  [[nodiscard]] const Component& component() const noexcept { return component_; }
  // The agent is made anew, with this setting, for the next move. Throws Failure if it cannot be.
  void set(const Game& game, const std::string& name, const std::string& value);
  void set_seed(std::uint64_t seed);
  // The next move belongs to a new game.
  void forget() noexcept { playing_ = false; }

  // Makes the agent if it is not there yet: may take a moment. Throws Failure.
  void prepare(const Game& game);
  // How far the agent's search has come; null if it does not say, or is not there yet.
  [[nodiscard]] ProgressSource* progress() const noexcept;
  // The agent's move after `moves`, played from `start`; nothing if it resigns. Throws Failure with the
  // agent's message, or if the move is illegal.
  std::optional<Move> choose(const Position& start, const std::vector<Move>& moves, const Budget& budget,
                             SearchReport& report);

 private:
  void observe(const Position& before, Move move);

  Context& context_;
  Component component_;
  std::uint64_t seed_ = 1;
  AgentPtr agent_;
  bool playing_ = false;
  Player seat_ = 0;
  const Game* game_ = nullptr;
  std::string start_;
  std::vector<Move> told_;
};

// What a manager's clock is not told to be used of: the answer has a way to go.
inline constexpr std::int64_t kManagerOverheadNs = 10'000'000;

}  // namespace ludex::arena::cli
