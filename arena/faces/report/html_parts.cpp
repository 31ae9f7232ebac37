#include "arena/faces/report/html_parts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/faces/report/text.hpp"

namespace ludex::arena::report {

namespace {

constexpr double kLongestName = 24;  // longer ones are wrapped
constexpr double kSmall = 0.75;      // font size of the second line

double characters(std::string_view text) {
  return static_cast<double>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

double longest_word(std::string_view text) {
  double longest = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    longest = std::max(longest, characters(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return longest;
}

}  // namespace

void HtmlTable::needs(double characters) {
  if (column_ == widths_.size()) widths_.push_back(0);
  widths_[column_] = std::max(widths_[column_], characters);
  ++column_;
}

HtmlTable::HtmlTable(std::string_view style) : style_(style) {}

HtmlTable& HtmlTable::head(std::string_view text, Align align, std::string_view hint) {
  head_ += align == Align::kNumber ? "<th scope=\"col\" class=\"n\"" : "<th scope=\"col\"";
  if (!hint.empty()) head_ += " title=\"" + html(hint) + "\"";
  head_ += ">" + html(text) + "</th>";
  needs(std::min(longest_word(text), kLongestName));
  return *this;
}

HtmlTable& HtmlTable::row() {
  body_ += open_ ? "</tr>\n<tr>" : "<tr>";
  open_ = true;
  column_ = 0;
  return *this;
}

HtmlTable& HtmlTable::name(std::string_view text) {
  body_ += "<th scope=\"row\"><span>" + html(text) + "</span></th>";
  needs(std::min(characters(text), kLongestName));
  return *this;
}

HtmlTable& HtmlTable::text(std::string_view text) {
  body_ += "<td>" + html(text) + "</td>";
  needs(std::min(characters(text), kLongestName));
  return *this;
}

HtmlTable& HtmlTable::number(std::string_view text) {
  body_ += "<td class=\"n\">" + html(text) + "</td>";
  needs(characters(text));
  return *this;
}

HtmlTable& HtmlTable::shaded(std::string_view text, std::string_view below, std::string_view colour) {
  body_ += "<td class=\"m\"";
  if (!colour.empty()) body_ += fmt::format(" style=\"background:{}\"", colour);
  body_ += ">" + html(text);
  if (!below.empty()) body_ += "<small>" + html(below) + "</small>";
  body_ += "</td>";
  needs(std::max(characters(text), kSmall * characters(below)));
  return *this;
}

std::string HtmlTable::finish() && {
  if (open_) body_ += "</tr>\n";
  // A digit is 0.56 em wide in the page's fonts; each cell has 0.7 em of padding on paper.
  double em = 0;
  for (const double width : widths_) em += 0.58 * width + 0.75;
  constexpr std::size_t kManyColumns = 10;  // these may be wider than the text
  return fmt::format(
      "<div class=\"wide{}\"><table{} style=\"--em:{:.1f}\">\n{}<tbody>\n{}</tbody>\n</table></div>\n",
      widths_.size() > kManyColumns ? " bleed" : "",
      style_.empty() ? "" : fmt::format(" class=\"{}\"", style_), em,
      head_.empty() ? "" : "<thead><tr>" + head_ + "</tr></thead>\n", body_);
}

std::string cut_short(std::size_t shown, std::size_t all, std::string_view what) {
  return shown == all ? "" : fmt::format("<p>The first {} of {} {}.</p>\n", shown, all, what);
}

std::string figure(const std::string& svg, std::string_view caption) {
  if (svg.empty()) return "";
  return "<figure>\n" + svg + "<figcaption>" + html(caption) + "</figcaption>\n</figure>\n";
}

std::string page_begin(std::string_view title) {
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>" + html(title) +
          "</title>\n<style>";
  page += page_style();
  return page + "</style>\n</head>\n<body>\n";
}

}  // namespace ludex::arena::report
