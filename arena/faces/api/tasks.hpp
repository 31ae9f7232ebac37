// The work of workers for requests: one search, or a game.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arena/faces/api/position.hpp"
#include "arena/faces/api/reply.hpp"
#include "arena/faces/api/search_pool.hpp"

namespace ludex::arena::api {

// A budget in the words of requests.
struct RequestedBudget {
  Json worker;                      // as a worker takes it
  std::chrono::milliseconds limit;  // elapsed; 0: none
  std::uint32_t threads = 1;
};
// `json`: checked by the schema; null: the default. Throws Refusal.
[[nodiscard]] RequestedBudget budget_of(const Json& json, const PoolLimits& limits);

struct AnalyzeRequest {
  std::shared_ptr<const Game> game;
  std::shared_ptr<const Played> played;
  std::size_t turn = 0;  // the moves before the position
  Player seat = 0;       // to move there
  RequestedBudget budget;
  std::uint64_t seed = 1;
  std::uint32_t report_every_ms = 0;
};
[[nodiscard]] std::unique_ptr<Task> analyze_task(std::shared_ptr<Reply> reply, AnalyzeRequest request);

struct PlayRequest {
  std::shared_ptr<const Game> game;
  std::string position;  // as requested
  Line line;
  std::vector<RequestedBudget> budgets;  // one a seat
  std::uint64_t seed = 1;
  std::size_t max_plies = kMostMoves;
  bool report_moves = false;
};
// Plays as `ludex play` does: the same seed, budgets in iterations or nodes, and agents give the same game.
[[nodiscard]] std::unique_ptr<Task> play_task(std::shared_ptr<Reply> reply, PlayRequest request);

}  // namespace ludex::arena::api
