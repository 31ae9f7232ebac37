#include "arena/cli/rate.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "arena/cli/colour.hpp"
#include "arena/cli/commands.hpp"
#include "arena/log/log_files.hpp"
#include "arena/rating/fit.hpp"
#include "arena/rating/log_reader.hpp"
#include "arena/rating/standings.hpp"
#include "arena/text/quantity.hpp"
#include "arena/text/suggest.hpp"

namespace ludex::arena::cli {

namespace {

// The LOS matrix is shown unasked up to this many players: it still fits a terminal.
constexpr std::size_t kSmallMatrix = 12;

std::optional<double> parse_number(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

Result<rating::Parameter> parse_parameter(const char* option, const std::string& text, double fallback) {
  if (text.empty()) return rating::Parameter{fallback, false};
  if (text == "fit") return rating::Parameter{fallback, true};
  const std::optional<double> value = parse_number(text);
  if (!value) return Error{fmt::format("{}: \"{}\", expected a number of Elo or \"fit\"", option, text)};
  return rating::Parameter{*value, false};
}

Result<rating::FitOptions> fit_options(const RateOptions& options) {
  rating::FitOptions fit;
  if (options.model == "elo") {
    fit.model = rating::Model::kElo;
  } else if (options.model != "bayeselo") {
    return Error{fmt::format("--model: \"{}\", expected bayeselo or elo", options.model)};
  }
  const bool elo = fit.model == rating::Model::kElo;
  if (elo && !options.draw_elo.empty()) {
    return Error{"--draw-elo: the elo model has none (a draw is half a win), expected --model bayeselo"};
  }
  fit.prior = options.prior;
  const auto advantage =
      parse_parameter("--advantage", options.advantage, elo ? 0.0 : rating::kDefaultAdvantage);
  if (!advantage) return Error{advantage.error()};
  const auto draw_elo = parse_parameter("--draw-elo", options.draw_elo, rating::kDefaultDrawElo);
  if (!draw_elo) return Error{draw_elo.error()};
  fit.advantage = *advantage;
  fit.draw_elo = *draw_elo;
  return fit;
}

Result<rating::StandingsOptions> standings_options(const RateOptions& options) {
  if (options.json + options.csv + options.markdown + options.latex > 1) {
    return Error{"expected only one of --json, --csv, --markdown and --latex"};
  }
  if (options.csv && options.los) return Error{"--los: a CSV of players has no room for it, expected --json"};
  if (!(options.confidence > 0 && options.confidence < 1)) {
    return Error{fmt::format("--confidence: {}, expected a number between 0 and 1", options.confidence)};
  }
  if (!std::isfinite(options.offset)) return Error{"--offset: expected a finite number of Elo"};
  rating::StandingsOptions standings;
  standings.confidence = options.confidence;
  standings.offset = options.offset;
  if (!options.anchor.empty()) {
    if (options.offset_given) return Error{"expected only one of --offset and --anchor"};
    const std::size_t equals = options.anchor.rfind('=');
    const std::optional<double> elo =
        equals == std::string::npos ? std::nullopt : parse_number(options.anchor.substr(equals + 1));
    if (equals == 0 || !elo) {
      return Error{fmt::format("--anchor: \"{}\", expected NAME=ELO", options.anchor)};
    }
    standings.anchor = rating::Anchor{options.anchor.substr(0, equals), *elo};
  }
  return standings;
}

RateOutput refuse_rate(const std::string& message) {
  return {kUsage, "", "ludex rate: " + message + "\n"};
}

Result<void> read_files(const std::vector<std::string>& logs, const rating::ReadOptions& how,
                        RateInput& input) {
  const std::vector<std::string> files = log_files(logs);
  for (const std::string& file : files) {
    if (auto read = rating::read_log(file, how, input.table, input.summary); !read) return read;
  }
  if (auto known = check_labels(how.games, input.by_game); !known) return known;
  return rating::require_games(files, how, input.table, input.summary);
}

Result<rating::Standings> standings_of(const rating::ResultTable& table, rating::ReadSummary summary,
                                       const rating::FitOptions& fit_with,
                                       const rating::StandingsOptions& show_with) {
  auto fit = rating::fit_ratings(table, fit_with);
  if (!fit) return Error{fit.error()};
  return rating::make_standings(table, std::move(fit).value(), std::move(summary), show_with);
}

// Of each game by itself.
Result<std::vector<rating::GameStandings>> standings_by_game(const RateInput& logs,
                                                             const rating::FitOptions& fit_with,
                                                             const rating::StandingsOptions& show_with) {
  std::vector<rating::GameStandings> list;
  for (const auto* entry : logs.by_game.played()) {
    auto standings = standings_of(entry->table, entry->summary, fit_with, show_with);
    if (!standings) return Error{fmt::format("game {}: {}", entry->game, standings.error())};
    list.push_back({entry->game, std::move(standings).value()});
  }
  return list;
}

// Whether the players are as strong in one game as in another.
void compare_games(const RateInput& logs, const std::vector<rating::GameStandings>& by_game,
                   rating::Standings& all) {
  const auto played = logs.by_game.played();
  std::vector<rating::GameFit> fits;
  for (std::size_t i = 0; i < by_game.size(); ++i)
    fits.push_back({by_game[i].game, &played[i]->table, &by_game[i].standings.fit});
  all.heterogeneity = rating::compare_games(fits);
  for (auto& warning : rating::warnings_of(all.heterogeneity, fits))
    all.summary.warnings.push_back(std::move(warning));
}

std::string tables(const RateOptions& options, const std::vector<rating::GameStandings>& by_game) {
  std::string text;
  for (const auto& [game, standings] : by_game) {
    const bool los = options.los || standings.rows.size() <= kSmallMatrix;
    if (!text.empty()) text += "\n";
    text += options.markdown ? fmt::format("## {}\n\n{}", game, rating::to_markdown(standings, los))
            : options.latex  ? fmt::format("% game {}\n{}", game, rating::to_latex(standings, options.los))
                             : fmt::format("game {}\n\n{}", game, rating::to_table(standings, los));
  }
  return text;
}

}  // namespace

std::vector<std::string> log_files(const std::vector<std::string>& arguments) {
  std::vector<std::string> files;
  for (const std::string& argument : arguments) {
    std::error_code ignored;
    const bool folder = std::filesystem::is_directory(argument, ignored);
    files.push_back(folder ? log_in(argument) : argument);
  }
  return files;
}

rating::ReadOptions read_options(bool without_forfeits, const std::vector<std::string>& games, bool by_game,
                                 rating::GameResults& results) {
  rating::ReadOptions options;
  options.without_forfeits = without_forfeits;
  options.games = games;
  options.labels_required = by_game || !games.empty();
  options.by_game = &results;
  return options;
}

Result<void> check_labels(const std::vector<std::string>& labels, const rating::GameResults& found) {
  std::vector<std::string> known;
  for (const auto& entry : found.entries()) known.push_back(entry.game);
  for (const std::string& label : labels) {
    if (std::find(known.begin(), known.end(), label) != known.end()) continue;
    const std::string hint = suggest(label, known);
    return Error{fmt::format("--game: the logs have no game '{}'{}", label, hint.empty() ? "" : "; " + hint)};
  }
  return {};
}

RateOutput rate(const RateOptions& options) {
  return rate(options, [&](const rating::ReadOptions& how, RateInput& input) {
    return read_files(options.logs, how, input);
  });
}

RateOutput rate(const RateOptions& options, const ReadInput& read) {
  const Result<rating::FitOptions> fit_with = fit_options(options);
  if (!fit_with) return refuse_rate(fit_with.error());
  const Result<rating::StandingsOptions> show_with = standings_options(options);
  if (!show_with) return refuse_rate(show_with.error());

  RateInput logs;
  rating::ReadOptions how =
      read_options(options.without_forfeits, options.games, options.by_game, logs.by_game);
  how.verify = true;
  if (const auto done = read(how, logs); !done) return refuse_rate(done.error());
  auto standings = standings_of(logs.table, logs.summary, *fit_with, *show_with);
  if (!standings) return refuse_rate(standings.error());
  std::vector<rating::GameStandings> by_game;
  if (options.by_game || logs.by_game.played().size() > 1) {
    // Only compared, they need no anchor, which may not have played all of them.
    auto made = standings_by_game(logs, *fit_with, options.by_game ? *show_with : rating::StandingsOptions());
    if (made) {
      by_game = std::move(made).value();
      compare_games(logs, by_game, *standings);
    } else if (options.by_game) {
      return refuse_rate(made.error());
    } else {
      standings->summary.warnings.push_back("the games were not compared: " + made.error());
    }
  }

  RateOutput output;
  const rating::Standings& s = *standings;
  for (const std::string& warning : s.summary.warnings) output.err += "warning: " + warning + "\n";
  for (const std::string& warning : s.fit.warnings) output.err += "warning: " + warning + "\n";
  if (s.fit.groups.size() > 1) {
    output.err += fmt::format(
        "warning: {} groups of players without a game between them; ratings are relative to the mean of "
        "each group\n",
        s.fit.groups.size());
  }
  if (s.summary.unfinished > 0) {
    output.err +=
        fmt::format("warning: {} without a result left out\n", plural(s.summary.unfinished, "game"));
  }
  if (const std::string forfeits = rating::forfeits_text(s.summary, options.without_forfeits);
      !forfeits.empty())
    output.err += "warning: " + forfeits + "\n";
  if (s.summary.self_play > 0) {
    output.err +=
        fmt::format("warning: {} of a player against itself left out\n", plural(s.summary.self_play, "game"));
  }
  const bool los = options.los || s.rows.size() <= kSmallMatrix;
  if (options.json) {
    output.out = rating::to_json(s, options.by_game ? &by_game : nullptr);
  } else if (options.csv) {
    output.out = options.by_game ? rating::to_csv(by_game) : rating::to_csv(s);
  } else if (options.by_game) {
    output.out = tables(options, by_game);
  } else if (options.latex) {
    output.out = rating::to_latex(s, options.los);
  } else if (options.markdown) {
    output.out = rating::to_markdown(s, los);
  } else {
    output.out = rating::to_table(s, los);
  }
  return output;
}

void add_rate(CommandLine& app, Context& context) {
  const auto options = std::make_shared<RateOptions>();
  CommandLine command = app.add_subcommand("rate", "Ratings from game logs");
  command.add_option("LOG", options->logs, "Logs: .jsonl, .pgn, .csv (white,black,result), - or a run folder")
      .required();
  command
      .add_option("--model", options->model,
                  "The rating model; with elo, a draw is half a win (default bayeselo)")
      .one_of({"bayeselo", "elo"});
  command.add_option("--prior", options->prior, "Virtual draws of each player (default 2)");
  command.add_option("--advantage", options->advantage,
                     "Elo of moving first: a number or fit (default 32.8; 0 with --model elo)");
  command.add_option("--draw-elo", options->draw_elo, "Draw Elo: a number or fit (default 97.3)");
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
  command.add_option("--game", options->games, "Only games with this label, as in the log (may be repeated)")
      .type_name("LABEL");
  command.add_flag("--by-game", options->by_game, "A table for each game");
  command.callback([command, options, &context] {
    options->offset_given = command.given("--offset");
    const RateOutput output = rate(*options);
    const bool table = !options->json && !options->csv && !options->markdown && !options->latex;
    std::fputs(Palette::of(STDERR_FILENO).messages(output.err).c_str(), stderr);
    fmt::print("{}", table ? Palette::of(STDOUT_FILENO).ranks(output.out) : output.out);
    context.exit_code = output.exit_code;
  });
}

}  // namespace ludex::arena::cli
