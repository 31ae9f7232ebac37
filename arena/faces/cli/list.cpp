// ludex list: lists every plug-in of the search path.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "arena/base/json/value.hpp"
#include "arena/faces/cli/commands.hpp"

namespace ludex::arena::cli {
namespace {

// Words of `ludex list KIND`, in this order.
constexpr std::array kKindWords{
    std::pair("games", PluginKind::kGame), std::pair("agents", PluginKind::kAgent),
    std::pair("studies", PluginKind::kStudy), std::pair("transports", PluginKind::kTransport)};

// `wanted`: a word of kKindWords, or "" for all.
bool is_wanted(const std::string& wanted, PluginKind kind) {
  return wanted.empty() || std::any_of(kKindWords.begin(), kKindWords.end(), [&](const auto& item) {
           return item.first == wanted && item.second == kind;
         });
}

void print_plugins(const std::vector<host::PluginRecord>& plugins, const std::string& wanted) {
  std::size_t width = 16;
  for (const auto& plugin : plugins) width = std::max(width, plugin.id.size());
  for (const auto& [word, kind] : kKindWords) {
    if (!is_wanted(wanted, kind)) continue;
    fmt::print("{}\n", word);
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

void print_plugins_json(const std::vector<host::PluginRecord>& plugins, const std::string& wanted) {
  json::Value list = json::Value::array();
  for (const auto& plugin : plugins) {
    // A refused plug-in is always listed, because its kind may be unknown.
    if (plugin.accepted && !is_wanted(wanted, plugin.kind)) continue;
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
  CommandLine command = app.add_subcommand("list", "List the games, agents, studies and transports found");
  struct Options {
    std::string kind;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  command.add_option("KIND", options->kind, "List only this kind")
      .one_of({"games", "agents", "studies", "transports"});
  command.add_flag("--json", options->json, "One JSON document");
  command.callback([&context, options] {
    const auto& plugins = context.registry().plugins();
    options->json ? print_plugins_json(plugins, options->kind) : print_plugins(plugins, options->kind);
    for (const host::PluginRecord& plugin : plugins) {
      if (plugin.unexamined) context.exit_code = kInternal;
      if (!plugin.accepted && context.exit_code == kDone) context.exit_code = kRefused;
    }
  });
}

}  // namespace ludex::arena::cli
