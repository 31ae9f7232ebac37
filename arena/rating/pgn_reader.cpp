// PGN (Portable Game Notation standard, 1994, sections 7 to 9): only the tags White, Black, Result and
// Termination matter; move text is skipped, with its comments, since a comment may hold a line that looks
// like a tag.
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "arena/formats/pgn.hpp"
#include "arena/log/log_cursor.hpp"
#include "arena/rating/log_reader.hpp"
#include "core/util/nearest.hpp"

namespace ludex::arena::rating {

namespace {

struct Game {
  std::uint64_t line = 0;  // of the first tag
  std::optional<std::string> white = {};
  std::optional<std::string> black = {};
  std::optional<std::string> result = {};
  std::string termination = {};
  std::string details = {};  // the arena's own word for it, which `ludex export` writes
};

// Words in the tag Termination of games that a player lost by a fault or by leaving: those of the standard
// (section 9.8.1), and what servers and other programs write.
constexpr std::array<std::string_view, 13> kForfeitWords{
    "time forfeit", "rules infraction", "abandon", "death",   "emergency", "illegal", "stalled",
    "disconnect",   "forfeit",          "crash",   "on time", "timeout",   "time-out"};

// Why the loser forfeited, in the tags' own words; nothing for a game that was played to its end.
std::optional<std::string_view> forfeit_of(const Game& game) {
  std::string word = lower_case(game.termination);
  // "NAME won by resignation": a name may have anything in it.
  for (const auto& name : {game.white, game.black}) {
    if (const std::string small = lower_case(*name) + " "; word.starts_with(small))
      word.erase(0, small.size());
  }
  const auto own = enum_from_text<Termination>(game.details);
  if (own) return is_forfeit(*own) ? std::optional<std::string_view>(game.details) : std::nullopt;
  for (const std::string_view forfeit : kForfeitWords) {
    if (word.find(forfeit) != std::string::npos) return game.termination;
  }
  return std::nullopt;
}

Result<void> finish(const Game& game, const LogCursor& lines, const ReadOptions& options, ResultTable& table,
                    ReadSummary& summary) {
  const auto missing = [&](const char* tag) {
    return lines.error_at(game.line,
                          std::string("game without a ") + tag + " tag, expected White, Black and Result");
  };
  if (!game.white) return missing("White");
  if (!game.black) return missing("Black");
  if (!game.result) return missing("Result");
  if (game.white->empty() || game.black->empty()) {
    return lines.error_at(game.line, "a name is empty, expected [White \"name\"] and [Black \"name\"]");
  }
  if (const std::string why = too_long(*game.white, *game.black); !why.empty())
    return lines.error_at(game.line, why);
  const auto result = result_of(*game.result);
  if (!result && *game.result != "*") {
    return lines.error_at(game.line,
                          "bad result " + quote(*game.result) + ", expected 1-0, 0-1, 1/2-1/2 or *");
  }
  count_game({*game.white, *game.black, result, forfeit_of(game), ""}, options, table, summary);
  return {};
}

// Whether a { comment is open after this line of move text.
bool comment_open_after(std::string_view line, bool open) {
  for (const char c : line) {
    if (open) {
      open = c != '}';
    } else if (c == ';') {
      return false;
    } else {
      open = c == '{';
    }
  }
  return open;
}

}  // namespace

Result<void> read_pgn(std::string_view text, const std::string& file, ResultTable& table,
                      ReadSummary& summary, const ReadOptions& options) {
  LogCursor lines(text, file);
  std::optional<Game> game;
  bool in_moves = false;
  bool told = false;  // how some game ended
  bool in_comment = false;
  std::uint64_t comment_line = 0;
  std::string value;
  while (lines.next()) {
    const std::string_view line = lines.line();
    const std::string_view content = trim(line);
    if (!in_comment && (content.empty() || line[0] == '%')) continue;
    if (in_comment || content[0] != '[') {
      if (!game) {
        if (content[0] == ';') continue;
        return lines.error(quote(content) + " before the first tag, expected [White \"name\"]");
      }
      in_moves = true;
      const bool was_open = in_comment;
      in_comment = comment_open_after(line, in_comment);
      if (in_comment && !was_open) comment_line = lines.number();
      continue;
    }
    if (in_moves) {
      if (Result<void> done = finish(*game, lines, options, table, summary); !done) return done;
      game.reset();
      in_moves = false;
    }
    std::string_view name;
    if (!read_pgn_tag(content, name, value)) {
      return lines.error("bad tag " + quote(content) + ", expected [Name \"value\"]");
    }
    if (!game) game = Game{.line = lines.number()};
    // A second White tag with no move text between: the next game of a file of headers only.
    if (name == "White" && game->white && game->result) {
      if (Result<void> done = finish(*game, lines, options, table, summary); !done) return done;
      game = Game{.line = lines.number()};
    }
    if (name == "White") game->white = value;
    if (name == "Black") game->black = value;
    if (name == "Result") game->result = value;
    if (name == "Termination") game->termination = value;
    if (name == "TerminationDetails") game->details = value;
    told = told || name == "Termination";
  }
  if (options.without_forfeits && !told) {
    summary.warnings.push_back(
        file + ": no game has a tag Termination, so --without-forfeits leaves none of them out");
  }
  if (in_comment) {
    summary.warnings.push_back(
        lines.error_at(comment_line, "a comment opened here is never closed; what follows it was skipped")
            .message);
  }
  if (game) return finish(*game, lines, options, table, summary);
  return {};
}

}  // namespace ludex::arena::rating
