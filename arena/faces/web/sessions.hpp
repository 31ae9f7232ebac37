// The page's agents, each in its own worker process, started on demand and ended when idle.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "arena/faces/web/http_server.hpp"
#include "arena/run/worker/interactive.hpp"
#include "arena/run/worker/search_deadlines.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::web {

struct SessionLimits {
  std::size_t sessions = 16;
  std::uint32_t memory_mib = 2048;        // per worker
  std::chrono::seconds idle{600};         // until the worker ends
  std::chrono::seconds search{600};       // limit for a search with any budget
  std::chrono::milliseconds grace{3000};  // to stop after a request
};

// Used on the server's thread.
class Sessions {
 public:
  // `server` must outlive it.
  Sessions(HttpServer& server, std::filesystem::path executable, const SessionLimits& limits);
  ~Sessions();
  Sessions(const Sessions&) = delete;
  Sessions& operator=(const Sessions&) = delete;

  // {"id"}; the worker starts in the background. `game` and `agent` must be valid.
  [[nodiscard]] Result<std::string> open(const run::WorkerSetup::Plugin& game,
                                         const run::WorkerSetup::Plugin& agent);
  // Answers with a stream of JSON lines (arena/run/worker/interactive.hpp), the last of which is "done",
  // "error" or "fault". `time_limit` is for the search. A client that disconnects stops the search.
  void search(const std::string& id, const std::string& request, std::chrono::milliseconds time_limit,
              const ExchangePtr& exchange);
  // Gives one answer.
  void inspect(const std::string& id, const std::string& request, const ExchangePtr& exchange);
  // False if there is no such session.
  bool stop(const std::string& id);
  bool close(const std::string& id);
  [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }

 private:
  using Clock = std::chrono::steady_clock;
  struct Session {
    std::unique_ptr<run::InteractiveWorker> worker;
    Clock::time_point used;
    run::SearchDeadlines deadlines;  // of the present search
    bool fresh = true;
    bool busy = false;
    std::shared_ptr<Stream> stream{};  // of a search
    ExchangePtr exchange{};            // of an inspection
  };

  void begin(Session& session, std::chrono::milliseconds time_limit);
  void poll();
  // Schedules a single check after that time.
  void look_after(std::chrono::milliseconds time);
  // The session if it exists and is idle; else answers with an error.
  [[nodiscard]] Session* idle_session(const std::string& id, const ExchangePtr& exchange);
  // False if the session is over.
  bool look(const std::string& id, Session& session);
  bool fail(const std::string& id, Session& session, const std::string& line);
  void tell(Session& session, const std::string& line, bool last);

  HttpServer& server_;
  const std::filesystem::path executable_;
  const SessionLimits limits_;
  run::Watcher watcher_;
  std::map<std::string, Session> all_;
  std::map<std::string, std::string> ended_;  // final messages of sessions that failed
  std::uint64_t looks_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

// `bytes` random bytes as hexadecimal digits.
[[nodiscard]] std::string random_text(std::size_t bytes);

}  // namespace ludex::arena::web
