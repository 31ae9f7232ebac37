#include "arena/run/tournament/repeat_probe.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "arena/base/process/ticker.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/model/game_record.hpp"
#include "arena/results/log/play_hash.hpp"
#include "arena/run/match/game_source.hpp"
#include "arena/run/match/tournament_context.hpp"
#include "arena/run/worker/slots.hpp"
#include "core/util/clock.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex::arena::run {
namespace {

// Hands out two games, and keeps their records. Thread-safe.
class TwoGames final : public GameSource {
 public:
  TwoGames(const TournamentSpec& spec, std::array<GameTask, 2> tasks, const std::uint32_t* stop)
      : spec_(spec), tasks_(std::move(tasks)), stop_(stop) {}

  std::optional<Ticket> take(bool) override {
    const std::scoped_lock lock(mutex_);
    if (next_ == tasks_.size() || stopping()) return std::nullopt;
    const std::size_t index = next_++;
    return Ticket{tasks_[index], index};
  }
  [[nodiscard]] GameRecord record(const Ticket& ticket) const override {
    return record_head(spec_, ticket.task, "");
  }
  void give(const Ticket& ticket, GameRecord record) override {
    const std::scoped_lock lock(mutex_);
    records_[ticket.index] = std::move(record);
  }
  void fail(std::string reason) override {
    const std::scoped_lock lock(mutex_);
    if (failure_.empty()) failure_ = std::move(reason);
    failed_ = true;
  }
  [[nodiscard]] bool stopping() const noexcept override { return stop_requested(stop_) || failed_; }

  // Valid after the last slot has ended.
  [[nodiscard]] const std::string& failure() const noexcept { return failure_; }
  // Whether the games are equal; no value if they were not both finished, or one ended by a fault.
  [[nodiscard]] std::optional<bool> equal() const {
    for (const auto& record : records_) {
      if (!record || record->outcome == GameResult::kNone || is_forfeit(record->termination))
        return std::nullopt;
    }
    return log::PlayHash::of(*records_[0]) == log::PlayHash::of(*records_[1]);
  }

 private:
  const TournamentSpec& spec_;
  std::array<GameTask, 2> tasks_;
  const std::uint32_t* stop_;
  std::mutex mutex_;
  std::size_t next_ = 0;
  std::array<std::optional<GameRecord>, 2> records_;
  std::string failure_;
  std::atomic<bool> failed_ = false;
};

// The openings that the format may ask for on each game; 0: not known in advance, or few.
std::uint64_t rounds_of(const TournamentSpec& spec) {
  switch (spec.format.type) {
    case FormatType::kRoundRobin:
    case FormatType::kGauntlet:
      return spec.format.rounds();
    case FormatType::kSprt: {
      const std::uint64_t blocks = spec.format.max_games / most_players(spec);
      return (blocks + spec.games.size() - 1) / spec.games.size();
    }
    case FormatType::kSwiss:
    case FormatType::kKnockout:
      break;
  }
  return 0;
}

// Agents in seat order: `one` in the first seat, `other` in all others.
PerSeat<std::uint32_t> seats_of(std::uint32_t players, std::uint32_t one, std::uint32_t other) {
  PerSeat<std::uint32_t> seats(players);
  for (std::uint32_t seat = 0; seat < players; ++seat) seats[seat] = seat == 0 ? one : other;
  return seats;
}

}  // namespace

Result<std::vector<std::string>> find_repeats(const PreparedTournament& tournament, host::Registry& registry,
                                              std::chrono::milliseconds patience) {
  const TournamentSpec& spec = tournament.spec;
  const std::uint64_t rounds = spec.tune ? 0 : rounds_of(spec);
  std::vector<std::string> sentences;
  StopFlag stop;
  std::unique_ptr<TournamentContext> context;
  const std::int64_t end =
      wall_clock_ns() + std::chrono::duration_cast<std::chrono::nanoseconds>(patience).count();
  const Ticker ticker(std::chrono::milliseconds(50), [&] {
    if (wall_clock_ns() >= end) stop.request();
  });
  for (std::uint32_t g = 0; g < spec.games.size(); ++g) {
    const auto openings = tournament.games[g].openings->size();
    if (!openings || *openings >= rounds) continue;
    if (context == nullptr) {
      auto made = TournamentContext::make(tournament, registry, stop.address());
      if (!made) return Error{made.error()};
      context = *std::move(made);
    }
    const auto again = static_cast<std::uint32_t>(*openings);  // the round that has opening 0 again
    std::string same;
    bool tried = false;
    const auto agents = static_cast<std::uint32_t>(spec.agents.size());
    for (std::uint32_t one = 0; one < agents && same.empty() && !stop.requested(); ++one) {
      for (std::uint32_t other = one + 1; other < agents && same.empty() && !stop.requested(); ++other) {
        const auto seats = seats_of(spec.games[g].players, one, other);
        TwoGames source(spec, {make_task(spec, g, 0, seats), make_task(spec, g, again, seats)},
                        stop.address());
        play_on_this_machine(*context, source);
        if (stop.requested()) break;
        if (!source.failure().empty()) return Error{source.failure()};
        const auto equal = source.equal();
        tried = tried || equal;
        if (equal.value_or(false))
          same = fmt::format("'{}' and '{}'", spec.agents[one].name, spec.agents[other].name);
      }
    }
    if (same.empty() && tried) continue;
    const bool sprt = spec.format.type == FormatType::kSprt;
    const std::string few = fmt::format("{}: {} for {}", spec.games[g].label, plural(*openings, "opening"),
                                        plural(rounds, spec.games[g].players == 2 ? "pair" : "block"));
    const char* const consequence =
        sprt ? "the test does not count games that repeat earlier ones"
             : "repeated games add no evidence, although ratings take all games for independent";
    sentences.push_back(
        same.empty()
            ? fmt::format("{}, after which each opening returns; agents without randomness then repeat their "
                          "games, and {} (two games were not finished within {}, so this was not tried)",
                          few, consequence, duration_text(patience.count() * 1'000'000))
            : fmt::format("{}; {} play the same game when an opening returns, and {}: give more openings",
                          few, same, consequence));
  }
  return sentences;
}

}  // namespace ludex::arena::run
