#include "arena/results/rating/match_table.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <utility>

namespace ludex::arena::rating {
namespace {

using Agents = std::pair<std::uint32_t, std::uint32_t>;  // by index, the lower first

// Half points of the player named first.
std::size_t half_points(GameResult result, bool as_first) {
  const std::size_t first = result == GameResult::kFirstWins ? 2 : result == GameResult::kDraw ? 1 : 0;
  return as_first ? first : 2 - first;
}

struct Pair {
  std::size_t points;  // half points of the agent with the lower index
  PlayKey key;
};

// Games of one file that are not paired yet.
class PairFinder {
 public:
  // A completed pair, or no value.
  std::optional<Pair> add(const Agents& agents, bool as_first, std::size_t points, const std::string& opening,
                          const PlayKey& play) {
    const std::string key =
        std::to_string(agents.first) + ' ' + std::to_string(agents.second) + '\n' + opening;
    std::vector<Waiting>& waiting = waiting_[key];
    const auto other = std::find_if(waiting.begin(), waiting.end(),
                                    [&](const Waiting& game) { return game.as_first != as_first; });
    if (other == waiting.end()) {
      waiting.push_back({as_first, points, play});
      return std::nullopt;
    }
    // In one order, so that equal pairs have equal keys.
    const std::array<PlayKey, 2> plays =
        as_first ? std::array{play, other->play} : std::array{other->play, play};
    const Pair pair{points + other->points, join(plays)};
    waiting.erase(other);
    if (waiting.empty()) waiting_.erase(key);
    return pair;
  }
  void clear() { waiting_.clear(); }

 private:
  struct Waiting {
    bool as_first;
    std::size_t points;
    PlayKey play;
  };
  std::unordered_map<std::string, std::vector<Waiting>> waiting_;
};

// The pairs of games of one table of results.
class PairCounter {
 public:
  // The table already contains the game, and so its agents.
  void add(ResultTable& table, std::string_view first, std::string_view second, GameResult result,
           const std::string& opening, const PlayKey& key) {
    const std::uint32_t a = table.intern(first);
    const std::uint32_t b = table.intern(second);
    const Agents agents = std::minmax(a, b);
    const bool as_first = a < b;
    const std::size_t points = half_points(result, as_first);
    Match& match = matches_[agents];
    // A start's games with the seats swapped are others.
    match.games.add({key.start ^ (as_first ? 0 : 1), key.whole}, points);
    if (const auto pair = finder_.add(agents, as_first, points, opening, key)) {
      ++match.all_pairs.pairs[pair->points];
      match.pairs.add(pair->key, pair->points);
    }
  }
  void next_file() { finder_.clear(); }

  [[nodiscard]] std::vector<MatchRow> rows(const ResultTable& table) {
    std::map<Agents, Trinomial> games;
    for (const PairRecord& record : table.records()) {
      Trinomial counts{record.wins(), record.draws(), record.losses()};
      if (record.first > record.second) counts = counts.mirrored();
      Trinomial& sum = games[std::minmax(record.first, record.second)];
      sum = {sum.wins + counts.wins, sum.draws + counts.draws, sum.losses + counts.losses};
    }
    std::vector<MatchRow> rows;
    for (const auto& [agents, counts] : games) {
      const Match& match = matches_[agents];
      MatchRow row{table.name(agents.first), table.name(agents.second), counts, match.all_pairs};
      const auto& by_points = match.games.counts();
      row.new_games = {by_points[2], by_points[1], by_points[0]};
      std::copy_n(match.pairs.counts().begin(), row.new_pairs.pairs.size(), row.new_pairs.pairs.begin());
      rows.push_back(std::move(row));
    }
    return rows;
  }

 private:
  struct Match {
    Pentanomial all_pairs;
    Evidence games{3};
    Evidence pairs{5};
  };

  std::map<Agents, Match> matches_;
  PairFinder finder_;
};

}  // namespace

Result<MatchTables> count_matches(const GameSource& source, ReadOptions options, ReadSummary& summary) {
  GameResults kept;
  if (options.by_game == nullptr) options.by_game = &kept;
  ResultTable table;
  PairCounter counter;
  std::map<std::string, PairCounter, std::less<>> counters;  // by label
  options.sink = [&](std::string_view first, std::string_view second, GameResult result,
                     std::string_view game, const std::string& opening, const PlayKey& key) {
    counter.add(table, first, second, result, opening, key);
    if (!game.empty())
      counters[std::string(game)].add(options.by_game->of(game).table, first, second, result, opening, key);
  };
  RankCounter ranks;
  std::map<std::string, RankCounter, std::less<>> ranks_of;  // by label
  options.rank_sink = [&](const RankedGame& game) {
    ranks.add(game.players, game.ranks);
    if (!game.game.empty()) ranks_of[game.game].add(game.players, game.ranks);
  };
  const auto next_file = [&] {
    counter.next_file();
    for (auto& [game, own] : counters) own.next_file();
  };
  if (auto read = source(options, table, summary, next_file); !read) return Error{read.error()};
  MatchTables tables;
  tables.all = counter.rows(table);
  tables.ranked = ranks.tables();
  for (const auto* entry : options.by_game->played()) {
    tables.by_game.push_back(
        {entry->game, counters[entry->game].rows(entry->table), ranks_of[entry->game].tables()});
  }
  return tables;
}

Result<MatchTables> read_matches(std::span<const std::string> paths, ReadOptions options,
                                 ReadSummary& summary) {
  const GameSource files = [&](const ReadOptions& how, ResultTable& table, ReadSummary& sum,
                               const std::function<void()>& next_file) -> Result<void> {
    for (const std::string& path : paths) {
      next_file();
      if (auto read = read_log(path, how, table, sum); !read) return read;
    }
    return {};
  };
  return count_matches(files, std::move(options), summary);
}

}  // namespace ludex::arena::rating
