// Merges the logs of parts into the log that one machine would have written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/model/spec.hpp"
#include "arena/run/parts/part.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

// The result of gather(). If games are missing, nothing has been written.
struct Gathering {
  std::uint64_t games = 0;       // of the schedule
  std::uint64_t missing = 0;     // found in no part
  std::uint64_t duplicates = 0;  // found in several places, all equal
  // Parts with missing games, numbered by the partition that most folders belong to.
  std::vector<Part> missing_parts;
  // Games played more than once with different outcomes or moves, under time budgets; the first is kept.
  std::vector<std::string> different;
  std::vector<std::string> warnings;  // as in run.json
  // The reason why the machine could not write the files; "" otherwise.
  std::string failure;
};

// Merges OUT/parts/*/games.jsonl into OUT/games.jsonl, with spec.yaml, spec.identity and run.json. An
// existing log counts as the first of the parts. `spec` is that of the parts, with `out` = OUT. Replaces
// whole files only: an interrupted or failed call leaves the old ones. The error names file and line: a
// damaged log, a part of another specification, a game played twice with different moves although the budgets
// are deterministic. Blocks; `stop` may be null.
[[nodiscard]] Result<Gathering> gather(const TournamentSpec& spec, const std::uint32_t* stop);

// The first line in which the specification of a part differs from `identity` (spec_identity), with both
// versions; "" if they agree or the part has none yet.
[[nodiscard]] std::string foreign_part(const std::string& folder, const std::string& identity);

}  // namespace ludex::arena::run
