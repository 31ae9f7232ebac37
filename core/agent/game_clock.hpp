// Time for the whole game, as on a chess clock, for agents that allocate it themselves.
#pragma once

#include <cstdint>

#include "core/agent/from_agent.hpp"

namespace ludex {

// One player's clock before a move of its owner; all times in nanoseconds, elapsed time.
struct ClockFace {
  std::int64_t left_ns;       // may be negative: the flag has fallen within the grace
  std::int64_t increment_ns;  // added after each move of the owner
  std::uint32_t moves_to_go;  // moves of the owner until time is added; 0: no more is added
  std::uint32_t reserved;
};

// Extension of Agent.
class GameClock {
 public:
  static constexpr const char* kId = "ludex.draft.clock/1";

  // Called before each choose() of a game with clocks. True: the agent manages the clock itself, and the
  // wall_ns of the next budget is all the time it has left. False: wall_ns is the share of this move, as for
  // agents without this extension. `opponent` is null if the opponent has no clock. Both faces are valid
  // during the call.
  [[nodiscard]] virtual bool take_clock(const ClockFace* own, const ClockFace* opponent) noexcept = 0;

 protected:
  ~GameClock() = default;
};

template <class Author, bool offered>
struct AgentMethods<GameClock, Author, offered> {
  LUDEX_AGENT_METHOD(GameClock, bool, take_clock, (own, opponent), const ClockFace& own,
                     const ClockFace* opponent);
};

template <class T>
class FromAgent<GameClock, T> final : public WithAgent<GameClock, T> {
 public:
  using WithAgent<GameClock, T>::WithAgent;
  [[nodiscard]] bool take_clock(const ClockFace* own, const ClockFace* opponent) noexcept override {
    return this->agent_.take_clock(*own, opponent);
  }
};

}  // namespace ludex
