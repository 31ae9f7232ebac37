#include "arena/rating/log_reader.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "arena/files/compressed.hpp"
#include "arena/files/mapped_file.hpp"
#include "arena/text/quantity.hpp"
#include "arena/text/shown.hpp"

namespace ludex::arena::rating {

namespace {

enum class Format { kCsv, kPgn, kJsonl };

Format format_of(const std::string& path, std::string_view text) {
  const std::string extension = std::filesystem::path(plain_name(path)).extension().string();
  if (extension == ".csv") return Format::kCsv;
  if (extension == ".pgn") return Format::kPgn;
  if (extension == ".jsonl" || extension == ".json" || extension == ".ndjson") return Format::kJsonl;
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return Format::kCsv;
  if (text[start] == '{') return Format::kJsonl;
  if (text[start] == '[') return Format::kPgn;
  return Format::kCsv;
}

}  // namespace

Result<void> read_log(const std::string& path, const ReadOptions& options, ResultTable& table,
                      ReadSummary& summary) {
  const Result<MappedFile> file = MappedFile::open(path);
  if (!file) return Error{file.error()};
  const std::string_view text = (*file).bytes();
  const std::string name = path == "-" ? "(standard input)" : path;
  const Format format = format_of(path, text);
  if (options.labels_required && format != Format::kJsonl)
    return Error{name + ": CSV and PGN do not tell which game was played, expected a JSONL log"};
  // A torn last line of a log is told by its reader.
  if (file->cut_short() && format != Format::kJsonl)
    return Error{name + ": the compressed file is cut short: its end is missing"};
  switch (format) {
    case Format::kCsv:
      if (options.without_forfeits) {
        summary.warnings.push_back(
            name + ": CSV does not tell how games ended, so --without-forfeits leaves none of its games out");
      }
      return read_csv(text, name, table, summary);
    case Format::kPgn:
      return read_pgn(text, name, table, summary, options);
    case Format::kJsonl:
      return read_jsonl(LogCursor(*file, name), options, table, summary);
  }
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
              ReadSummary& summary) {
  if (first == second) {
    ++summary.self_play;
    return;
  }
  table.add(first, second, result);
  ++summary.games;
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
