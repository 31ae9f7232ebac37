#include "arena/faces/web/sessions.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <sys/random.h>

#include "arena/faces/web/json.hpp"

namespace ludex::arena::web {
namespace {

constexpr std::chrono::milliseconds kBusyLook{15};
constexpr std::chrono::milliseconds kIdleLook{500};

Response error(unsigned status, const std::string& why) {
  return {status, "application/json", text_of({{"error", why}})};
}

}  // namespace

std::string random_text(std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) {
    unsigned char byte = 0;
    // Without the kernel's random numbers a secret would be unsafe, so abort.
    if (getrandom(&byte, 1, 0) != 1) std::abort();
    text += fmt::format("{:02x}", byte);
  }
  return text;
}

Sessions::Sessions(HttpServer& server, std::filesystem::path executable, const SessionLimits& limits)
    : server_(server), executable_(std::move(executable)), limits_(limits) {}

Sessions::~Sessions() {
  *alive_ = false;
}

Result<std::string> Sessions::open(const run::WorkerSetup::Plugin& game,
                                   const run::WorkerSetup::Plugin& agent) {
  if (all_.size() >= limits_.sessions) {
    // Closes the session that has been idle longest; busy ones stay.
    auto oldest = all_.end();
    for (auto at = all_.begin(); at != all_.end(); ++at) {
      if (!at->second.busy && (oldest == all_.end() || at->second.used < oldest->second.used)) oldest = at;
    }
    constexpr std::chrono::seconds kSilence{20};
    if (oldest == all_.end() || Clock::now() - oldest->second.used < kSilence)
      return Error{fmt::format("{} agents are in use, and no more are allowed at once", limits_.sessions)};
    all_.erase(oldest);
  }
  run::WorkerSetup setup;
  setup.games.push_back(game);
  run::WorkerSetup::Agent seat;
  seat.plugin = agent;
  seat.memory_mib = limits_.memory_mib;
  setup.agents.push_back(std::move(seat));
  auto worker = run::InteractiveWorker::start(watcher_, executable_, setup);
  if (!worker) return Error{worker.error()};
  std::string id = random_text(12);
  // The worker may still be loading when the first search begins.
  constexpr std::chrono::seconds kStart{10};
  all_.emplace(
      id, Session{.worker = std::move(*worker), .used = Clock::now(), .deadlines = {limits_.grace, kStart}});
  look_after(kBusyLook);
  return id;
}

void Sessions::begin(Session& session, std::chrono::milliseconds time_limit) {
  session.used = Clock::now();
  session.busy = true;
  session.deadlines.begin(std::min<std::chrono::milliseconds>(time_limit, limits_.search),
                          std::exchange(session.fresh, false));
  look_after(kBusyLook);
}

Sessions::Session* Sessions::idle_session(const std::string& id, const ExchangePtr& exchange) {
  const auto at = all_.find(id);
  if (at != all_.end() && !at->second.busy) return &at->second;
  const auto ended = ended_.find(id);
  if (at != all_.end()) {
    exchange->answer(error(409, "the agent is still at work"));
  } else if (ended != ended_.end()) {
    exchange->answer({200, "application/x-ndjson", ended->second + "\n"});
  } else {
    exchange->answer(error(404, "there is no such session: it has ended"));
  }
  return nullptr;
}

void Sessions::search(const std::string& id, const std::string& request, std::chrono::milliseconds time_limit,
                      const ExchangePtr& exchange) {
  Session* const session = idle_session(id, exchange);
  if (session == nullptr) return;
  if (!session->worker->ask(request)) return exchange->answer(error(413, "the request is too long"));
  begin(*session, time_limit);
  session->stream = exchange->stream("application/x-ndjson", [this, id, alive = alive_] {
    if (*alive) stop(id);
  });
}

void Sessions::inspect(const std::string& id, const std::string& request, const ExchangePtr& exchange) {
  Session* const session = idle_session(id, exchange);
  if (session == nullptr) return;
  if (!session->worker->ask(request)) return exchange->answer(error(413, "the request is too long"));
  begin(*session, std::chrono::seconds(2));
  session->exchange = exchange;
}

bool Sessions::stop(const std::string& id) {
  const auto at = all_.find(id);
  if (at == all_.end()) return false;
  if (at->second.busy) at->second.deadlines.stop();
  return true;
}

bool Sessions::close(const std::string& id) {
  const auto at = all_.find(id);
  if (at == all_.end()) return false;
  tell(at->second, text_of({{"error", "the session was closed"}}), true);
  all_.erase(at);
  return true;
}

void Sessions::tell(Session& session, const std::string& line, bool last) {
  if (session.stream != nullptr) {
    static_cast<void>(session.stream->write(std::make_shared<std::string>(line + "\n")));
    if (last) session.stream->close();
  } else if (session.exchange != nullptr && last) {
    session.exchange->answer({200, "application/json", line});
  }
  if (!last) return;
  session.stream = nullptr;
  session.exchange = nullptr;
  session.busy = false;
  session.used = Clock::now();
}

// Remembers a session's final message for later requests.
bool Sessions::fail(const std::string& id, Session& session, const std::string& line) {
  constexpr std::size_t kRemembered = 64;
  if (ended_.size() >= kRemembered) ended_.clear();
  ended_[id] = line;
  tell(session, line, true);
  return false;
}

bool Sessions::look(const std::string& id, Session& session) {
  for (int i = 0; i < run::kAnswersAtOnce; ++i) {
    const auto event = session.worker->poll(session.deadlines.killed());
    if (!event) break;
    if (event->fault) {
      const std::string printed = session.worker->printed();
      Json fault{{"termination", to_text(event->fault->reason)}, {"note", event->fault->note}};
      if (!printed.empty()) fault["printed"] = printed;
      return fail(id, session, text_of({{"fault", std::move(fault)}}));
    }
    // The agent may have corrupted the answer, so accept only a JSON object, on one line.
    if (!session.busy) continue;
    const Json answer = Json::parse_if_valid(event->text).value_or(nullptr);
    if (!answer.is_object())
      return fail(id, session, text_of({{"fault", {{"termination", "protocol"}, {"note", run::kNonsense}}}}));
    tell(session, text_of(answer), !answer.contains("progress"));
  }
  if (!session.busy) return Clock::now() - session.used < limits_.idle;
  session.deadlines.look(*session.worker);
  return true;
}

void Sessions::look_after(std::chrono::milliseconds time) {
  server_.after(time, [this, alive = alive_, look = ++looks_] {
    if (*alive && look == looks_) poll();
  });
}

void Sessions::poll() {
  bool busy = false;
  for (auto at = all_.begin(); at != all_.end();) {
    const bool goes_on = look(at->first, at->second);
    busy = busy || at->second.busy;
    at = goes_on ? std::next(at) : all_.erase(at);
  }
  if (!all_.empty()) look_after(busy ? kBusyLook : kIdleLook);
}

}  // namespace ludex::arena::web
