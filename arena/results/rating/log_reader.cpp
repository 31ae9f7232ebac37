#include "arena/results/rating/log_reader.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "arena/base/files/mapped_file.hpp"
#include "arena/base/formats/text_kind.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/base/text/shown.hpp"
#include "core/util/nearest.hpp"

namespace ludex::arena::rating {

namespace {

Result<void> read_text(const MappedFile& file, const std::string& path, const ReadOptions& options,
                       ResultTable& table, ReadSummary& summary) {
  const std::string_view text = file.bytes();
  const std::string name = path == "-" ? "(standard input)" : path;
  const TextKind kind = kind_of(path, text).value_or(TextKind::kCsv);
  if (kind == TextKind::kEpd || kind == TextKind::kSgf) {
    return Error{fmt::format("{}: results are not read from {}, expected JSONL, PGN or CSV", name,
                             kind == TextKind::kEpd ? "a list of positions" : "SGF")};
  }
  if (options.labels_required && kind != TextKind::kJsonl)
    return Error{name + ": CSV and PGN do not say which game was played, expected a JSONL log"};
  // The log's reader reports a torn last line.
  if (file.cut_short() && kind != TextKind::kJsonl)
    return Error{name + ": the compressed file is cut short: its end is missing"};
  switch (kind) {
    case TextKind::kPgn:
      return read_pgn(text, name, table, summary, options);
    case TextKind::kJsonl:
      return read_jsonl(log::LogCursor(file, name), options, table, summary);
    default:
      return read_csv(text, name, table, summary, options);
  }
}

}  // namespace

Result<void> read_log(const std::string& path, const ReadOptions& options, ResultTable& table,
                      ReadSummary& summary) {
  const Result<MappedFile> file = MappedFile::open_text(path);
  if (!file) return Error{file.error()};
  if (auto read = read_text(*file, path, options, table, summary); !read) return read;
  if (options.strict && !summary.findings.empty()) return Error{"--strict: " + summary.findings.text("\n  ")};
  return {};
}

Result<void> read_logs(std::span<const std::string> paths, const ReadOptions& options, ResultTable& table,
                       ReadSummary& summary) {
  for (const std::string& path : paths) {
    if (Result<void> read = read_log(path, options, table, summary); !read) return read;
  }
  return require_games(paths, options, table, summary);
}

std::string forfeits_text(const ReadSummary& summary, bool left_out) {
  if (summary.forfeits == 0) return "";
  const std::uint64_t all = summary.games + (left_out ? summary.forfeits : 0);
  return fmt::format("{} of {} lost by faults (forfeits), {}: {}", summary.forfeits, plural(all, "game"),
                     left_out ? "left out" : "counted as losses (--without-forfeits leaves them out)",
                     summary.lost_by.text());
}

std::string repeats_text(const ReadSummary& summary) {
  const std::string text = repeated_text(summary.plays.repeated(), summary.games);
  return text.empty() ? "" : text + ": they count, but add no evidence, so the intervals are too narrow";
}

Result<void> require_games(std::span<const std::string> paths, const ReadOptions& options,
                           const ResultTable& table, const ReadSummary& summary) {
  if (table.games() > 0) return {};
  std::string files;
  for (const std::string& path : paths) files += (files.empty() ? "" : ", ") + path;
  std::string message = "no games to rate in " + (files.empty() ? "no files" : files);
  if (summary.unfinished > 0) message += fmt::format("; {} without a result", summary.unfinished);
  if (options.without_forfeits && summary.forfeits > 0) {
    message += "; " + plural(summary.forfeits, "forfeit") + " left out";
  }
  if (summary.self_play > 0) message += fmt::format("; {} of a player against itself", summary.self_play);
  if (!summary.findings.empty()) message += "\n  " + summary.findings.text("\n  ");
  return Error{message};
}

GameResults::Entry& GameResults::of(std::string_view game) {
  if (last_ < entries_.size() && entries_[last_].game == game) return entries_[last_];
  const auto at =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.game == game; });
  last_ = static_cast<std::size_t>(at - entries_.begin());
  if (at == entries_.end()) entries_.push_back({std::string(game), {}, {}});
  return entries_[last_];
}

std::vector<const GameResults::Entry*> GameResults::played() const {
  std::vector<const Entry*> list;
  for (const Entry& entry : entries_) {
    if (entry.table.games() > 0) list.push_back(&entry);
  }
  return list;
}

void add_game(std::string_view first, std::string_view second, GameResult result, ResultTable& table,
              ReadSummary& summary, const PlayKey& key) {
  if (first == second) {
    ++summary.self_play;
    return;
  }
  table.add(first, second, result);
  ++summary.games;
  summary.plays.add(key);
}

std::optional<GameResult> foreign_result(std::string_view text) {
  if (const auto usual = result_of(text)) return usual;
  constexpr std::size_t kLongest = 16;
  if (text.empty() || text.size() > kLongest) return std::nullopt;
  // Normalises dashes, colons and blanks of all kinds.
  std::string word;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("\u2013") || rest.starts_with("\u2014") || rest.starts_with("\u2212")) {
      word += '-';
      i += 2;
    } else if (text[i] == ':') {
      word += '-';
    } else if (text[i] == ',') {
      word += '.';
    } else if (text[i] != ' ' && text[i] != '\t') {
      word += text[i];
    }
  }
  word = lower_case(word);
  using Words = std::array<std::string_view, 11>;
  constexpr std::array<std::pair<GameResult, Words>, 3> kWords{{
      {GameResult::kFirstWins,
       {"1", "1-0", "1.0", "1.0-0.0", "win", "won", "w", "white", "first", "whitewins", "+"}},
      {GameResult::kSecondWins,
       {"0", "0-1", "0.0", "0.0-1.0", "loss", "lost", "l", "black", "second", "lose", "blackwins"}},
      {GameResult::kDraw,
       {"0.5", ".5", "1/2", "1/2-1/2", "0.5-0.5", "\u00BD", "\u00BD-\u00BD", "draw", "drawn", "d", "tie"}},
  }};
  for (const auto& [result, words] : kWords) {
    if (std::find(words.begin(), words.end(), word) != words.end()) return result;
  }
  return std::nullopt;
}

std::string_view trim(std::string_view text) noexcept {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string quote(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  return shown_briefly(text, kLongest, '"');
}

std::string too_long(std::string_view first, std::string_view second) {
  const std::size_t size = std::max(first.size(), second.size());
  if (size <= kLongestForeignName) return "";
  return fmt::format("a name of {} bytes, expected at most {}", size, kLongestForeignName);
}

}  // namespace ludex::arena::rating
