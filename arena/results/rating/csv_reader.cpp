// Reads white,black,result in columns separated by commas, semicolons or tabs, then further columns named by
// a header. The common line (no quotes) takes three searches for a character and no copy.
#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/results/log/log_cursor.hpp"
#include "arena/results/rating/log_reader.hpp"
#include "arena/results/rating/player_name.hpp"
#include "core/util/nearest.hpp"

namespace ludex::arena::rating {

namespace {

constexpr const char* kExpected =
    "expected white,black,result with a result of 1, 0, 0.5, 1-0, 0-1, 1/2-1/2, win, draw, loss or *";

// The fields of a line; quotes as in RFC 4180: one inside is doubled.
struct CsvLine {
  std::vector<std::string> text;
  bool unclosed = false;
};

CsvLine split_csv(std::string_view line, char separator) {
  CsvLine fields;
  std::size_t at = 0;
  for (;;) {
    std::string field;
    while (at < line.size() && line[at] != separator && (line[at] == ' ' || line[at] == '\t')) ++at;
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
    }
    const std::size_t end = std::min(line.find(separator, at), line.size());
    field += trim(line.substr(at, end - at));
    fields.text.push_back(std::move(field));
    if (end >= line.size()) return fields;
    at = end + 1;
  }
}

// The separator that gives the first line most fields.
char separator_of(std::string_view line) {
  char best = ',';
  std::size_t most = split_csv(line, best).text.size();
  for (const char other : {'\t', ';'}) {
    const std::size_t fields = split_csv(line, other).text.size();
    if (fields > most) best = other, most = fields;
  }
  return best;
}

struct Columns {
  std::size_t first = 0;
  std::size_t second = 1;
  std::size_t result = 2;
  std::optional<std::size_t> termination = {};
  bool exact = true;  // without a header, a line has exactly three fields
  // player1, player2 ... and rank1, rank2 ... as `ludex export` writes games of three and more; else empty.
  std::vector<std::size_t> players = {};
  std::vector<std::size_t> ranks = {};

  [[nodiscard]] std::size_t least() const { return std::max({first, second, result}) + 1; }
  [[nodiscard]] bool plain() const { return first == 0 && second == 1 && result == 2 && !termination; }
};

// The columns that a header names; no value if the line is not a header.
std::optional<Columns> header_columns(const std::vector<std::string>& fields) {
  const auto column = [&](std::initializer_list<std::string_view> names) {
    const auto at = std::find_if(fields.begin(), fields.end(), [&](const std::string& field) {
      return std::find(names.begin(), names.end(), lower_case(field)) != names.end();
    });
    return at == fields.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - fields.begin()));
  };
  const auto result = column({"result", "outcome"});
  if (!result || fields.size() < 3) return std::nullopt;
  Columns columns;
  columns.exact = fields.size() == 3;
  columns.result = *result;
  columns.termination = column({"termination"});
  const auto first = column({"white", "first", "player1", "player 1", "white player", "agent1", "engine1"});
  const auto second = column({"black", "second", "player2", "player 2", "black player", "agent2", "engine2"});
  if (first && second) {
    columns.first = *first;
    columns.second = *second;
  } else {  // the first two other than the result
    columns.first = *result == 0 ? 1 : 0;
    columns.second = *result <= 1 ? 2 : 1;
  }
  for (std::size_t seat = 1; seat <= kMaxPlayers; ++seat) {
    const std::string player = fmt::format("player{}", seat);
    const std::string rank = fmt::format("rank{}", seat);
    const auto own = column({player});
    const auto place = column({rank});
    if (!own || !place) break;
    columns.players.push_back(*own);
    columns.ranks.push_back(*place);
  }
  return columns;
}

// A line's game of three and more players; no value if it has fewer. Ranks that are no numbers leave the game
// without a result.
std::optional<RankedGame> ranked_game(const std::vector<std::string>& fields, const Columns& columns) {
  RankedGame game;
  std::string buffer;
  std::vector<double> places;
  for (std::size_t seat = 0; seat < columns.players.size(); ++seat) {
    if (std::max(columns.players[seat], columns.ranks[seat]) >= fields.size()) break;
    const std::string_view name = player_name(fields[columns.players[seat]], buffer);
    if (name.empty()) break;
    game.players.emplace_back(name);
    if (const auto rank = parse_count(fields[columns.ranks[seat]]))
      places.push_back(-static_cast<double>(*rank));
  }
  if (game.players.size() < 3) return std::nullopt;
  if (places.size() == game.players.size()) game.ranks = ranks_by(places);
  if (!columns.termination || *columns.termination >= fields.size()) return game;
  const std::string& reason = fields[*columns.termination];
  if (const auto known = enum_from_text<Termination>(reason); !known || !is_forfeit(*known)) return game;
  for (std::uint32_t seat = 0; seat < game.ranks.size(); ++seat) {
    if (game.ranks[seat] > 1) game.forfeits.push_back({seat, reason});
  }
  return game;
}

}  // namespace

Result<void> read_csv(std::string_view text, const std::string& file, ResultTable& table,
                      ReadSummary& summary, const ReadOptions& options) {
  log::LogCursor lines(text, file);
  std::optional<char> separator;
  Columns columns;
  std::string first_buffer;
  std::string second_buffer;
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (const std::string_view content = trim(line); content.empty() || content[0] == '#') continue;
    const auto leave_out = [&](std::string_view noun, std::string_view what, std::string_view value) {
      summary.findings.left_out(noun, what, lines.place(), value);
    };
    const bool first_row = !separator;
    if (first_row) {
      // Spreadsheets write this line for themselves.
      if (line.starts_with("sep=") && line.size() == 5) {
        separator = line[4];
        continue;
      }
      separator = separator_of(line);
    }
    std::string_view white;
    std::string_view black;
    std::string_view result;
    std::string_view termination;
    CsvLine fields;
    const std::size_t comma = line.find(*separator);
    const std::size_t second = comma == std::string_view::npos ? comma : line.find(*separator, comma + 1);
    const bool plain = !first_row && columns.plain() && second != std::string_view::npos &&
                       line.find('"') == std::string_view::npos &&
                       line.find(*separator, second + 1) == std::string_view::npos;
    if (plain) {
      white = trim(line.substr(0, comma));
      black = trim(line.substr(comma + 1, second - comma - 1));
      result = trim(line.substr(second + 1));
    } else {
      fields = split_csv(line, *separator);
      if (first_row) {
        if (const auto header = header_columns(fields.text)) {
          columns = *header;
          continue;
        }
      }
      const std::size_t count = fields.text.size();
      if (fields.unclosed) {
        leave_out("line", fmt::format("with a quote that is not closed left out, {}", kExpected), line);
        continue;
      }
      if (count < columns.least() || (columns.exact && count != 3)) {
        leave_out("line", fmt::format("of more or fewer fields left out, {}", kExpected), line);
        continue;
      }
      if (const auto ranked = ranked_game(fields.text, columns)) {
        if (count_game(*ranked, options, table, summary) && options.rank_sink) options.rank_sink(*ranked);
        continue;
      }
      white = fields.text[columns.first];
      black = fields.text[columns.second];
      result = fields.text[columns.result];
      if (columns.termination && *columns.termination < count)
        termination = fields.text[*columns.termination];
    }
    white = player_name(white, first_buffer);
    black = player_name(black, second_buffer);
    if (is_bye(white) || is_bye(black)) {
      leave_out("bye", "left out", "");
      continue;
    }
    if (is_nobody(white) || is_nobody(black)) {
      leave_out("game", "without the names of both players left out", line);
      continue;
    }
    if (const std::string why = too_long(white, black); !why.empty()) {
      leave_out("game", "with too long a name left out", why);
      continue;
    }
    const auto outcome = foreign_result(result);
    if (!outcome && result != "*") {
      leave_out("game", fmt::format("without a usable result left out, {}", kExpected), result);
      continue;
    }
    // Foreign words would count as failures, as in a log of Ludex.
    const auto told = enum_from_text<Termination>(termination) ? std::optional(termination) : std::nullopt;
    count_game({white, black, outcome, told, ""}, options, table, summary);
  }
  if (options.without_forfeits && !columns.termination) {
    summary.warnings.push_back(file +
                               ": a CSV without a column 'termination' does not say how games ended, so "
                               "--without-forfeits keeps all of its games");
  }
  return {};
}

}  // namespace ludex::arena::rating
