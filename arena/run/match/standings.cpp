#include "arena/run/match/standings.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace ludex::arena::run {

Standings::Standings(const std::vector<AgentSpec>& agents) {
  for (const auto& agent : agents) rows_.push_back({.name = agent.name});
}

void Standings::add(const GameRecord& record) {
  const std::vector<std::uint32_t> ranks = ranks_of(record);
  for (Player seat = 0; seat < ranks.size(); ++seat) {
    auto row =
        std::find_if(rows_.begin(), rows_.end(), [&](const Row& r) { return r.name == record.agents[seat]; });
    if (row == rows_.end()) row = rows_.insert(row, {.name = record.agents[seat]});
    row->late += record.stats[seat].overruns;
    row->hidden += record.stats[seat].hidden_cpu_seconds;
    row->points += share_of(ranks, seat);
    if (ranks[seat] == 1) {
      ++(std::count(ranks.begin(), ranks.end(), 1U) == 1 ? row->wins : row->draws);
    } else {
      ++row->losses;
    }
    if (const auto reason = forfeit_of(record, seat)) {
      ++row->forfeits;
      forfeits_.add(row->name, to_text(*reason));
    }
  }
}

std::vector<Standings::Row> Standings::sorted() const {
  std::vector<Row> rows = rows_;
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.score() > b.score(); });
  return rows;
}

std::string Standings::table() const {
  constexpr double kShownHidden = 0.005;  // less is shown as 0.00
  std::size_t width = 5;
  for (const Row& row : rows_) width = std::max(width, row.name.size());
  // These columns are shown only if they are not empty.
  const bool late = std::any_of(rows_.begin(), rows_.end(), [](const Row& row) { return row.late != 0; });
  const bool hidden =
      std::any_of(rows_.begin(), rows_.end(), [](const Row& row) { return row.hidden >= kShownHidden; });
  const auto end_of_line = [&](const std::string& first, const std::string& second) {
    return (late ? fmt::format("  {:>6}", first) : "") + (hidden ? fmt::format("  {:>11}", second) : "") +
           "\n";
  };
  std::string text = fmt::format("{:>4}  {:<{}}  {:>7}  {:>6}  {:>6}  {:>6}  {:>6}  {:>8}", "rank", "agent",
                                 width, "games", "score", "wins", "draws", "losses", "forfeits") +
                     end_of_line("late", "hidden CPU");
  int rank = 0;
  const std::vector<Row> rows = sorted();
  // Two agents that share all points: the second has the rest, 87.5 and 12.5, not 12.6.
  const bool rest = rows.size() == 2 && rows[0].games() == rows[1].games() && rows[0].games() != 0 &&
                    rows[0].points + rows[1].points == static_cast<double>(rows[0].games());
  for (const Row& row : rows) {
    const double percent =
        rest && rank == 1 ? 100 - std::round(1000 * rows[0].score()) / 10 : 100 * row.score();
    text += fmt::format("{:>4}  {:<{}}  {:>7}  {:>5.1f}%  {:>6}  {:>6}  {:>6}  {:>8}", ++rank, row.name,
                        width, row.games(), percent, row.wins, row.draws, row.losses, row.forfeits) +
            end_of_line(std::to_string(row.late), fmt::format("{:.2f} s", row.hidden));
  }
  return text;
}

std::string Standings::line(std::size_t width) const {
  std::string text;
  for (const Row& row : sorted()) {
    const std::string item =
        fmt::format("{}{} {:g}/{}", text.empty() ? "" : ", ", row.name, row.points, row.games());
    if (text.size() + item.size() > width) break;
    text += item;
  }
  return text;
}

}  // namespace ludex::arena::run
