// The page: head, results and the order of the sections.
#include <algorithm>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/faces/report/html_parts.hpp"
#include "arena/faces/report/plots.hpp"
#include "arena/faces/report/render.hpp"
#include "arena/faces/report/text.hpp"

namespace ludex::arena::report {
namespace {

std::string warnings(const Report& report) {
  if (report.warnings.empty()) return "";
  std::string text = "<div class=\"notes\"><ul>\n";
  for (const auto& warning : report.warnings) text += "<li>" + html(warning) + "</li>\n";
  return text + "</ul></div>\n";
}

std::string header(const Report& report) {
  std::string text = "<header>\n<h1>" + html(report.name) + "</h1>\n";
  const bool open = report.run && !report.run->finished;
  text += fmt::format(
      "<p class=\"state\"><span{}>{}</span>, {}, {}{}, log {}.</p>\n", open ? " class=\"open\"" : "",
      html(progress(report)), plural(report.agents.size(), "agent"),
      report.games.size() == 1 ? html(report.games[0].label) : plural(report.games.size(), "different game"),
      report.forfeits == 0 ? "" : fmt::format(", {}", plural(report.forfeits, "forfeit")),
      html(report.trust));
  text += "<nav>" + std::string(report.tuning != nullptr ? "<a href=\"#tuning\">Tuning</a>" : "") +
          "<a href=\"#standings\">Standings</a>" +
          (report.ranked.empty() ? "" : "<a href=\"#places\">Places</a>") +
          "<a href=\"#crosstable\">Crosstable</a>";
  text += "<a href=\"#superiority\">Superiority</a>";
  if (!report.cyclic.empty()) text += "<a href=\"#cycles\">Cycles</a>";
  text += "<a href=\"#seats\">Seats</a>";
  text += "<a href=\"#endings\">Endings</a><a href=\"#effort\">Effort</a>";
  text += "<a href=\"#games\">Games</a><a href=\"#reproduction\">Reproduction</a></nav>\n</header>\n";
  return text + warnings(report);
}

void rating_cells(HtmlTable& table, const std::optional<Rating>& rating) {
  table.number(rating ? signed_fixed(rating->elo, 1) : std::string(kDash));
  table.number(rating ? fixed(rating->error, 1) : std::string(kDash));
}

// Precedes the joint ratings, which average over different games.
std::string ratings_by_game_table(const Report& report) {
  if (!report.rated_by_game()) return "";
  const auto compared = static_cast<std::size_t>(
      std::count_if(report.agents.begin(), report.agents.end(),
                    [](const AgentReport& agent) { return agent.heterogeneity.has_value(); }));
  HtmlTable table("matrix");
  table.head("", Align::kText);
  const std::size_t n = std::min(report.games.size(), kGamesLimit);
  for (std::size_t g = 0; g < n; ++g) table.head(report.games[g].label);
  table.head("all games");
  if (compared != 0)
    table.head("chi-square", Align::kNumber, "of the differences between the games").head("p");
  const auto cell = [&](const std::optional<Rating>& rating) {
    table.shaded(rating ? signed_fixed(rating->elo, 0) : std::string(kDash),
                 rating ? "\u00B1 " + fixed(rating->error, 0) : "", "");
  };
  for (const AgentReport& agent : report.agents) {
    table.row().name(agent.name);
    for (std::size_t g = 0; g < n; ++g) cell(agent.rating_by_game[g]);
    cell(agent.rating);
    if (compared == 0) continue;
    const auto& h = agent.heterogeneity;
    const bool differs = h && h->p < rating::kHeterogeneous;
    table.shaded(h ? fixed(h->chi_square, 1) : std::string(kDash), "", "");
    table.shaded(h ? rating::p_text(h->p) : std::string(kDash), "", differs ? shade(0.2) : "");
  }
  std::string text =
      "<h2 id=\"ratings-by-game\">Ratings by game</h2>\n<p>Each game rated by itself, relative to the mean "
      "of "
      "those who played it, with 95 % intervals.";
  if (compared != 0) {
    text += fmt::format(
        " Chi-square: whether an agent's ratings differ by more than their errors; p takes into account that "
        "{} are compared, and is marked below {:g}.",
        plural(compared, "agent"), rating::kHeterogeneous);
  }
  text += "</p>\n" + std::move(table).finish();
  return text + cut_short(n, report.games.size(), "games");
}

std::string shaded_score(const rating::SeatTally& seat) {
  return seat.games == 0 ? std::string(kDash) : fixed(100 * seat.score(), 1);
}

// The scores of each agent in each seat, and of all agents.
std::string ranked_seats(const rating::RankTable& ranked) {
  HtmlTable table("matrix");
  table.head("", Align::kText);
  for (std::uint32_t seat = 1; seat <= ranked.players; ++seat) table.head(fmt::format("Seat {}", seat));
  const auto cells = [&](const std::vector<rating::SeatTally>& seats) {
    for (const rating::SeatTally& seat : seats)
      table.shaded(shaded_score(seat), plural(seat.games, "game"),
                   seat.games == 0 ? "" : shade(seat.score()));
  };
  const std::size_t n = std::min(ranked.agents.size(), kMatrixLimit);
  for (std::size_t i = 0; i < n; ++i) {
    table.row().name(ranked.agents[i].agent);
    cells(ranked.agents[i].seats);
  }
  table.row().name("all agents");
  cells(ranked.seats);
  return fmt::format(
             "<h3>Games of {} players</h3>\n<p>The part of the others that an agent is ahead of, in %; ties "
             "count one half.</p>\n",
             ranked.players) +
         std::move(table).finish() + cut_short(n, ranked.agents.size(), "agents");
}

std::string places_table(const rating::RankTable& ranked) {
  HtmlTable table;
  table.head("Agent", Align::kText).head("Games");
  for (std::uint32_t place = 1; place <= ranked.players; ++place) table.head(fmt::format("#{}", place));
  table.head("Score").head("Mean rank").head("\u00B1", Align::kNumber, "95 % interval");
  for (const rating::RankRow& row : ranked.agents) {
    table.row().name(row.agent).number(row.all.games);
    for (const std::uint64_t games : row.places) table.number(games);
    table.number(percent(row.all.score())).number(fixed(row.all.rank(ranked.players), 2));
    table.number(fixed(rating::kZ95 * row.all.rank_deviation(ranked.players), 2));
  }
  return fmt::format("<h3>{} of {} players</h3>\n", plural(ranked.games, "game"), ranked.players) +
         std::move(table).finish();
}

std::string standings_section(const Report& report) {
  const bool two = two_ratings(report);
  HtmlTable table;
  table.head("").head("Agent", Align::kText).head("Elo").head("\u00B1", Align::kNumber, "95 % interval");
  if (two) {
    table.head("Elo without forfeits", Align::kNumber, "from the games that were played to their end");
    table.head("\u00B1", Align::kNumber, "95 % interval");
  }
  table.head("Games").head("Score").head("Wins").head("Draws").head("Losses");
  if (two) {
    table.head("Forfeits", Align::kNumber, "losses by a fault of the agent");
    table.head("Won by forfeit", Align::kNumber, "of the wins: by a fault of the opponent");
  }
  std::size_t rank = 0;
  std::uint32_t group = 0;
  for (const AgentReport& agent : report.agents) {
    if (agent.rating && agent.rating->group != group) rank = 0, group = agent.rating->group;
    table.row().number(agent.rating ? std::to_string(++rank) : std::string(kDash)).name(agent.name);
    rating_cells(table, agent.rating);
    if (two) rating_cells(table, agent.rating_played);
    table.number(agent.all.games()).number(percent(agent.all.score()));
    table.number(agent.all.wins).number(agent.all.draws).number(agent.all.losses);
    if (two) table.number(agent.forfeits).number(agent.forfeits_won);
  }
  std::string text =
      fmt::format("<section id=\"standings\">\n{}<h2>{}</h2>\n{}", ratings_by_game_table(report),
                  standings_title(report), std::move(table).finish());
  text += figure(rating_plot(report),
                 two ? "Ratings with their 95 % intervals. Filled: all games; hollow: without forfeits."
                     : "Ratings with their 95 % intervals.");
  for (const std::string& key : swept_keys(report)) {
    text += figure(strength_plot(report, key), "Strength over " + key + ", with 95 % intervals.");
  }
  text += "<p class=\"method\">" + html(method(report)) + "</p>\n";
  return text + "</section>\n";
}

std::string match(const Report& report) {
  if (!report.match || report.match->total() == 0) return "";
  const Match& match = *report.match;
  const AgentReport& ours = report.agents[0];
  const AgentReport& theirs = report.agents[1];
  std::string text = "<section id=\"match\">\n<h2>Match</h2>\n";
  text += fmt::format("<p>{} against {}: {} (wins-draws-losses), {} of the points. {}</p>\n", html(ours.name),
                      html(theirs.name), wdl(ours.all), percent(ours.all.score()), match_text(match));
  text +=
      figure(match_bar(match), fmt::format("Pairs by the points that {} made of the two games.", ours.name));
  return text + "</section>\n";
}

// Rows and columns are agents; `cell` fills a cell off the diagonal.
template <class Cell>
std::string matrix_table(const Report& report, const Cell& cell) {
  const std::size_t n = std::min(report.agents.size(), kMatrixLimit);
  HtmlTable table("matrix");
  table.head("", Align::kText);
  for (std::size_t c = 0; c < n; ++c) table.head(std::to_string(c + 1), Align::kText, report.agents[c].name);
  for (std::size_t r = 0; r < n; ++r) {
    table.row().name(fmt::format("{}  {}", r + 1, report.agents[r].name));
    for (std::size_t c = 0; c < n; ++c) {
      if (r == c) {
        table.shaded("", "", "rgba(128,128,128,0.15)");
      } else {
        cell(table, r, c);
      }
    }
  }
  std::string text = std::move(table).finish();
  return text + cut_short(n, report.agents.size(), "agents");
}

// Places of games of three and more players.
std::string places_section(const Report& report) {
  if (report.ranked.empty()) return "";
  std::string text =
      "<section id=\"places\">\n<h2>Places</h2>\n<p>Games by rank; those who tie share the better rank, and "
      "in the mean rank, with its 95 % interval, the mean of their places.</p>\n";
  for (const rating::RankTable& ranked : report.ranked) text += places_table(ranked);
  return text + "</section>\n";
}

std::string crosstable_section(const Report& report) {
  std::string text =
      "<section id=\"crosstable\">\n<h2>Crosstable</h2>\n<p>Score of the row against the column, "
      "and wins-draws-losses." +
      std::string(report.ranked.empty() ? ""
                                        : " With three and more players every two seats of a game count: "
                                          "ahead, level, behind.") +
      "</p>\n";
  text += matrix_table(report, [&](HtmlTable& table, std::size_t r, std::size_t c) {
    const Wdl& cell = report.against(r, c);
    const auto score = cell.score();
    table.shaded(score ? fixed(100 * *score, 1) : std::string(kDash), score ? wdl(cell) : "",
                 score ? shade(*score) : "");
  });
  return text + "</section>\n";
}

std::string superiority(const Report& report) {
  if (report.los.empty()) return "";
  std::string text =
      "<section id=\"superiority\">\n<h2>Likelihood of superiority</h2>\n<p>Probability, in %, that the "
      "row is stronger than the column.</p>\n";
  text += matrix_table(report, [&](HtmlTable& table, std::size_t r, std::size_t c) {
    const double p = report.superiority(r, c);
    const bool known = report.agents[r].rating && report.agents[c].rating &&
                       report.agents[r].rating->group == report.agents[c].rating->group;
    table.shaded(known ? chance(p) : std::string(kDash), "", known ? shade(p) : "");
  });
  return text + "</section>\n";
}

std::string cycles(const Report& report) {
  if (report.cyclic.empty()) return "";
  std::string text =
      fmt::format("<section id=\"cycles\">\n<h2>Cycles</h2>\n<p>{}</p>\n", html(rating::kCyclesText));
  for (const auto& [game, population] : report.cyclic) {
    text += fmt::format("<h3>{}</h3>\n<ul>\n", game.empty() ? "All games" : html(game));
    for (const rating::NamedCycle& cycle : population.cycles) {
      if (cycle.beyond_noise()) text += "<li>" + html(rating::to_text(population, cycle)) + "</li>\n";
    }
    text += "</ul>\n";
    HtmlTable table;
    table.head("Agent", Align::kText).head("Elo").head("Nash %", Align::kNumber, "share of the equilibrium");
    table.head("Nash gain", Align::kNumber, "against the equilibrium").head("alpha-rank %");
    for (const rating::Population::Agent& agent : population.agents) {
      table.row().name(agent.name).number(signed_fixed(agent.elo, 1)).number(fixed(100 * agent.nash, 1));
      table.number(fixed(agent.nash_gain, 3)).number(fixed(100 * agent.alpha_rank, 1));
    }
    text += std::move(table).finish();
    for (const std::string& line : rating::summary_of(population)) text += "<p>" + html(line) + ".</p>\n";
  }
  return text + "</section>\n";
}

std::string seats(const Report& report) {
  std::string text = "<section id=\"seats\">\n<h2>Score by seat</h2>\n";
  if (report.has_pairs()) {
    HtmlTable table;
    table.head("Agent", Align::kText).head("Moving first").head("Score").head("Moving second").head("Score");
    for (const AgentReport& agent : report.agents) {
      table.row().name(agent.name);
      for (const Wdl& seat : agent.by_seat) table.number(wdl(seat)).number(percent(seat.score()));
    }
    text += std::move(table).finish();
    text += figure(seat_plot(report), "Score moving first (filled) and moving second (hollow).");
  }
  for (const rating::RankTable& ranked : report.ranked) text += ranked_seats(ranked);
  return text + "</section>\n";
}

}  // namespace

std::string to_html(const Report& report) {
  std::string page = page_begin(report.name);
  page += header(report) + "<main>\n" + tuning_section(report) + standings_section(report) + match(report) +
          places_section(report) + crosstable_section(report) + superiority(report) + cycles(report) +
          seats(report) + terminations_section(report) + spent_section(report) + games_section(report) +
          reproduction_section(report);
  return page + std::string(kPageEnd);
}

}  // namespace ludex::arena::report
