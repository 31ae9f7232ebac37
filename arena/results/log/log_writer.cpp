#include "arena/results/log/log_writer.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/files/mapped_file.hpp"
#include "arena/results/log/log_cursor.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::log {
namespace {

Error failure(const char* action, const std::string& path, int error) {
  return {std::string("cannot ") + action + " '" + path + "': " + std::strerror(error)};
}

bool ends_in_newline(int fd, off_t size) {
  char last = '\n';
  return size == 0 || (::pread(fd, &last, 1, size - 1) == 1 && last == '\n');
}

// The chain of an existing log. Its reader has checked it, so the last digest suffices.
Result<Chain> chain_of(const std::string& path) {
  const auto file = MappedFile::open(path);
  if (!file) return Error{file.error()};
  const std::string_view text = file->bytes().substr(0, file->bytes().size() - 1);  // without the last end
  Chain chain;
  if (const auto last = split_seal(text.substr(text.rfind('\n') + 1)).chain; !last.empty()) {
    chain.restart({0, std::string(last)}, 0);
  } else {
    LogCursor lines(file->bytes(), path);
    while (lines.next()) chain.follow(lines.line());
  }
  return chain;
}

}  // namespace

LogWriter::LogWriter(std::string path, int fd, bool regular, std::int64_t sync_interval_ns)
    : path_(std::move(path)), fd_(fd), regular_(regular), sync_interval_ns_(sync_interval_ns) {}

LogWriter::LogWriter(LogWriter&& other) noexcept
    : path_(std::move(other.path_)),
      fd_(std::exchange(other.fd_, -1)),
      regular_(other.regular_),
      dirty_(other.dirty_),
      sync_interval_ns_(other.sync_interval_ns_),
      last_sync_ns_(other.last_sync_ns_),
      chain_(std::move(other.chain_)) {}

LogWriter::~LogWriter() {
  static_cast<void>(close());
}

Result<LogWriter> LogWriter::open(const std::string& path, LogStart start, std::int64_t sync_interval_ns) {
  const auto folder = std::filesystem::path(path).parent_path();
  std::error_code code;
  if (!folder.empty()) std::filesystem::create_directories(folder, code);
  if (code) return failure("make the folder", folder.string(), code.value());

  // Readable, too, because the last byte is checked; devices may be write-only.
  int fd = ::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) return failure("write to", path, errno);
  struct stat info {};
  if (::fstat(fd, &info) != 0) {
    const int error = errno;
    ::close(fd);
    return failure("write to", path, error);
  }
  LogWriter writer(path, fd, S_ISREG(info.st_mode), sync_interval_ns);
  if (!writer.regular_) return writer;
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0)
    return Error{"cannot write to '" + path + "': another process is writing to it"};
  // Reads the size again under the lock.
  if (::fstat(fd, &info) != 0) return failure("write to", path, errno);
  if (start == LogStart::kNew && info.st_size != 0)
    return Error{"'" + path + "' already holds a log; resume it or choose another folder"};
  if (!ends_in_newline(fd, info.st_size))
    return Error{"'" + path + "' ends in a torn line; it must be repaired before games are added"};
  if (info.st_size != 0) {
    auto chain = chain_of(path);
    if (!chain) return Error{chain.error()};
    writer.chain_ = *std::move(chain);
  }
  // The folder's entry must survive a power failure, too.
  if (const int dir = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      dir >= 0) {
    ::fsync(dir);
    ::close(dir);
  }
  return writer;
}

Result<void> LogWriter::append_line(std::string_view text) {
  const std::lock_guard lock(mutex_);
  if (fd_ < 0) return Error{"the log '" + path_ + "' is closed"};
  const LogHead before{chain_.lines(), chain_.head()};
  std::string line = chain_.seal(text);
  line += '\n';
  const off_t start = regular_ ? ::lseek(fd_, 0, SEEK_END) : 0;
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t wrote = ::write(fd_, line.data() + done, line.size() - done);
    if (wrote >= 0) {
      done += static_cast<std::size_t>(wrote);
      continue;
    }
    if (errno == EINTR) continue;
    const int error = errno;
    chain_.restart(before, 0);
    // Removes the partial line, which would damage the log for good once another line follows.
    if (regular_ && done != 0 && ::ftruncate(fd_, start) != 0)
      return Error{failure("write to", path_, error).message + " (the log now ends in a torn line)"};
    return failure("write to", path_, error);
  }
  dirty_ = true;
  if (sync_interval_ns_ == 0 || wall_clock_ns() - last_sync_ns_ >= sync_interval_ns_) return sync_locked();
  return {};
}

Result<void> LogWriter::clear() {
  const std::lock_guard lock(mutex_);
  if (fd_ >= 0 && regular_ && ::ftruncate(fd_, 0) != 0) return failure("empty", path_, errno);
  chain_ = Chain();
  return {};
}

std::string LogWriter::head() const {
  const std::lock_guard lock(mutex_);
  return chain_.head();
}

Result<void> LogWriter::sync() {
  const std::lock_guard lock(mutex_);
  return sync_locked();
}

Result<void> LogWriter::sync_locked() {
  if (fd_ < 0 || !dirty_) return {};
  last_sync_ns_ = wall_clock_ns();
  // Pipes and devices have nothing to sync (EINVAL, EROFS).
  if (::fdatasync(fd_) != 0 && errno != EINVAL && errno != EROFS) return failure("sync", path_, errno);
  dirty_ = false;
  return {};
}

Result<void> LogWriter::close() {
  const std::lock_guard lock(mutex_);
  if (fd_ < 0) return {};
  Result<void> synced = sync_locked();
  // Network file systems report a full disk here.
  const bool closed = ::close(std::exchange(fd_, -1)) == 0;
  if (synced && !closed) return failure("close", path_, errno);
  return synced;
}

}  // namespace ludex::arena::log
