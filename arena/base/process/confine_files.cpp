#include "arena/base/process/confine_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena/base/files/descriptor.hpp"
#include "arena/base/files/system_error.hpp"

namespace ludex::arena {
namespace {

constexpr std::uint64_t kRead =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_EXECUTE;
constexpr std::uint64_t kTruncate = 1ULL << 14;  // since version 3
// Rights that apply to a file rather than a folder.
constexpr std::uint64_t kOfFiles =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;

// All access rights known to this version.
std::uint64_t all_rights(int version) {
  std::uint64_t rights = kRead | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                         LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                         LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                         LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                         LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
  constexpr std::uint64_t kRefer = 1ULL << 13;  // since version 2
  constexpr std::uint64_t kIoctl = 1ULL << 15;  // since version 5
  if (version >= 2) rights |= kRefer;
  if (version >= 3) rights |= kTruncate;
  if (version >= 5) rights |= kIoctl;
  return rights;
}

Result<void> permit(int rules, int file, std::uint64_t rights) {
  struct stat info {};
  if (fstat(file, &info) != 0) return system_error("Landlock");
  if (!S_ISDIR(info.st_mode)) rights &= kOfFiles;
  const landlock_path_beneath_attr beneath{rights, file};
  if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) != 0)
    return system_error("Landlock");
  return {};
}

Result<void> permit(int rules, const std::string& path, std::uint64_t rights) {
  const Descriptor file(open(path.c_str(), O_PATH | O_CLOEXEC));
  return file.get() < 0 ? Result<void>() : permit(rules, file.get(), rights);  // a missing file needs no rule
}

// Folders from which libraries and Python load files.
std::vector<std::string> folders_of_environment() {
  std::vector<std::string> list;
  for (const char* variable :
       {"LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "LUDEX_PYTHON"}) {
    const char* const value = std::getenv(variable);
    std::string_view rest = value != nullptr ? value : "";
    while (!rest.empty()) {
      const std::size_t colon = std::min(rest.find(':'), rest.size());
      if (colon != 0) list.emplace_back(rest.substr(0, colon));
      rest.remove_prefix(std::min(colon + 1, rest.size()));
    }
  }
  return list;
}

}  // namespace

int landlock_version() noexcept {
  const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? 0 : static_cast<int>(version);
}

Result<int> open_private_folder(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path folder = std::filesystem::path(path).lexically_normal();
  std::filesystem::create_directories(folder.parent_path(), ignored);
  constexpr mode_t kPrivate = 0700;
  mkdir(folder.c_str(), kPrivate);  // usually exists
  Descriptor opened(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat info {};
  if (opened.get() < 0 || fstat(opened.get(), &info) != 0)
    return Error{"scratch folder " + path +
                 (errno == ELOOP || errno == ENOTDIR
                      ? ": is a symbolic link or no folder, expected a folder of your own"
                      : std::string(": ") + std::strerror(errno))};
  if (info.st_uid != geteuid() || (info.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return Error{"scratch folder " + path +
                 ": others than you can write to it, expected a folder of your own (chmod 700)"};
  return opened.release();
}

Result<void> confine_files(int scratch, const std::vector<std::string>& readable) {
  const int version = landlock_version();
  if (version < 1) return Error{"this kernel has no Landlock, so files cannot be confined"};
  const std::uint64_t rights = all_rights(version);
  const landlock_ruleset_attr attributes{rights};
  const Descriptor rules(
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0)));
  if (rules.get() < 0) return system_error("Landlock");
  if (scratch >= 0) {
    if (auto done = permit(rules.get(), scratch, rights); !done) return done;
  }
  // Not /dev/zero: no process limit counts a shared mapping of it.
  if (auto done = permit(rules.get(), "/dev/null", rights); !done) return done;
  // Libraries, programs and their caches, the time zone, processors; the process itself.
  for (const char* path :
       {"/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime",
        "/etc/alternatives", "/etc/python3", "/dev/random", "/dev/urandom", "/proc/self", "/proc/cpuinfo",
        "/proc/meminfo", "/proc/stat", "/proc/sys/vm", "/sys/devices/system"}) {
    if (auto done = permit(rules.get(), path, rights & kRead); !done) return done;
  }
  for (const std::string& path : folders_of_environment()) {
    if (auto done = permit(rules.get(), path, rights & kRead); !done) return done;
  }
  for (const std::string& path : readable) {
    if (auto done = permit(rules.get(), path, rights & kRead); !done) return done;
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return system_error("no-new-privileges");
  if (syscall(SYS_landlock_restrict_self, rules.get(), 0) != 0) return system_error("Landlock");
  return {};
}

}  // namespace ludex::arena
