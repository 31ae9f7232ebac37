#include "arena/results/log/commit.hpp"

#include <ludex_commit.hpp>

namespace ludex::arena::log {

Commit this_commit() {
  return {LUDEX_COMMIT, LUDEX_MODIFIED};
}

}  // namespace ludex::arena::log
