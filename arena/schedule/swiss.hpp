// Swiss system: everybody plays every round, against somebody of about the same score and, while that is
// possible, not twice against the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/schedule/wave_schedule.hpp"

namespace ludex::arena {

// What the pairing of a round depends on. Agents are 0..n-1.
struct SwissState {
  explicit SwissState(std::uint32_t agents);

  [[nodiscard]] std::uint32_t agents() const noexcept { return static_cast<std::uint32_t>(score.size()); }
  [[nodiscard]] std::uint32_t& met(std::uint32_t a, std::uint32_t b) { return meetings[index(a, b)]; }
  [[nodiscard]] std::uint32_t met(std::uint32_t a, std::uint32_t b) const { return meetings[index(a, b)]; }
  // Sum of the opponents' scores, once a meeting; a bye counts as an opponent of one's own score.
  [[nodiscard]] std::uint64_t buchholz(std::uint32_t agent) const;
  // Agents by score, then Buchholz, then number (place in the file).
  [[nodiscard]] std::vector<std::uint32_t> order() const;

  std::vector<std::uint64_t> score;  // half points
  std::vector<std::uint32_t> byes;
  std::vector<std::uint32_t> meetings;  // n x n

 private:
  [[nodiscard]] std::size_t index(std::uint32_t a, std::uint32_t b) const noexcept {
    return std::size_t{a} * score.size() + b;
  }
};

struct SwissRound {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // the better placed first
  std::optional<std::uint32_t> bye;
};

// From the top of the order, each agent meets the first possible of: the lower half of its score group from
// the top, the upper half from the bottom, the groups below from the top. Possible is who it has not met and
// who leaves as many others as before a partner they have not met (a maximum matching says so), so there is a
// rematch only when there must be. Who is left over then is paired in the same way among those met least. The
// bye goes to the lowest of those with the fewest byes whose absence costs nobody a new partner.
[[nodiscard]] SwissRound pair_swiss_round(const SwissState& state);

// Each pairing is a match of `match_games` games on every game of the specification. Round s uses the
// openings s * match_games / 2 and following, the same for everybody. A bye scores like a match won
// throughout.
class SwissSchedule final : public WaveSchedule {
 public:
  explicit SwissSchedule(const TournamentSpec& spec);

  [[nodiscard]] std::uint64_t total() const noexcept override;
  [[nodiscard]] std::string summary() const override;

 private:
  [[nodiscard]] std::vector<GameTask> plan() override;
  void count(const GameTask& task, std::uint32_t first_half_points,
             std::uint32_t second_half_points) override;

  SwissState state_;
  std::uint32_t round_ = 0;  // the next one
};

}  // namespace ludex::arena
