// The bytes of a file: mapped if it is a regular file, read to the end if it is a pipe or standard input
// ("-").
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/util/result.hpp"

namespace ludex::arena {

class MappedFile {
 public:
  static Result<MappedFile> open(const std::string& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  // Valid as long as this object, provided that nobody truncates the file (appending is harmless).
  [[nodiscard]] std::string_view bytes() const noexcept {
    return mapping_ != nullptr ? std::string_view(static_cast<const char*>(mapping_), size_)
                               : std::string_view(buffer_);
  }
  // Gives back memory of what stands before `at`, a place within bytes(), which may still be read: then it
  // comes from the file again.
  void give_back(const char* at) const noexcept;

 private:
  MappedFile() = default;

  void* mapping_ = nullptr;
  std::size_t size_ = 0;
  std::string buffer_;
};

}  // namespace ludex::arena
