#include "arena/base/files/descriptor.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ludex::arena {
namespace {

Error cannot(const char* action) {
  return {std::string("cannot ") + action + ": " + std::strerror(errno)};
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    if (fd_ >= 0) close(fd_);
    fd_ = other.release();
  }
  return *this;
}
Descriptor::~Descriptor() {
  if (fd_ >= 0) close(fd_);
}
int Descriptor::release() noexcept {
  return std::exchange(fd_, -1);
}

Result<Descriptor> memory_file(const char* name, const std::string& text) {
  Descriptor file(memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (file.get() < 0) return cannot("make a memory file");
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = write(file.get(), text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR) return cannot("write a memory file");
    if (n > 0) done += static_cast<std::size_t>(n);
  }
  if (fcntl(file.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0)
    return cannot("seal a memory file");
  return file;
}

}  // namespace ludex::arena
