// ludex check: checks that a plug-in keeps its contract, that a tournament can be played, or (--engine) that
// an external engine keeps to its protocol.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "arena/faces/cli/check_plugin.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/interrupt.hpp"
#include "arena/faces/cli/play_tournament.hpp"
#include "core/abi/text.hpp"
#include "core/util/nearest.hpp"

namespace ludex::arena::cli {
namespace {

// Writes at once, as the check may take a minute, and keeps the text.
class ShownReport final : public TextSink {
 public:
  void write(const char* text, std::size_t size) noexcept override {
    std::fwrite(text, 1, size, stdout);
    std::fflush(stdout);
    try {
      text_.append(text, size);
    } catch (const std::exception&) {
      // Its end is missing, so the check has not passed.
    }
  }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
};

// The check is a study of the engine's bridge, which knows the protocol.
void check_engine(Context& context, const std::string& engine, const std::string& protocol,
                  const std::string& game_text, const std::vector<std::string>& settings, bool json) {
  const host::GamePtr game = context.game(game_text);
  const auto blank = engine.find(' ');
  host::Component conformance;
  conformance.id = fmt::format("{}-engine-conformance", protocol == "usi" ? "uci" : protocol);
  conformance.settings = {{"command", engine.substr(0, blank)},
                          {"args", blank == std::string::npos ? "" : engine.substr(blank + 1)}};
  if (protocol == "usi") conformance.settings.emplace_back("protocol", "usi");
  if (json) conformance.settings.emplace_back("json", "true");
  for (const std::string& setting : settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
      throw Failure::usage(fmt::format("--set: '{}', expected NAME=VALUE", setting));
    conformance.settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
  }
  context.library(PluginKind::kStudy, conformance.id);
  const auto study = context.registry().study(conformance);
  if (!study) throw Failure::usage(study.error());
  std::vector<ParamText> values;
  for (const auto& [name, value] : conformance.settings) values.push_back({name.c_str(), value.c_str()});
  const Interrupt interrupt;
  ShownReport report;
  StringSink error;
  const Status status =
      (*study)->run(game.get(), nullptr, 0, values.data(), static_cast<std::uint32_t>(values.size()), "",
                    interrupt.flag(), report, error);
  if (status == Status::kUnsupported)
    throw Failure::usage(
        fmt::format("'{}' cannot be played over {}: it {}", game_text, protocol, error.text()));
  if (status != Status::kOk) throw Failure::answered(status, error.text());
  const bool passed =
      report.text().ends_with("passed\n") || report.text().find("\"passed\":true,") != std::string::npos;
  if (interrupt.requested()) {
    context.exit_code = kInterrupted;
  } else if (!passed) {
    context.exit_code = kRefused;
  }
}

// Does everything that `ludex run` does before the first game.
void check_tournament_file(Context& context, const std::string& file,
                           const std::vector<std::string>& settings, bool json) {
  RunOptions run;
  run.file = file;
  run.overrides = settings;
  check_tournament(context, run, false, json);
}

}  // namespace

void add_check(CommandLine& app, Context& context) {
  struct Options {
    PluginCheckOptions plugin;
    std::string engine;
    std::string protocol = "uci";
  };
  CommandLine command = app.add_subcommand("check",
                                           "Check a plug-in against its contract, an engine against its "
                                           "protocol, or a tournament before it is played");
  const auto options = std::make_shared<Options>();
  PluginCheckOptions& plugin = options->plugin;
  command.add_option(
      "PLUGIN.so|FILE.py|FILE.yaml|GAME", plugin.file,
      "A plug-in, an agent or a game in Python, or a tournament; with --engine, the game that it plays");
  command
      .add_option(
          "--set", plugin.settings,
          "A parameter of the plug-in, for example size=5, a key of the tournament, or, with --engine, "
          "a setting of the check: positions=20, patience=2, start_timeout=5")
      .type_name("NAME=VALUE");
  command.add_option("--game", plugin.games, "Test an agent on this game (default: some small boards)")
      .type_name("GAME");
  command
      .add_option("--perft", plugin.perft, "A known number of leaves, as DEPTH:COUNT, for example 4:197281")
      .type_name("COUNT");
  command.add_option("--seed", plugin.seed, "Seed of the random games").show_default();
  command
      .add_option("--call-seconds", plugin.call_seconds,
                  "Time limit of one call in seconds, not counting waits for a busy machine")
      .range(0.01, 1e5)
      .show_default();
  command.add_flag("--quick", plugin.quick, "Take some seconds (the default)");
  command.add_flag("--thorough", plugin.thorough, "Take some minutes");
  command.add_flag("--json", plugin.json, "One JSON document");
  const Option engine =
      command.add_option("--engine", options->engine, "Check this command, \"PROGRAM ARGUMENTS\"");
  command.add_option("--protocol", options->protocol, "Protocol of the engine")
      .one_of({"uci", "usi", "ugi", "gtp"})
      .needs(engine)
      .show_default();
  command.callback([&context, options] {
    PluginCheckOptions& plugin_options = options->plugin;
    if (!options->engine.empty()) {
      if (plugin_options.file.empty() && plugin_options.games.size() == 1)
        plugin_options.file = plugin_options.games[0];
      if (plugin_options.file.empty()) throw Failure::usage("--engine needs the game that it is to play");
      return check_engine(context, options->engine, options->protocol, plugin_options.file,
                          plugin_options.settings, plugin_options.json);
    }
    if (plugin_options.file.empty())
      throw Failure::usage(
          "expected a plug-in, an agent in Python, a tournament's file, or --engine with a game");
    if (options->plugin.quick && options->plugin.thorough)
      throw Failure::usage("--quick and --thorough exclude each other");
    const std::string ending = lower_case(std::filesystem::path(options->plugin.file).extension().string());
    if (ending == ".yaml" || ending == ".yml")
      return check_tournament_file(context, options->plugin.file, options->plugin.settings,
                                   options->plugin.json);
    check_plugin_file(context, options->plugin);
  });
}

}  // namespace ludex::arena::cli
