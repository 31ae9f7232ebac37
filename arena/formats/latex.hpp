// Tables for papers: LaTeX with the package booktabs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ludex::arena {

// Text that stands for itself: special characters escaped, a minus sign, plus-minus and dashes as LaTeX has
// them.
[[nodiscard]] std::string latex(std::string_view text);

// One tabular. All cells are escaped.
class LatexTable {
 public:
  // `columns`: "lrr". The head of a column of numbers is right-aligned as its numbers.
  LatexTable(std::string_view columns, const std::vector<std::string>& heads);
  void row(const std::vector<std::string>& cells);
  // A thin line between two groups of rows.
  void gap() { body_ += "\\addlinespace\n"; }
  // The lines before the tabular are comments: what it is and which package it needs.
  [[nodiscard]] std::string finish(std::string_view what) &&;

 private:
  std::string columns_;
  std::string head_;
  std::string body_;
};

}  // namespace ludex::arena
