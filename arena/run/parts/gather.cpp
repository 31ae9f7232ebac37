#include "arena/run/parts/gather.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <system_error>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "arena/base/files/mapped_file.hpp"
#include "arena/base/files/text_file.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/results/log/chain.hpp"
#include "arena/results/log/log_cursor.hpp"
#include "arena/results/log/log_files.hpp"
#include "arena/results/log/record_json.hpp"
#include "arena/results/log/record_scan.hpp"
#include "arena/results/log/run_info.hpp"
#include "arena/results/log/same_game.hpp"
#include "arena/run/config/growth.hpp"
#include "arena/run/config/write_spec.hpp"
#include "arena/run/match/ledger.hpp"
#include "arena/run/schedule/make_schedule.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex::arena::run {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostIdentity = 64U << 20;

// A game's line in a log, and its place.
struct Found {
  std::string_view line;
  std::string place;  // "file:12"
};

// Reads one log in schedule order. Sets aside lines that a second writer has added again.
class Source {
 public:
  // A torn last line counts as not written: its game is missing.
  static Result<Source> open(const fs::path& file, GameRange range) {
    Source source(file.string(), range);
    std::error_code ignored;
    if (!fs::exists(file, ignored)) return source;
    auto mapped = MappedFile::open(file.string());
    if (!mapped) return Error{mapped.error()};
    source.file_ = std::make_unique<MappedFile>(std::move(*mapped));
    source.cursor_.emplace(source.file_->bytes(), source.path_);
    return source;
  }

  [[nodiscard]] const GameRange& range() const noexcept { return range_; }

  // Appends the log's line of game `id`, the next one of its range, to `found`.
  Result<void> take(const std::string& id, std::vector<Found>& found) {
    while (const auto next = peek()) {
      if (!*next) return Error{next->error()};
      const std::string& seen = **next;
      if (seen == id) {
        found.push_back(head());
        seen_.emplace(id, found.back());
        ready_ = false;
        continue;  // may be repeated on the next line
      }
      const auto before = seen_.find(seen);
      if (before == seen_.end()) break;
      again_.emplace_back(before->second, head());
      ready_ = false;
    }
    return {};
  }
  // Call after the range's last game: any further line is an error.
  Result<void> end() {
    if (const auto next = peek()) {
      if (!*next) return Error{next->error()};
      return cursor_->error(
          fmt::format("game '{}' is not the next one of this part: the file was changed, or "
                      "written by another version",
                      **next));
    }
    return {};
  }
  // Games that occur twice in the log.
  [[nodiscard]] const std::vector<std::pair<Found, Found>>& again() const noexcept { return again_; }

 private:
  Source(std::string path, GameRange range) : path_(std::move(path)), range_(range) {}

  [[nodiscard]] Found head() const {
    return {cursor_->line(), fmt::format("{}:{}", path_, cursor_->number())};
  }
  // The id of the next line; no value after the last one.
  std::optional<Result<std::string>> peek() {
    if (!cursor_) return std::nullopt;
    if (!ready_) {
      if (!cursor_->next() || cursor_->torn()) {
        cursor_.reset();
        return std::nullopt;
      }
      ready_ = true;
      log::PlayHash play;
      if (const auto read = log::read_record(cursor_->line(), record_, play, nullptr, false); !read)
        return Result<std::string>(cursor_->error(read.error()));
      if (!linked(seen_.count(record_.id) != 0)) {
        return Result<std::string>(
            cursor_->error(fmt::format("the digest of game '{}' does not fit: it, or the one before it, is "
                                       "not as it was written; move this "
                                       "part away, and it can be played again",
                                       record_.id)));
      }
    }
    return Result<std::string>(record_.id);
  }
  // Whether the line's digest follows an earlier line. With two concurrent writers each follows its own line;
  // repeated games (`again`) are compared instead, whatever their digests.
  bool linked(bool again) {
    const log::SealedLine line = log::split_seal(cursor_->line());
    if (line.chain.empty()) {
      if (!again && !sealed_) heads_ = {chain_.digest_of(heads_.back(), line.body)};
      return again || !sealed_;
    }
    const bool found = std::any_of(heads_.rbegin(), heads_.rend(), [&](const std::string& head) {
      return chain_.digest_of(head, line.body) == line.chain;
    });
    sealed_ = true;
    heads_.emplace_back(line.chain);
    return found || again;
  }

  std::string path_;
  GameRange range_;
  std::unique_ptr<MappedFile> file_;
  std::optional<log::LogCursor> cursor_;
  bool ready_ = false;  // the cursor is at a line that was not taken
  GameRecord record_;
  log::Chain chain_;
  std::vector<std::string> heads_{chain_.head()};  // digests that the next line may follow
  bool sealed_ = false;                            // a line had a digest
  std::unordered_map<std::string, Found> seen_;
  std::vector<std::pair<Found, Found>> again_;
};

class Gatherer {
 public:
  Gatherer(const TournamentSpec& spec, const std::uint32_t* stop)
      : spec_(spec), stop_(stop), out_(spec.out), deterministic_(deterministic(spec)) {}

  Result<Gathering> run() {
    if (auto found = find_sources(); !found) return Error{found.error()};
    const fs::path scratch = out_ / "gather.new";
    std::error_code ignored;
    fs::remove_all(scratch, ignored);
    auto merged = merge(scratch);
    if (merged && result_.missing == 0 && result_.failure.empty()) {
      if (auto kept = keep(scratch); !kept) result_.failure = kept.error();
    }
    fs::remove_all(scratch, ignored);
    if (!merged) return Error{merged.error()};
    return std::move(result_);
  }

 private:
  Result<void> find_sources() {
    const std::string identity = spec_identity(spec_);
    total_ = Scheduler(spec_).total();
    if (const std::string other = foreign_part(out_.string(), identity); !other.empty())
      return Error{fmt::format("{} has the log of another tournament: {}", out_.string(), other)};
    if (auto added = add(out_, {0, total_}); !added) return added;
    parts_ = parts_in(out_.string());
    if (parts_.empty())
      return Error{
          fmt::format("{} has no parts: expected folders like {}, made by `ludex run ... --part K/N`",
                      out_.string(), part_folder(out_.string(), {3, 200}))};
    for (const Part& part : parts_) {
      const std::string folder = part_folder(out_.string(), part);
      if (const std::string other = foreign_part(folder, identity); !other.empty())
        return Error{fmt::format("{} is a part of another specification: {}", folder, other)};
      if (auto added = add(folder, range_of(part, total_)); !added) return added;
    }
    return {};
  }
  Result<void> add(const fs::path& folder, GameRange range) {
    auto source = Source::open(log::log_in(folder.string()), range);
    if (!source) return Error{source.error()};
    sources_.push_back(*std::move(source));
    return {};
  }

  Result<void> merge(const fs::path& scratch) {
    Ledger::Warnings none;
    auto ledger = Ledger::open(spec_, make_schedule(spec_), scratch.string(), false, none);
    if (!ledger) return Error{ledger.error()};
    if (auto opened = (*ledger)->open_logs(); !opened) {
      result_.failure = opened.error();
      return {};
    }
    (*ledger)->begin(nullptr, stop_);
    const Scheduler order(spec_);
    std::uint64_t at = 0;
    // The ledger omits the games of agents that are withdrawn by then, as in a run.
    std::vector<Found> found;
    while (const auto ticket = (*ledger)->take(false)) {
      for (; at <= ticket->index; ++at) {
        const bool counts = at == ticket->index;
        if (auto read = read_game(at, counts ? ticket->task.id : order.at(at).id, found); !read)
          return Error{read.error()};
      }
      for (std::size_t i = 1; i < found.size(); ++i) {
        if (auto same = compare(found.front(), found[i]); !same) return Error{same.error()};
      }
      if (found.empty()) {
        note_missing(ticket->index);
      } else if (result_.missing == 0) {
        GameRecord record;
        log::PlayHash play;
        if (auto read = log::read_record(found.front().line, record, play, nullptr, false); !read)
          return Error{read.error()};
        (*ledger)->give(*ticket, std::move(record), log::without_seal(found.front().line), play);
      }
    }
    const bool stopped = stop_requested(stop_);
    for (; at < total_ && !stopped; ++at) {
      if (auto read = read_game(at, order.at(at).id, found); !read) return Error{read.error()};
    }
    for (Source& source : sources_) {
      if (stopped) break;
      if (auto ended = source.end(); !ended) return Error{ended.error()};
      for (const auto& [first, second] : source.again()) {
        if (auto same = compare(first, second); !same) return Error{same.error()};
      }
    }
    if (auto closed = (*ledger)->close(); !closed && result_.missing == 0) result_.failure = closed.error();
    head_ = (*ledger)->head();
    result_.games = total_;
    if (stopped) return Error{"interrupted; nothing was changed"};
    return {};
  }

  // Collects all lines of game number `index`.
  Result<void> read_game(std::uint64_t index, const std::string& id, std::vector<Found>& found) {
    found.clear();
    for (Source& source : sources_) {
      if (index < source.range().begin || index >= source.range().end) continue;
      if (auto taken = source.take(id, found); !taken) return taken;
    }
    return {};
  }

  Result<void> compare(const Found& first, const Found& second) {
    const auto a = log::game_record_from_json(first.line);
    const auto b = log::game_record_from_json(second.line);
    if (!a || !b) return Error{fmt::format("{}: {}", (a ? second : first).place, (a ? b : a).error())};
    const std::string what = log::difference(*a, *b);
    if (what.empty()) {
      ++result_.duplicates;
    } else if (deterministic_) {
      return Error{fmt::format(
          "game '{}' was played twice and differs in '{}':\n  {}\n  {}\nThe budgets are deterministic, so "
          "one of "
          "them was played by other plug-ins or on a machine that errs. Move the wrong part away; it can be "
          "played again",
          a->id, what, first.place, second.place)};
    } else {
      result_.different.push_back(
          fmt::format("'{}' in '{}': {}, {}", a->id, what, first.place, second.place));
    }
    return {};
  }

  void note_missing(std::uint64_t index) {
    ++result_.missing;
    if (main_count_ == 0) {
      std::map<std::uint32_t, std::size_t> votes;
      for (const Part& part : parts_) ++votes[part.count];
      main_count_ = std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) {
                      return a.second < b.second;
                    })->first;
    }
    // Games and parts are in ascending order.
    std::vector<Part>& list = result_.missing_parts;
    Part part{list.empty() ? 1 : list.back().number, main_count_};
    while (index >= range_of(part, total_).end) ++part.number;
    if (list.empty() || list.back() != part) list.push_back(part);
  }

  // Moves the merged log into place, with the tournament's other files.
  Result<void> keep(const fs::path& scratch) {
    log::RunInfo info;
    info.name = spec_.name;
    info.seed = spec_.seed;
    info.spec_hash = hash_text(spec_hash(spec_));
    info.total = total_;
    info.finished = true;
    info.log = head_;
    for (const Part& part : parts_) {
      const auto of_part = log::read_run_info(part_folder(out_.string(), part));
      if (!of_part) continue;  // its games are in the log anyway
      info.starved += of_part->starved;
      const std::uint64_t first = range_of(part, total_).begin;
      for (const log::RunSegment& segment : of_part->segments) log::merge_segment(info, segment, first);
    }
    std::vector<log::RunNode> nodes;
    for (auto& segment : info.segments) {
      segment.total = total_;
      nodes.insert(nodes.end(), segment.nodes.begin(), segment.nodes.end());
    }
    if (auto warning = log::unequal_nodes(nodes); !warning.empty())
      info.warnings.push_back(std::move(warning));
    if (info.segments.size() > 1)
      info.warnings.emplace_back(
          "the parts were not all played by the same version, build and plug-ins of Ludex: see run.json");
    result_.warnings = info.warnings;
    try {
      const auto write = [&](const char* name, const std::string& text) -> Result<void> {
        return replace_text_file((scratch / name).string(), text);
      };
      if (auto written = write("spec.yaml", write_spec(spec_)); !written) return written;
      if (auto written = write("spec.identity", spec_identity(spec_)); !written) return written;
      // It contains digests of these files.
      if (auto written = log::write_run_info(info, scratch.string()); !written) return written;
      // Moves the log last: a reader that finds it finds the other files, too.
      for (const char* name : {"spec.yaml", "spec.identity", "run.json", "games.jsonl"}) {
        if (fs::exists(scratch / name)) fs::rename(scratch / name, out_ / name);
      }
      if (spec_.compress_log) return log::compress_log(out_.string());
    } catch (const fs::filesystem_error& error) {
      return Error{error.what()};
    }
    return {};
  }

  const TournamentSpec& spec_;
  const std::uint32_t* stop_;
  fs::path out_;
  bool deterministic_;
  std::uint64_t total_ = 0;
  std::vector<Part> parts_;
  std::vector<Source> sources_;
  std::uint32_t main_count_ = 0;
  log::LogHead head_;  // of the merged log
  Gathering result_;
};

}  // namespace

Result<Gathering> gather(const TournamentSpec& spec, const std::uint32_t* stop) {
  return Gatherer(spec, stop).run();
}

std::string foreign_part(const std::string& folder, const std::string& identity) {
  const auto kept = read_text_file((fs::path(folder) / "spec.identity").string(), kMostIdentity);
  return kept ? first_difference(*kept, identity) : "";
}

}  // namespace ludex::arena::run
