// Swiss system: every agent plays in every round, against an opponent of similar score and, while possible,
// not twice against the same one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/run/schedule/wave_schedule.hpp"

namespace ludex::arena::run {

// Data that the pairing of a round depends on. Agents are 0..n-1.
struct SwissState {
  explicit SwissState(std::uint32_t agents);

  [[nodiscard]] std::uint32_t agents() const noexcept { return static_cast<std::uint32_t>(score.size()); }
  [[nodiscard]] std::uint32_t& met(std::uint32_t a, std::uint32_t b) { return meetings[index(a, b)]; }
  [[nodiscard]] std::uint32_t met(std::uint32_t a, std::uint32_t b) const { return meetings[index(a, b)]; }
  // Sum of the opponents' scores, once per meeting; a bye counts as an opponent with the agent's own score.
  [[nodiscard]] std::uint64_t buchholz(std::uint32_t agent) const;
  // Agents by score, then Buchholz, then index in the file.
  [[nodiscard]] std::vector<std::uint32_t> order() const;

  std::vector<std::uint64_t> score;  // half points, one opponent of a game after the other
  std::vector<std::uint32_t> byes;
  std::vector<std::uint32_t> meetings;  // n x n

 private:
  [[nodiscard]] std::size_t index(std::uint32_t a, std::uint32_t b) const noexcept {
    return std::size_t{a} * score.size() + b;
  }
};

struct SwissRound {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // the better-placed agent first
  std::optional<std::uint32_t> bye;
};

// From the top of the order, each agent meets the first possible of: the lower half of its score group from
// the top, the upper half from the bottom, the groups below from the top. An opponent is possible if the two
// have not met and their pairing leaves as many others as before a new partner (by a maximum matching), so
// rematches happen only when necessary. The remaining agents are paired in the same way among those met
// least. The bye goes to the lowest of those with the fewest byes whose absence costs nobody a new partner.
[[nodiscard]] SwissRound pair_swiss_round(const SwissState& state);

// A round for games of more than two players, in groups of `players` agents. The byes go to the lowest of
// those with the fewest byes. From the top of the order, each agent that is left is joined by those whom its
// group has met least, the best placed of them first.
struct SwissGroups {
  std::vector<PerSeat<std::uint32_t>> groups;
  std::vector<std::uint32_t> byes;
};
[[nodiscard]] SwissGroups group_swiss_round(const SwissState& state, std::uint32_t players);

// Each pairing is a match of `match_games` games on every game of the specification, all of which have the
// same number of players. Round s uses the openings from s * match_games / orders on, the same for all
// agents; `orders` are those of the seats, 2 for two players. A bye scores like a match with all games won.
class SwissSchedule final : public WaveSchedule {
 public:
  explicit SwissSchedule(const TournamentSpec& spec);

  [[nodiscard]] std::uint64_t total() const noexcept override;
  [[nodiscard]] std::string summary() const override;

 private:
  [[nodiscard]] std::vector<GameTask> plan() override;
  [[nodiscard]] SwissGroups next_round() const;
  void count(const GameTask& task, const PerSeat<std::uint32_t>& half_points) override;

  std::uint32_t players_;  // of every game
  std::uint32_t orders_;   // games of each opening
  SwissState state_;
  std::uint32_t round_ = 0;  // the next round
};

}  // namespace ludex::arena::run
