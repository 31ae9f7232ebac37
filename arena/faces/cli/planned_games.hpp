// The specification next to a log and the games that it asks for, for `ludex verify`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "arena/faces/cli/commands.hpp"
#include "arena/model/game_record.hpp"
#include "arena/run/config/growth.hpp"
#include "arena/run/schedule/schedule.hpp"
#include "arena/run/tournament/read_tournament.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::cli {

// Hashes that the log's games may have: of the specification beside the log, and of those it has grown from.
// Empty if there is none.
[[nodiscard]] std::set<std::string> hashes_of(const std::string& folder);

class PlannedGames {
 public:
  // Reads spec.yaml in the log's folder. `dice_seed`, if any, replaces that of the file. The error states why
  // it cannot be used.
  static Result<std::unique_ptr<PlannedGames>> make(Context& context, const std::string& folder,
                                                    const std::optional<std::uint64_t>& dice_seed);

  // The reason why the games cannot be compared with the schedule, and next() not be called; "" if they can.
  [[nodiscard]] const std::string& unscheduled() const noexcept { return unscheduled_; }
  // The planned game of the next record of the log.
  Result<run::GameTask> next(const GameRecord& record);
  [[nodiscard]] const TournamentSpec& spec() const noexcept { return tournament_.spec; }
  [[nodiscard]] const run::PreparedTournament& tournament() const noexcept { return tournament_; }

 private:
  Result<void> make_schedule(const std::string& folder);

  run::PreparedTournament tournament_;
  run::Stages stages_;
  std::unique_ptr<run::Schedule> schedule_;
  std::string unscheduled_;
};

}  // namespace ludex::arena::cli
