#include "arena/base/files/user_cache.hpp"

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <optional>

#include <unistd.h>

#include "arena/base/files/text_file.hpp"

namespace ludex::arena {
namespace {

std::optional<std::filesystem::path> user_cache_folder() {
  const char* base = std::getenv("XDG_CACHE_HOME");
  if (base != nullptr && *base != '\0') return std::filesystem::path(base) / "ludex";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') return std::filesystem::path(home) / ".cache" / "ludex";
  return std::nullopt;
}

}  // namespace

std::string read_user_cache(const std::string& name) {
  const auto folder = user_cache_folder();
  if (!folder) return "";
  constexpr std::size_t kMost = 64U << 20;
  auto text = read_text_file((*folder / name).string(), kMost);
  return text ? *std::move(text) : "";
}

void write_user_cache(const std::string& name, const std::string& text) {
  const auto folder = user_cache_folder();
  if (!folder) return;
  try {
    std::filesystem::create_directories(*folder);
    const auto file = *folder / name;
    const auto temporary = file.string() + "." + std::to_string(getpid());
    {
      std::ofstream out(temporary, std::ios::binary);
      out << text;
      if (!out.flush()) {
        std::filesystem::remove(temporary);
        return;
      }
    }
    std::filesystem::rename(temporary, file);
  } catch (const std::exception&) {  // a cache is a convenience
  }
}

}  // namespace ludex::arena
