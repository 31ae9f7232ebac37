// ludex rate: ratings from game logs.
#include "arena/faces/statistics/rate.hpp"

#include <memory>

#include <fmt/format.h>
#include <unistd.h>

#include "arena/faces/cli/colour.hpp"
#include "arena/faces/cli/commands.hpp"

namespace ludex::arena::cli {

void add_rate(CommandLine& app, Context& context) {
  const auto options = std::make_shared<statistics::RateOptions>();
  CommandLine command = app.add_subcommand("rate", "Compute ratings from game logs");
  command
      .add_option(
          "LOG", options->logs,
          "Output folders of `ludex run`, logs (.jsonl), games (.pgn; .csv or .tsv with white,black,result); - is standard input")
      .required();
  command
      .add_option("--model", options->model,
                  "The rating model; with elo, a draw is half a win (default bayeselo)")
      .one_of({"bayeselo", "elo"});
  command.add_option("--prior", options->prior, "Virtual draws of each player (default 2)");
  command.add_option("--advantage", options->advantage,
                     "Elo of moving first: a number or fit (default: fitted where the games determine it, "
                     "else 0; 0 with --model elo; BayesElo has 32.8)");
  command.add_option(
      "--draw-elo", options->draw_elo,
      "Draw Elo: a number or fit (default: fitted if there are draws, else 0; BayesElo has 97.3)");
  command.add_option("--confidence", options->confidence, "Confidence level of the intervals (default 0.95)");
  command.add_option("--offset", options->offset, "Added to the displayed Elo");
  command.add_option("--anchor", options->anchor, "NAME=ELO: the displayed Elo of one player");
  command.add_flag("--json", options->json, "One JSON document");
  command.add_flag("--csv", options->csv, "Write CSV, one line per player");
  command.add_flag("--markdown", options->markdown, "Markdown tables");
  command.add_flag("--latex", options->latex, "LaTeX tables (booktabs)");
  command.add_flag("--los", options->los, "Print the table of likelihoods of superiority even if it is wide");
  command.add_flag("--without-forfeits", options->without_forfeits,
                   "Leave out games that were lost by a fault");
  command.add_flag(
      "--strict", options->strict,
      "Refuse files with a game that cannot be used (default: leave it out), or that are damaged");
  command.add_option("--game", options->games, "Only games with this label of the log").type_name("LABEL");
  command.add_flag("--by-game", options->by_game, "Print a table for each game");
  const Option population = command.add_flag(
      "--population", options->population,
      "Evaluate the agents as a population: Nash averaging, alpha-rank, cycles (games of two players)");
  command.add_option("--alpha", options->alpha, "Intensity of alpha-rank (default 100)").needs(population);
  command.callback([command, options, &context] {
    options->offset_given = command.given("--offset");
    const statistics::RateOutput output = statistics::rate(*options);
    const bool table = !options->json && !options->csv && !options->markdown && !options->latex;
    print_messages(output.err);
    fmt::print("{}", table ? Palette::of(STDOUT_FILENO).ranks(output.out) : output.out);
    context.exit_code = output.exit_code;
  });
}

}  // namespace ludex::arena::cli
