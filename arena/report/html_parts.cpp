#include "arena/report/html_parts.hpp"

#include <fmt/format.h>

#include "arena/report/text.hpp"

namespace ludex::arena::report {

HtmlTable::HtmlTable(std::string_view style) : style_(style) {}

HtmlTable& HtmlTable::head(std::string_view text, Align align, std::string_view hint) {
  head_ += align == Align::kNumber ? "<th scope=\"col\" class=\"n\"" : "<th scope=\"col\"";
  if (!hint.empty()) head_ += " title=\"" + html(hint) + "\"";
  head_ += ">" + html(text) + "</th>";
  return *this;
}

HtmlTable& HtmlTable::row() {
  body_ += open_ ? "</tr>\n<tr>" : "<tr>";
  open_ = true;
  return *this;
}

HtmlTable& HtmlTable::name(std::string_view text) {
  body_ += "<th scope=\"row\">" + html(text) + "</th>";
  return *this;
}

HtmlTable& HtmlTable::text(std::string_view text) {
  body_ += "<td>" + html(text) + "</td>";
  return *this;
}

HtmlTable& HtmlTable::number(std::string_view text) {
  body_ += "<td class=\"n\">" + html(text) + "</td>";
  return *this;
}

HtmlTable& HtmlTable::shaded(std::string_view text, std::string_view below, std::string_view colour) {
  body_ += "<td class=\"m\"";
  if (!colour.empty()) body_ += fmt::format(" style=\"background:{}\"", colour);
  body_ += ">" + html(text);
  if (!below.empty()) body_ += "<small>" + html(below) + "</small>";
  body_ += "</td>";
  return *this;
}

std::string HtmlTable::finish() && {
  if (open_) body_ += "</tr>\n";
  return fmt::format("<div class=\"wide\"><table{}>\n{}<tbody>\n{}</tbody>\n</table></div>\n",
                     style_.empty() ? "" : fmt::format(" class=\"{}\"", style_),
                     head_.empty() ? "" : "<thead><tr>" + head_ + "</tr></thead>\n", body_);
}

std::string figure(const std::string& svg, std::string_view caption) {
  if (svg.empty()) return "";
  return "<figure>\n" + svg + "<figcaption>" + html(caption) + "</figcaption>\n</figure>\n";
}

std::string_view page_style() {
  return R"(
:root { color-scheme: light; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1.25rem; background: #fff; color: #222;
  font: 15px/1.5 "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .5rem; padding-top: .4rem; border-top: 1px solid #ccc; }
h3 { font-size: 1rem; margin: 1.4rem 0 .3rem; }
p { margin: .4rem 0 .8rem; max-width: 48rem; }
.state { font-size: 1.05rem; }
.open { color: #9c4a10; font-weight: 600; }
nav { display: flex; flex-wrap: wrap; gap: 0 .9rem; font-size: .9rem; margin: .6rem 0 0; }
a { color: #1f5a96; }
.notes { border-left: 3px solid #c8641e; padding: .1rem 0 .1rem .9rem; margin: 1rem 0; }
.notes ul { margin: 0; padding-left: 1.1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; border-top: 1.5px solid #222; border-bottom: 1.5px solid #222;
  margin: .5rem 0 1rem; font-size: .9rem; font-variant-numeric: tabular-nums; }
thead th, thead th.n { border-bottom: 1px solid #222; font-weight: 600; vertical-align: bottom; white-space: normal; }
th, td { padding: .2rem .6rem; text-align: left; vertical-align: top; }
tbody th { font-weight: 500; white-space: nowrap; max-width: 14rem; overflow: hidden; text-overflow: ellipsis; }
tbody tr + tr > * { border-top: 1px solid #eee; }
.n { text-align: right; white-space: nowrap; }
.m { text-align: center; white-space: nowrap; padding: .15rem .45rem; min-width: 2.6rem; border: 1px solid #fff; }
.matrix tbody tr:last-child > * { border-bottom: 1.5px solid #222; }
.matrix tbody th { vertical-align: middle; }
.m small { display: block; font-size: .75rem; line-height: 1.15; color: #444; }
.matrix thead th { text-align: center; }
.matrix thead th:first-child { text-align: left; }
.long td, .long tbody th, li { overflow-wrap: anywhere; white-space: normal; }
.long tbody th { min-width: 7rem; }
.long td.n { white-space: nowrap; }
figure { margin: .8rem 0 1.2rem; break-inside: avoid; }
figcaption { font-size: .85rem; color: #444; max-width: 45rem; }
svg { max-width: 100%; height: auto; display: block; }
svg text { font-family: "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif;
  font-variant-numeric: tabular-nums; }
.pair { display: flex; flex-wrap: wrap; gap: .4rem 1rem; }
.pair figure { margin: 0; }
pre { background: #f6f6f6; border: 1px solid #ddd; padding: .7rem .9rem; font-size: .8rem; line-height: 1.35;
  white-space: pre-wrap; overflow-wrap: anywhere; }
code { font-size: .9em; overflow-wrap: anywhere; }
.method, footer { font-size: .85rem; color: #444; }
@page { margin: 16mm 14mm; }
@media print {
  html { font-size: 9.5pt; }
  body { margin: 0; padding: 0; max-width: none; font-size: 1rem; }
  .pair figure { width: 48%; }
  pre { columns: 2; column-gap: 1.5rem; }
  nav { display: none; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  .wide { overflow: visible; break-inside: avoid; }
  h2, h3, h2 + p { break-after: avoid; }
  tr { break-inside: avoid; }
  thead { display: table-header-group; }
  a { color: inherit; text-decoration: none; }
}
)";
}

}  // namespace ludex::arena::report
