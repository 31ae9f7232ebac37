#include "arena/results/rating/standings.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace ludex::arena::rating {

namespace {

// Mean of the other players' values, by seats.
double mean_opponent(const RankRecord& record, std::uint32_t seat, const std::vector<double>& values) {
  double sum = 0;
  double opponents = 0;
  for (std::uint32_t other = 0; other < record.seats; ++other) {
    if (record.players[other] == record.players[seat]) continue;
    sum += values[record.players[other]];
    opponents += 1;
  }
  return sum / opponents;
}

}  // namespace

Result<Standings> make_standings(const ResultTable& table, Fit fit, ReadSummary summary,
                                 const StandingsOptions& options) {
  Standings standings;
  standings.options = options;
  standings.fit = std::move(fit);
  standings.summary = std::move(summary);
  const Fit& f = standings.fit;
  const Posterior posterior(table, f);
  const std::vector<PlayerTotals> totals = table.totals();
  const auto players = static_cast<std::uint32_t>(table.players());
  const double scale = f.display_scale();
  const double half_width = normal_half_width(options.confidence);

  std::vector<double> shift(f.groups.size(), options.offset);
  if (options.anchor) {
    std::uint32_t anchor = 0;
    while (anchor < players && table.name(anchor) != options.anchor->name) ++anchor;
    if (anchor == players) return Error{"the anchor " + quote(options.anchor->name) + " played no game"};
    shift[f.groups.group_of[anchor]] = options.anchor->elo - scale * f.elo[anchor];
  }
  std::vector<double> display(players);
  for (std::uint32_t i = 0; i < players; ++i) display[i] = scale * f.elo[i] + shift[f.groups.group_of[i]];
  std::vector<double> opponents(players, 0.0);
  for (const PairRecord& record : table.records()) {
    const auto games = static_cast<double>(record.games());
    opponents[record.first] += games * display[record.second];
    opponents[record.second] += games * display[record.first];
  }
  for (const RankRecord& record : table.rankings()) {
    for (std::uint32_t seat = 0; seat < record.seats; ++seat)
      opponents[record.players[seat]] +=
          static_cast<double>(record.games) * mean_opponent(record, seat, display);
  }

  standings.rows.reserve(players);
  for (std::uint32_t i = 0; i < players; ++i) {
    Standing row;
    row.player = i;
    row.group = f.groups.group_of[i];
    row.name = table.name(i);
    row.elo = f.elo[i];
    row.plus = row.minus = half_width * posterior.deviation(i);
    row.display_elo = display[i];
    row.display_plus = scale * row.plus;
    row.display_minus = scale * row.minus;
    row.totals = totals[i];
    row.opponents = opponents[i] / static_cast<double>(totals[i].games());
    standings.rows.push_back(std::move(row));
  }
  std::sort(standings.rows.begin(), standings.rows.end(), [](const Standing& a, const Standing& b) {
    if (a.group != b.group) return a.group < b.group;
    return a.elo != b.elo ? a.elo > b.elo : a.player < b.player;
  });
  std::size_t start = 0;
  for (std::size_t r = 0; r < standings.rows.size(); ++r) {
    if (standings.rows[r].group != standings.rows[start].group) start = r;
    standings.rows[r].rank = r - start + 1;
  }

  standings.los.resize(std::size_t{players} * players);
  for (std::size_t r = 0; r < players; ++r) {
    standings.los[r * players + r] = 0.5;
    for (std::size_t c = 0; c < r; ++c) {
      const double p = posterior.superiority(standings.rows[c].player, standings.rows[r].player);
      standings.los[c * players + r] = p;
      standings.los[r * players + c] = 1 - p;
    }
  }
  return standings;
}

Result<Standings> rate_table(const ResultTable& table, ReadSummary summary, const FitOptions& fit_with,
                             const StandingsOptions& show_with) {
  auto fit = fit_ratings(table, fit_with);
  if (!fit) return Error{fit.error()};
  return make_standings(table, std::move(fit).value(), std::move(summary), show_with);
}

Result<std::vector<GameStandings>> rate_by_game(const GameResults& games, const FitOptions& fit_with,
                                                const StandingsOptions& show_with) {
  std::vector<GameStandings> list;
  for (const auto* entry : games.played()) {
    auto standings = rate_table(entry->table, entry->summary, fit_with, show_with);
    if (!standings) return Error{fmt::format("game {}: {}", entry->game, standings.error())};
    list.push_back({entry->game, std::move(standings).value()});
  }
  return list;
}

void compare_games(const GameResults& games, const std::vector<GameStandings>& by_game, Standings& joint) {
  const auto played = games.played();
  std::vector<GameFit> fits;
  for (std::size_t i = 0; i < by_game.size(); ++i)
    fits.push_back({by_game[i].game, &played[i]->table, &by_game[i].standings.fit});
  joint.heterogeneity = compare_games(fits);
  for (auto& warning : warnings_of(joint.heterogeneity, fits))
    joint.summary.warnings.push_back(std::move(warning));
}

}  // namespace ludex::arena::rating
