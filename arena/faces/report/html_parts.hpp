// Tables and other parts that the page's sections share, and the sections themselves.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "arena/faces/report/model.hpp"

namespace ludex::arena::report {

// Limit on the size of agent matrices; the JSON form has all agents.
inline constexpr std::size_t kMatrixLimit = 32;
// Limit on tables with a column for each game.
inline constexpr std::size_t kGamesLimit = 12;

enum class Align { kText, kNumber };

// Builds a table row by row, in a box that scrolls if the table is wider than the screen. Paper does not
// scroll, so the table states its estimated width (--em) and is set in smaller type if necessary. Escapes all
// texts.
class HtmlTable {
 public:
  explicit HtmlTable(std::string_view style = "");
  HtmlTable& head(std::string_view text, Align align = Align::kNumber, std::string_view hint = "");
  HtmlTable& row();
  HtmlTable& name(std::string_view text);    // the row's subject
  HtmlTable& text(std::string_view text);    // left-aligned
  HtmlTable& number(std::string_view text);  // right-aligned
  HtmlTable& number(std::uint64_t value) { return number(std::to_string(value)); }
  // A number with a small second line, with a background colour if one is given.
  HtmlTable& shaded(std::string_view text, std::string_view below, std::string_view colour);
  [[nodiscard]] std::string finish() &&;

 private:
  // Sets the minimum width of the cell's column, in characters.
  void needs(double characters);

  std::string head_;
  std::string body_;
  std::string style_;
  std::vector<double> widths_;  // of columns, in characters
  std::size_t column_ = 0;
  bool open_ = false;
};

// "The first 12 of 20 games."; "" if all are shown.
[[nodiscard]] std::string cut_short(std::size_t shown, std::size_t all, std::string_view what);
// A picture with its caption (escaped); "" without a picture.
[[nodiscard]] std::string figure(const std::string& svg, std::string_view caption);

// A page up to its <body>, and its end.
[[nodiscard]] std::string page_begin(std::string_view title);
inline constexpr std::string_view kPageEnd = "</main>\n</body>\n</html>\n";

// page_style.cpp
[[nodiscard]] std::string_view page_style();

// Sections, each with its heading.
[[nodiscard]] std::string tuning_section(const Report& report);  // "" unless something was tuned
[[nodiscard]] std::string terminations_section(const Report& report);
[[nodiscard]] std::string spent_section(const Report& report);
[[nodiscard]] std::string games_section(const Report& report);
[[nodiscard]] std::string reproduction_section(const Report& report);

}  // namespace ludex::arena::report
