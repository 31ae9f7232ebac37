// Tables for papers: LaTeX with the package booktabs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ludex::arena {

// Escapes special characters; writes minus, plus-minus and dashes in LaTeX.
[[nodiscard]] std::string latex(std::string_view text);

// One tabular. All cells are escaped.
class LatexTable {
 public:
  // `columns`: "lrr". The head of a column of numbers is right-aligned like its numbers.
  LatexTable(std::string_view columns, const std::vector<std::string>& heads);
  void row(const std::vector<std::string>& cells);
  // A small gap between two groups of rows.
  void gap() { body_ += "\\addlinespace\n"; }
  // Precedes the tabular with comments: its contents and the package it needs.
  [[nodiscard]] std::string finish(std::string_view what) &&;

 private:
  std::string columns_;
  std::string head_;
  std::string body_;
};

}  // namespace ludex::arena
