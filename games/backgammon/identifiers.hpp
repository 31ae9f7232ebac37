// Positions in the notations of other programs (rules.md): position ids of GNU Backgammon, boards of the
// First Internet Backgammon Server.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/abi/types.hpp"
#include "core/util/result.hpp"
#include "games/backgammon/men.hpp"
#include "games/backgammon/plays.hpp"

namespace ludex::games::backgammon {

struct Setup {
  Men mover;
  Men other;
  Player side;               // of the mover
  std::optional<Roll> roll;  // none: to be rolled
};

// "4HPwATDgc/ABMA".
[[nodiscard]] std::string gnubg_id(const Men& mover, const Men& other);
// A position id, alone or with a match id behind a colon, which has the side to move and the roll.
[[nodiscard]] Result<Setup> read_gnubg_id(std::string_view text);

// "board:first:second:..." as the mover sees it.
[[nodiscard]] std::string fibs_board(const Setup& setup);
[[nodiscard]] Result<Setup> read_fibs_board(std::string_view text);

}  // namespace ludex::games::backgammon
