#include "arena/run/schedule/sprt_schedule.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace ludex::arena::run {
namespace {

// Half points of agents[0]; no value for a game without a result.
std::optional<std::uint32_t> half_points(const GameTask& task, GameResult result) {
  if (result == GameResult::kNone) return std::nullopt;
  if (result == GameResult::kDraw) return 1;
  return (result == GameResult::kFirstWins) == (task.agents[0] == 0) ? 2 : 0;
}

}  // namespace

SprtSchedule::SprtSchedule(const TournamentSpec& spec) : spec_(spec) {}

Schedule::Next SprtSchedule::next(GameTask& task) {
  if (decided() || handed_out_ == spec_.format.max_games) return Next::kDone;
  const std::uint64_t pair = handed_out_ / 2;
  const bool swapped = handed_out_ % 2 != 0;
  const std::uint64_t games = spec_.games.size();
  task = make_task(spec_, static_cast<std::uint32_t>(pair % games), static_cast<std::uint32_t>(pair / games),
                   {swapped ? 1U : 0U, swapped ? 0U : 1U});
  ++handed_out_;
  return Next::kTask;
}

void SprtSchedule::commit(const GameTask& task, const GameRecord& record) {
  const auto points = half_points(task, record.outcome);
  const bool complete = ++committed_ % 2 == 0;
  if (!complete) {
    half_ = points;
    return;
  }
  if (!points || !half_) return;
  ++counts_.pairs[*points + *half_];
  llr_ = rating::sprt_llr(spec_.format.sprt, counts_);
  decision_ = spec_.format.sprt.decide(llr_);
}

std::string SprtSchedule::summary() const {
  const SprtTest& test = spec_.format.sprt;
  std::string text =
      fmt::format("SPRT of {} against {} ({} Elo, H0 {:g}, H1 {:g}): LLR {:.3f} in [{:.3f}, {:.3f}], ",
                  spec_.agents[0].name, spec_.agents[1].name, to_text(test.model), test.elo0, test.elo1, llr_,
                  test.lower(), test.upper());
  if (decided()) {
    text += fmt::format("{} accepted after {} pairs\n", to_text(decision_), counts_.total());
  } else {
    text += fmt::format("undecided after {} pairs\n", counts_.total());
  }
  const auto elo = rating::match_statistics(counts_).elo;
  using Kind = rating::Estimate::Kind;
  if (elo.kind == Kind::kTwoSided) {
    text += fmt::format("  Elo {:+.1f} [{:+.1f}, {:+.1f}]", elo.value, elo.low, elo.high);
  } else if (elo.kind != Kind::kNone) {
    text += fmt::format("  Elo at {} {:+.1f}", elo.kind == Kind::kAtLeast ? "least" : "most", elo.value);
  }
  return text + fmt::format("  LL {}  LD {}  WL/DD {}  WD {}  WW {}\n", counts_.pairs[0], counts_.pairs[1],
                            counts_.pairs[2], counts_.pairs[3], counts_.pairs[4]);
}

}  // namespace ludex::arena::run
