// A server's access to plug-ins from any thread; keeps the games that have been requested.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/faces/api/json.hpp"
#include "arena/host/plugins/registry.hpp"
#include "arena/run/worker/worker_setup.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::api {

// Thread-safe.
class GameCache {
 public:
  // `texts`: whether clients may set text parameters, which may be commands and files. `folders`: games in
  // their files (*.ID of a game ID with a parameter `file`) are always allowed, by their paths within the
  // folder.
  GameCache(host::Registry registry, bool texts, std::vector<std::string> folders);

  // Makes the game, `id:param=value,...` as text, after checking its contract (contract/game_gate.hpp).
  [[nodiscard]] Result<std::shared_ptr<const Game>> game(const std::string& text);
  [[nodiscard]] Result<std::shared_ptr<const Game>> game(const host::Component& requested);
  // Likewise for the game of a specification's label. Its settings are then also allowed as texts.
  [[nodiscard]] Result<std::shared_ptr<const Game>> logged_game(const host::Component& component);
  // Plug-in data for a worker. Checks parameters, but not whether the agent can play the game.
  [[nodiscard]] Result<run::WorkerSetup::Plugin> plugin(PluginKind kind, const std::string& text);
  [[nodiscard]] Result<run::WorkerSetup::Plugin> plugin(PluginKind kind, const host::Component& requested);

  // Whether there is a plug-in of that kind and id; the ids of all.
  [[nodiscard]] bool knows(PluginKind kind, const std::string& id) const;
  [[nodiscard]] std::vector<std::string> ids(PluginKind kind) const;
  // The available plug-ins of a kind (describe.hpp); games with default parameters, "players", "svg" and
  // "cells".
  [[nodiscard]] Json catalogue(PluginKind kind);
  // {"games": [...], "agents": [...]}: both, and the games in their files.
  [[nodiscard]] std::string plugins_json();
  // One plug-in; a game with these parameters.
  [[nodiscard]] Result<Json> describe(PluginKind kind, const host::Component& requested);
  // {"players", "agents": [{"id", "refusal"}]}: agents and the reasons why some cannot play this game.
  [[nodiscard]] Result<Json> supports(const host::Component& game);
  // The reason why the agent with that id cannot play the game.
  [[nodiscard]] Result<void> supports(const std::string& agent, const Game& game);

  [[nodiscard]] const std::filesystem::path& executable() const noexcept { return registry_.executable(); }

 private:
  [[nodiscard]] Result<std::shared_ptr<const Game>> game_locked(const host::Component& component);
  // The component if a client may ask for it, with the paths of files.
  [[nodiscard]] Result<host::Component> checked(PluginKind kind, Result<host::Component> component);
  [[nodiscard]] const Json& catalogue_locked();
  // A game's file in the folders; unknown names trigger a new search.
  struct GameFile {
    std::string path;
    std::string definitions;  // folder of definitions; empty: none
  };
  void find_files();
  [[nodiscard]] const GameFile* file_of(const std::string& id, const std::string& name);

  std::mutex mutex_;  // guards the members below
  host::Registry registry_;
  const bool texts_;
  std::map<std::string, std::shared_ptr<const Game>> games_;
  Json plugins_;  // without files; null: not made yet
  const std::vector<std::string> folders_;
  std::map<std::pair<std::string, std::string>, GameFile> files_;  // by id and name
  std::set<std::string> allowed_;                                  // "id:param=value" of games in logs
};

}  // namespace ludex::arena::api
