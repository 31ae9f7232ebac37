#include "arena/base/files/mapped_file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/files/compressed.hpp"
#include "arena/base/files/descriptor.hpp"
#include "arena/base/files/input_file.hpp"
#include "arena/base/files/plain_text.hpp"

namespace ludex::arena {

namespace {

Error failure(const std::string& path, int code) {
  return {"cannot read '" + path + "': " + std::strerror(code)};
}

}  // namespace

bool MappedFile::map(int fd, std::size_t size) noexcept {
  void* const mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (mapping == MAP_FAILED) return false;
  ::madvise(mapping, size, MADV_SEQUENTIAL);
  mapping_ = mapping;
  size_ = size;
  return true;
}

Result<MappedFile> MappedFile::open(const std::string& path) {
  auto file = open_as_is(path);
  if (!file || compression_of(file->bytes()) == Compression::kNone) return file;
  const auto expanded = expand(file->bytes(), path);
  if (!expanded) return Error{expanded.error()};
  MappedFile text;
  text.cut_short_ = expanded->cut_short;
  struct stat status {};
  const int fd = expanded->file.get();
  if (::fstat(fd, &status) != 0) return failure(path, errno);
  if (status.st_size > 0 && !text.map(fd, static_cast<std::size_t>(status.st_size)))
    return failure(path, errno);
  return text;
}

Result<MappedFile> MappedFile::open_text(const std::string& path) {
  auto file = open(path);
  if (!file) return file;
  const auto failure_of = [&](const std::string& why) { return Error{"cannot read '" + path + "': " + why}; };
  if (const auto format = foreign_compression(file->bytes()); !format.empty()) {
    const std::size_t tool = format.find(" (");
    return failure_of("it is compressed by " + std::string(format.substr(0, tool)) +
                      ", expected text, or text compressed by zstd or gzip; decompress it with " +
                      std::string(format.substr(tool + 2, format.size() - tool - 3)));
  }
  auto converted = converted_text(file->bytes());
  if (!converted) return failure_of(converted.error());
  if (*converted) {
    file->unmap();
    file->buffer_ = **std::move(converted);
  }
  file->skipped_ = byte_order_mark(file->bytes());
  return file;
}

Result<MappedFile> MappedFile::open_as_is(const std::string& path) {
  Descriptor opened;
  if (path != "-") {
    auto input = open_input(path);
    if (!input) return Error{input.error()};
    opened = std::move(*input);
  }
  const int descriptor = path == "-" ? STDIN_FILENO : opened.get();
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return failure(path, errno);
  if (S_ISDIR(status.st_mode)) return failure(path, EISDIR);

  MappedFile file;
  if (path != "-" && S_ISREG(status.st_mode) && status.st_size > 0) {
    if (file.map(descriptor, static_cast<std::size_t>(status.st_size))) return file;
  }
  constexpr std::size_t kChunk = 1U << 20;
  std::size_t used = 0;
  for (;;) {
    file.buffer_.resize(used + kChunk);
    const ssize_t got = ::read(descriptor, file.buffer_.data() + used, kChunk);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure(path, errno);
    used += static_cast<std::size_t>(got);
    if (got == 0) break;
    constexpr std::size_t kMost = std::size_t{8} << 30;
    if (used > kMost) return failure(path, EFBIG);
  }
  file.buffer_.resize(used);
  return file;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : mapping_(std::exchange(other.mapping_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      skipped_(std::exchange(other.skipped_, 0)),
      cut_short_(other.cut_short_),
      buffer_(std::move(other.buffer_)) {}

void MappedFile::give_back(const char* at) const noexcept {
  if (mapping_ == nullptr) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto size = static_cast<std::size_t>(at - static_cast<const char*>(mapping_)) / page * page;
  if (size > 0) ::madvise(mapping_, size, MADV_DONTNEED);
}

void MappedFile::unmap() noexcept {
  if (mapping_ != nullptr) ::munmap(mapping_, size_);
  mapping_ = nullptr;
}

MappedFile::~MappedFile() {
  unmap();
}

}  // namespace ludex::arena
