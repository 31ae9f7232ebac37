// Files compressed by zstd or gzip: read wherever plain ones are, written on request.
#pragma once

#include <string>
#include <string_view>

#include "arena/files/descriptor.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

enum class Compression { kNone, kZstd, kGzip };
// By the first four bytes. A skippable frame of zstd may come before its data.
[[nodiscard]] Compression compression_of(std::string_view bytes) noexcept;
// What compressors append to a name: ".zst", ".gz".
inline constexpr std::string_view kCompressedEnds[] = {".zst", ".gz"};
// The name without such an end, or ".zstd" or ".bgz", whatever their case.
[[nodiscard]] std::string_view plain_name(std::string_view path) noexcept;

// A nameless file (in TMPDIR, else /tmp) that holds what was compressed. What was cut short is there as far
// as it goes, but for the last line end, so that its last line counts as torn.
struct Expanded {
  Descriptor file;
  bool cut_short = false;
};
// `path` is the name in messages. Any number of frames of zstd, or members of gzip, may follow each other,
// and zeros may follow the last member. A file that would become more than 10,000 times as large is an error.
[[nodiscard]] Result<Expanded> expand(std::string_view bytes, const std::string& path);

// Makes `to` of `from` by zstd, and takes `from` away once `to` is safe on disk. After an error `from` is as
// it was.
Result<void> compress_file(const std::string& from, const std::string& to);

}  // namespace ludex::arena
