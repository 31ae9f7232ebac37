#include "arena/results/log/commit.hpp"

#include <ludex_commit.hpp>

namespace ludex::arena {

Commit this_commit() {
  return {LUDEX_COMMIT, LUDEX_MODIFIED};
}

}  // namespace ludex::arena
