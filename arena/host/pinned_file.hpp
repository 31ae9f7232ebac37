// A file that is to stay what it is while it is in use.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <sys/types.h>
#include <time.h>

#include "core/util/result.hpp"

namespace ludex::arena {

// What changes with every change of a file, and costs no look into it.
struct FileStamp {
  dev_t device = 0;
  ino_t inode = 0;
  off_t size = -1;  // -1: there is none
  timespec modified{};
  timespec changed{};

  [[nodiscard]] static FileStamp of(const std::filesystem::path& file) noexcept;
  [[nodiscard]] bool operator==(const FileStamp& other) const noexcept;
};

class PinnedFile {
 public:
  // As it is now; the error says why it cannot be read.
  [[nodiscard]] static Result<PinnedFile> pin(const std::filesystem::path& file);

  // A microsecond, if nobody has touched it. The error has the file and both digests. Thread-safe.
  [[nodiscard]] Result<void> unchanged() const;

 private:
  std::filesystem::path file_;
  FileStamp stamp_;
  std::string sha256_;
};

}  // namespace ludex::arena
