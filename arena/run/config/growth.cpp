#include "arena/run/config/growth.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/run/config/fields.hpp"
#include "arena/run/config/tree.hpp"
#include "arena/run/config/write_spec.hpp"

namespace ludex::arena::run {
namespace {

// Separates the documents of DIR/spec.identity; no line of an identity looks like it.
constexpr std::string_view kSeparator = "---\n";

const std::string& name_of(const GameSpec& game) {
  return game.label;
}
const std::string& name_of(const AgentSpec& agent) {
  return agent.name;
}

template <class Item>
const Item* find(const std::vector<Item>& list, std::string_view name) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const Item& x) { return name_of(x) == name; });
  return at == list.end() ? nullptr : &*at;
}

std::vector<std::string> texts(const Node* list, std::string_view key) {
  std::vector<std::string> result;
  if (list == nullptr) return result;
  for (const Node& item : list->items) {
    const Node* value = key.empty() ? &item : item.find(key);
    if (value != nullptr) result.push_back(value->text);
  }
  return result;
}

std::uint32_t number(const Node& map, std::string_view key) {
  const Node* value = map.find(key);
  return value == nullptr ? 0 : static_cast<std::uint32_t>(parse_unsigned(value->text).value_or(0));
}

// The items of `all` with these names, in the order of `names`.
template <class Item>
Result<std::vector<Item>> chosen(const std::vector<Item>& all, const std::vector<std::string>& names,
                                 const char* what) {
  std::vector<Item> part;
  for (const std::string& name : names) {
    const Item* item = find(all, name);
    if (item == nullptr)
      return Error{fmt::format("{} {} is gone; a tournament can grow, not shrink", what, in_quotes(name))};
    part.push_back(*item);
  }
  return part;
}

Error fewer(const char* what, std::uint32_t then, std::uint32_t now) {
  return {fmt::format("'{}' was {} and is {}; a tournament can grow, not shrink", what, then, now)};
}

Result<void> take_challengers(const TournamentSpec& spec, const std::vector<std::string>& then,
                              TournamentSpec& part) {
  const auto has = [](const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  for (const AgentSpec& agent : part.agents) {
    if (has(spec.format.challengers, agent.name) == has(then, agent.name)) continue;
    return Error{fmt::format("agent {} is {} a challenger, so games that were planned would not be played",
                             in_quotes(agent.name), has(then, agent.name) ? "no longer" : "now")};
  }
  part.format.challengers = then;
  return {};
}

// Handles the format's keys that may grow; compares all others as text.
Result<void> take_format(const TournamentSpec& spec, const Node& then, TournamentSpec& part) {
  const bool same_field = part.games == spec.games && part.agents == spec.agents;
  const auto at_most = [&](const char* key, std::uint32_t& value) -> Result<void> {
    const std::uint32_t now = value;
    value = number(then, key);
    return value > now ? Result<void>(fewer(key, value, now)) : Result<void>();
  };
  switch (spec.format.type) {
    case FormatType::kGauntlet:
      if (auto taken = take_challengers(spec, texts(then.find("challengers"), ""), part); !taken)
        return taken;
      [[fallthrough]];
    case FormatType::kRoundRobin: {
      // Written as rounds if a game had more than two players.
      const Node* const rounds = then.find("rounds");
      if (rounds == nullptr) return at_most("games_per_pair", part.format.games_per_pair);
      std::uint32_t now = part.format.rounds();
      const auto taken = at_most("rounds", now);
      part.format.games_per_pair = 2 * now;
      return taken;
    }
    case FormatType::kSwiss:
      if (!same_field)
        return Error{
            "a Swiss tournament can be given more rounds, but no other agents or games: the pairings "
            "of the rounds played would have been different"};
      return at_most("rounds", part.format.swiss_rounds);
    case FormatType::kKnockout:
      if (!same_field)
        return Error{"a knockout cannot grow: with other agents or games its bracket is another one"};
      return {};
    case FormatType::kSprt:
      if (!same_field)
        return Error{
            "a sequential test can be given a larger 'max_games', but no other agents or games: its "
            "pairs of games go round the list of games"};
      return at_most("max_games", part.format.max_games);
  }
  return {};
}

}  // namespace

std::string first_difference(const std::string& before, const std::string& now) {
  std::istringstream a(before);
  std::istringstream b(now);
  std::string x;
  std::string y;
  for (int line = 1;; ++line) {
    const bool more_a = static_cast<bool>(std::getline(a, x));
    const bool more_b = static_cast<bool>(std::getline(b, y));
    if (!more_a && !more_b) return "";
    if (x != y || more_a != more_b) {
      return fmt::format("line {}\n  then: {}\n  now:  {}", line, more_a ? x : "(nothing)",
                         more_b ? y : "(nothing)");
    }
    x.clear(), y.clear();
  }
}

Result<TournamentSpec> earlier_part(const TournamentSpec& spec, const std::string& identity) {
  Problems problems("spec.identity");
  const Node then = parse_tree(identity, 0, false, problems);
  const Node* format = then.find("format");
  const Node* type = format == nullptr ? nullptr : format->find("type");
  const bool tuning = then.find("tune") != nullptr;
  if (problems.count() != 0 || (type == nullptr && !tuning)) return Error{"spec.identity is damaged"};
  // Games cannot be added where each trial depends on all before it.
  if (tuning || spec.tune) return Error{first_difference(identity, spec_identity(spec))};
  TournamentSpec part = spec;
  auto games = chosen(spec.games, texts(then.find("games"), "label"), "game");
  if (!games) return Error{games.error()};
  part.games = *std::move(games);
  auto agents = chosen(spec.agents, texts(then.find("agents"), "name"), "agent");
  if (!agents) return Error{agents.error()};
  part.agents = *std::move(agents);
  if (type->text == to_text(spec.format.type)) {
    if (const auto taken = take_format(spec, *format, part); !taken) return Error{taken.error()};
  }
  const std::string now = spec_identity(part);
  if (now != identity) return Error{first_difference(identity, now)};
  return part;
}

std::string growth_text(const TournamentSpec& before, const TournamentSpec& now) {
  std::vector<std::string> items;
  const auto names = [&](const char* what, const auto& then, const auto& list) {
    for (const auto& item : list) {
      if (find(then, name_of(item)) == nullptr)
        items.push_back(fmt::format("{} {}", what, in_quotes(name_of(item))));
    }
  };
  const auto more = [&](std::uint32_t then, std::uint32_t count, const char* what) {
    if (count != then) items.push_back(fmt::format("{} more {} ({} now)", count - then, what, count));
  };
  names("agent", before.agents, now.agents);
  names("game", before.games, now.games);
  if (most_players(now) > 2) {
    more(before.format.rounds(), now.format.rounds(), "rounds");
  } else {
    more(before.format.games_per_pair, now.format.games_per_pair, "games a pair");
  }
  more(before.format.swiss_rounds, now.format.swiss_rounds, "rounds");
  more(before.format.max_games, now.format.max_games, "games at most");
  if (items.empty()) return "nothing: only the order of agents or games is another one";
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i)
    text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  return text;
}

std::string Stages::text() const {
  std::string text;
  for (const std::string& identity : identities) {
    if (!text.empty()) text += kSeparator;
    text += identity;
  }
  return text;
}

std::vector<std::string> split_identities(std::string_view kept) {
  std::vector<std::string> list;
  while (!kept.empty()) {
    const std::size_t end = kept.find("\n---\n");
    if (end == std::string_view::npos) {
      list.emplace_back(kept);
      break;
    }
    list.emplace_back(kept.substr(0, end + 1));
    kept.remove_prefix(end + 1 + kSeparator.size());
  }
  return list;
}

Result<Stages> stages_of(const TournamentSpec& spec, std::string_view kept) {
  Stages stages;
  stages.identities = split_identities(kept);
  std::string identity = spec_identity(spec);
  stages.grown = !stages.identities.empty() && stages.identities.back() != identity;
  if (stages.identities.empty() || stages.grown) stages.identities.push_back(std::move(identity));
  stages.earlier.resize(stages.identities.size() - 1);
  const TournamentSpec* later = &spec;
  for (std::size_t i = stages.earlier.size(); i-- > 0; later = &stages.earlier[i]) {
    auto part = earlier_part(*later, stages.identities[i]);
    if (!part) return Error{part.error()};
    stages.earlier[i] = *std::move(part);
  }
  return stages;
}

}  // namespace ludex::arena::run
