// Lets one process at a time work in a folder, on any of the machines that share it.
#pragma once

#include <string>

#include "arena/base/files/descriptor.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// Held until it is destroyed or the process ends in any way. The lock is a kernel lock on FOLDER/lock (fcntl,
// open file description), which network file systems support; the file names the holder and remains.
class FolderLock {
 public:
  // `holder` is one line for other processes. The error names the present holder, or the reason why the
  // folder cannot be locked. A file system without locks is no error: nobody is excluded (held() is false).
  [[nodiscard]] static Result<FolderLock> take(const std::string& folder, const std::string& holder);
  // The present holder; "" if there is none. Does not lock.
  [[nodiscard]] static std::string holder(const std::string& folder);

  [[nodiscard]] bool held() const noexcept { return file_.get() >= 0; }

 private:
  FolderLock() = default;

  Descriptor file_;
};

}  // namespace ludex::arena
