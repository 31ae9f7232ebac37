#include "arena/files/mapped_file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ludex::arena {

namespace {

// Closes on every path out of open(); standard input stays open.
struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd > STDERR_FILENO) ::close(fd);
  }
};

Error failure(const std::string& path, int code) {
  return {"cannot read '" + path + "': " + std::strerror(code)};
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
  const Descriptor descriptor{path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (descriptor.fd < 0) return failure(path, errno);
  struct stat status {};
  if (::fstat(descriptor.fd, &status) != 0) return failure(path, errno);
  if (S_ISDIR(status.st_mode)) return failure(path, EISDIR);

  MappedFile file;
  if (path != "-" && S_ISREG(status.st_mode) && status.st_size > 0) {
    const auto size = static_cast<std::size_t>(status.st_size);
    void* mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor.fd, 0);
    if (mapping != MAP_FAILED) {
      ::madvise(mapping, size, MADV_SEQUENTIAL);
      file.mapping_ = mapping;
      file.size_ = size;
      return file;
    }
  }
  constexpr std::size_t kChunk = 1U << 20;
  std::size_t used = 0;
  for (;;) {
    file.buffer_.resize(used + kChunk);
    const ssize_t got = ::read(descriptor.fd, file.buffer_.data() + used, kChunk);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure(path, errno);
    used += static_cast<std::size_t>(got);
    if (got == 0) break;
  }
  file.buffer_.resize(used);
  return file;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : mapping_(std::exchange(other.mapping_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      buffer_(std::move(other.buffer_)) {}

void MappedFile::give_back(const char* at) const noexcept {
  if (mapping_ == nullptr) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto size = static_cast<std::size_t>(at - static_cast<const char*>(mapping_)) / page * page;
  if (size > 0) static_cast<void>(::madvise(mapping_, size, MADV_DONTNEED));
}

MappedFile::~MappedFile() {
  if (mapping_ != nullptr) ::munmap(mapping_, size_);
}

}  // namespace ludex::arena
