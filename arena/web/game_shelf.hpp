// The plug-ins as a server needs them: games that have been asked for stay made, from any thread.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "arena/host/registry.hpp"
#include "arena/worker/worker_setup.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::web {

// Thread-safe.
class GameShelf {
 public:
  // `texts`: whether parameters that are text may be set by whoever asks. They may be commands and files.
  GameShelf(Registry registry, bool texts);

  // `id:param=value,...`; its contract is looked at before (contract/game_gate.hpp).
  [[nodiscard]] Result<std::shared_ptr<const Game>> game(const std::string& text);
  // The same as a specification's label stands for.
  [[nodiscard]] Result<std::shared_ptr<const Game>> game(const Component& component);
  // What a worker is told. Parameters are checked, whether agent and game go together is not.
  [[nodiscard]] Result<WorkerSetup::Plugin> plugin(PluginKind kind, const std::string& text);
  // {"games": [...], "agents": [...]}: what there is, with parameters.
  [[nodiscard]] std::string plugins_json();
  // {"agents": [{"id", "refusal"}]}: who plays this game, and why not.
  [[nodiscard]] Result<std::string> supports_json(const std::string& game);

  [[nodiscard]] const std::filesystem::path& executable() const noexcept { return registry_.executable(); }

 private:
  [[nodiscard]] Result<std::shared_ptr<const Game>> game_locked(const Component& component);
  [[nodiscard]] Result<Component> component_of(PluginKind kind, const std::string& text);

  std::mutex mutex_;  // guards what follows
  Registry registry_;
  const bool texts_;
  std::map<std::string, std::shared_ptr<const Game>> games_;
  std::string plugins_;
};

}  // namespace ludex::arena::web
