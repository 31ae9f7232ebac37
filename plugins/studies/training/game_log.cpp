#include "plugins/studies/training/game_log.hpp"

#include <cstddef>
#include <fstream>
#include <optional>

#include <nlohmann/json.hpp>

namespace ludex::games {
namespace {

using nlohmann::json;

// No value: skip the game.
Result<std::optional<LoggedGame>> game_of(const json& record, LogNeeds needs) {
  const std::string outcome = record.at("outcome");
  if (outcome != "1-0" && outcome != "0-1" && outcome != "1/2-1/2") return std::optional<LoggedGame>();
  if (record.contains("position"))
    return Error{"the game does not start from the initial position; only whole games can be learned from"};
  LoggedGame game;
  game.outcome = outcome == "1-0" ? 1 : outcome == "0-1" ? 0 : 0.5;
  for (std::size_t seat = 0; seat < 2; ++seat)
    game.agents[seat] = record.at("agents").at(seat).get<std::string>();
  for (std::size_t seat = 0; seat < 2 && needs == LogNeeds::kValues; ++seat) {
    const json& stats = record.at("stats").at(seat);
    if (!stats.contains("by_move") || !stats.at("by_move").contains("value"))
      return std::optional<LoggedGame>();
    const json& moves = stats.at("by_move");
    if (moves.at("unit") != "centi")
      return Error{"the values are not in centi-units, as alpha-beta reports them"};
    for (const json& value : moves.at("value"))
      game.values[seat].push_back(value.is_number() ? value.get<double>() : LoggedGame::kNoValue);
  }
  game.opening = record.at("opening").get<std::vector<std::string>>();
  game.moves = record.at("moves").get<std::vector<std::string>>();
  return std::optional(std::move(game));
}

}  // namespace

Result<void> read_log(const std::string& name, LogNeeds needs,
                      const std::function<Result<void>(const LoggedGame&)>& take) {
  std::ifstream file(name);
  if (!file) return Error{"cannot read " + name};
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const auto wrong = [&](const std::string& why) {
      return Error{name + ":" + std::to_string(number) + ": " + why};
    };
    const json record = json::parse(line, nullptr, false);
    if (record.is_discarded()) {
      if (file.eof()) return {};
      return wrong("not a game of a log");
    }
    try {
      const auto game = game_of(record, needs);
      if (!game) return wrong(game.error());
      if (!*game) continue;
      if (const auto taken = take(**game); !taken) return wrong(taken.error());
    } catch (const json::exception& e) {
      return wrong(std::string("not a game of a log: ") + e.what());
    }
  }
  if (file.bad()) return Error{"cannot read " + name};
  return {};
}

}  // namespace ludex::games
