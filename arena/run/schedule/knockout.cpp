#include "arena/run/schedule/knockout.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include <fmt/format.h>

#include "core/util/hash.hpp"
#include "core/util/rng.hpp"

namespace ludex::arena::run {

std::vector<std::uint32_t> bracket_places(std::uint32_t entrants) {
  const std::uint32_t size = std::bit_ceil(std::max(1U, entrants));
  std::vector<std::uint32_t> places{0};
  // Splits each place in two: its seed, and the seed that completes the constant sum of the stage's pairs.
  while (places.size() < size) {
    std::vector<std::uint32_t> next;
    for (const std::uint32_t seed : places) {
      next.push_back(seed);
      next.push_back(static_cast<std::uint32_t>(2 * places.size()) - 1 - seed);
    }
    places = std::move(next);
  }
  return places;
}

KnockoutSchedule::KnockoutSchedule(const TournamentSpec& spec)
    : WaveSchedule(spec), seeds_(spec.agents.size()) {
  std::iota(seeds_.begin(), seeds_.end(), 0U);
  if (spec.format.random_seeding) {
    Rng rng = Rng::seeded(hash_combine(spec.seed, fnv1a("seeding")));
    for (std::size_t i = seeds_.size(); i > 1; --i)
      std::swap(seeds_[i - 1], seeds_[rng.below(static_cast<std::uint32_t>(i))]);
  }
  const auto entrants = static_cast<std::uint32_t>(seeds_.size());
  for (const std::uint32_t seed : bracket_places(entrants))
    places_.push_back(seed < entrants ? std::optional(seed) : std::nullopt);
}

std::uint64_t KnockoutSchedule::total() const noexcept {
  const std::uint64_t to_come = spec().agents.size() - 1 - matches_.size();
  return planned() + to_come * spec().format.match_games * spec().games.size();
}

void KnockoutSchedule::start_stage() {
  stage_begin_ = matches_.size();
  openings_played_ = 0;
  for (std::size_t i = 0; i + 1 < places_.size(); i += 2) {
    if (!places_[i] || !places_[i + 1]) continue;
    const auto [better, worse] = std::minmax(*places_[i], *places_[i + 1]);
    matches_.push_back({stage_, better, worse, 0, 0, false});
  }
}

void KnockoutSchedule::add_openings(std::uint32_t from, std::uint32_t openings,
                                    std::vector<GameTask>& tasks) const {
  for (std::uint32_t opening = from; opening < from + openings; ++opening) {
    for (std::size_t i = stage_begin_; i < matches_.size(); ++i) {
      const Match& match = matches_[i];
      if (match.over) continue;
      add_games(stage_ * (spec().format.max_games / 2) + opening, {seeds_[match.better], seeds_[match.worse]},
                tasks);
    }
  }
}

std::vector<GameTask> KnockoutSchedule::plan() {
  std::vector<GameTask> tasks;
  const FormatSpec& format = spec().format;
  if (winner_) return tasks;
  if (matches_.empty()) {
    start_stage();
  } else {
    bool level = false;
    for (std::size_t i = stage_begin_; i < matches_.size(); ++i) {
      Match& match = matches_[i];
      match.over = match.better_score != match.worse_score || openings_played_ == format.max_games / 2;
      level = level || !match.over;
    }
    if (level) {
      add_openings(openings_played_, 1, tasks);
      ++openings_played_;
      return tasks;
    }
    std::vector<std::optional<std::uint32_t>> winners;
    std::size_t played = stage_begin_;
    for (std::size_t i = 0; i + 1 < places_.size(); i += 2) {
      const bool match = places_[i] && places_[i + 1];
      winners.push_back(match ? matches_[played++].winner() : places_[i] ? places_[i] : places_[i + 1]);
    }
    places_ = std::move(winners);
    if (places_.size() == 1) {
      winner_ = seeds_[*places_.front()];
      return tasks;
    }
    ++stage_;
    start_stage();
  }
  openings_played_ = format.match_games / 2;
  add_openings(0, openings_played_, tasks);
  return tasks;
}

void KnockoutSchedule::count(const GameTask& task, const PerSeat<std::uint32_t>& half_points) {
  for (std::size_t i = stage_begin_; i < matches_.size(); ++i) {
    Match& match = matches_[i];
    const std::uint32_t better = seeds_[match.better];
    const std::uint32_t worse = seeds_[match.worse];
    if (task.agents[0] == better && task.agents[1] == worse) {
      match.better_score += half_points[0];
      match.worse_score += half_points[1];
    } else if (task.agents[0] == worse && task.agents[1] == better) {
      match.better_score += half_points[1];
      match.worse_score += half_points[0];
    }
  }
}

std::string KnockoutSchedule::summary() const {
  std::string text = "Knockout\n";
  for (const Match& match : matches_) {
    text += fmt::format("  stage {}: {} {:.1f} - {:.1f} {}\n", match.stage + 1,
                        spec().agents[seeds_[match.better]].name, static_cast<double>(match.better_score) / 2,
                        static_cast<double>(match.worse_score) / 2, spec().agents[seeds_[match.worse]].name);
  }
  if (winner_) text += fmt::format("  winner: {}\n", spec().agents[*winner_].name);
  return text;
}

}  // namespace ludex::arena::run
