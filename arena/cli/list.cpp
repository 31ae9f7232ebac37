// ludex list: every plug-in of the search path.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "arena/cli/commands.hpp"
#include "arena/json/value.hpp"

namespace ludex::arena::cli {
namespace {

void print_plugins(const std::vector<PluginRecord>& plugins) {
  std::size_t width = 16;
  for (const auto& plugin : plugins) width = std::max(width, plugin.id.size());
  for (const PluginKind kind :
       {PluginKind::kGame, PluginKind::kAgent, PluginKind::kExperiment, PluginKind::kTransport}) {
    fmt::print("{}s\n", to_text(kind));
    bool any = false;
    for (const auto& plugin : plugins) {
      if (!plugin.accepted || plugin.kind != kind) continue;
      fmt::print("  {:<{}} {:<8} {}\n", plugin.id, width, plugin.version, plugin.summary);
      any = true;
    }
    if (!any) fmt::print("  none\n");
  }
  for (const auto& plugin : plugins) {
    if (!plugin.accepted) fmt::print("refused: {}\n  {}\n", plugin.file.string(), plugin.refusal);
  }
}

void print_plugins_json(const std::vector<PluginRecord>& plugins) {
  json::Value list = json::Value::array();
  for (const auto& plugin : plugins) {
    json::Value item{{"file", plugin.file.string()}, {"accepted", plugin.accepted}};
    if (plugin.accepted) {
      item.update({{"kind", to_text(plugin.kind)},
                   {"id", plugin.id},
                   {"version", plugin.version},
                   {"summary", plugin.summary},
                   {"licence", plugin.licence},
                   {"build", plugin.build}});
    } else {
      item["refusal"] = plugin.refusal;
    }
    list.push_back(std::move(item));
  }
  fmt::print("{}\n", json::Value{{"plugins", std::move(list)}}.sorted_dump(2));
}

}  // namespace

void add_list(CommandLine& app, Context& context) {
  CommandLine command =
      app.add_subcommand("list", "List the games, agents, experiments and transports found");
  const auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "One JSON document");
  command.callback([&context, json] {
    const auto& plugins = context.registry().plugins();
    *json ? print_plugins_json(plugins) : print_plugins(plugins);
    for (const PluginRecord& plugin : plugins) {
      if (plugin.unexamined) context.exit_code = kInternal;
      if (!plugin.accepted && context.exit_code == kDone) context.exit_code = kRefused;
    }
  });
}

}  // namespace ludex::arena::cli
