#include "games/lud/language/archive.hpp"

#include <cerrno>
#include <cstring>
#include <memory>

#include <zip.h>

namespace ludex::games::lud {

namespace {

struct Discard {
  void operator()(zip_t* archive) const noexcept { zip_discard(archive); }
};
struct Close {
  void operator()(zip_file_t* file) const noexcept { zip_fclose(file); }
};
using Zip = std::unique_ptr<zip_t, Discard>;

Result<Zip> open_zip(const std::string& path) {
  int code = 0;
  Zip zip(zip_open(path.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, &code));
  if (zip != nullptr) return zip;
  if (code == ZIP_ER_NOZIP) return Error{path + " is not a zip archive (expected Ludii's .jar)"};
  if (code == ZIP_ER_NOENT || code == ZIP_ER_OPEN || code == ZIP_ER_READ)
    return Error{"cannot read " + path + ": " + std::strerror(errno)};
  return Error{path + ": the archive's table of contents is damaged"};
}

}  // namespace

Result<Archive> Archive::open(const std::string& path) {
  const auto zip = open_zip(path);
  if (!zip) return Error{zip.error()};
  Archive archive;
  archive.path_ = path;
  const zip_int64_t count = zip_get_num_entries(zip->get(), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<zip_uint64_t>(i);
    if (const char* const name = zip_get_name(zip->get(), index, ZIP_FL_ENC_RAW))
      archive.members_.push_back({name, index});
  }
  return archive;
}

Result<std::string> Archive::read(const Member& member) const {
  const auto zip = open_zip(path_);
  if (!zip) return Error{zip.error()};
  const std::string what = path_ + "/" + member.name;
  const auto damaged = [&](const char* reason) {
    return Error{what + ": the archive is damaged: " + reason};
  };
  zip_stat_t stat;
  if (zip_stat_index(zip->get(), member.index, 0, &stat) != 0 || (stat.valid & ZIP_STAT_SIZE) == 0)
    return damaged(zip_strerror(zip->get()));
  if (stat.size > kMaxMember)
    return Error{what + ": longer than " + std::to_string(kMaxMember >> 20) + " MiB"};
  const std::unique_ptr<zip_file_t, Close> file(zip_fopen_index(zip->get(), member.index, 0));
  if (file == nullptr) return damaged(zip_strerror(zip->get()));
  std::string text(stat.size, '\0');
  std::size_t used = 0;
  // Reads one byte more than expected: libzip checks the checksum at the end of the data.
  for (char end = 0;;) {
    const bool full = used == text.size();
    const zip_int64_t got =
        zip_fread(file.get(), full ? &end : text.data() + used, full ? 1 : text.size() - used);
    if (got < 0) return damaged(zip_file_strerror(file.get()));
    if (got == 0) break;
    if (full) return damaged("longer than its header says");
    used += static_cast<std::size_t>(got);
  }
  if (used != text.size()) return damaged("shorter than its header says");
  return text;
}

}  // namespace ludex::games::lud
