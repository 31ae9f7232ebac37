#include "arena/faces/cli/output.hpp"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "arena/faces/cli/failure.hpp"

namespace ludex::arena::cli {
namespace {

std::string cannot_write(const std::string& path, int error) {
  return fmt::format("cannot write {}: {}", path.empty() ? "to standard output" : "'" + path + "'",
                     std::strerror(error));
}

}  // namespace

Output::Output(const std::string& path)
    : path_(path), file_(path.empty() ? stdout : std::fopen(path.c_str(), "we")) {
  if (file_ == nullptr) throw Failure::system(cannot_write(path_, errno));
}

Output::~Output() {
  if (file_ != nullptr && !to_stdout()) std::fclose(file_);
}

void Output::write(const char* text, std::size_t size) noexcept {
  errno = 0;
  const bool good = std::fwrite(text, 1, size, file_) == size && std::fflush(file_) == 0;
  if (!good && error_ == 0) error_ = errno != 0 ? errno : EIO;
}

void Output::close() {
  if (!to_stdout()) {
    errno = 0;
    const bool good = std::fclose(file_) == 0;
    file_ = nullptr;
    if (!good && error_ == 0) error_ = errno != 0 ? errno : EIO;
  }
  if (error_ != 0) throw Failure::system(cannot_write(path_, error_));
}

void write_file(const std::string& path, std::string_view text) {
  Output out(path);
  out.write(text.data(), text.size());
  out.close();
}

bool stdout_arrived() noexcept {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  const int error = errno;
  if (flushed && std::ferror(stdout) == 0) return true;
  // An earlier failure is known, but not its reason.
  complain(error != 0 ? cannot_write("", error)
                      : "cannot write all of the output to standard output: is the disk full?");
  return false;
}

}  // namespace ludex::arena::cli
