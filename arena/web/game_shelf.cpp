#include "arena/web/game_shelf.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/contract/game_gate.hpp"
#include "arena/host/parameters.hpp"
#include "arena/web/json.hpp"
#include "core/game/extensions.hpp"

namespace ludex::arena::web {
namespace {

constexpr std::size_t kMostGames = 64;

Json parameters_json(const Library& library) {
  Json list = Json::array();
  for (const ParamSpec& spec : library.parameters()) {
    Json item{{"name", spec.name},
              {"type", to_text(spec.type)},
              {"default", spec.fallback},
              {"doc", spec.doc},
              {"source", spec.source}};
    if (spec.type == ParamType::kInt || spec.type == ParamType::kReal)
      item.update({{"min", spec.min}, {"max", spec.max}});
    if (spec.type == ParamType::kChoice) item["choices"] = spec.choices;
    list.push_back(std::move(item));
  }
  return list;
}

}  // namespace

GameShelf::GameShelf(Registry registry, bool texts) : registry_(std::move(registry)), texts_(texts) {}

Result<Component> GameShelf::component_of(PluginKind kind, const std::string& text) {
  auto component = parse_component(text);
  if (!component) return component;
  const auto library = registry_.library(kind, component->id);
  if (!library) return Error{library.error()};
  for (const auto& [name, value] : component->settings) {
    const ParamSpec* const spec = find_parameter((*library)->parameters(), name);
    if (spec == nullptr)
      return Error{fmt::format("{} has no parameter '{}' ({})", component->id, name,
                               parameter_hint((*library)->parameters(), name))};
    if (spec->type == ParamType::kText && !texts_ && value != spec->fallback)
      return Error{fmt::format(
          "'{}' of {} is a text, which may name a command or a file: it can be set from the page only if the "
          "server is started with --allow-texts",
          name, component->id)};
    if (const auto parsed = parse_param(*spec, value); !parsed) return Error{parsed.error()};
  }
  return component;
}

Result<std::shared_ptr<const Game>> GameShelf::game(const std::string& text) {
  const std::scoped_lock lock(mutex_);
  const auto component = component_of(PluginKind::kGame, text);
  if (!component) return Error{component.error()};
  return game_locked(*component);
}

Result<std::shared_ptr<const Game>> GameShelf::game(const Component& component) {
  const std::scoped_lock lock(mutex_);
  return game_locked(component);
}

Result<std::shared_ptr<const Game>> GameShelf::game_locked(const Component& component) {
  const std::string key = to_text(component);
  if (const auto known = games_.find(key); known != games_.end()) return known->second;
  const auto refusal = check_before_use(registry_, component);
  if (!refusal) return Error{refusal.error()};
  if (!refusal->empty()) return Error{*refusal};
  auto made = registry_.make_game(component);
  if (!made) return Error{made.error()};
  if (games_.size() >= kMostGames) games_.clear();
  return games_[key] = std::shared_ptr<const Game>(std::move(*made));
}

Result<WorkerSetup::Plugin> GameShelf::plugin(PluginKind kind, const std::string& text) {
  const std::scoped_lock lock(mutex_);
  const auto component = component_of(kind, text);
  if (!component) return Error{component.error()};
  const auto library = registry_.library(kind, component->id);
  if (!library) return Error{library.error()};
  return WorkerSetup::Plugin{(*library)->file().string(), component->settings};
}

std::string GameShelf::plugins_json() {
  const std::scoped_lock lock(mutex_);
  if (!plugins_.empty()) return plugins_;
  Json json{{"games", Json::array()}, {"agents", Json::array()}};
  for (const PluginRecord& record : registry_.plugins()) {
    if (!record.accepted || record.kind == PluginKind::kExperiment) continue;
    const auto library = registry_.library(record.kind, record.id);
    if (!library) continue;
    Json item{{"id", record.id},
              {"version", record.version},
              {"summary", record.summary},
              {"parameters", parameters_json(**library)}};
    if (record.kind == PluginKind::kGame) {
      const auto game = registry_.make_game({record.id, {}});
      if (!game || (*game)->traits().players != 2) continue;
      item["svg"] = (*game)->extension(Svg::kId) != nullptr;
      item["cells"] = (*game)->extension(SvgCells::kId) != nullptr;
    }
    json[record.kind == PluginKind::kGame ? "games" : "agents"].push_back(std::move(item));
  }
  return plugins_ = text_of(json);
}

Result<std::string> GameShelf::supports_json(const std::string& text) {
  const auto made = game(text);
  if (!made) return Error{made.error()};
  const std::scoped_lock lock(mutex_);
  Json list = Json::array();
  for (const PluginRecord& record : registry_.plugins()) {
    if (!record.accepted || record.kind != PluginKind::kAgent) continue;
    const auto library = registry_.library(record.kind, record.id);
    const auto fits = library ? (*library)->supports(**made) : Result<void>(Error{library.error()});
    Json item{{"id", record.id}};
    if (!fits) item["refusal"] = fits.error();
    list.push_back(std::move(item));
  }
  return text_of({{"agents", std::move(list)}});
}

}  // namespace ludex::arena::web
