// The part of a generated program that all games have in common: the headers of games/lud/runtime.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ludex::games::lud::codegen {

struct RuntimeFile {
  std::string_view name;  // "head.hpp"
  std::string_view text;
};
// The files as they were when this program was built.
[[nodiscard]] std::span<const RuntimeFile> runtime_files();

// All of them but constants.hpp in one text, each after those that it includes. It includes only headers of
// the standard library.
[[nodiscard]] const std::string& runtime_text();

}  // namespace ludex::games::lud::codegen
