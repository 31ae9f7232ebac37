#include "arena/run/tuning/tune_schedule.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/run/tuning/external.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex::arena::tuning {
namespace {

std::uint32_t agent_index(const TournamentSpec& spec, const std::string& name) {
  const auto at = std::find_if(spec.agents.begin(), spec.agents.end(),
                               [&](const AgentSpec& agent) { return agent.name == name; });
  return static_cast<std::uint32_t>(at - spec.agents.begin());
}

bool has_controls(const TuneSpec& spec) noexcept {
  // Against a copy of itself, the defaults score one half.
  return spec.control != 0 && !spec.self;
}

}  // namespace

std::uint32_t trial_games(const TournamentSpec& spec) noexcept {
  return most_players(spec);
}

std::uint64_t method_trials(const TournamentSpec& spec) {
  const std::uint64_t all = spec.tune->games / trial_games(spec);
  return has_controls(*spec.tune) ? all - all / spec.tune->control : all;
}

TrialPlan trial_plan(const TournamentSpec& spec, std::uint64_t n) {
  const std::uint64_t games = spec.games.size();
  const auto& opponents = spec.tune->opponents;
  TrialPlan plan;
  plan.game = static_cast<std::uint32_t>(n % games);
  plan.opening = n / games;
  plan.control = has_controls(*spec.tune) && n % spec.tune->control == spec.tune->control - 1;
  // Shifted after each control, so that controls do not always meet the same opponent.
  const std::uint64_t shift = has_controls(*spec.tune) ? n / spec.tune->control : 0;
  plan.opponent = agent_index(spec, opponents[(plan.opening + shift) % opponents.size()]);
  return plan;
}

ParamTexts settings_of(const Space& space, const Point& point) {
  ParamTexts settings = space.values(point);
  std::sort(settings.begin(), settings.end());
  return settings;
}

Result<Trial> trial_of(const Space& space, const GameRecord& record) {
  const auto point_of = [&](const ParamTexts& params) -> Result<Point> {
    Point point;
    for (std::size_t i = 0; i < space.size(); ++i) {
      const auto at = std::find_if(params.begin(), params.end(),
                                   [&](const auto& p) { return p.first == space.parameter(i).name; });
      if (at == params.end()) return Error{fmt::format("parameter '{}' is missing", space.parameter(i).name)};
      const auto x = space.coordinate_of(i, at->second);
      if (!x) return Error{x.error()};
      point.push_back(*x);
    }
    return point;
  };
  auto point = point_of(record.params[0]);
  if (!point) return Error{fmt::format("game '{}': {}", record.id, point.error())};
  Trial trial{*std::move(point)};
  if (!record.params[1].empty()) {
    auto rival = point_of(record.params[1]);
    if (!rival) return Error{fmt::format("game '{}': {}", record.id, rival.error())};
    trial.rival = *std::move(rival);
  }
  return trial;
}

void add_result(const GameRecord& record, const std::string& agent, Score& score) {
  const std::vector<std::uint32_t> ranks = ranks_of(record);
  const auto seat = std::find(record.agents.begin(), record.agents.end(), agent) - record.agents.begin();
  if (ranks.empty() || seat == static_cast<std::ptrdiff_t>(ranks.size())) return;
  const double share = share_of(ranks, static_cast<Player>(seat));
  ++(share > 0.5 ? score.wins : share < 0.5 ? score.losses : score.draws);
}

TuneSchedule::TuneSchedule(const TournamentSpec& spec, const Space& space, std::unique_ptr<Method> method,
                           RoundOf round_of, const std::uint32_t* stop)
    : spec_(spec),
      space_(space),
      tuner_(std::move(method), spec.tune->ahead),
      round_of_(std::move(round_of)),
      stop_(stop),
      tuned_(agent_index(spec, spec.tune->agent)),
      observed_(space),
      running_(*observed_.basis(), *observed_.samples(), fit_confidence(*spec.tune)) {}

std::string TuneSchedule::summary() const {
  if (committed_ == total() || history_.path.empty()) return "";
  return to_text(analyse(*spec_.tune, space_, history_, history_.path.back().recommendation), space_);
}

run::Schedule::Next TuneSchedule::fail(std::string why) {
  // A stop signal to the host ends the question, too.
  if (why == LineChannel::kStopped || stop_requested(stop_)) return Next::kWait;
  failure_ = std::move(why);
  return Next::kFailed;
}

run::Schedule::Next TuneSchedule::hand_out(run::GameTask& task, const GameRecord* record) {
  if (!failure_.empty()) return Next::kFailed;
  if (handed_out_ == total()) return Next::kDone;
  const std::uint32_t games = trial_games(spec_);
  if (handed_out_ % games != 0) {
    task = trial_[handed_out_ % games];
    ++handed_out_;
    return Next::kTask;
  }
  const std::uint64_t n = handed_out_ / games;
  const TrialPlan plan = trial_plan(spec_, n);
  const auto round = round_of_(plan.game, plan.opening);
  if (!round) return fail(round.error());
  Trial trial{space_.fallback()};
  std::optional<std::uint64_t> number;
  if (!plan.control) {
    if (!tuner_.ready()) return Next::kWait;
    number = tuner_.asked();
    if (record != nullptr && spec_.tune->method.type == TuneMethod::kExternal) {
      auto logged = trial_of(space_, *record);
      if (!logged) return fail(logged.error());
      trial = *std::move(logged);
      if (auto assumed = tuner_.assume(trial); !assumed) return fail(assumed.error());
    } else {
      auto asked = tuner_.ask();
      if (!asked) return fail(asked.error());
      trial = *std::move(asked);
    }
  }
  trial_.clear();
  for (std::uint32_t seat = 0; seat < games; ++seat) {
    PerSeat<std::uint32_t> agents(games);
    std::fill(agents.begin(), agents.end(), plan.opponent);
    agents[seat] = tuned_;
    trial_.push_back(run::make_task(spec_, plan.game, *round, agents));
    trial_.back().params.assign(games, trial.rival ? settings_of(space_, *trial.rival) : ParamTexts());
    trial_.back().params[seat] = settings_of(space_, trial.point);
  }
  task = trial_[0];
  open_.push_back({number, std::move(trial)});
  if (tuner_.method().fit() == nullptr) running_.advance();
  // Done here rather than when a game ends, because the method's knowledge is then the same in every run.
  const std::uint64_t step = std::max<std::uint64_t>(1, total() / games / 64);
  if (n % step == 0) {
    history_.path.push_back({handed_out_, tuner_.method().recommendation()});
    const LocalFit* fit = tuner_.method().fit();
    status_ = status_text(*spec_.tune, space_, observed_, fit != nullptr ? fit : running_.fit(),
                          history_.path.back().recommendation);
  }
  ++handed_out_;
  return Next::kTask;
}

void TuneSchedule::commit(const run::GameTask&, const GameRecord& record, const log::PlayHash&) {
  add_result(record, spec_.tune->agent, open_.front().score);
  if (++committed_ % trial_games(spec_) != 0) return;
  Open& pair = open_.front();
  if (pair.number) tuner_.tell(*pair.number, pair.score);
  history_.trials.push_back({std::move(pair.trial), pair.score, !pair.number});
  observed_.add(history_.trials.back());
  open_.pop_front();
}

}  // namespace ludex::arena::tuning
