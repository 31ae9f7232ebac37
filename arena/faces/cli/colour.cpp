#include "arena/faces/cli/colour.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace ludex::arena::cli {
namespace {

// Set once per process, so that all messages agree.
ColourMode colour_mode = ColourMode::kAuto;

constexpr const char* kBold = "1";
constexpr const char* kRed = "1;31";
constexpr const char* kYellow = "1;33";

std::string painted(std::string_view text, const char* colour) {
  return fmt::format("\033[{}m{}\033[0m", colour, text);
}

// Calls paint(line) for every line, without its newline, and joins the results.
template <class F>
std::string each_line(std::string_view text, F&& paint) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out += paint(text.substr(0, end));
    if (end == std::string_view::npos) break;
    out += '\n';
    text.remove_prefix(end + 1);
  }
  return out;
}

// Colours "ludex ...:", "error:" or "warning:", at the beginning or after a place, "FILE:3:7: ".
std::string painted_message(std::string_view line) {
  std::size_t begin = 0;
  std::size_t end = line.starts_with("ludex") ? line.find(':') : std::string_view::npos;
  const char* colour = kRed;
  for (const auto& [word, its_colour] : {std::pair("error:", kRed), std::pair("warning:", kYellow)}) {
    const std::size_t at = line.find(word);
    if (end != std::string_view::npos || at == std::string_view::npos) continue;
    if (at != 0 && !line.substr(0, at).ends_with(": ")) continue;
    begin = at;
    end = line.find(':', at);
    colour = its_colour;
  }
  if (end == std::string_view::npos) return std::string(line);
  return std::string(line.substr(0, begin)) + painted(line.substr(begin, end + 1 - begin), colour) +
         std::string(line.substr(end + 1));
}

}  // namespace

bool wants_colour(ColourMode mode, bool terminal, const char* no_color, const char* term) {
  if (mode != ColourMode::kAuto) return mode == ColourMode::kAlways;
  const bool refused = no_color != nullptr && *no_color != '\0';
  return terminal && !refused && term != nullptr && *term != '\0' && std::string_view(term) != "dumb";
}

void set_colour_mode(const std::string& mode) {
  colour_mode = mode == "always"  ? ColourMode::kAlways
                : mode == "never" ? ColourMode::kNever
                                  : ColourMode::kAuto;
}

Palette Palette::of(int descriptor) {
  return Palette(
      wants_colour(colour_mode, isatty(descriptor) == 1, std::getenv("NO_COLOR"), std::getenv("TERM")));
}

std::string Palette::messages(std::string_view lines) const {
  return on_ ? each_line(lines, painted_message) : std::string(lines);
}

std::string Palette::ranks(std::string_view tables) const {
  if (!on_) return std::string(tables);
  bool header = false;    // of the previous line
  bool forfeits = false;  // the last column of the table
  return each_line(tables, [&](std::string_view line) {
    const bool leader = header;
    header = line.substr(std::min(line.find_first_not_of(' '), line.size())).starts_with("rank");
    if (header || line.empty()) {
      forfeits = line.ends_with("forfeits");
      return std::string(line);
    }
    const std::size_t last = line.rfind(' ') + 1;
    const std::string_view row = forfeits ? line.substr(0, last) : line;
    const std::string_view count = line.substr(row.size());
    const bool faults = !count.empty() && count != "0";
    return (leader ? painted(row, kBold) : std::string(row)) +
           (faults ? painted(count, kRed) : std::string(count));
  });
}

}  // namespace ludex::arena::cli
