// Endings of an agent's game other than by a move: it resigns, or something it depends on fails.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "core/abi/enum_text.hpp"
#include "core/abi/types.hpp"
#include "core/agent/agent.hpp"

namespace ludex {

// Why a call of Agent did not return kOk. The agent loses the game in any case.
enum class AgentEnd : std::uint32_t {
  kFailed = 0,       // an error of the agent
  kResigned = 1,     // no error: the agent gives the game up
  kIllegalMove = 2,  // the program it asked (an engine) answered with an illegal move
  kCrash = 3,        // that program was ended by a signal
  kExit = 4,         // that program exited
  kNoAnswer = 5,     // that program did not answer in time
  kProtocol = 6,     // that program's answer violates its protocol
};
[[nodiscard]] constexpr auto enum_texts(AgentEnd) noexcept {
  return EnumTexts{"failed", "resigned", "illegal-move", "crash", "exit", "no-answer", "protocol"};
}

// Extension of Agent, for hosts that distinguish endings; other hosts see an error.
class Ending {
 public:
  static constexpr const char* kId = "ludex.draft.ending/1";
  // The end of the last new_game(), observe() or choose(), if it did not return kOk. Call it on the thread
  // that made that call, after it. After kResigned the agent is intact and may be given a new game.
  [[nodiscard]] virtual AgentEnd last_end() const noexcept = 0;

 protected:
  ~Ending() = default;
};

// Thrown by an agent's class from these methods to say how its game ends.
class AgentEnded : public std::runtime_error {
 public:
  AgentEnded(AgentEnd end, const std::string& what) : std::runtime_error(what), end_(end) {}
  [[nodiscard]] AgentEnd end() const noexcept { return end_; }

 private:
  AgentEnd end_;
};

// Why the agent's last call, which returned `status`, failed; kFailed for agents without this extension.
[[nodiscard]] inline AgentEnd end_of(const Agent& agent, Status status) noexcept {
  const auto* const ending = find<Ending>(agent);
  if (ending == nullptr || status != Status::kException) return AgentEnd::kFailed;
  const AgentEnd end = ending->last_end();
  return in_range(end) ? end : AgentEnd::kFailed;
}

}  // namespace ludex
