// Readers of game logs: Ludex JSONL, PGN and CSV, in any mixture. Formats: rating-notes.md. A record that
// cannot be used is left out, counted and reported with its place (arena/base/text/findings.hpp). Errors
// concern whole files.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/base/json/value.hpp"
#include "arena/base/text/findings.hpp"
#include "arena/model/forfeits.hpp"
#include "arena/results/log/log_cursor.hpp"
#include "arena/results/rating/repeats.hpp"
#include "arena/results/rating/result_table.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::rating {

// Receives each counted game of a JSONL or PGN log. `game` is its label; empty if unknown. `opening` is the
// common key of the two games of a pair: label, round and opening. PGN games without a round or opening,
// which cannot be paired, are omitted. `key` is unknown but for JSONL.
using GameSink = std::function<void(std::string_view first, std::string_view second, GameResult result,
                                    std::string_view game, const std::string& opening, const PlayKey& key)>;

// A game of three or more players. Copies of one player may have several seats.
struct RankedGame {
  std::vector<std::string> players;  // in seat order
  std::vector<std::uint32_t> ranks;  // by seat, 1 best, ties share; empty for an unfinished game
  // Seats that lost by a fault or a withdrawal, and why.
  struct Forfeit {
    std::uint32_t seat;
    std::string reason;
  };
  std::vector<Forfeit> forfeits;
  std::string game;     // label; empty: unknown
  std::string opening;  // key as of GameSink
  PlayKey key = {};
};
using RankSink = std::function<void(const RankedGame& game)>;

// Whether a JSONL log is unaltered, by the digests of its records (arena/results/log/chain.hpp).
struct LogTrust {
  std::string file;
  bool verified = false;
  std::string text;  // "verified", "not verified: ..."
};

struct ReadSummary {
  std::uint64_t games = 0;       // added to the table
  std::uint64_t unfinished = 0;  // without a result: left out
  std::uint64_t forfeits = 0;    // counted in `games` unless without_forfeits
  Forfeits lost_by = {};         // losers and reasons of the forfeits
  std::uint64_t self_play = 0;   // a player against itself: no information on ratings, left out
  PlayedGames plays = {};        // of those in `games`, as far as their moves are known
  Findings findings = {};        // everything else that was left out or is irregular
  std::vector<std::string> warnings;
  std::vector<LogTrust> logs;  // if ReadOptions::verify
};

// Results by game, in order of first appearance.
class GameResults {
 public:
  struct Entry {
    std::string game;  // label
    ResultTable table;
    ReadSummary summary;
  };

  // Games whose records were all left out have an entry, too.
  Entry& of(std::string_view game);
  [[nodiscard]] const std::deque<Entry>& entries() const noexcept { return entries_; }
  // Entries with results.
  [[nodiscard]] std::vector<const Entry*> played() const;

 private:
  std::deque<Entry> entries_;
  std::size_t last_ = 0;  // logs usually have one game at a time
};

struct ReadOptions {
  bool without_forfeits = false;        // leaves out games that ended by a participant's failure
  std::vector<std::string> games = {};  // labels of games to read; empty: all
  bool labels_required = false;         // a log without game labels is an error
  bool strict = false;                  // flaws and irregularities are errors
  bool verify = false;                  // checks whether JSONL logs are unaltered
  GameResults* by_game = nullptr;       // filled, if set, in addition to the table
  GameSink sink = nullptr;              // called, if set, for each counted game of two players
  RankSink rank_sink = nullptr;         // likewise of three or more
};

// Reads a text of a known format; `file` is the name in messages. The column 'termination' shows forfeits.
Result<void> read_csv(std::string_view text, const std::string& file, ResultTable& table,
                      ReadSummary& summary, const ReadOptions& options = {});
// The tag Termination shows forfeits.
Result<void> read_pgn(std::string_view text, const std::string& file, ResultTable& table,
                      ReadSummary& summary, const ReadOptions& options = {});
Result<void> read_jsonl(log::LogCursor lines, const ReadOptions& options, ResultTable& table,
                        ReadSummary& summary);

// Reads a file (or "-": standard input) of a kind detected by arena/base/formats/text_kind.hpp, else CSV. It
// may be compressed (zstd, gzip) and in any encoding (arena/base/files/plain_text.hpp).
Result<void> read_log(const std::string& path, const ReadOptions& options, ResultTable& table,
                      ReadSummary& summary);
// An error if the table has no games.
Result<void> require_games(std::span<const std::string> paths, const ReadOptions& options,
                           const ResultTable& table, const ReadSummary& summary);
// "5 of 40 games are forfeits, counted as losses: bad 5 (crash 3, hang 2)"; "" without any.
[[nodiscard]] std::string forfeits_text(const ReadSummary& summary, bool left_out);
// "12 of 40 games repeat an earlier one move by move: ..."; "" without any.
[[nodiscard]] std::string repeats_text(const ReadSummary& summary);
// Reads all logs; stops at the first error. No games at all are an error, too.
Result<void> read_logs(std::span<const std::string> paths, const ReadOptions& options, ResultTable& table,
                       ReadSummary& summary);

// A game of a JSONL log, or of an equally detailed source. `result`: no value for an unfinished game.
struct LoggedGame {
  std::string_view first;
  std::string_view second;
  std::optional<GameResult> result;
  std::optional<std::string_view> termination;  // in words; no value: unknown
  std::string_view game;                        // label; empty: unknown
  PlayKey key = {};
};
// Counts the game in the table or the summary. True if it is a result; the caller calls `options.sink`.
bool count_game(const LoggedGame& game, const ReadOptions& options, ResultTable& table, ReadSummary& summary);
// Likewise for three or more players; the caller calls `options.rank_sink`.
bool count_game(const RankedGame& game, const ReadOptions& options, ResultTable& table, ReadSummary& summary);
// Reads a result; no value for "*" and any other text.
[[nodiscard]] std::optional<GameResult> result_of(std::string_view text);
// Likewise for other programs' and people's notations: 1, 0.5, 0,5, 1:0, \u00BD, win, Draw, ...
[[nodiscard]] std::optional<GameResult> foreign_result(std::string_view text);

// --- shared by the readers ---

// Counts the game; a game of a player against itself goes to summary.self_play.
void add_game(std::string_view first, std::string_view second, GameResult result, ResultTable& table,
              ReadSummary& summary, const PlayKey& key = {});

// Where the games of a label are counted: for all labels together, and by itself if `options.by_game` is set.
class CountedGame {
 public:
  CountedGame(std::string_view label, const ReadOptions& options, ResultTable& table, ReadSummary& summary);

  // Whether `options.games` asks for it.
  [[nodiscard]] bool wanted() const noexcept { return wanted_; }
  // Calls change(table, summary) for each place.
  template <class Change>
  void each(const Change& change) const {
    change(table_, summary_);
    if (own_ != nullptr) change(own_->table, own_->summary);
  }

 private:
  ResultTable& table_;
  ReadSummary& summary_;
  GameResults::Entry* own_;
  bool wanted_;
};

[[nodiscard]] std::string_view trim(std::string_view text) noexcept;
// Quotes the text, shortened for a message.
[[nodiscard]] std::string quote(std::string_view text);
// Whether a termination means that a participant failed (crash, time, illegal move ...). Other programs use
// other words, or the arena's without hyphens.
[[nodiscard]] bool is_failure(std::string_view termination);
// Reads a game of three or more players from a line of a log whose "agents" is an array of that size. No
// value if it cannot be used, which is then in `summary.findings`.
[[nodiscard]] std::optional<RankedGame> read_ranked(const json::Value& line, const std::string& place,
                                                    ReadSummary& summary);
// An error text if a name is too long; "" if neither is.
[[nodiscard]] std::string too_long(std::string_view first, std::string_view second);

}  // namespace ludex::arena::rating
