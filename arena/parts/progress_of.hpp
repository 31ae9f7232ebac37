// How far a tournament is, seen from outside: from its folder alone, while it is played elsewhere or not at
// all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/match/standings.hpp"
#include "arena/parts/part.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

enum class PartPhase {
  kDone,
  kRunning,  // somebody holds its folder
  kStopped,  // it was begun and nobody works on it
  kWaiting,  // not begun
};
[[nodiscard]] constexpr auto enum_texts(PartPhase) noexcept {
  return EnumTexts{"done", "running", "stopped", "waiting"};
}

struct PartProgress {
  std::optional<Part> part;  // nothing: the tournament is played as one
  PartPhase phase = PartPhase::kWaiting;
  std::uint64_t games = 0;  // to be played in all; 0: not known yet
  std::uint64_t done = 0;
  double per_second = 0;   // of a running one, since it was started last
  std::string holder;      // of a running one: node, process, job
  std::string last_words;  // of one that stopped: the end of its error output, if there is a file of it
};

struct TournamentProgress {
  std::string name;
  std::uint64_t games = 0;  // 0: not known yet
  std::uint64_t done = 0;
  bool gathered = false;  // OUT/games.jsonl has every game
  std::vector<PartProgress> parts;
  Standings standings;  // of all games there are

  [[nodiscard]] std::uint64_t count(PartPhase phase) const noexcept;
  [[nodiscard]] double per_second() const noexcept;  // of what is running
};

// `expected`: the number of parts, if it is known; 0: as many as most folders in OUT/parts say. The error
// says that there is no tournament in the folder, or which log is damaged. Thread-safe.
[[nodiscard]] Result<TournamentProgress> progress_of(const std::string& out, std::uint32_t expected);

// OUT/slurm/003.log: what the job of a part prints.
[[nodiscard]] std::string output_file(const std::string& out, const Part& part);

}  // namespace ludex::arena
