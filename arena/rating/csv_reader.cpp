// white,black,result, then what a header says is more. The common line (no quotes, no blanks) takes three
// searches for a character and no copy.
#include <array>
#include <cctype>
#include <string>

#include "arena/log/log_cursor.hpp"
#include "arena/rating/log_reader.hpp"
#include "arena/text/quantity.hpp"

namespace ludex::arena::rating {

namespace {

constexpr const char* kExpected =
    "expected white,black,result with a result of 1, 0, 0.5, 1-0, 0-1, 1/2-1/2 or *";

enum class Cell { kFirst, kDraw, kSecond, kUnfinished, kBad };

Cell parse_result(std::string_view text) noexcept {
  if (text.size() == 1) {
    if (text[0] == '1') return Cell::kFirst;
    if (text[0] == '0') return Cell::kSecond;
    if (text[0] == '*') return Cell::kUnfinished;
    return Cell::kBad;
  }
  if (text == "0.5" || text == "1/2-1/2" || text == ".5" || text == "1/2") return Cell::kDraw;
  if (text == "1-0" || text == "1.0") return Cell::kFirst;
  if (text == "0-1" || text == "0.0") return Cell::kSecond;
  return Cell::kBad;
}

// A line with quoted fields (RFC 4180: a quote inside is doubled) or with the wrong number of commas.
struct Fields {
  std::array<std::string, 3> text;
  std::size_t count = 0;
  bool unclosed = false;
};

Fields split(std::string_view line) {
  Fields fields;
  std::size_t at = 0;
  for (;;) {
    std::string field;
    while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
    if (at < line.size() && line[at] == '"') {
      bool closed = false;
      for (++at; at < line.size() && !closed; ++at) {
        if (line[at] != '"') {
          field += line[at];
        } else if (at + 1 < line.size() && line[at + 1] == '"') {
          field += line[at++];
        } else {
          closed = true;
        }
      }
      if (!closed) fields.unclosed = true;
      const std::size_t comma = std::min(line.find(',', at), line.size());
      field += trim(line.substr(at, comma - at));
      at = comma;
    } else {
      const std::size_t comma = std::min(line.find(',', at), line.size());
      field = trim(line.substr(at, comma - at));
      at = comma;
    }
    if (fields.count < fields.text.size()) fields.text[fields.count] = std::move(field);
    ++fields.count;
    if (at >= line.size()) return fields;
    ++at;  // the comma
  }
}

bool is_header(std::string_view result) {
  constexpr std::string_view kWord = "result";
  if (result.size() != kWord.size()) return false;
  for (std::size_t i = 0; i < kWord.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(result[i])) != kWord[i]) return false;
  }
  return true;
}

}  // namespace

Result<void> read_csv(std::string_view text, const std::string& file, ResultTable& table,
                      ReadSummary& summary) {
  LogCursor lines(text, file);
  bool first_row = true;
  bool wide = false;  // a header names more columns than the three, which are left out
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (const std::string_view content = trim(line); content.empty() || content[0] == '#') continue;

    std::string_view white;
    std::string_view black;
    std::string_view result;
    Fields fields;
    const std::size_t comma = line.find(',');
    const std::size_t second = comma == std::string_view::npos ? comma : line.find(',', comma + 1);
    const bool plain = second != std::string_view::npos && line.find('"') == std::string_view::npos &&
                       line.find(',', second + 1) == std::string_view::npos;
    if (plain) {
      white = trim(line.substr(0, comma));
      black = trim(line.substr(comma + 1, second - comma - 1));
      result = trim(line.substr(second + 1));
    } else {
      fields = split(line);
      if (fields.unclosed) {
        return lines.error("a quote is not closed in " + quote(line) + ", " + kExpected);
      }
      if (first_row && fields.count > 3 && is_header(fields.text[2])) wide = true;
      if (wide ? fields.count < 3 : fields.count != 3) {
        return lines.error(plural(fields.count, "field") + " in " + quote(line) + ", " + kExpected);
      }
      white = fields.text[0];
      black = fields.text[1];
      result = fields.text[2];
    }

    const bool header = first_row && is_header(result);
    first_row = false;
    if (header) continue;
    if (white.empty() || black.empty()) {
      return lines.error("a name is empty in " + quote(line) + ", " + kExpected);
    }
    if (const std::string why = too_long(white, black); !why.empty()) return lines.error(why);
    switch (parse_result(result)) {
      case Cell::kFirst:
        add_game(white, black, GameResult::kFirstWins, table, summary);
        break;
      case Cell::kDraw:
        add_game(white, black, GameResult::kDraw, table, summary);
        break;
      case Cell::kSecond:
        add_game(white, black, GameResult::kSecondWins, table, summary);
        break;
      case Cell::kUnfinished:
        ++summary.unfinished;
        break;
      case Cell::kBad:
        return lines.error("bad result " + quote(result) + ", " + kExpected);
    }
  }
  return {};
}

}  // namespace ludex::arena::rating
