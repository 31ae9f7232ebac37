// Identifies the sources of this executable.
#pragma once

#include <string>

namespace ludex::arena::log {

struct Commit {
  std::string id = "unknown";  // git commit, 40 digits; "unknown" if not built from a checkout
  bool modified = false;       // the sources differed from the commit
  bool operator==(const Commit&) const = default;
};

[[nodiscard]] Commit this_commit();

}  // namespace ludex::arena::log
