// A strict reader of the markup that the reports are written in: every element closed in order, attributes in
// double quotes, known entities only. Stricter than HTML, so what it accepts is well-formed.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::tests {

// What is wrong with the document; empty if nothing is. Texts between the tags are appended to `content`.
inline std::string markup_error(std::string_view page, std::string* content = nullptr) {
  std::vector<std::string> open;
  std::size_t at = 0;
  const auto problem = [&](const std::string& what) {
    return what + " at byte " + std::to_string(at) + ": " + std::string(page.substr(at, 60));
  };
  const auto text_error = [](std::string_view text) -> std::string {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto c = static_cast<unsigned char>(text[i]);
      if (c < 0x20 && c != '\n') return "control character";
      if (c == '<' || c == '>') return "bare angle";
      if (c != '&') continue;
      const std::size_t end = text.find(';', i);
      const std::string_view name = text.substr(i + 1, end == std::string_view::npos ? 0 : end - i - 1);
      constexpr std::array<std::string_view, 5> kKnown{"amp", "lt", "gt", "quot", "#39"};
      if (std::find(kKnown.begin(), kKnown.end(), name) == kKnown.end()) return "unknown entity";
    }
    return "";
  };
  constexpr std::string_view kDoctype = "<!DOCTYPE html>";
  if (page.starts_with(kDoctype)) at = kDoctype.size();
  while (at < page.size()) {
    if (page[at] != '<') {
      const std::size_t end = std::min(page.find('<', at), page.size());
      const std::string_view text = page.substr(at, end - at);
      const bool style = !open.empty() && open.back() == "style";
      if (const std::string wrong = style ? "" : text_error(text); !wrong.empty()) return problem(wrong);
      if (open.empty() && text.find_first_not_of(" \n") != std::string_view::npos)
        return problem("text outside of the root");
      if (content != nullptr && !style) *content += std::string(text) + " ";
      at = end;
      continue;
    }
    const bool closes = page.substr(at, 2) == "</";
    std::size_t i = at + (closes ? 2 : 1);
    const std::size_t name_start = i;
    while (i < page.size() && (std::isalnum(static_cast<unsigned char>(page[i])) != 0)) ++i;
    const std::string name(page.substr(name_start, i - name_start));
    if (name.empty()) return problem("no element name");
    bool empty = false;
    while (i < page.size() && page[i] != '>') {
      if (page[i] == ' ' || page[i] == '\n') {
        ++i;
      } else if (page.substr(i, 2) == "/>") {
        empty = true;
        ++i;
      } else {
        const std::size_t equals = page.find("=\"", i);
        if (closes || equals == std::string_view::npos) return problem("bad tag");
        for (std::size_t k = i; k < equals; ++k) {
          if (std::isalnum(static_cast<unsigned char>(page[k])) == 0 && page[k] != '-')
            return problem("bad attribute name");
        }
        const std::size_t end = page.find('"', equals + 2);
        if (end == std::string_view::npos) return problem("unclosed attribute");
        if (const std::string wrong = text_error(page.substr(equals + 2, end - equals - 2)); !wrong.empty())
          return problem(wrong);
        i = end + 1;
      }
    }
    if (i >= page.size()) return problem("unclosed tag");
    if (closes) {
      if (open.empty() || open.back() != name) return problem("closes what is not open");
      open.pop_back();
    } else if (!empty) {
      open.push_back(name);
    }
    at = i + 1;
  }
  return open.empty() ? "" : "unclosed <" + open.back() + ">";
}

// Whether `word` stands in the text by itself, whatever its case.
inline bool has_word(std::string_view text, std::string_view word) {
  const auto letter = [&](std::size_t i) { return std::isalnum(static_cast<unsigned char>(text[i])) != 0; };
  for (std::size_t i = 0; i + word.size() <= text.size(); ++i) {
    const bool same =
        std::equal(word.begin(), word.end(), text.begin() + static_cast<std::ptrdiff_t>(i),
                   [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
    if (same && (i == 0 || !letter(i - 1)) && (i + word.size() == text.size() || !letter(i + word.size())))
      return true;
  }
  return false;
}

}  // namespace ludex::tests
