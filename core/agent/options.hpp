// Options of agents, which they name in Offers like extensions, so that a misspelt method is an error.
#pragma once

#include "core/abi/types.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/from_agent.hpp"
#include "core/util/result.hpp"

namespace ludex {

// Agents that cannot play every game: AgentFactory::supports.
class ChoosesGames {};
template <class Author, bool offered>
struct AgentMethods<ChoosesGames, Author, offered> {
  LUDEX_AGENT_METHOD(ChoosesGames, Result<void>, supports, (game), const Game& game);
};

// Agents that follow the moves on the board: Agent::observe.
class ObservesMoves {};
template <class Author, bool offered>
struct AgentMethods<ObservesMoves, Author, offered> {
  LUDEX_AGENT_METHOD(ObservesMoves, void, observe, (before, move), const State* before, Move move);
};

// Agents that prove goals: Agent::solve.
class SolvesPositions {};
template <class Author, bool offered>
struct AgentMethods<SolvesPositions, Author, offered> {
  LUDEX_AGENT_METHOD(SolvesPositions, void, solve, (position, goal, budget, report), const State* position,
                     Goal goal, const Budget& budget, SearchReport& report);
};

}  // namespace ludex
