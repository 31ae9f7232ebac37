#include "arena/base/files/folder_lock.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "arena/base/files/text_file.hpp"

namespace ludex::arena {
namespace {

std::string path_in(const std::string& folder) {
  return folder + "/lock";
}

struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

// The holder's line.
std::string line_of(const std::string& folder) {
  constexpr std::size_t kMost = 4096;
  const auto text = read_text_file(path_in(folder), kMost);
  std::string line = text ? text->substr(0, text->find('\n')) : "";
  return line.empty() ? "another process" : line;
}

}  // namespace

Result<FolderLock> FolderLock::take(const std::string& folder, const std::string& holder) {
  const std::string path = path_in(folder);
  const auto failure = [&](int error) {
    return Error{"cannot lock '" + path + "': " + std::strerror(error)};
  };
  FolderLock taken;
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (file.get() < 0) return failure(errno);
  struct flock lock = whole_file();
  if (::fcntl(file.get(), F_OFD_SETLK, &lock) != 0) {
    if (errno == EAGAIN || errno == EACCES)
      return Error{"'" + folder + "' is held by " + line_of(folder) +
                   ": two runs at once would spoil its log"};
    if (errno == ENOLCK || errno == ENOSYS || errno == EOPNOTSUPP) return taken;
    return failure(errno);
  }
  const std::string text = holder + "\n";
  if (::ftruncate(file.get(), 0) != 0 ||
      ::pwrite(file.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
    return failure(errno);
  taken.file_ = std::move(file);
  return taken;
}

std::string FolderLock::holder(const std::string& folder) {
  const Descriptor file(::open(path_in(folder).c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (file.get() < 0) return "";
  struct flock lock = whole_file();
  // Queries a shared lock, which needs no write permission.
  lock.l_type = F_RDLCK;
  if (::fcntl(file.get(), F_OFD_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) return "";
  return line_of(folder);
}

}  // namespace ludex::arena
