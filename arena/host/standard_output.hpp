// Standard output is the host's: a document for --json, a protocol for `uci` and `gtp`.
#pragma once

#include <mutex>

#include "arena/files/descriptor.hpp"

namespace ludex::arena {

// While it exists, what anybody in this process writes to standard output goes to standard error. For calls
// into plug-ins that may print: loading, and making games and agents. May be nested; other threads that make
// one wait. Where standard error is closed it goes nowhere.
class StandardOutputAside {
 public:
  StandardOutputAside();
  ~StandardOutputAside();
  StandardOutputAside(const StandardOutputAside&) = delete;
  StandardOutputAside& operator=(const StandardOutputAside&) = delete;

 private:
  std::unique_lock<std::recursive_mutex> lock_;
  Descriptor kept_;
};

}  // namespace ludex::arena
