// Parses the words after "go".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/agent/budget.hpp"
#include "core/game/engine_texts.hpp"

namespace ludex::arena::cli {

struct UciGo {
  Budget budget{};                    // its time is the mover's share; without threads, memory and stop flag
  bool infinite = false;              // answered only after `stop`
  bool ponder = false;                // or after `ponderhit`, from which the budget's time runs
  std::vector<std::string> only;      // `searchmoves`
  std::vector<std::string> problems;  // unreadable words, which are ignored
};

// Never fails, because every "go" must be answered: an unreadable limit becomes one second. `first`: the
// first player is to move.
[[nodiscard]] UciGo read_go(std::string_view words, EngineProtocol protocol, bool first);

}  // namespace ludex::arena::cli
