#include "arena/faces/api/game_cache.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "arena/faces/api/describe.hpp"
#include "arena/faces/api/json.hpp"
#include "arena/host/contract/game_gate.hpp"
#include "arena/host/plugins/parameters.hpp"
#include "core/game/extensions.hpp"

namespace ludex::arena::api {
namespace {

constexpr std::size_t kMostGames = 64;

}  // namespace

GameCache::GameCache(host::Registry registry, bool texts, std::vector<std::string> folders)
    : registry_(std::move(registry)), texts_(texts), folders_(std::move(folders)) {}

void GameCache::find_files() {
  namespace fs = std::filesystem;
  constexpr int kDepth = 3;
  constexpr std::size_t kMost = 500;
  std::set<std::string> ids;
  for (const host::PluginRecord& record : registry_.plugins()) {
    if (!record.accepted || record.kind != PluginKind::kGame) continue;
    const auto library = registry_.library(record.kind, record.id);
    const ParamSpec* const file = library ? host::find_parameter((*library)->parameters(), "file") : nullptr;
    if (file != nullptr && file->reserved == kNamesPath) ids.insert(record.id);
  }
  files_.clear();
  for (const std::string& folder : folders_) {
    std::error_code code;
    const fs::path top = fs::canonical(folder, code);
    if (code) continue;
    std::vector<std::pair<std::string, fs::path>> found;
    bool definitions = false;
    fs::recursive_directory_iterator at(top, fs::directory_options::skip_permission_denied, code), end;
    for (; !code && at != end; at.increment(code)) {
      if (at->is_directory(code) && at.depth() >= kDepth - 1) at.disable_recursion_pending();
      if (!at->is_regular_file(code) || at->is_symlink(code)) continue;
      const std::string extension = at->path().extension().string();
      definitions = definitions || extension == ".def";
      if (!extension.empty() && ids.contains(extension.substr(1)))
        found.emplace_back(extension.substr(1), at->path());
    }
    for (const auto& [id, path] : found) {
      const std::string name = path.lexically_relative(top).string();
      // A comma or quote cannot be part of a value in `id:param=value,...`.
      if (files_.size() >= kMost || name.find_first_of(",\"") != std::string::npos) continue;
      files_.emplace(std::pair{id, name}, GameFile{path.string(), definitions ? top.string() : ""});
    }
  }
}

const GameCache::GameFile* GameCache::file_of(const std::string& id, const std::string& name) {
  const auto at = files_.find({id, name});
  return at == files_.end() ? nullptr : &at->second;
}

Result<host::Component> GameCache::checked(PluginKind kind, Result<host::Component> component) {
  if (!component) return component;
  const auto library = registry_.library(kind, component->id);
  if (!library) return Error{library.error()};
  std::string definitions;
  for (auto& [name, value] : component->settings) {
    const ParamSpec* const spec = host::find_parameter((*library)->parameters(), name);
    if (spec == nullptr)
      return Error{fmt::format("{} has no parameter '{}' ({})", component->id, name,
                               host::parameter_hint((*library)->parameters(), name))};
    const GameFile* const file =
        kind == PluginKind::kGame && name == "file" ? file_of(component->id, value) : nullptr;
    if (file != nullptr) {
      value = file->path;
      definitions = file->definitions;
      continue;
    }
    const bool known =
        kind == PluginKind::kGame && allowed_.contains(fmt::format("{}:{}={}", component->id, name, value));
    if (spec->type == ParamType::kText && !texts_ && !known && value != spec->fallback)
      return Error{fmt::format(
          "'{}' of {} is a text, which may name a command or a file: it can be set from the page only if the "
          "server is started with --allow-texts",
          name, component->id)};
    if (const auto parsed = parse_param(*spec, value); !parsed) return Error{parsed.error()};
  }
  const bool told = std::any_of(component->settings.begin(), component->settings.end(),
                                [](const auto& setting) { return setting.first == "definitions"; });
  if (!definitions.empty() && !told &&
      host::find_parameter((*library)->parameters(), "definitions") != nullptr)
    component->settings.emplace_back("definitions", definitions);
  return component;
}

Result<std::shared_ptr<const Game>> GameCache::game(const std::string& text) {
  const auto component = host::parse_component(text);
  if (!component) return Error{component.error()};
  return game(*component);
}

Result<std::shared_ptr<const Game>> GameCache::game(const host::Component& requested) {
  const std::scoped_lock lock(mutex_);
  const auto component = checked(PluginKind::kGame, requested);
  if (!component) return Error{component.error()};
  return game_locked(*component);
}

Result<std::shared_ptr<const Game>> GameCache::logged_game(const host::Component& component) {
  const std::scoped_lock lock(mutex_);
  for (const auto& [name, value] : component.settings)
    allowed_.insert(fmt::format("{}:{}={}", component.id, name, value));
  return game_locked(component);
}

Result<std::shared_ptr<const Game>> GameCache::game_locked(const host::Component& component) {
  std::string key = to_text(component);
  // A changed file is a new game.
  for (const auto& [name, value] : component.settings) {
    std::error_code code;
    const auto changed = std::filesystem::last_write_time(value, code);
    if (name == "file" && !code) key += fmt::format(" {}", changed.time_since_epoch().count());
  }
  if (const auto known = games_.find(key); known != games_.end()) return known->second;
  const auto refusal = host::check_before_use(registry_, component);
  if (!refusal) return Error{refusal.error()};
  if (!refusal->empty()) return Error{*refusal};
  auto made = registry_.make_game(component);
  if (!made) return Error{made.error()};
  if (games_.size() >= kMostGames) games_.clear();
  return games_[key] = std::shared_ptr<const Game>(std::move(*made));
}

Result<run::WorkerSetup::Plugin> GameCache::plugin(PluginKind kind, const std::string& text) {
  const auto component = host::parse_component(text);
  if (!component) return Error{component.error()};
  return plugin(kind, *component);
}

Result<run::WorkerSetup::Plugin> GameCache::plugin(PluginKind kind, const host::Component& requested) {
  const std::scoped_lock lock(mutex_);
  const auto component = checked(kind, requested);
  if (!component) return Error{component.error()};
  const auto library = registry_.library(kind, component->id);
  if (!library) return Error{library.error()};
  return run::WorkerSetup::Plugin{(*library)->file().string(), component->settings};
}

bool GameCache::knows(PluginKind kind, const std::string& id) const {
  return registry_.record(kind, id) != nullptr;
}

std::vector<std::string> GameCache::ids(PluginKind kind) const {
  std::vector<std::string> list;
  for (const host::PluginRecord& record : registry_.plugins()) {
    if (record.accepted && record.kind == kind) list.push_back(record.id);
  }
  return list;
}

const Json& GameCache::catalogue_locked() {
  if (!plugins_.is_null()) return plugins_;
  Json json{{"games", Json::array()}, {"agents", Json::array()}};
  for (const host::PluginRecord& record : registry_.plugins()) {
    const bool is_game = record.kind == PluginKind::kGame;
    if (!record.accepted || (!is_game && record.kind != PluginKind::kAgent)) continue;
    const auto library = registry_.library(record.kind, record.id);
    if (!library) continue;
    Json item = plugin_json(**library);
    if (is_game) {
      const auto game = registry_.make_game({record.id, {}});
      if (!game) continue;
      describe_game(**game, item);
      item["players"] = (*game)->traits().players;
      item["svg"] = find<Svg>(**game) != nullptr;
      item["cells"] = find<SvgCells>(**game) != nullptr;
    }
    json[is_game ? "games" : "agents"].push_back(std::move(item));
  }
  return plugins_ = std::move(json);
}

Json GameCache::catalogue(PluginKind kind) {
  const std::scoped_lock lock(mutex_);
  return catalogue_locked()[kind == PluginKind::kGame ? "games" : "agents"];
}

Result<Json> GameCache::describe(PluginKind kind, const host::Component& requested) {
  // Makes the game, and checks it, first.
  std::shared_ptr<const Game> rules;
  if (kind == PluginKind::kGame) {
    auto made = game(requested);
    if (!made) return Error{made.error()};
    rules = std::move(*made);
  }
  const std::scoped_lock lock(mutex_);
  const auto component = checked(kind, requested);
  if (!component) return Error{component.error()};
  const auto library = registry_.library(kind, component->id);
  if (!library) return Error{library.error()};
  Json json = plugin_json(**library);
  if (rules != nullptr) describe_game(*rules, json);
  return json;
}

std::string GameCache::plugins_json() {
  const std::scoped_lock lock(mutex_);
  find_files();
  Json json = catalogue_locked();
  Json& games = json["games"];
  for (const auto& [key, file] : files_) {
    for (std::size_t i = 0; i < games.size(); ++i) {
      if (games[i]["id"] != key.first || games[i].contains("file")) continue;
      Json item = games[i];
      item["file"] = key.second;
      games.push_back(std::move(item));
      break;
    }
  }
  return text_of(json);
}

Result<void> GameCache::supports(const std::string& agent, const Game& game) {
  const std::scoped_lock lock(mutex_);
  const auto library = registry_.library(PluginKind::kAgent, agent);
  if (!library) return Error{library.error()};
  return (*library)->supports(game);
}

Result<Json> GameCache::supports(const host::Component& requested) {
  const auto made = game(requested);
  if (!made) return Error{made.error()};
  const std::scoped_lock lock(mutex_);
  Json list = Json::array();
  for (const host::PluginRecord& record : registry_.plugins()) {
    if (!record.accepted || record.kind != PluginKind::kAgent) continue;
    const auto library = registry_.library(record.kind, record.id);
    const auto fits = library ? (*library)->supports(**made) : Result<void>(Error{library.error()});
    Json item{{"id", record.id}};
    if (!fits) item["refusal"] = fits.error();
    list.push_back(std::move(item));
  }
  return Json{{"players", (*made)->traits().players}, {"agents", std::move(list)}};
}

}  // namespace ludex::arena::api
