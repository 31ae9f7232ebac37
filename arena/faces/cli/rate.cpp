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
  CommandLine command = app.add_subcommand("rate", "Ratings from game logs");
  command
      .add_option("LOG", options->logs,
                  "Logs: .jsonl, .pgn, .csv or .tsv (white,black,result), - or a run folder")
      .required();
  command
      .add_option("--model", options->model,
                  "The rating model; with elo, a draw is half a win (default bayeselo)")
      .one_of({"bayeselo", "elo"});
  command.add_option("--prior", options->prior, "Virtual draws of each player (default 2)");
  command.add_option("--advantage", options->advantage,
                     "Elo of moving first: a number or fit (default: fitted where the games tell it, else 0; "
                     "32.8 is BayesElo's; with --model elo 0)");
  command.add_option(
      "--draw-elo", options->draw_elo,
      "Draw Elo: a number or fit (default: fitted if there are draws, else 0; 97.3 is BayesElo's)");
  command.add_option("--confidence", options->confidence, "Of the intervals (default 0.95)");
  command.add_option("--offset", options->offset, "Added to the displayed Elo");
  command.add_option("--anchor", options->anchor, "NAME=ELO: the displayed Elo of one player");
  command.add_flag("--json", options->json, "One JSON document");
  command.add_flag("--csv", options->csv, "One line a player");
  command.add_flag("--markdown", options->markdown, "Markdown tables");
  command.add_flag("--latex", options->latex, "LaTeX tables (booktabs)");
  command.add_flag("--los", options->los, "The likelihood of superiority, however many players");
  command.add_flag("--without-forfeits", options->without_forfeits,
                   "Leave out games that a participant lost by failing");
  command.add_flag("--strict", options->strict,
                   "Refuse files of which games would be left out, or that are odd in another way");
  command.add_option("--game", options->games, "Only games with this label, as in the log (may be repeated)")
      .type_name("LABEL");
  command.add_flag("--by-game", options->by_game, "A table for each game");
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
