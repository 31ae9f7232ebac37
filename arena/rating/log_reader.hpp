// Readers of game logs: Ludex JSONL, PGN and CSV, in any mixture. Formats: README.md. Every error names the
// place: `file:line: what, expected ...`.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/rating/result_table.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::rating {

// A game of a JSONL log that counts. `opening` is what the two games of a pair have in common: the game, the
// round and the opening.
using GameSink = std::function<void(std::string_view first, std::string_view second, GameResult result,
                                    const std::string& opening)>;

struct ReadOptions {
  bool without_forfeits = false;  // leave out games that ended by a failure of a participant
  GameSink sink = nullptr;        // called, if set, for each game besides counting it
};

struct ReadSummary {
  std::uint64_t games = 0;       // taken into the table
  std::uint64_t unfinished = 0;  // no result: left out
  std::uint64_t forfeits = 0;    // counted in `games` unless without_forfeits
  std::uint64_t self_play = 0;   // a player against itself: says nothing about ratings, left out
  std::vector<std::string> warnings;
};

// One text of a known format; `file` is the name used in messages.
Result<void> read_csv(std::string_view text, const std::string& file, ResultTable& table,
                      ReadSummary& summary);
Result<void> read_pgn(std::string_view text, const std::string& file, ResultTable& table,
                      ReadSummary& summary);
Result<void> read_jsonl(std::string_view text, const std::string& file, const ReadOptions& options,
                        ResultTable& table, ReadSummary& summary);

// A file (or "-": standard input). The format follows the extension .csv, .pgn, .jsonl/.json/.ndjson;
// anything else, and standard input, is recognised by its first character: '{' JSONL, '[' PGN, other CSV.
Result<void> read_log(const std::string& path, const ReadOptions& options, ResultTable& table,
                      ReadSummary& summary);
// All of them; stops at the first error. No game at all is an error, too.
Result<void> read_logs(std::span<const std::string> paths, const ReadOptions& options, ResultTable& table,
                       ReadSummary& summary);

// --- shared by the readers ---

// Counts the game; a game of a player against itself goes to summary.self_play.
void add_game(std::string_view first, std::string_view second, GameResult result, ResultTable& table,
              ReadSummary& summary);

// Lines of a text without their ends ("\n" or "\r\n"), numbered from 1; a byte order mark is skipped.
class LineReader {
 public:
  explicit LineReader(std::string_view text);
  // False at the end.
  bool next(std::string_view& line);
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  // Whether the line just read was the last one and had no line end (a writer may have been cut off).
  [[nodiscard]] bool unterminated() const noexcept { return unterminated_; }

 private:
  std::string_view rest_;
  std::uint64_t number_ = 0;
  bool unterminated_ = false;
};

[[nodiscard]] std::string_view trim(std::string_view text) noexcept;
// `file:line: message`; the text is shortened to what fits a message.
[[nodiscard]] Error error_at(const std::string& file, std::uint64_t line, const std::string& message);
[[nodiscard]] std::string quote(std::string_view text);

}  // namespace ludex::arena::rating
