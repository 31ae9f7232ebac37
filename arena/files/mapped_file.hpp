// The bytes of a file: mapped if it is a regular file, read to the end if it is standard input ("-") or a
// pipe that a shell hands over (input_file.hpp), at most 8 GiB. What zstd or gzip has compressed is what it
// was before (compressed.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/util/result.hpp"

namespace ludex::arena {

class MappedFile {
 public:
  static Result<MappedFile> open(const std::string& path);
  // Text that somebody else wrote: UTF-8 without a byte order mark and with line ends that LogCursor knows,
  // in whatever encoding it was (plain_text.hpp). What Ludex cannot decompress is an error that names it.
  static Result<MappedFile> open_text(const std::string& path);
  // The same of the bytes that the file has, compressed or not.
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
  // Gives back memory of what stands before `at`, a place within bytes(), which may still be read: then it
  // comes from the file again.
  void give_back(const char* at) const noexcept;
  // Whether it was compressed and what a compressor writes at the end is missing.
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
