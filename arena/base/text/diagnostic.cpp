#include "arena/base/text/diagnostic.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "arena/base/text/shown.hpp"

namespace ludex::arena {

std::string to_text(const Diagnostic& diagnostic, std::string_view word) {
  std::string text = diagnostic.file;
  if (diagnostic.line != 0) text += fmt::format(":{}", diagnostic.line);
  if (diagnostic.line != 0 && diagnostic.column != 0) text += fmt::format(":{}", diagnostic.column);
  if (!text.empty()) text += ": ";
  text.append(word).append(": ").append(diagnostic.message);
  if (!diagnostic.hint.empty()) text += " (" + diagnostic.hint + ")";
  return shown(text);
}

std::string to_text(std::span<const Diagnostic> diagnostics, std::string_view word) {
  std::string text;
  for (const auto& diagnostic : diagnostics) text += to_text(diagnostic, word) + "\n";
  return text;
}

void sort_by_position(std::vector<Diagnostic>& diagnostics) {
  std::vector<std::string> files;
  for (const auto& diagnostic : diagnostics) {
    if (std::find(files.begin(), files.end(), diagnostic.file) == files.end())
      files.push_back(diagnostic.file);
  }
  const auto rank = [&](const Diagnostic& d) {
    return std::find(files.begin(), files.end(), d.file) - files.begin();
  };
  std::stable_sort(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& a, const Diagnostic& b) {
    if (a.file != b.file) return rank(a) < rank(b);
    return a.line != b.line ? a.line < b.line : a.column < b.column;
  });
}

}  // namespace ludex::arena
