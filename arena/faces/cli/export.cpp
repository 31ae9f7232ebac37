// ludex export: writes the games of a log for other programs.
#include "arena/faces/export/export.hpp"

#include <algorithm>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "arena/base/text/suggest.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/logged_games.hpp"
#include "arena/faces/cli/output.hpp"
#include "arena/results/log/log_reader.hpp"

namespace ludex::arena::cli {
namespace {

struct ExportOptions {
  std::string log;
  std::string format = "pgn";
  std::string out;
  std::string comments = "text";
  std::string as;
  std::vector<std::string> games;
};

exports::ExportContext context_of(const std::string& folder, const std::string& comments) {
  exports::ExportContext context = exports::export_context(folder);
  context.comments = comments == "none"   ? exports::MoveComments::kNone
                     : comments == "text" ? exports::MoveComments::kText
                                          : exports::MoveComments::kCommands;
  return context;
}

bool is_wanted(const GameRecord& record, const ExportOptions& options) {
  return options.games.empty() ||
         std::find(options.games.begin(), options.games.end(), record.game) != options.games.end();
}

// The most players of a game to be written; the columns of CSV depend on it.
std::size_t most_players(const std::string& file, const ExportOptions& options) {
  std::size_t most = 2;
  if (options.format != "csv") return most;
  // An error is reported when the games are written.
  static_cast<void>(log::visit_log(file, [&](GameRecord&& record) -> Result<void> {
    if (is_wanted(record, options)) most = std::max(most, players(record));
    return {};
  }));
  return most;
}

// `most`: the players that CSV has columns for.
Result<std::string> text_of(const GameRecord& record, const std::string& format, std::size_t most,
                            LoggedGames& games, const exports::ExportContext& context) {
  if (format == "csv")
    return most == 2 ? exports::to_games_csv(record) : exports::to_ranked_csv(record, most);
  const auto played = exports::replay(games.game(record.game), record);
  if (!played) return Error{played.error()};
  if (format == "pgn") return exports::to_pgn(record, *played, context);
  if (format == "moves") return exports::to_moves_csv(record, *played);
  return to_sgf(record, *played, context);
}

void export_games(Context& context, const ExportOptions& options) {
  LoggedGames games(context, options.log, options.as);
  const exports::ExportContext about = context_of(games.folder(), options.comments);
  const std::size_t most = most_players(games.file(), options);
  std::unique_ptr<Output> out;
  std::set<std::string> labels;
  const auto write = [&](GameRecord&& record) -> Result<void> {
    labels.insert(record.game);
    if (!is_wanted(record, options)) return {};
    const auto text = text_of(record, options.format, most, games, about);
    if (!text) return Error{text.error()};
    if (!out) {  // opened late, so that a failure leaves no empty file
      out = std::make_unique<Output>(options.out);
      if (options.format == "csv")
        out->write(most == 2 ? exports::games_csv_head() : exports::ranked_csv_head(most));
      if (options.format == "moves") out->write(exports::moves_csv_head());
    }
    out->write(*text);
    return {};
  };
  const auto torn = log::visit_log(games.file(), write);
  if (!torn) throw Failure::usage(torn.error());
  if (*torn) complain(fmt::format("{}:{}: warning: cut short, left out", games.file(), (*torn)->line));
  for (const std::string& label : options.games) {
    if (labels.count(label) != 0) continue;
    const std::string hint = suggest(label, std::vector<std::string>(labels.begin(), labels.end()));
    throw Failure::usage(
        fmt::format("--game: the log has no game '{}'{}", label, hint.empty() ? "" : "; " + hint));
  }
  if (!out) throw Failure::usage(fmt::format("no games in {}", games.file()));
  out->close();
  if (!options.out.empty()) fmt::print("{}\n", options.out);
}

}  // namespace

void add_export(CommandLine& app, Context& context) {
  const auto options = std::make_shared<ExportOptions>();
  CommandLine command = app.add_subcommand("export", "Write the games of a log as PGN, SGF or CSV");
  command.add_option("LOG", options->log, "A log (.jsonl), or the output folder of `ludex run`").required();
  command
      .add_option(
          "--format", options->format,
          "The form; sgf: only hex, othello, gomoku and loa; csv: a line per game; moves: CSV, a line per move")
      .one_of({"pgn", "sgf", "csv", "moves"})
      .show_default();
  command.add_option("--game", options->games, "Only games with this label of the log").type_name("LABEL");
  command
      .add_option(
          "--comments", options->comments,
          "Comments on moves in PGN and SGF: text: {value/depth time}; commands: [%eval] and [%emt] (PGN)")
      .one_of({"none", "text", "commands"})
      .show_default();
  command
      .add_option("--as", options->as,
                  "Replay by the rules of this game (default: those of spec.yaml next to the log)")
      .type_name("GAME");
  command.add_option("--out", options->out, "File to write (default: standard output)").type_name("FILE");
  command.callback([&context, options] { export_games(context, *options); });
}

}  // namespace ludex::arena::cli
