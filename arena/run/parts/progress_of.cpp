#include "arena/run/parts/progress_of.hpp"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <time.h>

#include "arena/base/files/folder_lock.hpp"
#include "arena/base/files/text_file.hpp"
#include "arena/results/log/log_files.hpp"
#include "arena/results/log/log_reader.hpp"
#include "arena/results/log/run_info.hpp"

namespace ludex::arena::run {
namespace {

namespace fs = std::filesystem;

// Seconds since a time like "2026-01-31T12:00:00Z"; 0 if it is invalid or in the future.
double seconds_since(const std::string& utc) {
  std::tm parts{};
  if (::strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) == nullptr) return 0;
  return std::max(0.0, std::difftime(std::time(nullptr), ::timegm(&parts)));
}

// The last lines of a text file, at most 5; "" if it cannot be read.
std::string last_lines(const std::string& file) {
  constexpr std::size_t kMost = 64U << 20;
  const auto text = read_text_file(file, kMost);
  if (!text) return "";
  std::size_t end = text->size();
  while (end != 0 && (*text)[end - 1] == '\n') --end;
  std::size_t begin = end;
  for (int lines = 0; begin != 0; --begin) {
    if ((*text)[begin - 1] == '\n' && ++lines == 5) break;
  }
  return text->substr(begin, end - begin);
}

// The progress recorded in the folder of a run or of a part.
Result<PartProgress> look_at(const std::string& folder, std::optional<log::RunInfo>& info,
                             Standings& standings) {
  PartProgress progress;
  if (auto read = log::read_run_info(folder)) info = *std::move(read);
  if (log::has_log(folder)) {
    const auto torn = log::scan_log(log::log_in(folder),
                                    [&](const GameRecord& record, const log::PlayHash&) -> Result<void> {
                                      ++progress.done;
                                      standings.add(record);
                                      return {};
                                    });
    if (!torn) return Error{torn.error()};
  }
  if (info) progress.games = info->total;
  progress.holder = FolderLock::holder(folder);
  const bool whole = info && progress.done >= info->total;
  progress.phase = !progress.holder.empty() && !whole  ? PartPhase::kRunning
                   : (info && info->finished) || whole ? PartPhase::kDone
                   : info || progress.done != 0        ? PartPhase::kStopped
                                                       : PartPhase::kWaiting;
  if (progress.phase == PartPhase::kRunning && info && !info->segments.empty()) {
    const log::RunSegment& last = info->segments.back();
    const double seconds = last.started.empty() ? 0 : seconds_since(last.started.back());
    const std::uint64_t fresh = progress.done - std::min(progress.done, last.games_before);
    if (seconds > 0) progress.per_second = static_cast<double>(fresh) / seconds;
  }
  return progress;
}

}  // namespace

std::uint64_t TournamentProgress::count(PartPhase phase) const noexcept {
  return static_cast<std::uint64_t>(std::count_if(
      parts.begin(), parts.end(), [&](const PartProgress& part) { return part.phase == phase; }));
}

double TournamentProgress::per_second() const noexcept {
  double sum = 0;
  for (const PartProgress& part : parts) sum += part.per_second;
  return sum;
}

std::string output_file(const std::string& out, const Part& part) {
  return (fs::path(out) / "slurm" / fmt::format("{}.log", part.number)).string();
}

Result<TournamentProgress> progress_of(const std::string& out, std::uint32_t expected) {
  TournamentProgress all;
  const std::vector<Part> folders = parts_in(out);
  if (expected == 0) {
    std::map<std::uint32_t, std::size_t> votes;
    for (const Part& part : folders) ++votes[part.count];
    std::size_t most = 0;
    for (const auto& [count, number] : votes) {
      if (number > most) most = number, expected = count;
    }
  }
  std::optional<log::RunInfo> info;
  Standings standings;
  auto whole = look_at(out, info, standings);
  if (!whole) return Error{whole.error()};
  all.gathered = whole->phase == PartPhase::kDone;
  if (info) all.name = info->name;
  if (expected == 0 && whole->phase == PartPhase::kWaiting)
    return Error{out +
                 " has no tournament: expected the output folder of `ludex run`, `ludex run --part` or "
                 "`ludex submit`"};
  if (expected == 0 || all.gathered) {
    whole->last_words = whole->phase == PartPhase::kStopped ? last_lines(out + "/slurm/run.log") : "";
    all.games = whole->games;
    all.done = whole->done;
    all.parts.push_back(*std::move(whole));
    all.standings = standings;
    return all;
  }
  standings = Standings();
  for (std::uint32_t number = 1; number <= expected; ++number) {
    const Part part{number, expected};
    std::optional<log::RunInfo> of_part;
    auto progress = look_at(part_folder(out, part), of_part, standings);
    if (!progress) return Error{progress.error()};
    progress->part = part;
    if (progress->phase == PartPhase::kStopped || progress->phase == PartPhase::kWaiting)
      progress->last_words = last_lines(output_file(out, part));
    if (of_part) {
      all.games = of_part->whole;
      if (all.name.empty()) all.name = of_part->name;
    }
    all.done += progress->done;
    all.parts.push_back(*std::move(progress));
  }
  for (PartProgress& progress : all.parts) {
    if (all.games != 0) progress.games = range_of(*progress.part, all.games).size();
  }
  all.standings = standings;
  return all;
}

}  // namespace ludex::arena::run
