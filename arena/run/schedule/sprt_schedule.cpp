#include "arena/run/schedule/sprt_schedule.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace ludex::arena::run {
namespace {

// Half points of agents[0]: 2 for each other seat that is behind, 1 for a tie; no value for a game without a
// result.
std::optional<std::uint32_t> half_points(const GameTask& task, const GameRecord& record) {
  const std::vector<std::uint32_t> ranks = ranks_of(record);
  if (ranks.empty()) return std::nullopt;
  const auto seat =
      static_cast<std::size_t>(std::find(task.agents.begin(), task.agents.end(), 0U) - task.agents.begin());
  std::uint32_t points = 0;
  for (std::size_t other = 0; other < ranks.size(); ++other) {
    if (other != seat) points += ranks[other] > ranks[seat] ? 2 : ranks[other] == ranks[seat] ? 1 : 0;
  }
  return points;
}

}  // namespace

SprtSchedule::SprtSchedule(const TournamentSpec& spec)
    : spec_(spec), players_(most_players(spec)), blocks_(2 * players_ * (players_ - 1) + 1) {}

Schedule::Next SprtSchedule::next(GameTask& task) {
  if (decided() || handed_out_ == total()) return Next::kDone;
  const std::uint64_t block = handed_out_ / players_;
  const std::uint64_t games = spec_.games.size();
  PerSeat<std::uint32_t> agents(players_);
  std::fill(agents.begin(), agents.end(), 1U);
  agents[handed_out_ % players_] = 0;
  task = make_task(spec_, static_cast<std::uint32_t>(block % games),
                   static_cast<std::uint32_t>(block / games), agents);
  ++handed_out_;
  return Next::kTask;
}

void SprtSchedule::commit(const GameTask& task, const GameRecord& record) {
  const auto points = half_points(task, record);
  points_ = points && points_ ? std::optional(*points_ + *points) : std::nullopt;
  if (++committed_ % players_ != 0) return;
  if (const auto sum = std::exchange(points_, 0)) {
    ++blocks_[*sum];
    llr_ = rating::sprt_llr(spec_.format.sprt, rating::ScoreCounts::of_blocks(blocks_, players_));
    decision_ = spec_.format.sprt.decide(llr_);
  }
}

rating::Pentanomial SprtSchedule::counts() const noexcept {
  rating::Pentanomial pairs;
  std::copy_n(blocks_.begin(), pairs.pairs.size(), pairs.pairs.begin());
  return pairs;
}

std::uint64_t SprtSchedule::total_blocks() const noexcept {
  return std::accumulate(blocks_.begin(), blocks_.end(), std::uint64_t{0});
}

std::string SprtSchedule::summary() const {
  const SprtTest& test = spec_.format.sprt;
  std::string text =
      fmt::format("SPRT of {} {} {} ({} Elo, H0 {:g}, H1 {:g}): LLR {:.3f} in [{:.3f}, {:.3f}], ",
                  spec_.agents[0].name, players_ == 2 ? "against" : "among copies of", spec_.agents[1].name,
                  to_text(test.model), test.elo0, test.elo1, llr_, test.lower(), test.upper());
  const std::string units =
      players_ == 2 ? "pairs" : fmt::format("blocks of {} games, one in each seat", players_);
  if (decided()) {
    text += fmt::format("{} accepted after {} {}\n", to_text(decision_), total_blocks(), units);
  } else {
    text += fmt::format("undecided after {} {}\n", total_blocks(), units);
  }
  const auto scores = rating::ScoreCounts::of_blocks(blocks_, players_);
  const auto elo = rating::match_statistics(scores).elo;
  using Kind = rating::Estimate::Kind;
  if (elo.kind == Kind::kTwoSided) {
    text += fmt::format("  Elo {:+.1f} [{:+.1f}, {:+.1f}]", elo.value, elo.low, elo.high);
  } else if (elo.kind != Kind::kNone) {
    text += fmt::format("  Elo at {} {:+.1f}", elo.kind == Kind::kAtLeast ? "least" : "most", elo.value);
  }
  if (players_ != 2) return text + fmt::format("  score {:.1f} %\n", 100 * scores.mean());
  return text + fmt::format("  LL {}  LD {}  WL/DD {}  WD {}  WW {}\n", blocks_[0], blocks_[1], blocks_[2],
                            blocks_[3], blocks_[4]);
}

}  // namespace ludex::arena::run
