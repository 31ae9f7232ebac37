// A tournament's progress as its folder shows it, while it is played elsewhere or not at all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/run/match/standings.hpp"
#include "arena/run/parts/part.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

enum class PartPhase {
  kDone,
  kRunning,  // its folder is locked
  kStopped,  // begun, but not locked
  kWaiting,  // not begun
};
[[nodiscard]] constexpr auto enum_texts(PartPhase) noexcept {
  return EnumTexts{"done", "running", "stopped", "waiting"};
}

struct PartProgress {
  std::optional<Part> part;  // no value: the tournament is not split
  PartPhase phase = PartPhase::kWaiting;
  std::uint64_t games = 0;  // total; 0: not known yet
  std::uint64_t done = 0;
  double per_second = 0;   // of a running part, since its last start
  std::string holder;      // of a running part: node, process, job
  std::string last_words;  // of a stopped part: the end of its error output, if that is in a file
};

struct TournamentProgress {
  std::string name;
  std::uint64_t games = 0;  // 0: not known yet
  std::uint64_t done = 0;
  bool gathered = false;  // OUT/games.jsonl has every game
  std::vector<PartProgress> parts;
  Standings standings;  // of all games so far

  [[nodiscard]] std::uint64_t count(PartPhase phase) const noexcept;
  [[nodiscard]] double per_second() const noexcept;  // of the running parts
};

// `expected`: the number of parts; 0: derived from most folders in OUT/parts. The error says that the folder
// has no tournament, or names a damaged log. Thread-safe.
[[nodiscard]] Result<TournamentProgress> progress_of(const std::string& out, std::uint32_t expected);

// OUT/slurm/003.log: output of a part's job.
[[nodiscard]] std::string output_file(const std::string& out, const Part& part);

}  // namespace ludex::arena::run
