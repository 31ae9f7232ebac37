// Ends games that the rules have not ended: agreed proofs, scores, an oracle's proof, the ply limit.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "arena/model/spec.hpp"
#include "arena/run/match/oracle.hpp"
#include "arena/run/match/seat.hpp"

namespace ludex::arena::run {

struct Verdict {
  GameResult outcome;
  Termination reason;
};

// Judges one game; with more than two players by the ply limit alone.
class Adjudicator {
 public:
  // Both may be null; the oracle has been given the game.
  Adjudicator(const AdjudicationSpec* spec, Oracle* oracle, bool two)
      : spec_(spec), oracle_(oracle), two_(two) {}

  // `seat` has chosen a move and reported its value of the position before, from its own view.
  void said(Player seat, const MoveReport& report) noexcept;
  // The verdict if the game ends here. `position` is not over; `plies` counts the game's plies so far,
  // `moves` those chosen by agents. Called once per position. `stop` is the host's and may be null.
  [[nodiscard]] std::optional<Verdict> verdict(const Position& position, std::uint64_t plies,
                                               std::uint64_t moves, const std::uint32_t* stop);

 private:
  // Number of a seat's latest moves in a row reported as lost, won or level, by the specification's scores.
  struct Streaks {
    std::uint32_t lost = 0;
    std::uint32_t won = 0;
    std::uint32_t level = 0;
  };

  [[nodiscard]] std::optional<Verdict> by_scores(std::uint64_t plies) const noexcept;

  const AdjudicationSpec* spec_;
  Oracle* oracle_;
  bool two_;
  std::array<Streaks, 2> streaks_{};
  GameResult last_said_ = GameResult::kNone;
  Player last_seat_ = 0;
  bool agreed_ = false;
};

}  // namespace ludex::arena::run
