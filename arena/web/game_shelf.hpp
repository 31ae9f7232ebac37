// The plug-ins as a server needs them: games that have been asked for stay made, from any thread.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/host/registry.hpp"
#include "arena/web/json.hpp"
#include "arena/worker/worker_setup.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::web {

// Thread-safe.
class GameShelf {
 public:
  // `texts`: whether parameters that are text may be set by whoever asks. They may be commands and files.
  // `folders`: the games that are files in them (*.ID of a game ID with a parameter `file`) may be
  // played without, by their paths within the folder.
  GameShelf(Registry registry, bool texts, std::vector<std::string> folders);

  // `id:param=value,...`; its contract is looked at before (contract/game_gate.hpp).
  [[nodiscard]] Result<std::shared_ptr<const Game>> game(const std::string& text);
  // The same as a specification's label stands for. Its settings are then allowed as texts, too.
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
  // What is behind the name of a file in the folders; looks again for those that have come since.
  struct GameFile {
    std::string path;
    std::string definitions;  // the folder to look for definitions in; empty: there are none
  };
  void find_files();
  [[nodiscard]] const GameFile* file_of(const std::string& id, const std::string& name);

  std::mutex mutex_;  // guards what follows
  Registry registry_;
  const bool texts_;
  std::map<std::string, std::shared_ptr<const Game>> games_;
  Json plugins_;  // without files; null: not made yet
  const std::vector<std::string> folders_;
  std::map<std::pair<std::string, std::string>, GameFile> files_;  // by id and name
  std::set<std::string> allowed_;                                  // "id:param=value" of games in logs
};

}  // namespace ludex::arena::web
