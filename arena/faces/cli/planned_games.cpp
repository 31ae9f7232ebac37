#include "arena/faces/cli/planned_games.hpp"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arena/base/files/text_file.hpp"
#include "arena/faces/cli/tournament_input.hpp"
#include "arena/results/log/run_info.hpp"
#include "arena/run/config/write_spec.hpp"
#include "arena/run/match/game_source.hpp"
#include "arena/run/parts/part.hpp"
#include "arena/run/schedule/make_schedule.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostIdentity = 64U << 20;

}  // namespace

std::set<std::string> hashes_of(const std::string& folder) {
  std::set<std::string> hashes;
  const auto identity = read_text_file((fs::path(folder) / "spec.identity").string(), kMostIdentity);
  if (!identity) return hashes;
  for (const std::string& one : run::split_identities(*identity)) hashes.insert(run::hash_text(fnv1a(one)));
  return hashes;
}

Result<std::unique_ptr<PlannedGames>> PlannedGames::make(Context& context, const std::string& folder,
                                                         const std::optional<std::uint64_t>& dice_seed) {
  const fs::path file = fs::path(folder) / "spec.yaml";
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return Error{"there is no spec.yaml next to the log"};
  std::vector<std::string> overrides{"out=" + folder};
  if (dice_seed) overrides.push_back(fmt::format("dice_seed={}", *dice_seed));
  auto planned = std::make_unique<PlannedGames>();
  try {
    planned->tournament_ = read_tournament(context, file.string(), overrides);
  } catch (const Failure& failure) {
    return Error{"spec.yaml next to the log cannot be used here: " + std::string(failure.what())};
  }
  if (auto made = planned->make_schedule(folder); !made) planned->unscheduled_ = made.error();
  return planned;
}

Result<void> PlannedGames::make_schedule(const std::string& folder) {
  if (spec().tune) return Error{"games of `ludex tune` depend on its tuner"};
  const auto identity = read_text_file((fs::path(folder) / "spec.identity").string(), kMostIdentity);
  auto stages = run::stages_of(spec(), identity ? *identity : std::string());
  if (!stages) return Error{"spec.identity is not that of spec.yaml: " + stages.error()};
  stages_ = *std::move(stages);
  const auto info = log::read_run_info(folder);
  const auto part = info && !info->part.empty() ? run::parse_part(info->part) : Result<run::Part>(Error{""});
  schedule_ = part ? run::make_part_schedule(spec(), *part) : run::make_schedule(spec(), stages_.earlier);
  return {};
}

Result<run::GameTask> PlannedGames::next(const GameRecord& record) {
  run::GameTask task;
  if (schedule_->replay(task, record) != run::Schedule::Next::kTask || task.id != record.id)
    return Error{fmt::format("game '{}' is not the next one that spec.yaml asks for", record.id)};
  const GameRecord head = record_head(spec(), task, record.spec_hash);
  const char* const wrong = record.game != head.game       ? "game"
                            : record.agents != head.agents ? "agents"
                            : record.round != head.round   ? "round"
                            : record.seed != head.seed     ? "seed"
                                                           : nullptr;
  schedule_->commit(task, record, log::PlayHash::of(record));
  if (wrong != nullptr)
    return Error{fmt::format("game '{}' has another '{}' than spec.yaml asks for", record.id, wrong)};
  return task;
}

}  // namespace ludex::arena::cli
