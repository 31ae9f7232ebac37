// A problem in a user's file, with its place.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::arena {

struct Diagnostic {
  std::string file;        // or "--set key=value"
  std::uint32_t line = 0;  // from 1; 0: the whole file
  std::uint32_t column = 0;
  std::string message;
  std::string hint;  // may be empty

  bool operator==(const Diagnostic&) const = default;
};

// "file:line:column: error: message (hint)", without parts that are 0 or empty. `word` may be "warning"
// instead.
[[nodiscard]] std::string to_text(const Diagnostic& diagnostic, std::string_view word = "error");
// One per line, each ended by '\n'.
[[nodiscard]] std::string to_text(std::span<const Diagnostic> diagnostics, std::string_view word = "error");

// Sorts by line and column, files in order of first appearance; problems at one place keep their order.
void sort_by_position(std::vector<Diagnostic>& diagnostics);

}  // namespace ludex::arena
