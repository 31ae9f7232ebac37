// ludex train: what a game learns its evaluation from (ludex.draft.train/1), or the experiment `train` of an
// agent.
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "arena/cli/commands.hpp"
#include "arena/cli/interrupt.hpp"
#include "arena/cli/output.hpp"
#include "core/abi/text.hpp"
#include "core/game/extensions.hpp"

namespace ludex::arena::cli {
namespace {

struct Options {
  std::string subject;
  std::string game;  // of an agent
  std::string positions;
  std::string out;
  std::vector<std::string> settings;
};

void train(Context& context, const Options& options) {
  if (!options.game.empty()) {
    run_experiment(
        context, {options.subject, "train", options.game, options.positions, options.out, options.settings});
    return;
  }
  if (options.out.empty()) throw Failure::usage("a game needs --out FOLDER for its games and weights");
  if (!options.positions.empty()) throw Failure::usage("--positions is for agents: ludex train AGENT GAME");
  const GamePtr game = context.game(options.subject);
  const auto* const extension = static_cast<const Train*>(game->extension(Train::kId));
  if (extension == nullptr)
    throw Failure::usage(fmt::format("game '{}' does not learn (it lacks {})", options.subject, Train::kId));
  std::vector<std::string> names, values;
  for (const std::string& setting : options.settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos) throw Failure::usage(fmt::format("'{}' is not key=value", setting));
    names.push_back(setting.substr(0, equals));
    values.push_back(setting.substr(equals + 1));
  }
  std::vector<ParamText> texts;
  for (std::size_t i = 0; i < names.size(); ++i) texts.push_back({names[i].c_str(), values[i].c_str()});
  std::error_code failed;
  std::filesystem::create_directories(options.out, failed);
  if (failed)
    throw Failure::system(fmt::format("cannot make the folder {}: {}", options.out, failed.message()));
  const Interrupt interrupt;
  Output progress("");
  StringSink error;
  const Status status =
      extension->train(options.out.c_str(), texts.data(), static_cast<std::uint32_t>(texts.size()),
                       interrupt.flag(), progress, error);
  if (interrupt.requested()) context.exit_code = kInterrupted;
  // What goes wrong after the settings were read goes wrong with the files in that folder.
  else if (status == Status::kInternal)
    throw Failure::system(error.take());
  else if (status != Status::kOk)
    throw Failure::answered(status, error.take());
  progress.close();
}

}  // namespace

void add_train(CommandLine& app, Context& context) {
  const auto options = std::make_shared<Options>();
  CommandLine command = app.add_subcommand(
      "train", "Let a game learn its evaluation by games of its own, or an agent its parameters");
  command.add_option("GAME_OR_AGENT", options->subject, "id or id:param=value,...").required();
  command.add_option("GAME", options->game, "of an agent: the game it learns for");
  command.add_option("--positions", options->positions, "of an agent: EPD file of positions to learn from")
      .type_name("FILE");
  command
      .add_option(
          "--out", options->out,
          "Of a game: folder for games and weights; an earlier run goes on. Of an agent: a file, else stdout")
      .type_name("PATH");
  command.add_option("--set", options->settings, "key=value").type_name("NAME=VALUE");
  command.callback([&context, options] { train(context, *options); });
}

}  // namespace ludex::arena::cli
