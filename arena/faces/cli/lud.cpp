// ludex lud check, ludex lud compile: checks whether described games can be played. The check is a study of
// the lud plug-in, which knows the language.
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "arena/base/json/value.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/interrupt.hpp"
#include "core/abi/text.hpp"

namespace ludex::arena::cli {
namespace {

namespace fs = std::filesystem;

struct LudOptions {
  std::string action;
  std::string path;
  std::string definitions;
  std::string code;
  bool explain = false;
  bool json = false;
  std::uint32_t playouts = 0;
};

enum class Worth { kPlayable, kNotCompiled, kNotPlayable };

// `file`: an entry of the study's document.
Worth worth_of(const json::Value& file) {
  if (file["playable"].get<bool>()) return Worth::kPlayable;
  return file.find("compiled") != nullptr ? Worth::kNotCompiled : Worth::kNotPlayable;
}

void print(const json::Value& file, Worth worth) {
  constexpr std::array kWords{"playable", "not compiled", "not playable"};
  const std::string name = file["file"].get<std::string>();
  for (std::size_t i = 0; i < file["problems"].size(); ++i)
    fmt::print("{}\n", file["problems"][i].get<std::string>());
  if (const std::string warning = file["warning"].get<std::string>(); !warning.empty())
    fmt::print("{}: warning: {}\n", name, warning);
  fmt::print("{}: {}\n", name, kWords[static_cast<std::size_t>(worth)]);
  const json::Value* const statistics = file.find("statistics");
  if (statistics == nullptr) return;
  for (const json::Member& each : statistics->items()) fmt::print("  {} {}\n", each.name, each.value.dump());
}

void run_lud(Context& context, const LudOptions& options) {
  if (options.action != "check" && options.action != "compile")
    throw Failure::usage(
        fmt::format("'{}' is nothing to do with descriptions: check, compile", options.action));
  if (options.explain && options.action != "compile")
    throw Failure::usage("--explain is about compiled descriptions: ludex lud compile --explain FILE");
  if (!options.code.empty() && (options.action != "compile" || options.explain))
    throw Failure::usage(
        "--code is for one description and no --explain: ludex lud compile --code OUT.cpp FILE");
  if (options.explain && options.playouts != 0)
    throw Failure::usage("expected --explain or --playouts, not both");
  // The exit code follows the study's document, also where the user gets a text.
  const bool one =
      !options.explain && fs::is_regular_file(options.path) && fs::path(options.path).extension() != ".csv";
  host::Component check;
  check.id = "lud-check";
  check.settings = {{"path", options.path},
                    {"definitions", options.definitions},
                    {"compile", options.action == "compile" ? "true" : "false"},
                    {"explain", options.explain ? "true" : "false"},
                    {"code", options.code},
                    {"playouts", std::to_string(options.playouts)},
                    {"json", options.json || one ? "true" : "false"}};
  context.library(PluginKind::kStudy, check.id);
  const auto study = context.registry().study(check);
  if (!study) throw Failure::usage(study.error());
  std::vector<ParamText> values;
  for (const auto& [name, value] : check.settings) values.push_back({name.c_str(), value.c_str()});
  const Interrupt interrupt;
  StringSink report;
  StringSink error;
  const Status status =
      (*study)->run(nullptr, nullptr, 0, values.data(), static_cast<std::uint32_t>(values.size()), "",
                    interrupt.flag(), report, error);
  if (!one || options.json) fmt::print("{}", report.text());
  if (status != Status::kOk) throw Failure::usage(error.text());
  if (interrupt.requested()) {
    context.exit_code = kInterrupted;
  } else if (one) {
    const json::Value document = json::Value::parse(report.text());
    const json::Value& file = document["files"][0];
    const Worth worth = worth_of(file);
    if (!options.json) print(file, worth);
    if (worth == Worth::kNotPlayable) context.exit_code = kUsage;  // as where it is played
    if (worth == Worth::kNotCompiled) context.exit_code = kInternal;
  }
}

}  // namespace

void add_lud(CommandLine& app, Context& context) {
  const auto options = std::make_shared<LudOptions>();
  CommandLine command =
      app.add_subcommand("lud", "Check whether game descriptions (.lud) can be played, and compile them");
  command.add_option("ACTION", options->action, "Check whether they can be played, or check and compile them")
      .required()
      .one_of({"check", "compile"});
  command.add_option("FILE|FOLDER", options->path, "A description, or a folder of them").required();
  command
      .add_option("--definitions", options->definitions,
                  "Folder of the definitions (.def) that they use by name")
      .type_name("DIR");
  command.add_flag(
      "--explain", options->explain,
      "Say how a description became code: rewritings that were used, what is interpreted, and what a "
      "ply costs by part");
  command.add_option("--code", options->code, "Write the C++ that a description became to this file")
      .type_name("FILE");
  command
      .add_option(
          "--playouts", options->playouts,
          "Play so many random games of each playable description, and report plies, moves, decisions, "
          "chance and results")
      .range(1, 1'000'000);
  command.add_flag("--json", options->json, "One JSON document");
  command.callback([&context, options] { run_lud(context, *options); });
}

}  // namespace ludex::arena::cli
