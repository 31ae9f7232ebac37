// NoTally: the tally of a minimax search that counts nothing; conspiracy.hpp has tallies that count.
#pragma once

#include <cstddef>
#include <cstdint>

#include "agents/common/minimax/score.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::minimax {

// A tally keeps one record per ply: open() begins an inner node; leaf(), terminal() and hit() make the record
// of a position whose moves are not searched; merge() adds the record of the child to its parent's. Scores
// are from the point of view of `player`.
struct NoTally {
  void resize(std::size_t) noexcept {}
  void open(std::uint32_t) noexcept {}
  void leaf(std::uint32_t, Score, Player) noexcept {}
  void terminal(std::uint32_t, Score, Player) noexcept {}
  void hit(std::uint32_t, Score, Player) noexcept {}
  void merge(std::uint32_t, Player) noexcept {}
};

}  // namespace ludex::agents::minimax
