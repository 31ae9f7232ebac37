#include "arena/host/plugins/pinned_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include "arena/base/files/sha256.hpp"

namespace ludex::arena::host {

FileStamp FileStamp::of(const std::filesystem::path& file) noexcept {
  struct stat info {};
  if (stat(file.c_str(), &info) != 0) return {};
  return {info.st_dev, info.st_ino, info.st_size, info.st_mtim, info.st_ctim};
}

namespace {
bool same(const timespec& a, const timespec& b) noexcept {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}
}  // namespace

bool FileStamp::same_contents(const FileStamp& other) const noexcept {
  return device == other.device && inode == other.inode && size == other.size &&
         same(modified, other.modified);
}

bool FileStamp::operator==(const FileStamp& other) const noexcept {
  return same_contents(other) && same(changed, other.changed);
}

Result<PinnedFile> PinnedFile::pin(const std::filesystem::path& file) {
  PinnedFile pinned;
  pinned.file_ = file;
  pinned.stamp_ = FileStamp::of(file);
  auto digest = sha256_of_file(file);
  if (!digest) return Error{fmt::format("{} cannot be read", file.string())};
  pinned.sha256_ = std::move(*digest);
  return pinned;
}

Result<void> PinnedFile::unchanged() const {
  if (FileStamp::of(file_) == stamp_) return {};
  const auto digest = sha256_of_file(file_);
  if (digest && *digest == sha256_) return {};  // touched or rewritten with the same contents
  return Error{
      fmt::format("{} was changed during the run: SHA-256 {} when it began, {} now. Restore it, or continue "
                  "with --resume --accept-changed",
                  file_.string(), sha256_, digest ? *digest : "not to be read")};
}

}  // namespace ludex::arena::host
