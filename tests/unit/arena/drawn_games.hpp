// Tournaments without games: every record is a function of its task alone, as that of a game under a
// deterministic budget is, and ends in no time. So whole logs can be compared byte by byte.
#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "arena/run/config/write_spec.hpp"
#include "arena/run/match/ledger.hpp"
#include "arena/run/schedule/make_schedule.hpp"
#include "core/util/hash.hpp"
#include "core/util/rng.hpp"

namespace ludex::tests {

// Random numbers of 32 bits.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : rng_(Rng::seeded(seed)) {}
  std::uint32_t operator()() noexcept { return static_cast<std::uint32_t>(rng_.next() >> 32); }

 private:
  Rng rng_;
};

inline arena::TournamentSpec drawn_spec(std::uint32_t games, std::uint32_t agents,
                                        std::uint32_t games_per_pair) {
  arena::TournamentSpec spec;
  spec.name = "drawn";
  spec.seed = 5;
  for (std::uint32_t i = 0; i < games; ++i) spec.games.push_back({"g" + std::to_string(i), "line", {}, {}});
  for (std::uint32_t i = 0; i < agents; ++i) {
    spec.agents.push_back({"a" + std::to_string(i), "uct", {}, {}, {}});
    spec.agents.back().budget.iterations = 10 + i;
  }
  spec.format.games_per_pair = games_per_pair;
  return spec;
}

// Agent `a1` loses a third of its games by faults: in a long tournament it is withdrawn at some time.
inline arena::GameRecord drawn_record(const arena::TournamentSpec& spec, const arena::run::GameTask& task,
                                      const std::string& spec_hash) {
  using namespace arena;
  GameRecord record = record_head(spec, task, spec_hash);
  const std::uint64_t dice = mix64(task.seed);
  record.outcome = static_cast<GameResult>(dice % 3);
  const std::string kFaulty = "a1";
  for (Player seat = 0; seat < 2; ++seat) {
    if (record.agents[seat] != kFaulty || dice / 3 % 3 != 0) continue;
    record.outcome = loss_of(seat);
    record.termination = Termination::kCrash;
    record.note = "drawn";
  }
  for (std::uint64_t i = 0; i < dice / 9 % 5; ++i)
    record.moves.push_back("m" + std::to_string(dice / 45 % (i + 2)));
  record.plies = record.moves.size();
  for (SeatStats& stats : record.stats) stats.moves = record.plies / 2;
  return record;
}

// Plays the schedule into the folder with `hand` games in progress that end in any order.
inline void draw_all(const arena::TournamentSpec& spec, std::unique_ptr<arena::run::Schedule> schedule,
                     const std::string& folder, std::size_t hand, Dice& random,
                     std::uint64_t at_most = ~0ULL) {
  using namespace arena;
  using namespace arena::run;
  std::filesystem::create_directories(folder);
  Ledger::Warnings warnings;
  const auto ledger = Ledger::open(spec, std::move(schedule), folder, true, warnings);
  REQUIRE_MESSAGE(ledger, (ledger ? "" : ledger.error()));
  REQUIRE((*ledger)->open_logs());
  (*ledger)->begin(nullptr, nullptr);
  std::vector<Ticket> open;
  for (std::uint64_t given = 0; given < at_most; ++given) {
    while (open.size() < hand) {
      auto ticket = (*ledger)->take(false);
      if (!ticket) break;
      open.push_back(*std::move(ticket));
    }
    if (open.empty()) break;
    std::swap(open[random() % open.size()], open.back());
    (*ledger)->give(open.back(),
                    drawn_record(spec, open.back().task, (*ledger)->record(open.back()).spec_hash));
    open.pop_back();
  }
  REQUIRE((*ledger)->close());
  for (const auto& [name, text] :
       {std::pair("spec.yaml", write_spec(spec)), std::pair("spec.identity", spec_identity(spec))})
    std::ofstream(std::filesystem::path(folder) / name) << text;
}

}  // namespace ludex::tests
