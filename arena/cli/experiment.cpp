// ludex experiment: an agent's own experiments (ludex.draft.study/1). What they are only the agent knows.
#include <memory>
#include <span>

#include <fmt/format.h>

#include "arena/cli/commands.hpp"
#include "arena/cli/epd.hpp"
#include "arena/cli/interrupt.hpp"
#include "arena/cli/output.hpp"
#include "core/agent/study.hpp"

namespace ludex::arena::cli {

void run_experiment(Context& context, const ExperimentOptions& options) {
  const GamePtr game = context.game(options.game);
  const AgentPtr agent = context.agent(options.agent, *game);
  auto* const study = static_cast<Study*>(const_cast<void*>(agent->extension(Study::kId)));
  if (study == nullptr) throw Failure::usage(fmt::format("agent '{}' has no experiments", options.agent));
  const std::string list = study->list();
  if (("\n" + list).find("\n" + options.name + " ") == std::string::npos)
    throw Failure::usage(
        fmt::format("agent '{}' has no experiment '{}'; it has\n{}", options.agent, options.name, list));

  std::vector<Position> positions;
  if (!options.positions.empty()) {
    for (const EpdEntry& entry : read_epd(options.positions)) positions.push_back(set_up(*game, entry));
  }
  std::vector<const State*> states;
  for (const Position& position : positions) states.push_back(position.state());

  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& setting : options.settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) throw Failure::usage(fmt::format("'{}' is not NAME=VALUE", setting));
    pairs.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
  }
  std::vector<ParamText> values;
  for (const auto& [name, value] : pairs) values.push_back({name.c_str(), value.c_str()});

  Output out(options.out);
  const Interrupt interrupt;
  StringSink error;
  const Status status =
      study->run(options.name.c_str(), game.get(), states.data(), static_cast<std::uint32_t>(states.size()),
                 values.data(), static_cast<std::uint32_t>(values.size()), interrupt.flag(), out, error);
  if (status != Status::kOk) throw Failure::declined(status, error.take());
  out.close();
  if (interrupt.requested()) context.exit_code = kInterrupted;
}

void add_experiment(CommandLine& app, Context& context) {
  const auto options = std::make_shared<ExperimentOptions>();
  CommandLine command = app.add_subcommand("experiment", "Run one of an agent's own experiments");
  command.add_option("AGENT", options->agent, "id or id:param=value,...").required();
  command.add_option("NAME", options->name, "The experiment; a wrong name lists them").required();
  command.add_option("GAME", options->game, "id or id:param=value,...").required();
  command.add_option("--positions", options->positions, "EPD file of positions to work on").type_name("FILE");
  command.add_option("--set", options->settings, "NAME=VALUE: a setting of the experiment")
      .type_name("NAME=VALUE");
  command.add_option("--out", options->out, "Write here instead of to stdout").type_name("FILE");
  command.callback([&context, options] { run_experiment(context, *options); });
}

}  // namespace ludex::arena::cli
