// Answers requests (docs/reference/api-notes.md), whatever they come by.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "arena/faces/api/game_cache.hpp"
#include "arena/faces/api/reply.hpp"
#include "arena/faces/api/search_pool.hpp"

namespace ludex::arena::api {

// A longer request is refused.
inline constexpr std::size_t kLongestRequest = std::size_t{1} << 20;

// Thread-safe.
class Server {
 public:
  // `games` must outlive it.
  Server(GameCache& games, const PoolLimits& limits);

  // Answers the request: searches and games later, by another thread, all else before it returns. Whatever
  // the bytes are, there is an answer, and one that is the last. Not for empty lines. Blocks while there is
  // no room for a search, if the client waits.
  void handle(std::string_view request, const std::shared_ptr<Client>& client);
  // Ends the searches and games of a client.
  void leave(const Client& client);

  [[nodiscard]] SearchPool& pool() noexcept { return pool_; }

 private:
  struct Call;
  void info(const Call& call);
  void games(const Call& call);
  void agents(const Call& call);
  void describe(const Call& call);
  void position(const Call& call);
  void outcome(const Call& call);
  void analyze(const Call& call);
  void play(const Call& call);
  void cancel(const Call& call);

  // Throw Refusal.
  [[nodiscard]] host::Component component_of(PluginKind kind, const Json& plugin,
                                             const std::string& key) const;
  [[nodiscard]] std::shared_ptr<const Game> game_of(const Json& request);
  [[nodiscard]] run::WorkerSetup::Plugin plugin_of(PluginKind kind, const Json& plugin,
                                                   const std::string& key);
  // The agent, if it plays the game.
  [[nodiscard]] run::WorkerSetup::Plugin agent_of(const Json& plugin, const std::string& key,
                                                  const Game& game);
  // Refuses `tasks` for which there is no room, if the client does not wait.
  void admit(const Call& call, std::size_t tasks);
  // Waits for room if the client does.
  void submit(const Call& call, std::unique_ptr<Task> task);

  GameCache& games_;
  SearchPool pool_;
};

}  // namespace ludex::arena::api
