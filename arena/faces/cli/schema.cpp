// ludex schema: a JSON Schema of tournament specifications, made from the tables that the reader checks them
// against and from the parameters of the plug-ins found.
#include <memory>

#include <fmt/format.h>

#include "arena/base/json/value.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/host/plugins/parameters.hpp"
#include "arena/run/config/keys.hpp"

namespace ludex::arena::cli {
namespace {

using json::Value;
using run::Key;
using run::KeyTable;
using run::KeyType;

Value list_of(std::vector<Value> items) {
  Value list = Value::array();
  for (Value& item : items) list.push_back(std::move(item));
  return list;
}
Value reference_to(std::string_view id) {
  return {{"$ref", "#/$defs/" + std::string(id)}};
}
Value any_of(std::vector<Value> items) {
  return {{"anyOf", list_of(std::move(items))}};
}
// YAML reads some words as booleans and numbers: both forms are accepted.
Value words(std::string_view list) {
  Value values = Value::array();
  for (const std::string& word : run::words_of(list)) {
    values.push_back(word);
    if (word == "true" || word == "false") values.push_back(word == "true");
    if (const auto number = parse_number(word)) values.push_back(*number);
  }
  return {{"enum", std::move(values)}};
}
// The reader takes every scalar as text.
Value scalar() {
  return {{"type", list_of({"string", "number", "boolean"})}};
}
Value whole_number(std::uint64_t min, std::uint64_t max) {
  return any_of({{{"type", "integer"}, {"minimum", min}, {"maximum", max}},
                 {{"type", "string"}, {"pattern", "^[0-9]+(\\.[0-9]+)?(k|M|G|[eE][0-9]+)?$"}}});
}
Value settings() {
  return {{"type", "object"},
          {"additionalProperties", any_of({scalar(), {{"type", "array"}, {"items", scalar()}}})}};
}

Value list_schema(const Key& key) {
  Value items = scalar();
  // A game or an agent may be written as on the command line.
  if (key.part != nullptr) items = any_of({{{"type", "string"}}, reference_to(key.part->id)});
  Value schema{{"type", "array"}, {"items", std::move(items)}, {"minItems", key.min}};
  if (key.max != 0) schema["maxItems"] = key.max;
  return schema;
}

Value games_schema(const Key& key) {
  const Value one =
      any_of({{{"type", "string"}}, reference_to(key.part->id), reference_to(run::kGameFolderKeys.id)});
  Value list = list_schema(key);
  list["items"] = one;
  return any_of({std::move(list), {{"type", "object"}, {"additionalProperties", true}}});
}

Value type_schema(const Key& key) {
  switch (key.type) {
    case KeyType::kText:
      return scalar();
    case KeyType::kName:
      return {{"type", list_of({"string", "number", "boolean"})}};
    case KeyType::kPath:
      return {{"type", "string"}, {"minLength", 1}};
    case KeyType::kBoolean:
      return {{"type", "boolean"}};
    case KeyType::kInteger:
      return whole_number(key.min, key.max);
    case KeyType::kNumber:
      return {{"type", "number"}, {"minimum", key.least}, {"maximum", key.most}};
    case KeyType::kDuration:
      return {{"type", "string"}, {"pattern", "^[0-9]+(\\.[0-9]+)?(ns|us|ms|s|min|h)$"}};
    case KeyType::kChoice:
      return words(key.choices);
    case KeyType::kMap:
      return reference_to(key.part->id);
    case KeyType::kList:
      return key.part == &run::kGameKeys ? games_schema(key) : list_schema(key);
    case KeyType::kSettings:
      return settings();
    case KeyType::kNamed:
      return {{"type", "object"},
              {"additionalProperties", reference_to(key.part->id)},
              {"minProperties", key.min},
              {"maxProperties", key.max}};
  }
  return {};
}

// The range in words, for people.
std::string range_text(const Key& key) {
  switch (key.type) {
    case KeyType::kInteger:
      return fmt::format("{}..{}", key.min, key.max);
    case KeyType::kNumber:
      return fmt::format("{}..{}", key.least, key.most);
    case KeyType::kDuration:
      return fmt::format("{}..{}", duration_text(static_cast<std::int64_t>(key.min)),
                         duration_text(static_cast<std::int64_t>(key.max)));
    default:
      return "";
  }
}

Value key_schema(const Key& key) {
  Value schema = type_schema(key);
  if (!key.also.empty()) schema = any_of({words(key.also), std::move(schema)});
  const std::string range = range_text(key);
  schema["description"] = std::string(key.text) + (range.empty() ? "." : fmt::format(" ({}).", range));
  if (key.type == KeyType::kBoolean && !key.fallback.empty()) {
    schema["default"] = key.fallback == "true";
  } else if (const auto number = parse_number(std::string(key.fallback)); number) {
    schema["default"] = *number;
  } else if (!key.fallback.empty()) {
    schema["default"] = key.fallback;
  }
  return schema;
}

Value table_schema(const KeyTable& table) {
  Value schema{{"type", "object"}, {"additionalProperties", false}};
  Value& properties = schema["properties"] = Value::object();
  std::vector<std::string> required;
  for (const Key& key : table.keys) {
    properties[key.name] = key_schema(key);
    if (key.required) required.emplace_back(key.name);
  }
  if (!required.empty()) schema["required"] = required;
  return schema;
}

// The table and those that it refers to.
void add_tables(const KeyTable& table, Value& definitions) {
  if (definitions.contains(table.id)) return;
  definitions[table.id] = table_schema(table);
  for (const Key& key : table.keys) {
    if (key.part != nullptr) add_tables(*key.part, definitions);
  }
}

Value parameter_schema(const ParamSpec& spec) {
  Value schema;
  switch (spec.type) {
    case ParamType::kInt:
    case ParamType::kReal:
      schema = any_of({{{"type", "number"}, {"minimum", spec.min}, {"maximum", spec.max}},
                       {{"type", "string"}, {"pattern", "^[-+0-9.eE]+$"}}});
      break;
    case ParamType::kBool:
      schema = {{"type", "boolean"}};
      break;
    case ParamType::kChoice:
      schema = words(spec.choices);
      break;
    case ParamType::kText:
      schema = any_of({scalar(), {{"type", "array"}, {"items", scalar()}}});
      break;
  }
  schema["description"] = spec.doc;
  schema["default"] = spec.fallback;
  return schema;
}

// With `{agent: uct}`, `params` are those of uct.
void add_parameters(const host::Library& library, std::string_view kind, Value& definition) {
  Value properties = Value::object();
  for (const ParamSpec& spec : library.parameters()) properties[spec.name] = parameter_schema(spec);
  if (!library.presets().empty()) properties[host::kPresetParameter] = scalar();
  definition["allOf"].push_back({{"if", {{"properties", {{kind, {{"const", library.entry().id}}}}}}},
                                 {"then",
                                  {{"properties",
                                    {{"params",
                                      {{"type", "object"},
                                       {"properties", std::move(properties)},
                                       {"additionalProperties", false}}}}}}}});
}

Value specification_schema(Context& context) {
  Value definitions = Value::object();
  add_tables(run::kSpecificationKeys, definitions);
  add_tables(run::kGameFolderKeys, definitions);
  for (const host::PluginRecord& plugin : context.registry().plugins()) {
    if (!plugin.accepted || (plugin.kind != PluginKind::kAgent && plugin.kind != PluginKind::kGame)) continue;
    const auto library = context.library(plugin.kind, plugin.id);
    const bool agent = plugin.kind == PluginKind::kAgent;
    add_parameters(*library, agent ? "agent" : "game", definitions[agent ? "agent" : "game"]);
    if (agent) add_parameters(*library, "agent", definitions[run::kOracleKeys.id]);
  }
  return {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
          {"title", "A tournament of Ludex " LUDEX_VERSION},
          {"$ref", "#/$defs/specification"},
          {"$defs", std::move(definitions)}};
}

}  // namespace

void add_schema(CommandLine& app, Context& context) {
  app.add_subcommand("schema",
                     "Print a JSON Schema of tournament files, for editors that complete and check YAML")
      .callback([&context] { fmt::print("{}\n", specification_schema(context).dump(1)); });
}

}  // namespace ludex::arena::cli
