#include "arena/base/files/compressed.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "arena/base/files/fresh_file.hpp"
#include "arena/base/files/mapped_file.hpp"

namespace ludex::arena {
namespace {

// Logs grow about 7-fold when expanded, a file of zeros more than 30,000-fold.
constexpr std::uint64_t kMostGrowth = 10'000;
constexpr std::size_t kPiece = std::size_t{1} << 20;
constexpr int kLevel = 3;  // the default of zstd

Result<void> write_all(int fd, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t wrote = ::write(fd, text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return Error{fmt::format("cannot write '{}': {}", path, std::strerror(errno))};
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return {};
}

Result<Descriptor> nameless_file(std::string& folder) {
  const char* const given = std::getenv("TMPDIR");
  folder = given != nullptr && *given != '\0' ? given : "/tmp";
  Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file.get() >= 0) return file;
  // Not every file system supports nameless files.
  std::string name = folder + "/ludex-XXXXXX";
  file = Descriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (file.get() < 0)
    return Error{fmt::format("cannot make a file in '{}': {}", folder, std::strerror(errno))};
  ::unlink(name.c_str());
  return file;
}

// Writes a decompressor's output to a file, up to a limit.
class Sink {
 public:
  Sink(int fd, std::uint64_t most, std::string folder) : fd_(fd), most_(most), folder_(std::move(folder)) {}
  Result<void> add(std::string_view text) {
    size_ += text.size();
    if (size_ > most_) return Error{fmt::format("it becomes more than {} times as large", kMostGrowth)};
    if (!text.empty()) last_ = text.back();
    return write_all(fd_, text, folder_);
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] bool ends_in_newline() const noexcept { return last_ == '\n'; }

 private:
  int fd_;
  std::uint64_t most_;
  std::string folder_;
  std::uint64_t size_ = 0;
  char last_ = '\0';
};

// True if the data are complete.
Result<bool> expand_zstd(std::string_view bytes, Sink& sink) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  std::vector<char> piece(kPiece);
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  std::size_t left = 1;  // 0 at the end of a frame
  while (in.pos < in.size) {
    ZSTD_outBuffer out{piece.data(), piece.size(), 0};
    left = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(left) != 0) return Error{fmt::format("zstd says: {}", ZSTD_getErrorName(left))};
    if (auto added = sink.add({piece.data(), out.pos}); !added) return Error{added.error()};
  }
  // Flushes output that remains after the end of the input.
  for (bool more = left != 0; more;) {
    ZSTD_outBuffer out{piece.data(), piece.size(), 0};
    left = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(left) != 0) return Error{fmt::format("zstd says: {}", ZSTD_getErrorName(left))};
    if (auto added = sink.add({piece.data(), out.pos}); !added) return Error{added.error()};
    more = out.pos == out.size;
  }
  return left == 0;
}

Result<bool> expand_gzip(std::string_view bytes, Sink& sink) {
  constexpr int kGzipOnly = 16 + MAX_WBITS;
  z_stream stream{};
  if (inflateInit2(&stream, kGzipOnly) != Z_OK) return Error{"no memory"};
  const std::unique_ptr<z_stream, decltype(&inflateEnd)> end(&stream, &inflateEnd);
  std::vector<unsigned char> piece(kPiece);
  bool whole = true;
  while (!bytes.empty()) {
    const std::size_t part = std::min(bytes.size(), kPiece);
    stream.next_in = const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(bytes.data()));
    stream.avail_in = static_cast<unsigned>(part);
    int state = Z_OK;
    do {
      stream.next_out = piece.data();
      stream.avail_out = static_cast<unsigned>(piece.size());
      state = ::inflate(&stream, Z_NO_FLUSH);
      if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR)
        return Error{fmt::format("zlib says: {}", stream.msg != nullptr ? stream.msg : "damaged")};
      const std::size_t made = piece.size() - stream.avail_out;
      if (auto added = sink.add({reinterpret_cast<const char*>(piece.data()), made}); !added)
        return Error{added.error()};
    } while (state == Z_OK && stream.avail_out == 0);
    bytes.remove_prefix(part - stream.avail_in);
    whole = state == Z_STREAM_END;
    if (!whole) continue;
    // Tapes and block formats pad with zeros. Another member may follow.
    bytes.remove_prefix(std::min(bytes.find_first_not_of('\0'), bytes.size()));
    if (bytes.empty()) break;
    if (compression_of(bytes) != Compression::kGzip)
      return Error{"the data after the compressed part is not gzip; was the file joined from two?"};
    if (inflateReset(&stream) != Z_OK) return Error{"no memory"};
  }
  return whole;
}

}  // namespace

Compression compression_of(std::string_view bytes) noexcept {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\x28\xB5\x2F\xFD"sv)) return Compression::kZstd;
  const bool skippable = bytes.size() >= 4 && bytes.substr(1, 3) == "\x2A\x4D\x18"sv &&
                         (static_cast<unsigned char>(bytes[0]) & 0xF0U) == 0x50;
  if (skippable) return Compression::kZstd;
  if (bytes.starts_with("\x1F\x8B\x08"sv)) return Compression::kGzip;
  return Compression::kNone;
}

std::string_view plain_name(std::string_view path) noexcept {
  constexpr std::string_view kEnds[] = {".zst", ".gz", ".zstd", ".bgz"};
  for (const std::string_view end : kEnds) {
    if (path.size() < end.size()) continue;
    const std::string_view last = path.substr(path.size() - end.size());
    const bool same = std::equal(last.begin(), last.end(), end.begin(),
                                 [](unsigned char c, char small) { return std::tolower(c) == small; });
    if (same) return path.substr(0, path.size() - end.size());
  }
  return path;
}

Result<Expanded> expand(std::string_view bytes, const std::string& path) {
  const auto failure = [&](const std::string& why) {
    return Error{fmt::format("cannot decompress '{}': {}", path, why)};
  };
  std::string folder;
  auto file = nameless_file(folder);
  if (!file) return failure(file.error());
  Sink sink(file->get(), kMostGrowth * bytes.size(), "a file in " + folder);
  const auto whole =
      compression_of(bytes) == Compression::kZstd ? expand_zstd(bytes, sink) : expand_gzip(bytes, sink);
  if (!whole) return failure(whole.error());
  if (!*whole && sink.ends_in_newline() && ::ftruncate(file->get(), static_cast<off_t>(sink.size() - 1)) != 0)
    return failure(std::strerror(errno));
  return Expanded{*std::move(file), !*whole};
}

Result<void> compress_file(const std::string& from, const std::string& to) {
  const auto plain = MappedFile::open_as_is(from);
  if (!plain) return Error{plain.error()};
  const std::string fresh = to + ".new";
  const Descriptor out(::open(fresh.c_str(), kFreshFile, 0644));
  const auto failure = [&](const char* what) {
    const Error error{fmt::format("cannot {} '{}': {}", what, fresh, std::strerror(errno))};
    ::unlink(fresh.c_str());
    return error;
  };
  if (out.get() < 0) return failure("write");
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_setPledgedSrcSize(context.get(), plain->bytes().size());
  std::vector<char> piece(kPiece);
  ZSTD_inBuffer in{plain->bytes().data(), plain->bytes().size(), 0};
  for (std::size_t left = 1; left != 0;) {
    ZSTD_outBuffer made{piece.data(), piece.size(), 0};
    left = ZSTD_compressStream2(context.get(), &made, &in, ZSTD_e_end);
    if (ZSTD_isError(left) != 0) {
      errno = ENOMEM;
      return failure("compress to");
    }
    if (auto written = write_all(out.get(), {piece.data(), made.pos}, fresh); !written) {
      ::unlink(fresh.c_str());
      return written;
    }
  }
  if (::fsync(out.get()) != 0) return failure("sync");
  std::error_code code;
  std::filesystem::rename(fresh, to, code);
  if (!code) std::filesystem::remove(from, code);
  if (code) return Error{fmt::format("cannot replace '{}' by '{}': {}", from, to, code.message())};
  return {};
}

}  // namespace ludex::arena
