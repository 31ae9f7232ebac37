// A game whose untrusted code never runs in this process: a child in the sandbox answers for it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "arena/host/plugins/library.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::host {

// An extension of such a game; of the plug-in's own it offers ludex.draft.chance/1 only.
class SandboxedGame {
 public:
  static constexpr const char* kId = "ludex.host.boxed-game/1";

  // The child's failure, as "game 'x' died of signal 11 (Segmentation fault)"; "" while it works. Once it has
  // failed, the game's answers since the last question are invalid. Thread-safe.
  [[nodiscard]] virtual std::string failure() const = 0;
  // A game fails instead of waiting once `stop` is non-zero. Null: it never is. Thread-safe.
  virtual void set_stop(const std::uint32_t* stop) const noexcept = 0;

 protected:
  ~SandboxedGame() = default;
};

// Calls set_stop() if the game runs in a child.
void set_stop(const Game& game, const std::uint32_t* stop) noexcept;

// The failure of a game in a child; "" for others.
[[nodiscard]] std::string failure_of(const Game& game);

struct SandboxedGameStart {
  std::string name;            // in messages
  std::filesystem::path file;  // the plug-in
  Settings settings;
  std::filesystem::path executable;         // ludex
  std::int64_t start_ns = 120'000'000'000;  // time limit for its creation, in the child's own time
  std::int64_t call_ns = 10'000'000'000;    // time limit for one answer
};

// The child dies with the calling thread. Each question takes one round trip through pipes. The error
// describes the plug-in's failure, or the machine's.
[[nodiscard]] Result<GamePtr> make_sandboxed_game(SandboxedGameStart start);

// Child side: main() calls it for `ludex --sandboxed-game TEXT`. Returns the exit code.
int sandboxed_game_in_this_process(const std::string& text);

}  // namespace ludex::arena::host
