// The bytes of a file: mapped if it is a regular file, read to the end if it is standard input ("-") or a
// pipe from a shell (input_file.hpp), at most 8 GiB. Decompresses zstd and gzip (compressed.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/util/result.hpp"

namespace ludex::arena {

class MappedFile {
 public:
  static Result<MappedFile> open(const std::string& path);
  // Opens a foreign text: converts any encoding (plain_text.hpp) to UTF-8 without a byte order mark and with
  // line ends that LogCursor knows. An unknown compression is an error that names it.
  static Result<MappedFile> open_text(const std::string& path);
  // Likewise for the file's own bytes, compressed or not.
  static Result<MappedFile> open_as_is(const std::string& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  // Valid as long as this object, provided that nobody truncates the file (appending is harmless).
  [[nodiscard]] std::string_view bytes() const noexcept {
    const auto all = mapping_ != nullptr ? std::string_view(static_cast<const char*>(mapping_), size_)
                                         : std::string_view(buffer_);
    return all.substr(skipped_);
  }
  // Releases the memory before `at`, a place within bytes(). Those bytes can still be read, from the file.
  void give_back(const char* at) const noexcept;
  // Whether the compressed data are incomplete.
  [[nodiscard]] bool cut_short() const noexcept { return cut_short_; }

 private:
  MappedFile() = default;
  bool map(int fd, std::size_t size) noexcept;
  void unmap() noexcept;

  void* mapping_ = nullptr;
  std::size_t size_ = 0;
  std::size_t skipped_ = 0;  // bytes before the text
  bool cut_short_ = false;
  std::string buffer_;
};

}  // namespace ludex::arena
