#include "arena/faces/statistics/rank_match.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/results/rating/fit.hpp"

namespace ludex::arena::statistics {
namespace {

using rating::RankPair;
using rating::RankRow;
using rating::RankTable;
using rating::SeatTally;

// Text in columns: the first one to the left, the others to the right.
class Columns {
 public:
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  [[nodiscard]] std::string text() const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows_) {
      widths.resize(std::max(widths.size(), row.size()), 0);
      for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
    }
    std::string text;
    for (const auto& row : rows_) {
      text += fmt::format("  {:<{}}", row[0], widths[0]);
      for (std::size_t c = 1; c < row.size(); ++c) text += fmt::format("  {:>{}}", row[c], widths[c]);
      text += "\n";
    }
    return text;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

std::string percent(const SeatTally& tally) {
  return tally.games == 0 ? "-" : fmt::format("{:.1f}", 100 * tally.score());
}

std::string agents_text(const RankTable& table, double half_width) {
  Columns columns;
  std::vector<std::string> heads{"agent", "games"};
  for (std::uint32_t place = 1; place <= table.players; ++place) heads.push_back(fmt::format("#{}", place));
  heads.insert(heads.end(), {"score %", "mean rank", "+/-"});
  columns.row(heads);
  for (const RankRow& row : table.agents) {
    std::vector<std::string> cells{row.agent, std::to_string(row.all.games)};
    for (const std::uint64_t place : row.places) cells.push_back(std::to_string(place));
    cells.push_back(percent(row.all));
    cells.push_back(fmt::format("{:.2f}", row.all.rank(table.players)));
    cells.push_back(fmt::format("{:.2f}", half_width * row.all.rank_deviation(table.players)));
    columns.row(cells);
  }
  return columns.text();
}

std::string seats_text(const RankTable& table) {
  Columns columns;
  std::vector<std::string> heads{"score % by seat"};
  for (std::uint32_t seat = 1; seat <= table.players; ++seat) heads.push_back(std::to_string(seat));
  columns.row(heads);
  for (const RankRow& row : table.agents) {
    std::vector<std::string> cells{row.agent};
    for (const SeatTally& seat : row.seats) cells.push_back(percent(seat));
    columns.row(cells);
  }
  std::vector<std::string> all{"(all)"};
  for (const SeatTally& seat : table.seats) all.push_back(percent(seat));
  columns.row(all);
  return columns.text();
}

std::string pair_text(const RankTable& table, const RankPair& pair, double half_width) {
  const rating::MatchStatistics m = rating::match_statistics(pair.scores, half_width);
  return fmt::format(
      "{} against {}\n  games    {} of {} players: ahead {}, level {}, behind {}\n  score    {:.2f} %\n"
      "  Elo      {}\n  LOS      {:.2f} %\n",
      table.agents[pair.agent].agent, table.agents[pair.opponent].agent, pair.games, table.players,
      pair.ahead, pair.level, pair.behind, 100 * m.score, rating::to_text(m.elo), 100 * m.los);
}

}  // namespace

std::string to_text(const std::vector<RankTable>& tables, double confidence) {
  const double half_width = rating::normal_half_width(confidence);
  std::string text;
  for (const RankTable& table : tables) {
    text += fmt::format("{}{} of {} players\n\n", text.empty() ? "" : "\n", plural(table.games, "game"),
                        table.players);
    text += agents_text(table, half_width) + "\n" + seats_text(table) + "\n";
    for (const RankPair& pair : table.pairs) text += pair_text(table, pair, half_width);
  }
  return text;
}

}  // namespace ludex::arena::statistics
