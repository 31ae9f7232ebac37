// A file that must not change while it is in use.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <sys/types.h>
#include <time.h>

#include "core/util/result.hpp"

namespace ludex::arena::host {

// Metadata that changes with every change of a file; reading it does not open the file.
struct FileStamp {
  dev_t device = 0;
  ino_t inode = 0;
  off_t size = -1;  // -1: no such file
  timespec modified{};
  timespec changed{};

  [[nodiscard]] static FileStamp of(const std::filesystem::path& file) noexcept;
  [[nodiscard]] bool operator==(const FileStamp& other) const noexcept;
  // Whether nobody has written to the file, by its time of modification. It may have been linked meanwhile,
  // as by a backup or a profiler, which changes only the time of change.
  [[nodiscard]] bool same_contents(const FileStamp& other) const noexcept;
};

class PinnedFile {
 public:
  // Pins the present contents; the error states why the file cannot be read.
  [[nodiscard]] static Result<PinnedFile> pin(const std::filesystem::path& file);

  // Takes a microsecond if the file is untouched. The error has the file and both digests. Thread-safe.
  [[nodiscard]] Result<void> unchanged() const;

 private:
  std::filesystem::path file_;
  FileStamp stamp_;
  std::string sha256_;
};

}  // namespace ludex::arena::host
