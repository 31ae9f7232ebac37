#include "arena/results/log/log_files.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "arena/base/files/compressed.hpp"
#include "arena/base/files/descriptor.hpp"
#include "arena/base/files/mapped_file.hpp"
#include "arena/base/files/text_file.hpp"

namespace ludex::arena::log {
namespace {

namespace fs = std::filesystem;

std::string plain_log(const std::string& folder) {
  return (fs::path(folder) / "games.jsonl").string();
}

}  // namespace

std::string log_in(const std::string& folder) {
  const std::string plain = plain_log(folder);
  std::error_code ignored;
  if (fs::exists(plain, ignored)) return plain;
  for (const std::string_view end : kCompressedEnds) {
    std::string compressed = plain + std::string(end);
    if (fs::exists(compressed, ignored)) return compressed;
  }
  return plain;
}

bool has_log(const std::string& folder) {
  std::error_code ignored;
  return fs::exists(log_in(folder), ignored);
}

bool is_log_name(const std::string& path) {
  return plain_name(fs::path(path).filename().string()) == "games.jsonl";
}

bool is_compressed_log(const std::string& path) {
  return plain_name(path) != path;
}

Result<void> compress_log(const std::string& folder) {
  const std::string plain = plain_log(folder);
  std::error_code ignored;
  if (!fs::exists(plain, ignored)) return {};
  return compress_file(plain, plain + ".zst");
}

Result<void> expand_log(const std::string& folder) {
  const std::string log = log_in(folder);
  const std::string plain = plain_log(folder);
  std::error_code code;
  if (log == plain) return {};
  const auto text = MappedFile::open(log);
  if (!text) return Error{text.error()};
  if (auto written = replace_text_file(plain, text->bytes()); !written) return written;
  const Descriptor file(::open(plain.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0 || ::fsync(file.get()) != 0)
    return Error{"cannot sync '" + plain + "': " + std::strerror(errno)};
  fs::remove(log, code);
  if (code) return Error{"cannot remove '" + log + "', which " + plain + " replaces: " + code.message()};
  return {};
}

}  // namespace ludex::arena::log
