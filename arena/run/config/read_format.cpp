// Reads `format`, the tournament's type and schedule.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "arena/base/text/shown.hpp"
#include "arena/base/text/suggest.hpp"
#include "arena/run/config/fields.hpp"
#include "arena/run/config/read_parts.hpp"
#include "arena/run/schedule/seat_orders.hpp"

namespace ludex::arena::run {
namespace {

constexpr std::uint32_t kDefaultSwissGames = 2;
constexpr std::uint32_t kDefaultKnockoutGames = 4;
constexpr std::uint32_t kDefaultSprtGames = 10'000;

using Type = FormatType;

constexpr unsigned bit(Type type) noexcept {
  return 1U << static_cast<unsigned>(type);
}

// A key and the types that have it.
struct Key {
  const char* name;
  unsigned types;
};
constexpr Key kKeys[] = {
    {"games_per_pair", bit(Type::kRoundRobin) | bit(Type::kGauntlet)},
    {"challengers", bit(Type::kGauntlet)},
    {"against", bit(Type::kRoundRobin) | bit(Type::kGauntlet)},
    {"rounds", bit(Type::kRoundRobin) | bit(Type::kGauntlet) | bit(Type::kSwiss)},
    {"games", bit(Type::kSwiss) | bit(Type::kKnockout)},
    {"max_games", bit(Type::kKnockout) | bit(Type::kSprt)},
    {"seeding", bit(Type::kKnockout)},
    {"elo0", bit(Type::kSprt)},
    {"elo1", bit(Type::kSprt)},
    {"alpha", bit(Type::kSprt)},
    {"beta", bit(Type::kSprt)},
    {"model", bit(Type::kSprt)},
};

void read_challengers(const Node& node, const std::vector<std::string>& agents, FormatSpec& format,
                      Problems& problems) {
  const auto* items = read_list(node, "challengers", kMaxAgents, problems);
  if (items == nullptr) return;
  for (const auto& item : *items) {
    const auto name = read_scalar(item, "challengers", "names of agents", problems);
    if (!name) continue;
    if (std::find(agents.begin(), agents.end(), *name) == agents.end()) {
      problems.add(item.place, fmt::format("challenger {} is none of the agents", in_quotes(*name)),
                   suggest(*name, agents));
    } else if (std::find(format.challengers.begin(), format.challengers.end(), *name) !=
               format.challengers.end()) {
      problems.add(item.place, fmt::format("challenger {} is named twice", in_quotes(*name)));
    } else {
      format.challengers.push_back(*name);
    }
  }
  if (!agents.empty() && format.challengers.size() >= agents.size())
    problems.add(node.place, "every agent is a challenger: none is left to be challenged",
                 "round-robin plays all against all");
}

void check_keys(const Fields& fields, FormatType type, Problems& problems) {
  for (const Key& key : kKeys) {
    const Node* node = fields.find(key.name);
    if (node == nullptr || (key.types & bit(type)) != 0) continue;
    std::string types;
    for (const Type fits : {Type::kRoundRobin, Type::kGauntlet, Type::kSwiss, Type::kKnockout, Type::kSprt}) {
      if ((key.types & bit(fits)) != 0) types += (types.empty() ? "" : " or ") + std::string(to_text(fits));
    }
    problems.add(node->place, fmt::format("'{}' goes with type {} only", key.name, types));
  }
}

// An even number of games.
std::uint32_t read_games(const Fields& fields, const char* key, std::uint32_t min, std::uint32_t max,
                         std::uint32_t fallback, Problems& problems) {
  const auto games = fields.integer(key, min, max);
  if (!games) return fallback;
  if (*games % 2 == 0) return static_cast<std::uint32_t>(*games);
  problems.add(fields.find(key)->place, fmt::format("'{}' is {}, expected an even number", key, *games),
               "every opening is played twice, with seats swapped");
  return fallback;
}

void read_rounds(const Fields& fields, FormatSpec& format, Problems& problems) {
  format.games_per_pair =
      read_games(fields, "games_per_pair", 2, kMaxGamesPerPair, format.games_per_pair, problems);
  if (const auto rounds = fields.integer("rounds"))
    format.games_per_pair = 2 * static_cast<std::uint32_t>(*rounds);
  if (const Node* rounds = fields.find("rounds");
      rounds != nullptr && fields.find("games_per_pair") != nullptr)
    problems.add(rounds->place, "'rounds' and 'games_per_pair' are the same number, expected one of them",
                 "a round has two games of a pair");
  format.copies = fields.choice("against") == std::size_t{1};
}

void read_sprt(const Fields& fields, const Node& node, std::size_t agents, std::uint32_t players,
               FormatSpec& format, Problems& problems) {
  SprtTest& test = format.sprt;
  fields.require("elo0");
  fields.require("elo1");
  test.elo0 = fields.number("elo0").value_or(test.elo0);
  test.elo1 = fields.number("elo1").value_or(test.elo0 + 1);
  if (!(test.elo0 < test.elo1))
    problems.add(node.place,
                 fmt::format("'elo0' is {}, expected less than 'elo1', {}", test.elo0, test.elo1));
  test.alpha = fields.number("alpha").value_or(test.alpha);
  test.beta = fields.number("beta").value_or(test.beta);
  if (const auto model = fields.choice("model")) test.model = static_cast<SprtModel>(*model);
  // With more than two players, check_sizes() checks the number.
  format.max_games = players == 2
                         ? read_games(fields, "max_games", 2, kMaxGamesPerPair, kDefaultSprtGames, problems)
                         : static_cast<std::uint32_t>(fields.integer("max_games", players, kMaxGamesPerPair)
                                                          .value_or(kDefaultSprtGames / players * players));
  if (agents > 2)
    problems.add(node.place, fmt::format("type sprt compares two agents, the specification has {}", agents));
}

}  // namespace

FormatSpec read_format(const Node& node, const std::vector<std::string>& agents, std::uint32_t players,
                       Problems& problems) {
  FormatSpec format;
  const Fields fields(node, kFormatKeys, problems);
  if (!fields.usable()) return format;
  const auto type = fields.choice("type");
  // With an unknown type, do not report its keys.
  if (!type && fields.find("type") != nullptr) {
    read_games(fields, "games_per_pair", 2, kMaxGamesPerPair, 0, problems);
    return format;
  }
  if (type) format.type = static_cast<FormatType>(*type);
  check_keys(fields, format.type, problems);
  switch (format.type) {
    case Type::kGauntlet:
      if (const Node* challengers = fields.require("challengers"))
        read_challengers(*challengers, agents, format, problems);
      [[fallthrough]];
    case Type::kRoundRobin:
      read_rounds(fields, format, problems);
      break;
    case Type::kSwiss: {
      // As many rounds as a knockout has with this number of agents.
      const auto fallback =
          static_cast<std::uint32_t>(std::bit_width(std::max<std::size_t>(2, agents.size()) - 1));
      format.swiss_rounds =
          static_cast<std::uint32_t>(fields.integer("rounds", 1, kMaxSwissRounds).value_or(fallback));
      // With more than two players, check_sizes() checks the number.
      const auto orders = static_cast<std::uint32_t>(seat_orders(players).size());
      format.match_games = players == 2
                               ? read_games(fields, "games", 2, kMaxMatchGames, kDefaultSwissGames, problems)
                               : static_cast<std::uint32_t>(fields.integer("games").value_or(orders));
      break;
    }
    case Type::kKnockout:
      format.match_games = read_games(fields, "games", 2, kMaxMatchGames, kDefaultKnockoutGames, problems);
      format.max_games = std::min(2 * format.match_games, kMaxMatchGames);
      format.max_games =
          read_games(fields, "max_games", format.match_games, kMaxMatchGames, format.max_games, problems);
      format.random_seeding = fields.choice("seeding") == std::size_t{1};
      break;
    case Type::kSprt:
      read_sprt(fields, node, agents.size(), players, format, problems);
      break;
  }
  return format;
}

}  // namespace ludex::arena::run
