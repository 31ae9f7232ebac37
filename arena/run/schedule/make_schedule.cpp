#include "arena/run/schedule/make_schedule.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "arena/run/schedule/knockout.hpp"
#include "arena/run/schedule/sprt_schedule.hpp"
#include "arena/run/schedule/swiss.hpp"

namespace ludex::arena::run {
namespace {

// Indices in the grown specification.
template <class Item, class Name>
std::vector<std::uint32_t> indices(const std::vector<Item>& part, const std::vector<Item>& whole, Name name) {
  std::vector<std::uint32_t> result;
  for (const Item& item : part) {
    const auto at =
        std::find_if(whole.begin(), whole.end(), [&](const Item& x) { return x.*name == item.*name; });
    result.push_back(static_cast<std::uint32_t>(at - whole.begin()));
  }
  return result;
}

// Round-robin and gauntlet, whose games are known in advance. Lists, for each specification, the games that
// the one before it did not have.
class ListSchedule final : public Schedule {
 public:
  ListSchedule(const TournamentSpec& spec, std::span<const TournamentSpec> earlier) {
    for (const TournamentSpec& part : earlier) stages_.emplace_back(part, spec);
    stages_.emplace_back(spec, spec);
  }

  [[nodiscard]] Next next(GameTask& task) override {
    for (; stage_ < stages_.size(); ++stage_) {
      while (auto found = stages_[stage_].next()) {
        if (stage_ != 0 && stages_[stage_ - 1].has(*found)) continue;
        task = std::move(*found);
        return Next::kTask;
      }
    }
    return Next::kDone;
  }
  void commit(const GameTask&, const GameRecord&, const log::PlayHash&) override {}
  [[nodiscard]] std::uint64_t total() const noexcept override { return stages_.back().total(); }

 private:
  // The games of one specification, with the indices of the last one.
  class Stage {
   public:
    Stage(const TournamentSpec& part, const TournamentSpec& whole)
        : scheduler_(part),
          games_(indices(part.games, whole.games, &GameSpec::label)),
          agents_(indices(part.agents, whole.agents, &AgentSpec::name)),
          has_game_(whole.games.size()),
          has_agent_(whole.agents.size()),
          rounds_(part.format.rounds()) {
      for (const std::uint32_t game : games_) has_game_[game] = true;
      for (const std::uint32_t agent : agents_) has_agent_[agent] = true;
    }
    [[nodiscard]] std::optional<GameTask> next() {
      auto task = scheduler_.next();
      if (!task) return task;
      task->game = games_[task->game];
      for (std::uint32_t& agent : task->agents) agent = agents_[agent];
      return task;
    }
    // `task` belongs to a specification that contains this one.
    [[nodiscard]] bool has(const GameTask& task) const {
      return has_game_[task.game] && task.round < rounds_ &&
             std::all_of(task.agents.begin(), task.agents.end(),
                         [this](std::uint32_t agent) { return has_agent_[agent]; });
    }
    [[nodiscard]] std::uint64_t total() const noexcept { return scheduler_.total(); }

   private:
    Scheduler scheduler_;
    std::vector<std::uint32_t> games_;
    std::vector<std::uint32_t> agents_;
    std::vector<bool> has_game_;
    std::vector<bool> has_agent_;
    std::uint32_t rounds_;
  };

  std::vector<Stage> stages_;
  std::size_t stage_ = 0;
};

}  // namespace

std::unique_ptr<Schedule> make_schedule(const TournamentSpec& spec, std::span<const TournamentSpec> earlier) {
  switch (spec.format.type) {
    case FormatType::kRoundRobin:
    case FormatType::kGauntlet:
      break;
    // Additional rounds, or games of a test, continue the earlier specification.
    case FormatType::kSwiss:
      return std::make_unique<SwissSchedule>(spec);
    case FormatType::kKnockout:
      return std::make_unique<KnockoutSchedule>(spec);
    case FormatType::kSprt:
      return std::make_unique<SprtSchedule>(spec);
  }
  return std::make_unique<ListSchedule>(spec, earlier);
}

}  // namespace ludex::arena::run
