// The page of a training.
#include <algorithm>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/faces/report/html_parts.hpp"
#include "arena/faces/report/text.hpp"
#include "arena/faces/report/training.hpp"

namespace ludex::arena::report {
namespace {

std::string elo_text(const TrainingMatch& match) {
  if (!match.elo) return std::string(kDash);
  if (!match.high) return "at least " + signed_fixed(*match.elo, 0, true);
  if (!match.low) return "at most " + signed_fixed(*match.elo, 0, true);
  return fmt::format("{} [{}, {}]", signed_fixed(*match.elo, 0, true), signed_fixed(*match.low, 0, true),
                     signed_fixed(*match.high, 0, true));
}

// Names of the values of the curve, such as "error", in the order in which they appear.
std::vector<std::string> value_names(const Training& training) {
  std::vector<std::string> names;
  for (const LearningPoint& point : training.curve)
    for (const auto& [name, value] : point.values)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

std::string header(const Training& training) {
  const bool open = training.rounds.size() < training.planned;
  std::string text =
      fmt::format("<header>\n<h1>{} learned by {}</h1>\n<p class=\"state\"><span{}>{} of {}</span>",
                  html(training.game.empty() ? "A game" : training.game),
                  html(training.method.empty() ? "self-play" : training.method),
                  open ? " class=\"open\"" : "", training.rounds.size(), plural(training.planned, "round"));
  if (!training.curve.empty()) {
    const LearningPoint& last = training.curve.back();
    text += fmt::format(", {} of self-play in {}", plural(last.games, "game"),
                        html(duration(last.seconds * 1e6)));
  }
  return text + fmt::format(", {}.</p>\n</header>\n",
                            training.rounds.empty() ? "not yet judged" : html(training.verdict_text()));
}

std::string rounds_section(const Training& training) {
  HtmlTable table;
  table.head("Round").head("Learned for").head("Against", Align::kText);
  table.head("Games").head("Wins-draws-losses").head("Elo", Align::kNumber, "with its 95 % interval");
  for (const TrainingRound& round : training.rounds) {
    for (const TrainingMatch& match : round.matches) {
      table.row().number(std::uint64_t{round.number}).number(duration(round.seconds * 1e6));
      table.text(match.opponent == "before" ? "the model before" : match.opponent);
      table.number(match.wins + match.draws + match.losses);
      table.number(fmt::format("{}-{}-{}", match.wins, match.draws, match.losses)).number(elo_text(match));
    }
  }
  return "<section id=\"rounds\">\n<h2>Rounds</h2>\n<p>After each round the new model plays that of the round "
         "before, random and uct at equal CPU time a move.</p>\n" +
         figure(
             training_elo_plot(training),
             "Elo of each round's model with 95 % intervals; hollow: all games won or all lost, so one end "
             "is not known.") +
         (training.rounds.empty() ? "<p>No round is over yet.</p>\n" : std::move(table).finish()) +
         "</section>\n";
}

std::string learning_section(const Training& training) {
  std::string text = "<section id=\"learning\">\n<h2>Learning</h2>\n";
  for (const std::string& name : value_names(training))
    text += figure(training_value_plot(training, name), fmt::format("{} of the games of self-play.", name));
  text += figure(training_speed_plot(training), "Games of self-play a second.");
  return text + "</section>\n";
}

std::string reproduction(const Training& training) {
  HtmlTable table("long");
  table.head("Setting", Align::kText).head("Value", Align::kText);
  table.row().name("game").text(training.game).row().name("method").text(training.method);
  table.row().name("hours").text(fmt::format("{:g}", training.hours));
  for (const auto& [name, value] : training.settings) table.row().name(name).text(value);
  return "<section id=\"reproduction\">\n<h2>Reproduction</h2>\n" + std::move(table).finish() +
         "<p class=\"method\">The folder has the model (model.ludex), those of all rounds (models) and the logs of "
         "the matches (matches).</p>\n</section>\n";
}

}  // namespace

std::string to_html(const Training& training) {
  std::string page = page_begin(training.game + ": training") + header(training) + "<main>\n";
  page += rounds_section(training) + learning_section(training) + reproduction(training);
  return page + std::string(kPageEnd);
}

}  // namespace ludex::arena::report
