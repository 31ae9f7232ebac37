// How an agent's game ends other than by a move: it resigns, or something that it depends on fails.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "core/abi/enum_text.hpp"
#include "core/abi/types.hpp"
#include "core/agent/agent.hpp"

namespace ludex {

// What a call of Agent that did not answer kOk was about. The game is lost in any case.
enum class AgentEnd : std::uint32_t {
  kFailed = 0,       // an error of the agent
  kResigned = 1,     // no error: the agent gives the game up
  kIllegalMove = 2,  // whoever it asked (an engine) answered with a move that the rules do not know
  kCrash = 3,        // ... was ended by a signal
  kExit = 4,         // ... ended by itself
  kNoAnswer = 5,     // ... did not answer in time
  kProtocol = 6,     // ... answered with what its protocol does not know
};
[[nodiscard]] constexpr auto enum_texts(AgentEnd) noexcept {
  return EnumTexts{"failed", "resigned", "illegal-move", "crash", "exit", "no-answer", "protocol"};
}

// Extension of Agent, for hosts that tell endings apart; others see an error.
class Ending {
 public:
  static constexpr const char* kId = "ludex.draft.ending/1";
  // Of the last call of new_game(), observe() or choose(), if that did not answer kOk. Called by the thread
  // that made the call, after it. After kResigned the agent is as good as before, and may be given a new
  // game.
  [[nodiscard]] virtual AgentEnd last_end() const noexcept = 0;

 protected:
  ~Ending() = default;
};

// What an agent written as a class throws from these methods to say more than that it failed.
class AgentEnded : public std::runtime_error {
 public:
  AgentEnded(AgentEnd end, const std::string& what) : std::runtime_error(what), end_(end) {}
  [[nodiscard]] AgentEnd end() const noexcept { return end_; }

 private:
  AgentEnd end_;
};

// What the agent's last call, which answered `status`, was about: kFailed of agents that do not tell.
[[nodiscard]] inline AgentEnd end_of(const Agent& agent, Status status) noexcept {
  const auto* const ending = static_cast<const Ending*>(agent.extension(Ending::kId));
  if (ending == nullptr || status != Status::kException) return AgentEnd::kFailed;
  const AgentEnd end = ending->last_end();
  return in_range(end) ? end : AgentEnd::kFailed;
}

}  // namespace ludex
