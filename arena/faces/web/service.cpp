#include "arena/faces/web/service.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "arena/faces/api/game_cache.hpp"
#include "arena/faces/export/export.hpp"
#include "arena/faces/export/game_labels.hpp"
#include "arena/faces/export/game_text.hpp"
#include "arena/faces/web/api_client.hpp"
#include "arena/faces/web/boards.hpp"
#include "arena/faces/web/gate.hpp"
#include "arena/faces/web/json.hpp"
#include "arena/faces/web/page.hpp"
#include "arena/faces/web/tournaments.hpp"
#include "core/game/extensions.hpp"

namespace ludex::arena::web {
namespace {

using std::chrono::milliseconds;

// Allows no external content, no external requests, and only the page's own scripts.
const std::vector<std::pair<std::string, std::string>> kHeaders{
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src "
     "'self'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cache-Control", "no-store"}};

Response json_response(std::string body) {
  return {200, "application/json", std::move(body)};
}
Response answer_of(Result<std::string> result) {
  return result ? json_response(std::move(*result)) : failed(400, result.error());
}

// The parts of a path between slashes.
std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  std::size_t begin = 1;
  while (begin <= path.size()) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    parts.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::optional<std::uint64_t> number_of(const std::string& text) {
  std::uint64_t value = 0;
  const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || rest != text.data() + text.size()) return std::nullopt;
  return value;
}

// Readers of one changing thing; used by the server's thread.
class Channel {
 public:
  void add(const std::shared_ptr<Stream>& stream) { readers_.insert(stream); }
  void remove(const std::shared_ptr<Stream>& stream) { readers_.erase(stream); }
  [[nodiscard]] bool empty() const noexcept { return readers_.empty(); }
  void tell(const std::shared_ptr<const std::string>& text) {
    std::erase_if(readers_, [&](const auto& reader) { return !reader->write(text); });
  }

  bool due = false;  // a message about a change is scheduled

 private:
  std::set<std::shared_ptr<Stream>> readers_;
};

std::shared_ptr<const std::string> event_text(const char* name, const std::string& data) {
  return std::make_shared<std::string>(fmt::format("event: {}\ndata: {}\n\n", name, data));
}

class PageServer final : public Service {
 public:
  PageServer(ServiceOptions options, host::Registry registry, std::unique_ptr<HttpServer> http)
      : options_(std::move(options)),
        cache_(std::move(registry), options_.allow_texts, options_.results),
        http_(std::move(http)),
        gate_(options_.address, http_->port(), options_.token),
        sessions_(std::make_unique<Sessions>(*http_, cache_.executable(), options_.sessions)),
        api_(std::make_unique<api::Server>(cache_, pool_limits(options_.sessions))) {}

  [[nodiscard]] std::uint16_t port() const noexcept override { return http_->port(); }

  void run(const std::function<bool()>& stop) override {
    tournaments_ = std::make_unique<Tournaments>(
        options_.results, [this](const std::string& id) { http_->post([this, id] { changed(id); }); });
    look_for_end(stop);
    heartbeat();
    http_->run([this](Request request, ExchangePtr exchange) { handle(std::move(request), exchange); });
    sessions_.reset();
    api_.reset();
    tournaments_.reset();
  }

 private:
  // A request to the API, with the parts of its path that the pattern leaves open.
  struct Call {
    const Request& request;
    std::vector<std::string> open;
    const Json& body;  // of a POST; else null
    const ExchangePtr& exchange;
  };

  void look_for_end(const std::function<bool()>& stop) {
    if (stop()) return http_->stop();
    http_->after(milliseconds(100), [this, stop] { look_for_end(stop); });
  }
  // Keeps proxies from closing silent streams, and detects lost readers.
  void heartbeat() {
    static const auto kBeat = std::make_shared<const std::string>(": beat\n\n");
    list_.tell(kBeat);
    for (auto& [id, channel] : channels_) channel.tell(kBeat);
    std::erase_if(channels_, [](const auto& item) { return item.second.empty() && !item.second.due; });
    http_->after(milliseconds(15'000), [this] { heartbeat(); });
  }

  static Response no_session() { return failed(404, "there is no such session: it has ended"); }

  [[nodiscard]] static Response file(const std::string& path) {
    if (!path.starts_with("/")) return failed(400, "expected a path that begins with '/'");
    const std::string name = path == "/" ? "index.html" : path.substr(1);
    for (const PageFile& file : page_files()) {
      if (file.name != name) continue;
      Response response{200, std::string(media_type(name)), std::string(file.text)};
      response.headers = {{"Cache-Control", "no-cache"}};
      return response;
    }
    return failed(404, "there is nothing here");
  }

  void get_info(const Call& call) {
    call.exchange->answer(
        json_response(text_of({{"version", LUDEX_VERSION},
                               {"threads", std::max(1U, std::thread::hardware_concurrency())},
                               {"allow_texts", options_.allow_texts}})));
  }
  void get_plugins(const Call& call) {
    work(call.exchange, [this] { return json_response(cache_.plugins_json()); });
  }
  void get_supports(const Call& call) {
    work(call.exchange, [this, game = call.request.parameter("game")] {
      const auto component = host::parse_component(game);
      const auto agents = component ? cache_.supports(*component) : Error{component.error()};
      return agents ? json_response(text_of(*agents)) : failed(400, agents.error());
    });
  }
  void get_tournaments(const Call& call) {
    work(call.exchange, [this] { return json_response(tournaments_->list()); });
  }

  // The tournament that the path names; null, after an answer, if there is none.
  TournamentPtr tournament_of(const Call& call) {
    TournamentPtr tournament = tournaments_->find(call.open[0]);
    if (tournament == nullptr) call.exchange->answer(failed(404, "there is no such tournament"));
    return tournament;
  }
  void get_tournament(const Call& call) {
    if (const TournamentPtr tournament = tournament_of(call))
      work(call.exchange, [tournament] { return json_response(*tournament->summary()); });
  }
  void get_games(const Call& call) {
    const TournamentPtr tournament = tournament_of(call);
    if (tournament == nullptr) return;
    const Request& request = call.request;
    const GameFilter filter{request.parameter("agent"),   request.parameter("opponent"),
                            request.parameter("game"),    request.parameter("termination"),
                            request.parameter("outcome"), request.parameter("opening")};
    const std::uint64_t from = number_of(request.parameter("from")).value_or(0);
    constexpr std::uint64_t kMost = 500;
    const std::uint64_t count = std::min(kMost, number_of(request.parameter("count")).value_or(100));
    work(call.exchange,
         [tournament, filter, from, count] { return json_response(tournament->games(filter, from, count)); });
  }
  void get_game(const Call& call) {
    const TournamentPtr tournament = tournament_of(call);
    if (tournament == nullptr) return;
    const auto number = number_of(call.open[1]);
    if (!number) return call.exchange->answer(failed(404, "there is nothing here"));
    const std::string form = call.open.size() > 2 ? call.open[2] : "";
    work(call.exchange, [this, tournament, number, form, request = call.request] {
      return game(*tournament, *number, form, request);
    });
  }

  // Runs on a pool thread.
  Response game(const Tournament& tournament, std::uint64_t number, const std::string& form,
                const Request& request) {
    const auto record = tournament.record(number);
    if (!record) return failed(404, record.error());
    const exports::GameLabels labels(tournament.folder().string());
    const auto component = labels.component(record->game);
    if (!component) return failed(409, component.error());
    const auto rules = cache_.logged_game(*component);
    if (!rules) return failed(409, rules.error());
    const auto played = exports::replay(**rules, *record);
    if (!played) return failed(409, played.error());
    if (form.empty()) {
      Json json = Json::parse(game_json(*record, *played));
      json["rules"] = to_text(*component);
      json["opening"] = tournament.opening(number);
      json["formats"] = {"text"};
      if (find<San>(**rules) != nullptr) json["formats"].push_back("pgn");
      if (find<Sgf>(**rules) != nullptr) json["formats"].push_back("sgf");
      return json_response(text_of(json));
    }
    if (form == "boards") {
      constexpr std::uint64_t kMost = 400;
      const std::uint64_t count = std::min(kMost, number_of(request.parameter("count")).value_or(kMost));
      return json_response(boards_json(*played, number_of(request.parameter("from")).value_or(0), count));
    }
    const auto attached = [&](std::string text, const char* ending, const char* type) {
      Response response{200, type, std::move(text)};
      response.headers = {
          {"Content-Disposition", fmt::format("attachment; filename=\"game-{}.{}\"", number, ending)}};
      return response;
    };
    const exports::ExportContext context = exports::export_context(tournament.folder().string());
    if (form == "pgn") {
      const auto text = exports::to_pgn(*record, *played, context);
      return text ? attached(*text, "pgn", "application/x-chess-pgn") : failed(409, text.error());
    }
    if (form == "text")
      return attached(exports::game_head(*record, *played, number) + exports::move_table(*record, *played) +
                          exports::board_after(*played, played->plies.size()),
                      "txt", "text/plain; charset=utf-8");
    if (form == "sgf") {
      const auto text = exports::to_sgf(*record, *played, context);
      return text ? attached(*text, "sgf", "application/x-go-sgf") : failed(409, text.error());
    }
    return failed(404, "there is no such form of a game, expected boards, text, pgn or sgf");
  }

  void post_position(const Call& call) {
    const std::string game = call.body.at("game");
    api::Played played{call.body.value("position", ""), call.body.value("moves", std::vector<std::string>{})};
    work(call.exchange, [this, game, played = std::move(played)] {
      const auto rules = cache_.game(game);
      return rules ? answer_of(position_json(**rules, played)) : failed(400, rules.error());
    });
  }
  void close_session(const Call& call) {
    call.exchange->answer(sessions_->close(call.open[0]) ? json_response("{}") : no_session());
  }
  void stop_search(const Call& call) {
    call.exchange->answer(sessions_->stop(call.open[0]) ? json_response("{}") : no_session());
  }
  void inspect(const Call& call) {
    const Json request{{"op", "inspect"},
                       {"path", call.body.value("path", std::vector<std::string>{})},
                       {"column", call.body.value("column", 0U)},
                       {"limit", call.body.value("limit", 100U)}};
    sessions_->inspect(call.open[0], text_of(request), call.exchange);
  }

  void open_session(const Call& call) {
    const std::string game = call.body.at("game");
    const std::string agent = call.body.at("agent");
    const ExchangePtr exchange = call.exchange;
    // Load plug-ins on a pool thread; only the server thread owns workers.
    enqueue(exchange, [this, game, agent, exchange] {
      // Makes the game here, too, so that errors are reported now rather than by a worker.
      const auto rules = cache_.game(game);
      const auto game_plugin = rules ? cache_.plugin(PluginKind::kGame, game) : Error{rules.error()};
      const auto agent_plugin = cache_.plugin(PluginKind::kAgent, agent);
      if (!game_plugin) return exchange->answer(failed(400, game_plugin.error()));
      if (!agent_plugin) return exchange->answer(failed(400, agent_plugin.error()));
      http_->post([this, exchange, game_plugin = *game_plugin, agent_plugin = *agent_plugin] {
        const auto id = sessions_->open(game_plugin, agent_plugin);
        exchange->answer(id ? json_response(text_of({{"id", *id}})) : failed(503, id.error()));
      });
    });
  }

  void search(const Call& call) {
    const Json& body = call.body;
    const Json given = body.value("budget", Json::object());
    const double longest = std::chrono::duration<double>(options_.sessions.search).count();
    const auto seconds = [&](const char* key) { return std::clamp(given.value(key, 0.0), 0.0, longest); };
    const auto ns = [](double s) { return static_cast<std::int64_t>(s * 1e9); };
    const double cpu = seconds("cpu_seconds");
    double wall = seconds("seconds");
    Json budget{{"iterations", given.value("iterations", std::uint64_t{0})},
                {"nodes", given.value("nodes", std::uint64_t{0})},
                {"depth", given.value("depth", 0U)},
                {"cpu_ns", ns(cpu)},
                {"threads", std::clamp(given.value("threads", 1U), 1U,
                                       std::max(1U, std::thread::hardware_concurrency()))},
                {"memory_mib", std::min(given.value("memory_mib", 0U), options_.sessions.memory_mib / 2)}};
    const bool other = budget["iterations"] != 0 || budget["nodes"] != 0 || budget["depth"] != 0 || cpu > 0;
    if (wall <= 0 && !other) wall = 1;
    budget["wall_ns"] = ns(wall);
    Json request{{"op", "search"},
                 {"position", body.value("position", "")},
                 {"moves", body.value("moves", std::vector<std::string>{})},
                 {"seat", body.value("seat", 0U)},
                 {"seed", body.value("seed", std::uint64_t{1})},
                 {"budget", std::move(budget)}};
    const milliseconds limit(static_cast<std::int64_t>(1000 * (wall > 0 ? wall : longest)));
    sessions_->search(call.open[0], text_of(request), limit, call.exchange);
  }

  // A request of the API: one document, or for a search or a game lines.
  void answer_api(const Request& request, const ExchangePtr& exchange) {
    if (queued_ >= kMostQueued) {
      const api::Refusal busy("busy", "too many requests at once", "", "try again in a moment");
      return exchange->answer({503,
                               "application/json",
                               text_of({{"id", nullptr}, {"error", busy.json()}}),
                               {{"Retry-After", "1"}}});
    }
    const auto client = ApiClient::of(*api_, exchange, takes_long(request.body));
    enqueue(exchange, [this, client, body = request.body] { api_->handle(body, client); });
  }
  static api::PoolLimits pool_limits(const SessionLimits& sessions) {
    api::PoolLimits limits;
    limits.threads = std::max(1U, std::thread::hardware_concurrency());
    limits.workers = sessions.sessions;
    limits.queue = kMostQueued;
    limits.memory_mib = sessions.memory_mib;
    limits.idle = sessions.idle;
    limits.longest = sessions.search;
    limits.grace = sessions.grace;
    return limits;
  }

  // --- work on pool threads

  static constexpr int kMostQueued = 256;

  void enqueue(const ExchangePtr& exchange, std::function<void()> call) {
    if (queued_ >= kMostQueued) return exchange->answer(failed(503, "too many requests at once"));
    ++queued_;
    http_->work([this, exchange, call = std::move(call)] {
      try {
        call();
      } catch (const std::exception& e) {
        exchange->answer(failed(500, e.what()));
      }
      --queued_;
    });
  }
  template <class Make>
  void work(const ExchangePtr& exchange, Make make) {
    enqueue(exchange, [exchange, make = std::move(make)] { exchange->answer(make()); });
  }

  // --- events

  void follow_list(const Call& call) {
    subscribe(call.exchange, [this]() -> Channel& { return list_; });
    tell_list();
  }
  void follow(const Call& call) {
    const TournamentPtr tournament = tournament_of(call);
    if (tournament == nullptr) return;
    const std::string id = tournament->id();
    const auto stream = subscribe(call.exchange, [this, id]() -> Channel& { return channels_[id]; });
    http_->work([tournament, stream] { stream->write(event_text("summary", *tournament->summary())); });
  }
  template <class Find>
  std::shared_ptr<Stream> subscribe(const ExchangePtr& exchange, Find find) {
    // The stream's callback must remove the stream itself, which does not exist yet.
    auto own = std::make_shared<std::weak_ptr<Stream>>();
    auto stream = exchange->stream("text/event-stream", [find, own] {
      if (const auto known = own->lock()) find().remove(known);
    });
    *own = stream;
    find().add(stream);
    return stream;
  }

  void changed(const std::string& id) {
    if (!list_.empty()) tell_list();
    const auto at = channels_.find(id);
    if (at == channels_.end() || at->second.empty() || at->second.due) return;
    at->second.due = true;
    const TournamentPtr tournament = tournaments_->find(id);
    // Keeps the cost of updates below half a percent of a processor.
    const auto pause =
        tournament == nullptr
            ? milliseconds(1000)
            : std::max(milliseconds(1000),
                       std::chrono::duration_cast<milliseconds>(200 * tournament->summary_cost()));
    http_->after(pause, [this, id, tournament] {
      if (tournament == nullptr) return;
      http_->work([this, id, tournament] {
        const auto text = event_text("summary", *tournament->summary());
        http_->post([this, id, text] {
          Channel& channel = channels_[id];
          channel.due = false;
          channel.tell(text);
        });
      });
    });
  }
  void tell_list() {
    if (list_.due) return;
    list_.due = true;
    http_->after(milliseconds(list_told_ ? 1000 : 0), [this] {
      http_->work([this] {
        const auto text = event_text("list", tournaments_->list());
        http_->post([this, text] {
          list_.due = false;
          list_.tell(text);
        });
      });
    });
    list_told_ = true;
  }

  // --- routes

  struct Route {
    std::string_view method;
    std::string_view pattern;  // after /api/; '*' is any part
    void (PageServer::*answer)(const Call&);
  };
  static constexpr Route kRoutes[] = {
      {"GET", "info", &PageServer::get_info},
      {"GET", "plugins", &PageServer::get_plugins},
      {"GET", "supports", &PageServer::get_supports},
      {"GET", "events", &PageServer::follow_list},
      {"GET", "tournaments", &PageServer::get_tournaments},
      {"GET", "tournaments/*", &PageServer::get_tournament},
      {"GET", "tournaments/*/events", &PageServer::follow},
      {"GET", "tournaments/*/games", &PageServer::get_games},
      {"GET", "tournaments/*/games/*", &PageServer::get_game},
      {"GET", "tournaments/*/games/*/*", &PageServer::get_game},
      {"POST", "position", &PageServer::post_position},
      {"POST", "sessions", &PageServer::open_session},
      {"POST", "sessions/*/search", &PageServer::search},
      {"POST", "sessions/*/inspect", &PageServer::inspect},
      {"POST", "sessions/*/stop", &PageServer::stop_search},
      {"DELETE", "sessions/*", &PageServer::close_session},
  };

  // The parts that the pattern leaves open; no value if the path is another.
  static std::optional<std::vector<std::string>> match(std::string_view pattern,
                                                       const std::vector<std::string>& path) {
    const std::vector<std::string> wanted = parts_of("/" + std::string(pattern));
    if (wanted.size() != path.size()) return std::nullopt;
    std::vector<std::string> open;
    for (std::size_t i = 0; i < path.size(); ++i) {
      if (wanted[i] == "*") {
        open.push_back(path[i]);
      } else if (wanted[i] != path[i]) {
        return std::nullopt;
      }
    }
    return open;
  }

  void handle(Request request, const ExchangePtr& exchange) {
    if (auto refusal = gate_.refused(request)) return exchange->answer(std::move(*refusal));
    const bool reads = request.method == "GET" || request.method == "HEAD";
    if (!request.path.starts_with("/api/"))
      return exchange->answer(reads ? file(request.path) : failed(405, "expected GET"));
    const std::string_view method = reads ? "GET" : std::string_view(request.method);
    if (!reads && method != "POST" && method != "DELETE")
      return exchange->answer(failed(405, "expected GET, POST or DELETE"));
    if (method == "POST" && request.path == "/api/requests") return answer_api(request, exchange);
    Json body = nullptr;
    if (method == "POST") {
      body = Json::parse_if_valid(request.body).value_or(nullptr);
      if (!body.is_object()) return exchange->answer(failed(400, "expected a JSON object"));
    }
    std::vector<std::string> path = parts_of(request.path);
    path.erase(path.begin());
    for (const Route& route : kRoutes) {
      auto open = route.method == method ? match(route.pattern, path) : std::nullopt;
      if (!open) continue;
      try {
        return (this->*route.answer)({request, std::move(*open), body, exchange});
      } catch (const json::Exception& e) {
        return exchange->answer(failed(400, std::string("the request: ") + e.what()));
      }
    }
    exchange->answer(failed(404, "there is nothing here"));
  }

  const ServiceOptions options_;
  api::GameCache cache_;
  std::unique_ptr<HttpServer> http_;
  Gate gate_;
  std::unique_ptr<Sessions> sessions_;
  std::unique_ptr<api::Server> api_;
  std::unique_ptr<Tournaments> tournaments_;
  std::atomic<int> queued_{0};
  Channel list_;
  bool list_told_ = false;
  std::map<std::string, Channel> channels_;
};

}  // namespace

bool is_loopback(const std::string& address) noexcept {
  return address.starts_with("127.") || address == "::1";
}

Result<std::unique_ptr<Service>> Service::make(ServiceOptions options, host::Registry registry) {
  auto http = HttpServer::listen(options.address, options.port, options.limits, kHeaders);
  if (!http) return Error{http.error()};
  return std::unique_ptr<Service>(
      std::make_unique<PageServer>(std::move(options), std::move(registry), std::move(*http)));
}

}  // namespace ludex::arena::web
