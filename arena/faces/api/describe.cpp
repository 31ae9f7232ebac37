#include "arena/faces/api/describe.hpp"

#include <utility>

#include "core/game/extensions.hpp"
#include "core/game/observation.hpp"
#include "core/game/position.hpp"

namespace ludex::arena::api {
namespace {

constexpr const char* kExtensions[] = {Evaluate::kId,   MoveScores::kId, Tactics::kId,    Captures::kId,
                                       CountMoves::kId, Symmetry::kId,   Repetition::kId, WideHash::kId,
                                       Stage::kId,      Score::kId,      Svg::kId,        Chance::kId,
                                       Features::kId};

constexpr std::pair<GameFlags, const char*> kFlagNames[] = {{kZeroSum, "zero-sum"},
                                                            {kDrawsPossible, "draws"},
                                                            {kCyclic, "cyclic"},
                                                            {kHistoryDraws, "history-draws"},
                                                            {kPassPossible, "pass"},
                                                            {kPerfectInformation, "perfect-information"},
                                                            {kDeterministic, "deterministic"},
                                                            {kAlternating, "alternating"}};

}  // namespace

std::vector<std::string> extensions_of(const Game& game) {
  std::vector<std::string> names;
  for (const char* id : kExtensions) {
    if (game.extension(id) != nullptr) names.emplace_back(id);
  }
  return names;
}

std::vector<std::string> channels_of(const Features& features) {
  const Observer observer(features);
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < observer.channels(); ++i) names.push_back(observer.channel_name(i));
  return names;
}

std::vector<std::string> flags_of(const GameTraits& traits) {
  std::vector<std::string> names;
  for (const auto& [flag, name] : kFlagNames) {
    if (traits.flags & flag) names.emplace_back(name);
  }
  return names;
}

std::vector<Side> sides_of(const Game& game) {
  std::vector<Side> list;
  const auto* const sides = find<Sides>(game);
  if (sides == nullptr) return list;
  const Position start(game);
  for (Player p = 0; p < game.traits().players; ++p)
    list.push_back({sides->name(start.state(), p), sides->colour(start.state(), p)});
  return list;
}

Json parameters_json(const host::Library& library) {
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

Json plugin_json(const host::Library& library) {
  const PluginEntry& entry = library.entry();
  Json json{{"kind", to_text(entry.kind)},
            {"id", entry.id},
            {"version", entry.version},
            {"summary", entry.summary},
            {"licence", entry.licence},
            {"build", entry.build},
            {"parameters", parameters_json(library)}};
  if (entry.kind != PluginKind::kAgent) return json;
  auto& presets = json["presets"] = Json::array();
  for (const host::Preset& preset : library.presets()) {
    Json item{{"name", preset.name}, {"doc", preset.doc}};
    auto& values = item["values"] = Json::object();
    for (const auto& [name, value] : preset.values) values[name] = value;
    presets.push_back(std::move(item));
  }
  return json;
}

void describe_game(const Game& game, Json& json) {
  const GameTraits& t = game.traits();
  json["traits"] = {{"players", t.players},           {"flags", flags_of(t)},
                    {"max_moves", t.max_moves},       {"max_plies", t.max_plies},
                    {"move_classes", t.move_classes}, {"state_size", t.state_size}};
  if (const auto* const chance = find<Chance>(game)) json["traits"]["max_outcomes"] = chance->max_outcomes();
  for (const Side& side : sides_of(game))
    json["sides"].push_back({{"name", side.name}, {"colour", side.colour}});
  json["extensions"] = extensions_of(game);
  if (const auto* const features = find<Features>(game)) {
    const FeatureShape& shape = features->shape();
    json["observation"] = {{"sites", shape.sites},
                           {"rows", shape.rows},
                           {"columns", shape.columns},
                           {"channels", channels_of(*features)}};
  }
}

}  // namespace ludex::arena::api
