// ludex serve: tournaments, games, play and analysis in the browser.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "arena/base/process/limits.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/interrupt.hpp"
#include "arena/faces/web/service.hpp"

namespace ludex::arena::cli {
namespace {

struct ServeOptions {
  std::vector<std::string> results;
  std::uint32_t port = 8080;
  std::string address = "127.0.0.1";
  bool token = false;
  bool allow_texts = false;
};

void serve(Context& context, const ServeOptions& options) {
  web::ServiceOptions service;
  service.results = options.results;
  if (service.results.empty()) service.results.emplace_back("results");
  for (const std::string& folder : service.results) {
    // The default folder may be created later.
    if (!options.results.empty() && !std::filesystem::is_directory(folder))
      throw Failure::usage(
          fmt::format("serve: '{}' is no folder, expected the output of `ludex run`, or a folder "
                      "of such folders",
                      folder));
  }
  if (options.port > 65535) throw Failure::usage(fmt::format("--port: {}, expected 0..65535", options.port));
  service.port = static_cast<std::uint16_t>(options.port);
  service.address = options.address;
  service.allow_texts = options.allow_texts;
  // Each connection takes a descriptor; logs, agents and tournament files need some, too.
  constexpr std::uint64_t kOthers = 512;
  const std::uint64_t descriptors = raise_descriptor_limit(service.limits.connections + kOthers);
  service.limits.connections = std::min<std::uint64_t>(
      service.limits.connections, std::max(descriptors / 2, descriptors - std::min(descriptors, kOthers)));
  service.limits.streams = service.limits.connections / 4 * 3;
  if (options.token) service.token = web::random_text(16);
  if (!web::is_loopback(options.address) && !options.token)
    throw Failure::usage(
        fmt::format("--address: other machines can reach {}: add --token, and give the printed link to those "
                    "who may look and play",
                    options.address));
  const Interrupt interrupt;
  auto made = web::Service::make(service, std::move(context.registry()));
  if (!made) throw Failure::usage("serve: " + made.error());
  const bool six = options.address.find(':') != std::string::npos;
  fmt::print("http://{}{}{}:{}/{}\n", six ? "[" : "", options.address, six ? "]" : "", (*made)->port(),
             options.token ? "?token=" + service.token : "");
  std::fflush(stdout);
  (*made)->run([&] { return interrupt.requested(); });
}

}  // namespace

void add_serve(CommandLine& app, Context& context) {
  const auto options = std::make_shared<ServeOptions>();
  CommandLine command =
      app.add_subcommand("serve", "Show tournaments, games, play and analysis in the browser");
  command.add_option("RESULTS", options->results,
                     "Output folders of `ludex run`, or folders that hold some (default: results)");
  command.add_option("--port", options->port, "Port; 0: any free one").show_default();
  command
      .add_option("--address", options->address,
                  "Address to listen on; one that other machines can reach needs --token")
      .type_name("ADDRESS")
      .show_default();
  command.add_flag("--token", options->token, "Require the token of the printed link");
  command.add_flag(
      "--allow-texts", options->allow_texts,
      "Let the page set those parameters of agents that are texts; some are commands that this machine runs");
  command.callback([&context, options] { serve(context, *options); });
}

}  // namespace ludex::arena::cli
