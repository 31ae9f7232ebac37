// One process at a time works in a folder, on whichever machine of those that share it.
#pragma once

#include <string>

#include "arena/files/descriptor.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// Held until it is destroyed or the process ends, however it ends. The lock is one of the kernel's on
// FOLDER/lock (fcntl, open file description), which network file systems hand on; the file says who holds it
// and stays behind.
class FolderLock {
 public:
  // `holder` is what others are told: one line. The error tells who holds the folder, or why it cannot be
  // locked. A file system without locks is no error: then nobody is kept out (held() is false).
  [[nodiscard]] static Result<FolderLock> take(const std::string& folder, const std::string& holder);
  // Who holds it now; "" if nobody does. Takes nothing.
  [[nodiscard]] static std::string holder(const std::string& folder);

  [[nodiscard]] bool held() const noexcept { return file_.get() >= 0; }

 private:
  FolderLock() = default;

  Descriptor file_;
};

}  // namespace ludex::arena
