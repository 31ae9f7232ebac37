#include "arena/base/files/input_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>

namespace ludex::arena {
namespace {

bool is_handed_over(std::string_view path) {
  constexpr std::array<std::string_view, 3> kFolders{"/dev/fd/", "/proc/self/fd/", "/dev/stdin"};
  return path == "/dev/null" ||
         std::any_of(kFolders.begin(), kFolders.end(), [&](auto folder) { return path.starts_with(folder); });
}

const char* kind_of(mode_t mode) {
  return S_ISDIR(mode)    ? "a folder"
         : S_ISFIFO(mode) ? "a FIFO"
         : S_ISCHR(mode)  ? "a device"
         : S_ISBLK(mode)  ? "a block device"
                          : "a socket";
}

}  // namespace

Result<Descriptor> open_input(const std::string& path) {
  const auto failure = [&](const std::string& why) { return Error{"cannot read '" + path + "': " + why}; };
  Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat info {};
  if (file.get() < 0 || ::fstat(file.get(), &info) != 0) return failure(std::strerror(errno));
  if (S_ISDIR(info.st_mode)) return failure(std::strerror(EISDIR));
  if (!S_ISREG(info.st_mode) && !is_handed_over(path))
    return failure(std::string("it is ") + kind_of(info.st_mode) + ", expected a regular file");
  // Reads from a pipe may block again.
  const int flags = ::fcntl(file.get(), F_GETFL);
  if (flags < 0 || ::fcntl(file.get(), F_SETFL, flags & ~O_NONBLOCK) != 0)
    return failure(std::strerror(errno));
  return file;
}

}  // namespace ludex::arena
