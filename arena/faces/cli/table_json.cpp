// The command line as JSON: ludex man --json.
#include "arena/base/json/value.hpp"
#include "arena/faces/cli/command_table.hpp"

namespace ludex::arena::cli {
namespace {

json::Value argument_json(const ArgumentEntry& entry) {
  json::Value item = json::Value::object();
  item["names"] = entry.names;
  item["value"] = entry.value;
  item["what"] = entry.what;
  item["choices"] = entry.choices;
  item["limits"] = entry.limits;
  item["default"] = entry.fallback;
  item["required"] = entry.required;
  item["repeated"] = entry.repeated;
  return item;
}

json::Value command_json(const CommandEntry& command) {
  json::Value item{{"name", command.name}, {"group", command.group}, {"what", command.what}};
  json::Value& options = item["options"] = json::Value::array();
  for (const ArgumentEntry& entry : command.options) options.push_back(argument_json(entry));
  json::Value& arguments = item["arguments"] = json::Value::array();
  for (const ArgumentEntry& entry : command.positionals) arguments.push_back(argument_json(entry));
  return item;
}

}  // namespace

std::string table_json(const CommandTable& table, const std::string& version) {
  json::Value document{{"version", version}, {"program", command_json(table.program)}};
  json::Value commands = json::Value::array();
  for (const CommandEntry& command : table.commands) commands.push_back(command_json(command));
  document["commands"] = std::move(commands);
  return document.dump(1) + "\n";
}

}  // namespace ludex::arena::cli
