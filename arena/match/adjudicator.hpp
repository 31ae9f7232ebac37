// Ends games that the rules have not ended: agreed proofs, an oracle's proof, the ply limit.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/match/oracle.hpp"
#include "arena/model/spec.hpp"

namespace ludex::arena {

struct Verdict {
  GameResult outcome;
  Termination reason;
};

// For one game.
class Adjudicator {
 public:
  // Both may be null; the oracle has been given the game.
  Adjudicator(const AdjudicationSpec* spec, Oracle* oracle) : spec_(spec), oracle_(oracle) {}

  // `seat` has chosen a move and said how the game ends (Outcome of the position before, for itself).
  void said(Player seat, Outcome outcome) noexcept;
  // Whether the game ends here. `position` is not over; `plies` of the game so far, `moves` of them chosen by
  // agents. Called once a position. `stop` is the host's, may be null.
  [[nodiscard]] std::optional<Verdict> verdict(const Position& position, std::uint64_t plies,
                                               std::uint64_t moves, const std::uint32_t* stop);

 private:
  const AdjudicationSpec* spec_;
  Oracle* oracle_;
  GameResult last_said_ = GameResult::kNone;
  Player last_seat_ = 0;
  bool agreed_ = false;
};

}  // namespace ludex::arena
