// ludex study: lists the studies found, or runs one. Only the plug-ins know what they do.
#include <filesystem>
#include <memory>
#include <span>

#include <fmt/format.h>

#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/epd.hpp"
#include "arena/faces/cli/interrupt.hpp"
#include "arena/faces/cli/output.hpp"
#include "core/abi/text.hpp"

namespace ludex::arena::cli {
namespace {

struct StudyOptions {
  std::string study;
  std::string game;
  std::string positions;
  std::string out;
  std::vector<std::string> settings;
};

void add_settings(const std::vector<std::string>& texts, host::Component& component) {
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos)
      throw Failure::usage(fmt::format("'{}' is not NAME=VALUE", text));
    component.settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
}

// Checks that exactly the inputs that the study needs are given.
void check_needs(const Study& study, const StudyOptions& options) {
  const std::uint32_t needs = study.needs();
  const auto refuse = [&](const std::string& why) {
    throw Failure::usage(
        fmt::format("study '{0}' {1}: ludex study {0}{2}", options.study, why, usage_of(study)));
  };
  const bool needs_game = (needs & (Study::kNeedsGame | Study::kNeedsPositions)) != 0;
  if (needs_game && options.game.empty()) refuse("needs a game");
  if (!needs_game && !options.game.empty()) refuse("takes no game");
  if (!needs_game && !options.positions.empty()) refuse("takes no --positions");
  if ((needs & Study::kNeedsPositions) != 0 && options.positions.empty()) refuse("needs --positions");
  if ((needs & Study::kNeedsFolder) != 0 && options.out.empty()) refuse("needs --out");
}

void run_study(Context& context, const StudyOptions& options) {
  host::Component component = Context::component(options.study);
  add_settings(options.settings, component);
  context.library(PluginKind::kStudy, component.id);
  const auto found = context.registry().study(component);
  if (!found) throw Failure::usage(found.error());
  const Study& study = **found;
  check_needs(study, options);

  host::GamePtr game;
  if (!options.game.empty()) game = context.game(options.game);
  std::vector<Position> positions;
  if (!options.positions.empty()) {
    EpdFile file = read_epd(*game, options.positions, false);
    file.complain();
    for (EpdEntry& entry : file.entries) positions.push_back(std::move(entry.position));
  }
  std::vector<const State*> states;
  for (const Position& position : positions) states.push_back(position.state());
  std::vector<ParamText> values;
  for (const auto& [name, value] : component.settings) values.push_back({name.c_str(), value.c_str()});

  const bool keeps_files = (study.needs() & Study::kNeedsFolder) != 0;
  if (keeps_files) {
    std::error_code failed;
    std::filesystem::create_directories(options.out, failed);
    if (failed)
      throw Failure::system(fmt::format("cannot make the folder {}: {}", options.out, failed.message()));
  }
  Output out(keeps_files ? "" : options.out);
  const Interrupt interrupt;
  StringSink error;
  const Status status = study.run(game.get(), states.data(), static_cast<std::uint32_t>(states.size()),
                                  values.data(), static_cast<std::uint32_t>(values.size()),
                                  keeps_files ? options.out.c_str() : "", interrupt.flag(), out, error);
  if (interrupt.requested()) {
    context.exit_code = kInterrupted;
    if (!error.text().empty()) complain(error.text());
  } else if (status != Status::kOk) {
    const std::string why = fmt::format("study '{}': {}", component.id, error.text());
    // Once the study has begun, failures are due to this machine: its files, its threads.
    throw status == Status::kInternal ? Failure::system(why) : Failure::answered(status, why);
  }
  out.close();
}

void list(Context& context) {
  bool any = false;
  for (const host::PluginRecord& plugin : context.registry().plugins()) {
    if (!plugin.accepted || plugin.kind != PluginKind::kStudy) continue;
    const auto library = context.library(plugin.kind, plugin.id);
    fmt::print("{}{}{}: {}\n", any ? "\n" : "", plugin.id, usage_of(library->study()), plugin.summary);
    print_parameters(library->parameters());
    any = true;
  }
  if (!any) fmt::print("no studies were found: is --plugin-path right?\n");
}

}  // namespace

std::string usage_of(const Study& study) {
  const std::uint32_t needs = study.needs();
  std::string text;
  if ((needs & Study::kNeedsPositions) != 0) {
    text = " GAME --positions FILE";
  } else if ((needs & Study::kNeedsGame) != 0) {
    text = " GAME";
  }
  if ((needs & Study::kNeedsFolder) != 0) text += " --out FOLDER";
  return text;
}

void add_study(CommandLine& app, Context& context) {
  const auto options = std::make_shared<StudyOptions>();
  CommandLine command = app.add_subcommand(
      "study", "Run a study, such as a training or a comparison; without a name: list them");
  command.add_option("STUDY", options->study,
                     "The study: an id, with parameters if any; without it, the studies are listed");
  command.add_option("GAME", options->game, kGameHelp);
  command.add_option("--positions", options->positions, "EPD file of positions to work on").type_name("FILE");
  command.add_option("--set", options->settings, "A parameter of the study").type_name("NAME=VALUE");
  command
      .add_option("--out", options->out,
                  "Write to this file instead of standard output; for a study that keeps files: its "
                  "folder, from which it continues")
      .type_name("PATH");
  command.callback(
      [&context, options] { options->study.empty() ? list(context) : run_study(context, *options); });
}

}  // namespace ludex::arena::cli
