// Reserves standard output for the host: a document for --json, a protocol for `uci` and `gtp`.
#pragma once

#include <mutex>

#include "arena/base/files/descriptor.hpp"

namespace ludex::arena::host {

// While it exists, all output of this process to standard output goes to standard error, or nowhere if that
// is closed. For calls into plug-ins that may print: loading, and making games and agents. May be nested;
// another thread that makes one waits.
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

}  // namespace ludex::arena::host
