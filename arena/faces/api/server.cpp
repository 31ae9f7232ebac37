#include "arena/faces/api/server.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/base/text/suggest.hpp"
#include "arena/faces/api/position.hpp"
#include "arena/faces/api/request_schema.hpp"
#include "arena/faces/api/tasks.hpp"

namespace ludex::arena::api {
namespace {

constexpr std::size_t kLongestId = 200;

// The id, if there is one that the schema allows; else null. Of a request that was not checked.
Json id_of(const Json& request) {
  const Json* const id = request.find("id");
  if (id == nullptr) return {};
  if (id->is_string() && id->text().size() <= kLongestId) return *id;
  const bool whole = id->type() == json::Type::kInteger || id->type() == json::Type::kUnsigned;
  constexpr double kExact = 9007199254740991;  // integers up to here are exact in any client
  return whole && std::abs(id->get<double>()) <= kExact ? *id : Json();
}

// Without the library's name of the error, and not longer than what one reads.
std::string reason_of(const json::Exception& error) {
  constexpr std::size_t kShown = 300;
  std::string_view text = error.what();
  if (text.starts_with("[json.")) text.remove_prefix(std::min(text.size(), text.find(']') + 2));
  return std::string(text.substr(0, kShown));
}

// One value for equal ids: 1 is another id than "1".
std::string id_key(const Json& id) {
  return id.is_null() ? "" : id.dump();
}

std::string setting_text(const Json& value) {
  return value.is_string() ? value.text() : value.dump();
}

Played played_of(const Json& request) {
  return {request.value("position", ""), request.value("moves", std::vector<std::string>{})};
}

unsigned parts_of(const Json& request, unsigned parts) {
  static constexpr std::pair<std::string_view, unsigned> kParts[] = {
      {"moves", kMoves}, {"legal", kLegal}, {"svg", kSvg},          {"text", kText},
      {"cells", kCells}, {"sides", kSides}, {"features", kFeatures}};
  const Json* const include = request.find("include");
  if (include == nullptr) return parts;
  parts = 0;
  for (const Json& name : *include) {
    for (const auto& [word, part] : kParts) parts |= word == name.text() ? part : 0;
  }
  return parts;
}

// Why there is nothing to search in a position.
std::optional<Refusal> no_search(bool over, Player mover) {
  if (over)
    return Refusal("game_over", "the game is over in this position", "a position where the game goes on",
                   "leave the last moves out");
  if (mover != kChance) return std::nullopt;
  return Refusal("chance_to_move", "chance decides in this position: there is nothing to search",
                 "a position where a player is to move",
                 "add an outcome to the moves; `position` lists them as legal moves, with probabilities");
}

}  // namespace

struct Server::Call {
  const Json& request;
  const std::shared_ptr<Client>& client;
  std::shared_ptr<Reply> reply;
  std::string id;  // id_key()
};

Server::Server(GameCache& games, const PoolLimits& limits)
    : games_(games), pool_(games.executable(), limits) {}

void Server::handle(std::string_view text, const std::shared_ptr<Client>& client) {
  using Answer = void (Server::*)(const Call&);
  static constexpr std::pair<std::string_view, Answer> kActions[] = {
      {"position", &Server::position}, {"apply", &Server::position},    {"outcome", &Server::outcome},
      {"analyze", &Server::analyze},   {"play", &Server::play},         {"cancel", &Server::cancel},
      {"cancel_all", &Server::cancel}, {"describe", &Server::describe}, {"games", &Server::games},
      {"agents", &Server::agents},     {"info", &Server::info}};
  Json request;
  Json id;
  std::string action;
  try {
    if (text.size() > kLongestRequest)
      throw Refusal("too_long", fmt::format("the request has {} bytes", text.size()),
                    fmt::format("at most {} bytes", kLongestRequest), "give a later position as text");
    try {
      request = Json::parse(text);
    } catch (const json::Exception& e) {
      throw Refusal("not_json", reason_of(e), "a JSON object on one line, in UTF-8",
                    "one request a line, without line breaks in it");
    }
    if (!request.is_object())
      throw Refusal("not_an_object", "the request is no object",
                    "a JSON object, as {\"id\": 1, \"action\": \"info\"}",
                    "`ludex api --schema` describes requests");
    id = id_of(request);
    RequestSchema::get().check(request);
    id = request.at("id");
    action = request.at("action").text();
    for (const auto& [name, answer] : kActions) {
      if (name == action)
        return (this->*answer)({request, client, std::make_shared<Reply>(client, id, action), id_key(id)});
    }
    throw Refusal("internal", "no answer to " + action, "", "this is a bug: please report it");
  } catch (const Refusal& refusal) {
    Reply(client, id, action).error(refusal);
  } catch (const std::exception& e) {
    Reply(client, id, action).error({"internal", e.what(), "", "this is a bug: please report it"});
  }
}

void Server::leave(const Client& client) {
  pool_.cancel([&](const Task& task) { return task.client == &client; });
}

host::Component Server::component_of(PluginKind kind, const Json& plugin, const std::string& key) const {
  const bool is_game = kind == PluginKind::kGame;
  host::Component component;
  if (plugin.is_string()) {
    auto parsed = host::parse_component(plugin.text());
    if (!parsed)
      throw Refusal(is_game ? "bad_game" : "bad_agent", parsed.error(), "id or id:param=value,param=value",
                    "or an object: {\"id\": ..., \"parameters\": {...}}")
          .in(key);
    component = std::move(*parsed);
  } else {
    component.id = plugin.at("id").text();
    for (const json::Member& member : plugin.member("parameters").items())
      component.settings.emplace_back(member.name, setting_text(member.value));
  }
  if (!games_.knows(kind, component.id)) {
    const std::string hint = did_you_mean(component.id, games_.ids(kind));
    const std::string list = is_game ? "games" : "agents";
    throw Refusal(is_game ? "unknown_game" : "unknown_agent",
                  fmt::format("there is no {} '{}'", to_text(kind), component.id),
                  fmt::format("an id of the list `{}`", list),
                  hint.empty() ? fmt::format("ask for {{\"action\": \"{}\"}}", list) : hint)
        .in(key);
  }
  return component;
}

std::shared_ptr<const Game> Server::game_of(const Json& request) {
  auto game = games_.game(component_of(PluginKind::kGame, request.at("game"), "game"));
  if (!game)
    throw Refusal("bad_game", game.error(), "parameters within their ranges",
                  "`describe` has each parameter with its range")
        .in("game");
  return std::move(*game);
}

run::WorkerSetup::Plugin Server::plugin_of(PluginKind kind, const Json& plugin, const std::string& key) {
  auto found = games_.plugin(kind, component_of(kind, plugin, key));
  if (!found)
    throw Refusal(kind == PluginKind::kGame ? "bad_game" : "bad_agent", found.error(),
                  "parameters within their ranges", "`describe` has each parameter with its range")
        .in(key);
  return std::move(*found);
}

run::WorkerSetup::Plugin Server::agent_of(const Json& plugin, const std::string& key, const Game& game) {
  auto found = plugin_of(PluginKind::kAgent, plugin, key);
  const std::string id = component_of(PluginKind::kAgent, plugin, key).id;
  if (const auto fits = games_.supports(id, game); !fits)
    throw Refusal("unsupported", fmt::format("{} cannot play this game: {}", id, fits.error()),
                  "an agent that plays it", "ask for {\"action\": \"agents\", \"game\": ...}")
        .in(key);
  return found;
}

void Server::info(const Call& call) {
  const SearchPool::Load load = pool_.load();
  call.reply->result({{"version", LUDEX_VERSION},
                      {"protocol", 1},
                      {"threads", pool_.limits().threads},
                      {"queue", pool_.limits().queue},
                      {"waiting", load.waiting},
                      {"running", load.running}});
}

void Server::games(const Call& call) {
  call.reply->result({{"games", games_.catalogue(PluginKind::kGame)}});
}

void Server::agents(const Call& call) {
  const Json* const game = call.request.find("game");
  if (game == nullptr) return call.reply->result({{"agents", games_.catalogue(PluginKind::kAgent)}});
  static_cast<void>(game_of(call.request));
  auto list = games_.supports(component_of(PluginKind::kGame, *game, "game"));
  if (!list) throw Refusal("bad_game", list.error(), "a game that can be played", "").in("game");
  call.reply->result(std::move(*list));
}

void Server::describe(const Call& call) {
  const Json* const game = call.request.find("game");
  const Json* const agent = call.request.find("agent");
  if ((game == nullptr) == (agent == nullptr))
    throw Refusal("missing_key", "the request has both a game and an agent, or neither",
                  "either `game` or `agent`", "ask once for each");
  const PluginKind kind = game != nullptr ? PluginKind::kGame : PluginKind::kAgent;
  const std::string key = game != nullptr ? "game" : "agent";
  auto json = games_.describe(kind, component_of(kind, game != nullptr ? *game : *agent, key));
  if (!json)
    throw Refusal(game != nullptr ? "bad_game" : "bad_agent", json.error(), "parameters within their ranges",
                  "describe it without parameters first")
        .in(key);
  call.reply->result(std::move(*json));
}

void Server::position(const Call& call) {
  const auto game = game_of(call.request);
  const bool applies = call.request.at("action").text() == "apply";
  call.reply->result(position_json(line_of(*game, played_of(call.request)),
                                   parts_of(call.request, applies ? kMoves : kLegal)));
}

void Server::outcome(const Call& call) {
  const auto game = game_of(call.request);
  call.reply->result(position_json(line_of(*game, played_of(call.request)), 0));
}

void Server::admit(const Call& call, std::size_t tasks) {
  if (pool_.has_room(tasks) || call.client->waits()) return;
  throw Refusal("busy", fmt::format("no room for {} of {}", tasks, call.request.at("action").text()),
                fmt::format("at most {} that wait", pool_.limits().queue), "try again in a moment");
}

void Server::submit(const Call& call, std::unique_ptr<Task> task) {
  if (!pool_.has_room()) pool_.wait_for_room([&] { return !call.client->waits(); });
  task->game = plugin_of(PluginKind::kGame, call.request.at("game"), "game");
  task->priority = call.request.value("priority", std::int64_t{0});
  task->id = call.id;
  task->client = call.client.get();
  pool_.submit(std::move(task));
}

void Server::analyze(const Call& call) {
  const Json& request = call.request;
  const auto game = game_of(request);
  const auto agent = agent_of(request.at("agent"), "agent", *game);
  const auto played = std::make_shared<const Played>(played_of(request));
  const Line line = line_of(*game, *played);
  const std::size_t count = line.moves.size();
  const auto turns = request.value("analyze_turns", std::vector<std::size_t>{count});
  if (const std::size_t last = *std::max_element(turns.begin(), turns.end()); last > count)
    throw Refusal("bad_value", fmt::format("analyze_turns has {}", last),
                  fmt::format("0..{}, because there are {}", count, plural(count, "move")),
                  "give the moves up to that turn")
        .in("analyze_turns");
  const AnalyzeRequest all{game,
                           played,
                           0,
                           0,
                           budget_of(request.member("budget"), pool_.limits()),
                           request.value("seed", std::uint64_t{1}),
                           request.value("report_every_ms", std::uint32_t{0})};
  std::vector<Player> movers;
  Position at = line.start;
  for (const Move move : line.moves) {
    movers.push_back(at.to_move());
    at.apply(move);
  }
  movers.push_back(at.over() ? 0 : at.to_move());
  admit(call, turns.size());
  const auto reply = std::make_shared<Reply>(call.client, request.at("id"), "analyze", turns.size());
  for (const std::size_t turn : turns) {
    if (const auto refusal = no_search(turn == count && at.over(), movers[turn])) {
      reply->error(*refusal, turn);
      continue;
    }
    AnalyzeRequest one = all;
    one.turn = turn;
    one.seat = movers[turn];
    auto task = analyze_task(reply, std::move(one));
    task->agents = {agent};
    submit(call, std::move(task));
  }
}

void Server::play(const Call& call) {
  const Json& request = call.request;
  const auto game = game_of(request);
  const std::uint32_t players = game->traits().players;
  const Json& agents = request.at("agents");
  if (agents.size() != players)
    throw Refusal("bad_value", fmt::format("there are {}", plural(agents.size(), "agent")),
                  fmt::format("{}: one for each player", plural(players, "agent")),
                  "the same agent may have several seats")
        .in("agents");
  const Json* const budgets = request.find("budgets");
  if (budgets != nullptr && (budgets->size() != players || request.contains("budget")))
    throw Refusal("bad_value", "budgets do not fit",
                  fmt::format("{}, and no `budget`", plural(players, "budget")), "give one `budget` for all")
        .in("budgets");
  PlayRequest match{game,
                    request.value("position", ""),
                    line_of(*game, played_of(request)),
                    {},
                    request.value("seed", std::uint64_t{1}),
                    request.value("max_plies", kMostMoves),
                    request.value("report_moves", false)};
  std::vector<run::WorkerSetup::Plugin> seats;
  for (std::uint32_t seat = 0; seat < players; ++seat) {
    seats.push_back(agent_of(agents[seat], fmt::format("agents[{}]", seat), *game));
    match.budgets.push_back(
        budget_of(budgets != nullptr ? (*budgets)[seat] : request.member("budget"), pool_.limits()));
  }
  admit(call, 1);
  auto task = play_task(call.reply, std::move(match));
  task->agents = std::move(seats);
  submit(call, std::move(task));
}

void Server::cancel(const Call& call) {
  const Json* const target = call.request.find("target");
  const std::string id = target == nullptr ? "" : id_key(*target);
  call.reply->result(
      {{"cancelled", pool_.cancel([&](const Task& task) { return target == nullptr || task.id == id; })}});
}

}  // namespace ludex::arena::api
