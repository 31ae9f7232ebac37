#include "tests/support/log_content.hpp"

#include <fstream>

#include <doctest/doctest.h>

namespace ludex::tests {

std::vector<arena::json::Value> games(const std::filesystem::path& folder) {
  std::ifstream in(folder / "games.jsonl");
  std::vector<arena::json::Value> list;
  for (std::string line; std::getline(in, line);) list.push_back(arena::json::Value::parse(line));
  return list;
}

std::map<std::string, arena::json::Value> content(const std::filesystem::path& folder) {
  std::map<std::string, arena::json::Value> result;
  for (arena::json::Value game : games(folder)) {
    game.erase("chain");  // a digest of all, times included
    for (arena::json::Value& stats : game["stats"]) {
      for (const char* key :
           {"cpu_seconds", "wall_seconds", "engine_cpu_seconds", "hidden_cpu_seconds", "overruns", "starved"})
        stats.erase(key);
      if (!stats.contains("by_move")) continue;
      arena::json::Value& by_move = stats["by_move"];
      by_move.erase("cpu_us"), by_move.erase("wall_us"), by_move.erase("engine_cpu_us");
      // Moves of less than a microsecond leave no list of times, and it may have been the only one.
      if (by_move.empty()) stats.erase("by_move");
    }
    const std::string id = game["id"];
    CHECK_MESSAGE(result.emplace(id, std::move(game)).second, "played twice: " << id);
  }
  return result;
}

std::vector<std::string> ordered_content(const std::filesystem::path& folder) {
  const auto by_id = content(folder);
  std::vector<std::string> lines;
  for (const auto& game : games(folder)) lines.push_back(by_id.at(game["id"]).dump());
  return lines;
}

}  // namespace ludex::tests
