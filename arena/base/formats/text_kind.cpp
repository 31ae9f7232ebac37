#include "arena/base/formats/text_kind.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "arena/base/files/compressed.hpp"
#include "core/util/nearest.hpp"

namespace ludex::arena {

std::optional<TextKind> kind_by_name(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, TextKind>, 9> kEnds{{{".jsonl", TextKind::kJsonl},
                                                                        {".ndjson", TextKind::kJsonl},
                                                                        {".json", TextKind::kJsonl},
                                                                        {".pgn", TextKind::kPgn},
                                                                        {".csv", TextKind::kCsv},
                                                                        {".tsv", TextKind::kCsv},
                                                                        {".epd", TextKind::kEpd},
                                                                        {".fen", TextKind::kEpd},
                                                                        {".sgf", TextKind::kSgf}}};
  const std::string name = lower_case(plain_name(path));
  const auto at =
      std::find_if(kEnds.begin(), kEnds.end(), [&](const auto& end) { return name.ends_with(end.first); });
  return at == kEnds.end() ? std::nullopt : std::optional(at->second);
}

std::optional<TextKind> kind_by_text(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
    if (text.empty()) return std::nullopt;
    if (text[0] != '#' && text[0] != '%' && text[0] != ';') break;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
  if (text[0] == '{') return TextKind::kJsonl;
  if (text[0] == '[' || text.starts_with("1.")) return TextKind::kPgn;
  if (text[0] == '(') {
    text.remove_prefix(1);
    const std::size_t next = text.find_first_not_of(kSpace);
    if (next != std::string_view::npos && text[next] == ';') return TextKind::kSgf;
  }
  return std::nullopt;
}

std::optional<TextKind> kind_of(std::string_view path, std::string_view text) {
  const auto by_name = kind_by_name(path);
  return by_name ? by_name : kind_by_text(text);
}

}  // namespace ludex::arena
