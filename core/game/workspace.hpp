// Working memory of a game, held by an agent (ludex.draft.workspaces/1). AgentShell holds it for the agents
// it wraps; other callers that use a game from several threads should hold some too.
#pragma once

#include <cstdint>
#include <memory>

#include "core/abi/types.hpp"
#include "core/game/draft/workspaces.hpp"
#include "core/game/game.hpp"

namespace ludex {

class HeldWorkspaces {
 public:
  // Ensures memory for `threads` threads, >= 1, in calls of `game` at once. Keeps a surplus as long as the
  // game does not change. Does nothing for games that need none.
  [[nodiscard]] Status hold(const Game& game, std::uint32_t threads, TextSink& error) noexcept {
    if (held_ != nullptr && threads <= threads_) return Status::kOk;
    release();
    const auto* const source = find<Workspaces>(game);
    if (source == nullptr) return Status::kOk;
    held_.reset(source->open(threads, error));
    threads_ = threads;
    return held_ != nullptr ? Status::kOk : Status::kOutOfMemory;
  }
  // Call it before the game changes.
  void release() noexcept { held_.reset(); }

 private:
  struct Close {
    void operator()(OpenWorkspaces* held) const noexcept { held->destroy(); }
  };
  std::unique_ptr<OpenWorkspaces, Close> held_;
  std::uint32_t threads_ = 0;
};

}  // namespace ludex
