// ludex describe: a plug-in's description and parameters.
#include "arena/faces/api/describe.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/base/json/value.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/commands.hpp"
#include "core/game/extensions.hpp"

namespace ludex::arena::cli {
namespace {

// "81 sites (9 x 9), 2 channels: own stone, other stone"
std::string observation_text(const Features& features) {
  const FeatureShape& shape = features.shape();
  std::vector<std::string> channels = api::channels_of(features);
  const std::size_t count = channels.size();
  // Nobody reads hundreds; `--json` has all of them.
  constexpr std::size_t kMost = 60;
  constexpr std::size_t kEnds = 6;
  if (count > kMost) {
    channels.erase(channels.begin() + kEnds, channels.end() - kEnds);
    channels.insert(channels.begin() + kEnds, "...");
  }
  const std::string grid = shape.rows == 0 ? "" : fmt::format(" ({} x {})", shape.rows, shape.columns);
  return fmt::format("{}{}, {}: {}", plural(shape.sites, "site"), grid, plural(count, "channel"),
                     fmt::join(channels, ", "));
}

// "c=0, puct=1.4"
std::string values_text(const host::Preset& preset) {
  std::vector<std::string> values;
  for (const auto& [name, value] : preset.values) values.push_back(name + "=" + value);
  return fmt::format("{}", fmt::join(values, ", "));
}

void print_description(const host::Library& library, const Game* game) {
  const PluginEntry& entry = library.entry();
  fmt::print("{} {} {}: {}\n  file     {}\n  licence  {}\n  built by {}\n", to_text(entry.kind), entry.id,
             entry.version, entry.summary, library.file().string(), entry.licence, entry.build);
  if (game != nullptr) {
    const GameTraits& t = game->traits();
    fmt::print("  traits   {} players, {}\n", t.players, fmt::join(api::flags_of(t), ", "));
    fmt::print("           at most {} a position, {} a game; move classes {}; state {}\n",
               plural(t.max_moves, "move"), plural(t.max_plies, "ply"), t.move_classes,
               plural(t.state_size, "byte"));
    if (const auto* const chance = find<Chance>(*game))
      fmt::print("           chance has at most {}\n", plural(chance->max_outcomes(), "outcome"));
    std::vector<std::string> sides;
    for (const Side& side : api::sides_of(*game))
      sides.push_back(fmt::format("{} ({})", side.name, side.colour));
    if (!sides.empty()) fmt::print("  sides    {}\n", fmt::join(sides, ", "));
    fmt::print("  offers   {}\n", fmt::join(api::extensions_of(*game), ", "));
    if (const auto* const features = find<Features>(*game))
      fmt::print("  seen as  {}\n", observation_text(*features));
  }
  if (entry.kind == PluginKind::kStudy)
    fmt::print("  run by   ludex study {}{}\n", entry.id, usage_of(library.study()));
  fmt::print("parameters{}\n", library.parameters().empty() ? ": none" : "");
  print_parameters(library.parameters());
  if (!library.presets().empty()) fmt::print("presets\n");
  for (const host::Preset& preset : library.presets())
    fmt::print("  {}\n      {}\n      {}\n", preset.name, preset.doc, values_text(preset));
}

// The text without what would end a cell of a table.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return escaped;
}

std::string code(std::string_view text) {
  return text.empty() ? "" : "`" + cell(text) + "`";
}

// The page of reference of a plug-in.
void print_description_markdown(const host::Library& library) {
  const PluginEntry& entry = library.entry();
  fmt::print("# {}\n\n{} `{}` {}: {}.\n", entry.id, to_text(entry.kind), entry.id, entry.version,
             entry.summary);
  if (library.parameters().empty()) return fmt::print("\nNo parameters.\n");
  fmt::print("\n| parameter | default | values | meaning | source |\n|---|---|---|---|---|\n");
  for (const ParamSpec& spec : library.parameters())
    fmt::print("| {} | {} | {} | {} | {} |\n", code(spec.name), code(spec.fallback),
               cell(expected_text(spec)), cell(spec.doc), cell(spec.source));
  if (library.presets().empty()) return;
  fmt::print("\n| preset | values | meaning |\n|---|---|---|\n");
  for (const host::Preset& preset : library.presets())
    fmt::print("| {} | {} | {} |\n", code(preset.name), code(values_text(preset)), cell(preset.doc));
}

void print_description_json(const host::Library& library, const Game* game) {
  json::Value json = api::plugin_json(library);
  json["file"] = library.file().string();
  if (game != nullptr) api::describe_game(*game, json);
  fmt::print("{}\n", json.sorted_dump(2));
}

std::string unknown_id(Context& context, const std::string& id) {
  std::vector<std::string> known;
  for (const auto& record : context.registry().plugins()) {
    if (record.accepted) known.push_back(record.id);
  }
  std::string meant = host::left_out(PluginKind::kAgent, id);
  if (meant.empty()) meant = host::suggest_plugin(id, known);
  return fmt::format("there is no game, agent or study '{}' ({})", id,
                     meant.empty() ? "`ludex list` shows all" : meant);
}

}  // namespace

void print_parameters(std::span<const ParamSpec> parameters) {
  for (const ParamSpec& spec : parameters) {
    fmt::print("  {} = {}\n      {} ({})\n", spec.name, spec.fallback, spec.doc, expected_text(spec));
    if (*spec.source != '\0') fmt::print("      source: {}\n", spec.source);
  }
}

void add_describe(CommandLine& app, Context& context) {
  CommandLine command =
      app.add_subcommand("describe", "Describe a game, an agent or a study and its parameters");
  const auto text = std::make_shared<std::string>();
  command.add_option("ID", *text, "Plug-in id; a game may have parameters, for example hex:size=7")
      .required();
  const auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "One JSON document");
  const auto markdown = std::make_shared<bool>(false);
  command.add_flag("--markdown", *markdown, "A page of reference: tables of parameters and presets");
  const auto kind = std::make_shared<std::string>();
  command
      .add_option("--kind", *kind, "Only the plug-in of this kind; a game and an agent may have the same id")
      .one_of({"game", "agent", "study", "transport"});
  command.callback([&context, json, markdown, text, kind] {
    if (*json && *markdown) throw Failure::usage("expected only one of --json and --markdown");
    const host::Component component = Context::component(*text);
    std::vector<host::PluginRecord> found;
    for (const auto& record : context.registry().plugins()) {
      if (record.accepted && record.id == component.id && (kind->empty() || to_text(record.kind) == *kind))
        found.push_back(record);
    }
    if (*json && found.size() > 1)
      throw Failure::usage(fmt::format("'{}' is the id of a {} and of a {}: add --kind", component.id,
                                       to_text(found[0].kind), to_text(found[1].kind)));
    for (const auto& record : found) {
      const auto library = context.library(record.kind, record.id);
      host::GamePtr game;
      // A game in Python has no traits without its file.
      const bool nameless = component.id == "python" && component.settings.empty();
      if (record.kind == PluginKind::kGame && !nameless) game = context.game(*text);
      if (*json) {
        print_description_json(*library, game.get());
      } else if (*markdown) {
        print_description_markdown(*library);
      } else {
        print_description(*library, game.get());
      }
    }
    if (found.empty()) throw context.missing(component.id, unknown_id(context, component.id));
  });
}

}  // namespace ludex::arena::cli
