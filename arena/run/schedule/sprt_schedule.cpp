#include "arena/run/schedule/sprt_schedule.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"

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
    : spec_(spec), players_(most_players(spec)), evidence_(2 * players_ * (players_ - 1) + 1) {}

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

void SprtSchedule::commit(const GameTask& task, const GameRecord& record, const log::PlayHash& play) {
  const auto points = half_points(task, record);
  points_ = points && points_ ? std::optional(*points_ + *points) : std::nullopt;
  keys_.push_back(rating::play_key(record, play));
  if (++committed_ % players_ != 0) return;
  const rating::PlayKey key = rating::join(keys_);
  keys_.clear();
  if (const auto sum = std::exchange(points_, 0)) {
    evidence_.add(key, *sum);
    llr_ = rating::sprt_llr(spec_.format.sprt, rating::ScoreCounts::of_blocks(blocks(), players_));
    decision_ = spec_.format.sprt.decide(llr_);
  }
}

rating::Pentanomial SprtSchedule::counts() const noexcept {
  rating::Pentanomial pairs;
  std::copy_n(blocks().begin(), pairs.pairs.size(), pairs.pairs.begin());
  return pairs;
}

std::uint64_t SprtSchedule::counted_blocks() const noexcept {
  return std::accumulate(blocks().begin(), blocks().end(), std::uint64_t{0});
}

std::string SprtSchedule::summary() const {
  const SprtTest& test = spec_.format.sprt;
  std::string text =
      fmt::format("SPRT of {} {} {} ({} Elo, H0 {:g}, H1 {:g}): LLR {:.3f} in [{:.3f}, {:.3f}], ",
                  spec_.agents[0].name, players_ == 2 ? "against" : "among copies of", spec_.agents[1].name,
                  to_text(test.model), test.elo0, test.elo1, llr_, test.lower(), test.upper());
  text += decided() ? fmt::format("{} accepted after {}\n", to_text(decision_), units(counted_blocks()))
                    : fmt::format("undecided after {}\n", units(counted_blocks()));
  if (repeated() != 0) {
    text += fmt::format("  not counted: {} that {} earlier ones move by move\n", units(repeated()),
                        repeated() == 1 ? "repeats" : "repeat");
  }
  const auto scores = rating::ScoreCounts::of_blocks(blocks(), players_);
  const auto elo = rating::match_statistics(scores).elo;
  using Kind = rating::Estimate::Kind;
  if (elo.kind == Kind::kTwoSided) {
    text += fmt::format("  Elo {:+.1f} [{:+.1f}, {:+.1f}]", elo.value, elo.low, elo.high);
  } else if (elo.kind != Kind::kNone) {
    text += fmt::format("  Elo at {} {:+.1f}", elo.kind == Kind::kAtLeast ? "least" : "most", elo.value);
  }
  if (players_ != 2) return text + fmt::format("  score {:.1f} %\n", 100 * scores.mean());
  return text + fmt::format("  LL {}  LD {}  WL/DD {}  WD {}  WW {}\n", blocks()[0], blocks()[1], blocks()[2],
                            blocks()[3], blocks()[4]);
}

std::string SprtSchedule::status() const {
  std::string text = fmt::format("LLR {:.2f} in [{:.2f}, {:.2f}]", llr_, spec_.format.sprt.lower(),
                                 spec_.format.sprt.upper());
  if (repeated() != 0) text += fmt::format(", {} repeated and not counted", units(repeated()));
  return text;
}

std::string SprtSchedule::units(std::uint64_t n) const {
  return players_ == 2 ? plural(n, "pair")
                       : fmt::format("{} of {} games, one in each seat", plural(n, "block"), players_);
}

}  // namespace ludex::arena::run
