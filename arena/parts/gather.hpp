// The logs of parts, merged into the log that one machine would have written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/model/spec.hpp"
#include "arena/parts/part.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// What has been gathered. If games are missing, nothing has been written.
struct Gathering {
  std::uint64_t games = 0;       // of the schedule
  std::uint64_t missing = 0;     // of these: in no part
  std::uint64_t duplicates = 0;  // in more than one place, equal
  // The parts, of the partition that most folders belong to, that have missing games.
  std::vector<Part> missing_parts;
  // Games that were played more than once with different outcomes or moves, under time: the first one stays.
  std::vector<std::string> different;
  std::vector<std::string> warnings;  // as in run.json
  // Why nothing could be written: the machine's fault, not that of the parts. Else "".
  std::string failure;
};

// Merges OUT/parts/*/games.jsonl into OUT/games.jsonl, with spec.yaml, spec.identity and run.json. A log that
// is there already counts as the first of the parts. `spec` is theirs, with `out` = OUT. Replaces whole files
// only: an interrupted or failed call leaves what was there. The error names file and line: a damaged log, a
// part of another specification, a game that was played twice with different moves although the budgets are
// deterministic. Blocks; `stop` may be null.
[[nodiscard]] Result<Gathering> gather(const TournamentSpec& spec, const std::uint32_t* stop);

// The first line in which the specification of a part differs from `identity` (spec_identity), with both;
// "" if they agree or the part has none yet.
[[nodiscard]] std::string foreign_part(const std::string& folder, const std::string& identity);

}  // namespace ludex::arena
