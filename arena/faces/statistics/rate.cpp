#include "arena/faces/statistics/rate.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/base/text/suggest.hpp"
#include "arena/results/log/log_files.hpp"
#include "arena/results/rating/fit.hpp"
#include "arena/results/rating/log_reader.hpp"
#include "arena/results/rating/player_name.hpp"
#include "arena/results/rating/standings.hpp"

namespace ludex::arena::statistics {

namespace {

// Shows the LOS matrix by default up to this many players, which still fits a terminal.
constexpr std::size_t kSmallMatrix = 12;

std::optional<double> parse_number(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

Result<rating::Parameter> parse_parameter(const char* option, const std::string& text,
                                          rating::Parameter fallback) {
  using How = rating::Parameter::How;
  if (text.empty()) return fallback;
  if (text == "fit") return rating::Parameter{fallback.value, How::kFit};
  const std::optional<double> value = parse_number(text);
  if (!value) return Error{fmt::format("{}: \"{}\", expected a number of Elo or \"fit\"", option, text)};
  return rating::Parameter{*value, How::kGiven};
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
  // Plain Elo has no advantage unless requested.
  const auto advantage =
      parse_parameter("--advantage", options.advantage, elo ? rating::Parameter{} : fit.advantage);
  if (!advantage) return Error{advantage.error()};
  const auto draw_elo = parse_parameter("--draw-elo", options.draw_elo, fit.draw_elo);
  if (!draw_elo) return Error{draw_elo.error()};
  fit.advantage = *advantage;
  fit.draw_elo = *draw_elo;
  return fit;
}

Result<rating::StandingsOptions> standings_options(const RateOptions& options) {
  if (options.json + options.csv + options.markdown + options.latex > 1) {
    return Error{"expected only one of --json, --csv, --markdown and --latex"};
  }
  if (options.population && options.los)
    return Error{"--los: a population's tables have no room for it, expected --json"};
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
  return {kBadInput, "", "ludex rate: " + message + "\n"};
}

Result<void> read_files(const std::vector<std::string>& logs, const rating::ReadOptions& how,
                        RateInput& input) {
  const auto found = log_files(logs);
  if (!found) return Error{found.error()};
  const std::vector<std::string>& files = *found;
  for (const std::string& file : files) {
    if (auto read = rating::read_log(file, how, input.table, input.summary); !read) return read;
  }
  if (auto known = check_labels(how.games, input.by_game, input.summary); !known) return known;
  return rating::require_games(files, how, input.table, input.summary);
}

// One table; `title` is empty if there is only one.
std::string titled(const RateOptions& options, const std::string& title, const rating::Standings& standings,
                   bool los) {
  if (options.latex) {
    // A newline in a file's name would end the comment.
    std::string line = title;
    std::replace(line.begin(), line.end(), '\n', ' ');
    return (title.empty() ? "" : "% " + line + "\n") + (standings.population
                                                            ? rating::to_latex(*standings.population)
                                                            : rating::to_latex(standings, options.los));
  }
  if (options.markdown)
    return (title.empty() ? "" : "## " + title + "\n\n") + (standings.population
                                                                ? rating::to_markdown(*standings.population)
                                                                : rating::to_markdown(standings, los));
  return (title.empty() ? "" : title + "\n\n") +
         (standings.population ? rating::to_table(*standings.population) : rating::to_table(standings, los));
}

// The ratings of each game first, then the joint ones, which average over different games.
std::string tables(const RateOptions& options, const rating::Standings& joint,
                   const std::vector<rating::GameStandings>& by_game) {
  const auto small = [](const rating::Standings& s) { return s.rows.size() <= kSmallMatrix; };
  if (by_game.empty()) return titled(options, "", joint, options.los || small(joint));
  std::string text;
  for (const auto& [game, standings] : by_game) {
    if (!text.empty()) text += "\n";
    text += titled(options, "game " + game, standings, options.los || (options.by_game && small(standings)));
  }
  if (options.by_game) return text;
  return text + "\n" + titled(options, "all games together", joint, options.los || small(joint));
}

// Fills the populations of `by_game` and, unless only these are shown, of `joint`.
Result<void> add_populations(const RateOptions& options, const RateInput& logs, rating::Standings& joint,
                             std::vector<rating::GameStandings>& by_game) {
  const auto add = [&](const rating::ResultTable& table, rating::Standings& standings) -> Result<void> {
    auto made = rating::evaluate_population(table, standings.rows, options.alpha);
    if (!made) return Error{made.error()};
    standings.population = *std::move(made);
    return {};
  };
  const auto played = logs.by_game.played();
  for (std::size_t g = 0; g < by_game.size(); ++g) {
    if (const auto done = add(played[g]->table, by_game[g].standings); !done)
      return Error{fmt::format("--population: game {}: {}", by_game[g].game, done.error())};
  }
  if (options.by_game) return {};
  if (const auto done = add(logs.table, joint); !done) return Error{"--population: " + done.error()};
  return {};
}

std::string population_csv(const RateOptions& options, const rating::Standings& joint,
                           const std::vector<rating::GameStandings>& by_game) {
  std::string text = rating::population_csv_heads(options.by_game);
  if (!options.by_game) return text + rating::to_csv(*joint.population, "");
  for (const auto& [game, standings] : by_game) text += rating::to_csv(*standings.population, game);
  return text;
}

}  // namespace

Result<std::vector<std::string>> log_files(const std::vector<std::string>& arguments) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  for (const std::string& argument : arguments) {
    std::error_code ignored;
    if (!fs::is_directory(argument, ignored)) {
      files.push_back(argument);
      continue;
    }
    files.push_back(log::log_in(argument));
    if (fs::exists(files.back(), ignored)) continue;
    // Often the folder above the right one.
    std::vector<std::string> inner;
    for (const auto& item : fs::directory_iterator(argument, ignored)) {
      if (item.is_directory(ignored) && fs::exists(log::log_in(item.path().string()), ignored))
        inner.push_back(item.path().string());
    }
    std::sort(inner.begin(), inner.end());
    const std::string hint = inner.empty()       ? ""
                             : inner.size() == 1 ? fmt::format("; {} is one", inner[0])
                                                 : fmt::format("; {} and {} are some", inner[0], inner[1]);
    return Error{
        fmt::format("the folder {} has no games.jsonl, expected a log or an output folder of `ludex run`{}",
                    argument, hint)};
  }
  return files;
}

std::string reading_warnings(const rating::ReadSummary& summary) {
  std::string text;
  const auto add = [&](const std::string& warning) { text += "warning: " + warning + "\n"; };
  for (const std::string& warning : summary.warnings) add(warning);
  for (const Finding& finding : summary.findings.list()) add(finding.text());
  if (summary.unfinished > 0) add(plural(summary.unfinished, "game") + " without a result left out");
  if (summary.self_play > 0) add(plural(summary.self_play, "game") + " of a player against itself left out");
  return text;
}

std::string reasons(const rating::ReadSummary& summary) {
  return summary.findings.empty() ? "" : "\n  " + summary.findings.text("\n  ");
}

Result<void> check_labels(const std::vector<std::string>& labels, const rating::GameResults& found,
                          const rating::ReadSummary& summary) {
  std::vector<std::string> known;
  for (const auto& entry : found.entries()) known.push_back(entry.game);
  for (const std::string& label : labels) {
    if (std::find(known.begin(), known.end(), label) != known.end()) continue;
    const std::string hint = suggest(label, known);
    return Error{fmt::format("--game: the logs have no game '{}'{}{}", label, hint.empty() ? "" : "; " + hint,
                             reasons(summary))};
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
  rating::ReadOptions how = read_options(options, logs.by_game);
  how.verify = true;
  if (const auto done = read(how, logs); !done) return refuse_rate(done.error());
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < logs.table.players(); ++i) names.push_back(logs.table.name(i));
  for (std::string& warning : rating::like_names(std::move(names)))
    logs.summary.warnings.push_back(std::move(warning));
  auto standings = rating::rate_table(logs.table, logs.summary, *fit_with, *show_with);
  if (!standings) return refuse_rate(standings.error());
  std::vector<rating::GameStandings> by_game;
  if (options.by_game || logs.by_game.played().size() > 1) {
    // An anchor may not have played every game.
    rating::StandingsOptions show_each = *show_with;
    if (!options.by_game) show_each.anchor.reset();
    auto made = rating::rate_by_game(logs.by_game, *fit_with, show_each);
    if (made) {
      by_game = std::move(made).value();
      rating::compare_games(logs.by_game, by_game, *standings);
    } else if (options.by_game) {
      return refuse_rate(made.error());
    } else {
      standings->summary.warnings.push_back("the games were not compared: " + made.error());
    }
  }

  if (options.population) {
    if (const auto done = add_populations(options, logs, *standings, by_game); !done)
      return refuse_rate(done.error());
  }

  RateOutput output;
  const rating::Standings& s = *standings;
  output.err += reading_warnings(s.summary);
  for (const std::string& warning : s.fit.warnings) output.err += "warning: " + warning + "\n";
  if (s.fit.groups.size() > 1) {
    output.err += fmt::format(
        "warning: {} groups of players without a game between them; ratings are relative to the mean of "
        "each group\n",
        s.fit.groups.size());
  }
  if (const std::string forfeits = rating::forfeits_text(s.summary, options.without_forfeits);
      !forfeits.empty())
    output.err += "warning: " + forfeits + "\n";
  if (const std::string repeats = rating::repeats_text(s.summary); !repeats.empty())
    output.err += "warning: " + repeats + "\n";
  if (options.json) {
    output.out = rating::to_json(s, by_game.empty() ? nullptr : &by_game);
  } else if (options.csv && options.population) {
    output.out = population_csv(options, s, by_game);
  } else if (options.csv) {
    output.out = options.by_game ? rating::to_csv(by_game) : rating::to_csv(s);
  } else {
    output.out = tables(options, s, by_game);
  }
  return output;
}

}  // namespace ludex::arena::statistics
