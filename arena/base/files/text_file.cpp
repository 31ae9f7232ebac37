#include "arena/base/files/text_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/files/fresh_file.hpp"
#include "arena/base/files/input_file.hpp"

namespace ludex::arena {

Result<std::string> read_text_file(const std::string& path, std::size_t max_bytes) {
  const auto failure = [&](const std::string& what) { return Error{"cannot read '" + path + "': " + what}; };
  const auto file = open_input(path);
  if (!file) return Error{file.error()};
  std::string text;
  std::string buffer(1U << 16, '\0');
  ssize_t got = 0;
  while ((got = ::read(file->get(), buffer.data(), buffer.size())) != 0) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(got));
    if (text.size() > max_bytes) break;
  }
  if (got < 0) return failure(std::strerror(errno));
  if (text.size() > max_bytes) return failure("longer than " + std::to_string(max_bytes >> 20) + " MiB");
  return text;
}

Result<void> replace_text_file(const std::string& path, std::string_view text) {
  const std::string fresh = path + ".new";
  const auto failure = [&] { return Error{"cannot write '" + path + "': " + std::strerror(errno)}; };
  const int fd = ::open(fresh.c_str(), kFreshFile, 0644);
  if (fd < 0) return failure();
  while (!text.empty()) {
    const ssize_t wrote = ::write(fd, text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) {
      const Error error = failure();
      ::close(fd);
      return error;
    }
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  if (::close(fd) != 0 || std::rename(fresh.c_str(), path.c_str()) != 0) return failure();
  return {};
}

}  // namespace ludex::arena
