#include "arena/results/log/log_reader.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/files/mapped_file.hpp"
#include "arena/results/log/read_ahead.hpp"
#include "arena/results/log/record_json.hpp"

namespace ludex::arena::log {

namespace {

// Calls `read(line)` for every line that has a newline.
template <class Read>
Result<std::optional<TornLine>> each_line(const std::string& path, const Read& read) {
  const auto file = MappedFile::open(path);
  if (!file) return Error{file.error()};
  LogCursor cursor(*file, path);
  while (cursor.next()) {
    if (cursor.torn()) return std::optional(cursor.torn_line());
    if (const Result<void> done = read(cursor.line()); !done) return cursor.error(done.error());
  }
  return std::optional<TornLine>{};
}

}  // namespace

Result<std::optional<TornLine>> visit_log(const std::string& path,
                                          const std::function<Result<void>(GameRecord&&)>& visit,
                                          ChainCheck* chain) {
  return each_line(path, [&](std::string_view line) -> Result<void> {
    if (chain != nullptr) chain->add(line);
    auto record = game_record_from_json(line);
    if (!record) return Error{record.error()};
    return visit(*std::move(record));
  });
}

Result<std::optional<TornLine>> scan_log(
    const std::string& path,
    const std::function<Result<void>(const GameRecord& record, const PlayHash& play)>& visit,
    ChainCheck* chain, bool series) {
  const auto file = MappedFile::open(path);
  if (!file) return Error{file.error()};
  LogCursor cursor(*file, path);
  ReadAhead lines(cursor, chain != nullptr, series);
  while (const ReadAhead::Line* line = lines.next()) {
    if (chain != nullptr) chain->add(line->text, line->digest);
    if (!line->error.empty()) return cursor.error_at(line->number, line->error);
    if (const Result<void> done = visit(line->record, line->play); !done)
      return cursor.error_at(line->number, done.error());
  }
  return lines.torn();
}

Result<LogContents> read_log(const std::string& path) {
  LogContents contents;
  auto torn = visit_log(path, [&](GameRecord&& record) -> Result<void> {
    contents.records.push_back(std::move(record));
    return {};
  });
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

}  // namespace ludex::arena::log
