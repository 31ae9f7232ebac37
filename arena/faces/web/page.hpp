// The page's files, embedded in the executable.
#pragma once

#include <span>
#include <string_view>

namespace ludex::arena::web {

struct PageFile {
  std::string_view name;  // "index.html"
  std::string_view text;
};
[[nodiscard]] std::span<const PageFile> page_files() noexcept;

// Media type by the ending of a name.
[[nodiscard]] std::string_view media_type(std::string_view name) noexcept;

}  // namespace ludex::arena::web
