// Which sources this executable was built from.
#pragma once

#include <string>

namespace ludex::arena {

struct Commit {
  std::string id = "unknown";  // of git, 40 digits; "unknown" if the sources were no checkout
  bool modified = false;       // built from sources that differ from those of the commit
  bool operator==(const Commit&) const = default;
};

[[nodiscard]] Commit this_commit();

}  // namespace ludex::arena
