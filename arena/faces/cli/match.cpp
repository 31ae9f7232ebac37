// ludex match and ludex sprt: statistics of matches.
#include "arena/faces/statistics/match.hpp"

#include <cstdio>
#include <memory>
#include <string>

#include "arena/faces/cli/commands.hpp"

namespace ludex::arena::cli {
namespace {

constexpr const char* kTestHelp =
    "ELO0,ELO1[,ALPHA,BETA][,MODEL]: sequential probability ratio test (default errors 0.05, model "
    "normalized; also logistic, bayesian, bayeselo, cutechess)";

void print(const statistics::RateOutput& output, Context& context) {
  print_messages(output.err);
  std::fputs(output.out.c_str(), stdout);
  context.exit_code = output.exit_code;
}

}  // namespace

void add_match(CommandLine& app, Context& context) {
  const auto options = std::make_shared<statistics::MatchOptions>();
  CommandLine command =
      app.add_subcommand("match", "Compare every two agents in game logs: Elo, nElo, LOS, game pairs, SPRT");
  command
      .add_option(
          "LOG", options->logs,
          "Output folders of `ludex run`, logs (.jsonl), games (.pgn; .csv or .tsv with white,black,result); - is standard input")
      .required();
  command.add_option("--sprt,--test", options->sprt, kTestHelp);
  command.add_option("--confidence", options->confidence, "Confidence level of the intervals (default 0.95)");
  command.add_flag("--json", options->json, "One JSON document");
  command.add_flag("--without-forfeits", options->without_forfeits,
                   "Leave out games that were lost by a fault");
  command.add_flag(
      "--strict", options->strict,
      "Refuse files with a game that cannot be used (default: leave it out), or that are damaged");
  command.add_option("--game", options->games, "Only games with this label of the log").type_name("LABEL");
  command.add_flag("--by-game", options->by_game, "Print the matches of each game separately");
  command.callback([options, &context] { print(statistics::match(*options), context); });
}

void add_sprt(CommandLine& app, Context& context) {
  const auto options = std::make_shared<statistics::SprtOptions>();
  CommandLine command = app.add_subcommand(
      "sprt", "Compute the statistics of a match from its numbers of wins, draws and losses");
  command.add_option("--wdl", options->wdl, "Games: WINS,DRAWS,LOSSES");
  command.add_option("--penta", options->penta,
                     "Game pairs: LL,LD,WL+DD,WD,WW (or six numbers, WL and DD separate)");
  command.add_option("--test", options->sprt, std::string(kTestHelp) + "; default 0,5");
  command.add_option("--confidence", options->confidence, "Confidence level of the intervals (default 0.95)");
  command.add_flag("--json", options->json, "One JSON document");
  command.callback([options, &context] { print(statistics::sprt(*options), context); });
}

}  // namespace ludex::arena::cli
