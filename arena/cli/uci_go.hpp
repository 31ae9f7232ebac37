// The words after "go".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/agent/budget.hpp"
#include "core/game/extensions.hpp"

namespace ludex::arena::cli {

struct UciGo {
  Budget budget{};        // its time is all that the mover should use; without threads, memory and stop flag
  bool infinite = false;  // answered when `stop` is said, not before
  bool ponder = false;    // or at `ponderhit`, from where the time of the budget runs
  std::vector<std::string> only;      // `searchmoves`
  std::vector<std::string> problems;  // what could not be read and is left aside
};

// Never fails, as every "go" is answered: where a limit was meant that cannot be read, in a second. `first`:
// the first player is to move.
[[nodiscard]] UciGo read_go(std::string_view words, UciDialect dialect, bool first);

}  // namespace ludex::arena::cli
