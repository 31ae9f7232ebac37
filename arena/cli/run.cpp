// ludex run: a tournament from a YAML file.
#include <memory>

#include <fmt/format.h>

#include "arena/cli/play_tournament.hpp"
#include "arena/schedule/make_schedule.hpp"

namespace ludex::arena::cli {
namespace {

void run(Context& context, const RunOptions& options) {
  const TournamentSpec spec = read_tournament(context, options);
  if (spec.tune)
    throw Failure::usage(fmt::format("{} has a 'tune' section: ludex tune {}", options.file, options.file));
  const Interrupt interrupt;
  static_cast<void>(play_tournament(context, spec, make_schedule, options.resume, options.quiet, interrupt,
                                    fmt::format("ludex run {} --resume", options.file)));
}

}  // namespace

void add_run(CommandLine& app, Context& context) {
  const auto options = std::make_shared<RunOptions>();
  options->command = "run";
  CommandLine command = app.add_subcommand("run", "Play the tournament of a YAML file");
  command.add_option("FILE.yaml", options->file, "The specification").required();
  options->add_to(command);
  command.add_flag("--resume", options->resume,
                   "Go on with the log in the output folder, also with more games, agents or rounds");
  command.add_flag("--quiet", options->quiet, "No progress and no standings");
  command.callback([&context, options] { run(context, *options); });
}

}  // namespace ludex::arena::cli
