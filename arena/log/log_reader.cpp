#include "arena/log/log_reader.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/log/record_json.hpp"
namespace ludex::arena {

Result<std::optional<TornLine>> visit_log(const std::string& path,
                                          const std::function<void(GameRecord&&)>& visit) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  struct stat info {};
  if (!file || ::stat(path.c_str(), &info) != 0)
    return Error{"cannot read '" + path + "': " + std::strerror(errno)};
  if (S_ISDIR(info.st_mode)) return Error{"cannot read '" + path + "': " + std::strerror(EISDIR)};
  std::string line;
  std::uint64_t number = 0;
  std::uint64_t offset = 0;
  while (std::getline(file, line)) {
    ++number;
    if (file.eof()) return std::optional(TornLine{number, offset, line.size()});
    offset += line.size() + 1;
    auto record = game_record_from_json(line);
    if (!record) return Error{path + ":" + std::to_string(number) + ": " + record.error()};
    visit(*std::move(record));
  }
  if (file.bad()) return Error{"cannot read '" + path + "': " + std::strerror(errno)};
  return std::optional<TornLine>{};
}

Result<LogContents> read_log(const std::string& path) {
  LogContents contents;
  auto torn = visit_log(path, [&](GameRecord&& record) { contents.records.push_back(std::move(record)); });
  if (!torn) return Error{torn.error()};
  contents.torn = *torn;
  return contents;
}

Result<void> repair_log(const std::string& path, const TornLine& torn) {
  const auto failure = [&](const char* what) { return Error{"cannot repair '" + path + "': " + what}; };
  const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (fd < 0) return failure(std::strerror(errno));
  struct Closer {
    int fd;
    ~Closer() { ::close(fd); }
  } closer{fd};
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) return failure("another process is writing to it");
  struct stat info {};
  if (::fstat(fd, &info) != 0) return failure(std::strerror(errno));
  if (static_cast<std::uint64_t>(info.st_size) != torn.offset + torn.size)
    return failure("it has changed since it was read");
  if (::ftruncate(fd, static_cast<off_t>(torn.offset)) != 0 || ::fsync(fd) != 0)
    return failure(std::strerror(errno));
  return {};
}

}  // namespace ludex::arena
