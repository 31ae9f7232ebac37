// Games of three or more players in Ludex logs.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "arena/results/rating/log_reader.hpp"
#include "arena/results/rating/player_name.hpp"

namespace ludex::arena::rating {

namespace {

using Json = json::Value;

// Ranks of the seats by whole numbers from 1 to n in any numbering (1, 2, 2, 3 is 1, 2, 2, 4), one a seat;
// empty if they are not that.
std::vector<std::uint32_t> ranks_in(const Json& list, std::size_t n) {
  std::vector<double> values;
  if (!list.is_array() || list.size() != n) return {};
  for (std::size_t s = 0; s < n; ++s) {
    if (!list[s].is_number_unsigned()) return {};
    const auto rank = list[s].get<std::uint64_t>();
    if (rank < 1 || rank > n) return {};
    values.push_back(-static_cast<double>(rank));
  }
  return ranks_by(values);
}

// Likewise by descending returns.
std::vector<std::uint32_t> ranks_of_returns(const Json& list, std::size_t n) {
  std::vector<double> values;
  if (!list.is_array() || list.size() != n) return {};
  for (std::size_t s = 0; s < n; ++s) {
    if (!list[s].is_number()) return {};
    values.push_back(list[s].get<double>());
  }
  return ranks_by(values);
}

void read_forfeits(const Json& line, RankedGame& game) {
  if (const Json* faults = line.find("faults"); faults != nullptr && faults->is_array()) {
    for (std::size_t k = 0; k < faults->size(); ++k) {
      const Json& fault = (*faults)[k];
      const Json* seat = fault.is_object() ? fault.find("seat") : nullptr;
      const Json* reason = fault.is_object() ? fault.find("reason") : nullptr;
      if (seat == nullptr || reason == nullptr || !seat->is_number_unsigned() || !reason->is_string())
        continue;
      if (seat->get<std::uint64_t>() >= game.players.size() || !is_failure(reason->text())) continue;
      game.forfeits.push_back({seat->get<std::uint32_t>(), std::string(reason->text())});
    }
  }
  const Json* termination = line.find("termination");
  if (termination == nullptr || !termination->is_string() || termination->text() != "withdrawn") return;
  for (std::uint32_t s = 0; s < game.ranks.size(); ++s) {
    if (game.ranks[s] > 1) game.forfeits.push_back({s, "withdrawn"});
  }
}

}  // namespace

std::optional<RankedGame> read_ranked(const Json& line, const std::string& place, ReadSummary& summary) {
  const auto leave_out = [&](std::string_view what, std::string_view value) {
    summary.findings.left_out("game", what, place, value);
    return std::nullopt;
  };
  const Json& agents = *line.find("agents");
  const std::size_t n = agents.size();
  RankedGame game;
  std::string buffer;
  for (std::size_t s = 0; s < n; ++s) {
    if (!agents[s].is_string()) return leave_out("with a name that is no text left out", agents.dump());
    const std::string_view name = player_name(agents[s].text(), buffer);
    if (name.empty()) return leave_out("without the names of all players left out", agents.dump());
    if (const std::string why = too_long(name, ""); !why.empty())
      return leave_out("with too long a name left out", why);
    game.players.emplace_back(name);
  }
  const auto given = [&](const char* key) {
    const Json* value = line.find(key);
    return value == nullptr || value->is_null() ? nullptr : value;
  };
  const Json* ranks = given("ranks");
  const Json* returns = given("returns");
  const Json* outcome = given("outcome");
  if (ranks != nullptr) {
    game.ranks = ranks_in(*ranks, n);
    if (game.ranks.empty()) {
      return leave_out(
          "with unusable \"ranks\" left out, expected a number from 1 to the number of players "
          "for each seat",
          ranks->dump());
    }
  } else if (returns != nullptr) {
    game.ranks = ranks_of_returns(*returns, n);
    if (game.ranks.empty())
      return leave_out("with unusable \"returns\" left out, expected a number for each seat",
                       returns->dump());
  } else if (outcome != nullptr && (!outcome->is_string() || outcome->text() != "*")) {
    return leave_out("of more than two players without \"ranks\" and \"returns\" left out", outcome->dump());
  }
  if (const Json* label = line.find("game"); label != nullptr && label->is_string())
    game.game = label->text();
  read_forfeits(line, game);
  return game;
}

bool count_game(const RankedGame& game, const ReadOptions& options, ResultTable& table,
                ReadSummary& summary) {
  const CountedGame counted(game.game, options, table, summary);
  if (!counted.wanted()) return false;
  if (game.ranks.empty()) {
    counted.each([](ResultTable&, ReadSummary& sum) { ++sum.unfinished; });
    return false;
  }
  if (!game.forfeits.empty()) {
    counted.each([&](ResultTable&, ReadSummary& sum) {
      ++sum.forfeits;
      for (const auto& [seat, reason] : game.forfeits) sum.lost_by.add(game.players[seat], reason);
    });
    if (options.without_forfeits) return false;
  }
  const bool self_play = std::all_of(game.players.begin(), game.players.end(),
                                     [&](const std::string& name) { return name == game.players[0]; });
  counted.each([&](ResultTable& results, ReadSummary& sum) {
    if (self_play) return void(++sum.self_play);
    std::vector<std::uint32_t> players;
    for (const std::string& name : game.players) players.push_back(results.intern(name));
    results.add_ranking(players, game.ranks);
    ++sum.games;
    sum.plays.add(game.key);
  });
  return !self_play;
}

}  // namespace ludex::arena::rating
