#include "arena/base/formats/latex.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace ludex::arena {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 22> kWritten{{
    {"\u2212", "$-$"},
    {"\u00B1", "$\\pm$"},
    {"\u2013", "--"},
    {"\u00BD", "\\textonehalf{}"},
    {"\u00A0", "~"},
    {"\u00B5", "\\textmu{}"},
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"%", "\\%"},
    {"_", "\\_"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"|", "\\textbar{}"},
    {"\n", " "},
    {"\r", " "},
    {"\t", " "},
}};

std::string line(const std::vector<std::string>& cells) {
  std::string text;
  for (std::size_t c = 0; c < cells.size(); ++c) text += (c == 0 ? "" : " & ") + latex(cells[c]);
  return text + " \\\\\n";
}

}  // namespace

std::string latex(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t length = 1;
    bool written = false;
    for (const auto& [plain, code] : kWritten) {
      if (!text.starts_with(plain)) continue;
      out += code;
      length = plain.size();
      written = true;
      break;
    }
    if (!written && static_cast<unsigned char>(text[0]) >= 0x20) out += text[0];
    text.remove_prefix(length);
  }
  return out;
}

LatexTable::LatexTable(std::string_view columns, const std::vector<std::string>& heads)
    : columns_(columns), head_(line(heads)) {}

void LatexTable::row(const std::vector<std::string>& cells) {
  body_ += line(cells);
}

std::string LatexTable::finish(std::string_view what) && {
  std::string comment(what);
  for (char& c : comment) c = c == '\n' || c == '\r' ? ' ' : c;
  return fmt::format(
      "% {}\n% \\usepackage{{booktabs}}\n\\begin{{tabular}}{{@{{}}{}@{{}}}}\n\\toprule\n{}\\midrule\n{}"
      "\\bottomrule\n\\end{{tabular}}\n",
      comment, columns_, head_, body_);
}

}  // namespace ludex::arena
