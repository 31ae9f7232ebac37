// Reads files compressed by zstd or gzip wherever plain ones are read; writes zstd on request.
#pragma once

#include <string>
#include <string_view>

#include "arena/base/files/descriptor.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

enum class Compression { kNone, kZstd, kGzip };
// Judges by the first four bytes. A skippable frame of zstd may precede the data.
[[nodiscard]] Compression compression_of(std::string_view bytes) noexcept;
// Endings that compressors append to a name: ".zst", ".gz".
inline constexpr std::string_view kCompressedEnds[] = {".zst", ".gz"};
// The name without such an ending, or ".zstd" or ".bgz", in any case.
[[nodiscard]] std::string_view plain_name(std::string_view path) noexcept;

// A nameless file (in TMPDIR, else /tmp) with the expanded contents. Truncated data are expanded as far as
// possible, without the last newline, so that the last line counts as torn.
struct Expanded {
  Descriptor file;
  bool cut_short = false;
};
// `path` is the name in messages. Accepts any number of zstd frames or gzip members, and zeros after the last
// member. A file that would grow more than 10,000-fold is an error.
[[nodiscard]] Result<Expanded> expand(std::string_view bytes, const std::string& path);

// Compresses `from` to `to` by zstd, and removes `from` once `to` is safe on disk. After an error `from` is
// unchanged.
Result<void> compress_file(const std::string& from, const std::string& to);

}  // namespace ludex::arena
