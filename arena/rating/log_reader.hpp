// Readers of game logs: Ludex JSONL, PGN and CSV, in any mixture. Formats: README.md. A record that cannot be
// used ends nothing: it is left out, counted and named with its place (arena/text/findings.hpp). Errors are
// about whole files.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/log/log_cursor.hpp"
#include "arena/model/forfeits.hpp"
#include "arena/rating/result_table.hpp"
#include "arena/text/findings.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::rating {

// A game of a JSONL or PGN log that counts. `game` is its label; empty if the log does not tell. `opening` is
// what the two games of a pair have in common: the label, the round and the opening. Games of PGN that cannot
// have another half, since no round or no opening is told, are left out.
using GameSink = std::function<void(std::string_view first, std::string_view second, GameResult result,
                                    std::string_view game, const std::string& opening)>;

// Whether a JSONL log is as Ludex wrote it, by the digests of its records (arena/log/chain.hpp).
struct LogTrust {
  std::string file;
  bool verified = false;
  std::string text;  // "verified", "not verified: ..."
};

struct ReadSummary {
  std::uint64_t games = 0;       // taken into the table
  std::uint64_t unfinished = 0;  // no result: left out
  std::uint64_t forfeits = 0;    // counted in `games` unless without_forfeits
  Forfeits lost_by = {};         // whose these are, and why
  std::uint64_t self_play = 0;   // a player against itself: says nothing about ratings, left out
  Findings findings = {};        // what else was left out, or is odd
  std::vector<std::string> warnings;
  std::vector<LogTrust> logs;  // if ReadOptions::verify
};

// Results by the game that was played, in order of first appearance.
class GameResults {
 public:
  struct Entry {
    std::string game;  // label
    ResultTable table;
    ReadSummary summary;
  };

  // Games that were left out have an entry, too: without results.
  Entry& of(std::string_view game);
  [[nodiscard]] const std::deque<Entry>& entries() const noexcept { return entries_; }
  // Those with results.
  [[nodiscard]] std::vector<const Entry*> played() const;

 private:
  std::deque<Entry> entries_;
  std::size_t last_ = 0;  // logs have one game after the other
};

struct ReadOptions {
  bool without_forfeits = false;        // leave out games that ended by a failure of a participant
  std::vector<std::string> games = {};  // labels: leave out all other games; empty: none
  bool labels_required = false;         // a log that does not tell which game was played is an error
  bool strict = false;                  // whatever is left out for a flaw, or is odd, is an error
  bool verify = false;                  // look whether JSONL logs are as they were written
  GameResults* by_game = nullptr;       // filled, if set, besides the table
  GameSink sink = nullptr;              // called, if set, for each game besides counting it
};

// One text of a known format; `file` is the name used in messages.
// Forfeits by the column 'termination'.
Result<void> read_csv(std::string_view text, const std::string& file, ResultTable& table,
                      ReadSummary& summary, const ReadOptions& options = {});
// Forfeits by the tag Termination.
Result<void> read_pgn(std::string_view text, const std::string& file, ResultTable& table,
                      ReadSummary& summary, const ReadOptions& options = {});
Result<void> read_jsonl(LogCursor lines, const ReadOptions& options, ResultTable& table,
                        ReadSummary& summary);

// A file (or "-": standard input). Its kind: arena/formats/text_kind.hpp, what that does not tell is CSV. Any
// of them may be compressed (zstd, gzip) and in any encoding (arena/files/plain_text.hpp).
Result<void> read_log(const std::string& path, const ReadOptions& options, ResultTable& table,
                      ReadSummary& summary);
// An error if there is no game in the table.
Result<void> require_games(std::span<const std::string> paths, const ReadOptions& options,
                           const ResultTable& table, const ReadSummary& summary);
// "5 of 40 games are forfeits, counted as losses: bad 5 (crash 3, hang 2)"; "" without any.
[[nodiscard]] std::string forfeits_text(const ReadSummary& summary, bool left_out);
// All of them; stops at the first error. No game at all is an error, too.
Result<void> read_logs(std::span<const std::string> paths, const ReadOptions& options, ResultTable& table,
                       ReadSummary& summary);

// A game of a JSONL log, or of whatever else tells as much. `result`: nothing for a game that did not end.
struct LoggedGame {
  std::string_view first;
  std::string_view second;
  std::optional<GameResult> result;
  std::optional<std::string_view> termination;  // in words; nothing: not told
  std::string_view game;                        // its label; empty: not told
};
// Counts it where it belongs. True if it has become a result; `options.sink` is left to the caller.
bool count_game(const LoggedGame& game, const ReadOptions& options, ResultTable& table, ReadSummary& summary);
// A result by its text; nothing for "*" and anything else.
[[nodiscard]] std::optional<GameResult> result_of(std::string_view text);
// The same as other programs and people write it: 1, 0.5, 0,5, 1:0, \u00BD, win, Draw, ...
[[nodiscard]] std::optional<GameResult> foreign_result(std::string_view text);

// --- shared by the readers ---

// Counts the game; a game of a player against itself goes to summary.self_play.
void add_game(std::string_view first, std::string_view second, GameResult result, ResultTable& table,
              ReadSummary& summary);

[[nodiscard]] std::string_view trim(std::string_view text) noexcept;
// Shortened to what fits a message.
[[nodiscard]] std::string quote(std::string_view text);
// Why one of them is no name; "": both may be.
[[nodiscard]] std::string too_long(std::string_view first, std::string_view second);

}  // namespace ludex::arena::rating
