#include "arena/schedule/make_schedule.hpp"

#include "arena/schedule/knockout.hpp"
#include "arena/schedule/sprt_schedule.hpp"
#include "arena/schedule/swiss.hpp"

namespace ludex::arena {
namespace {

// Round-robin and gauntlet: known in advance.
class ListSchedule final : public Schedule {
 public:
  explicit ListSchedule(const TournamentSpec& spec) : scheduler_(spec) {}

  [[nodiscard]] Next next(GameTask& task) override {
    auto found = scheduler_.next();
    if (!found) return Next::kDone;
    task = std::move(*found);
    return Next::kTask;
  }
  void commit(const GameTask&, const GameRecord&) override {}
  [[nodiscard]] std::uint64_t total() const noexcept override { return scheduler_.total(); }

 private:
  Scheduler scheduler_;
};

}  // namespace

std::unique_ptr<Schedule> make_schedule(const TournamentSpec& spec) {
  switch (spec.format.type) {
    case FormatType::kRoundRobin:
    case FormatType::kGauntlet:
      break;
    case FormatType::kSwiss:
      return std::make_unique<SwissSchedule>(spec);
    case FormatType::kKnockout:
      return std::make_unique<KnockoutSchedule>(spec);
    case FormatType::kSprt:
      return std::make_unique<SprtSchedule>(spec);
  }
  return std::make_unique<ListSchedule>(spec);
}

}  // namespace ludex::arena
