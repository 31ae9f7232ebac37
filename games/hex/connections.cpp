#include "games/hex/connections.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/game/game.hpp"
#include "games/hex/board.hpp"
#include "games/hex/patterns.hpp"

namespace ludex::games::hex {

template <std::size_t W>
void Connections<W>::reserve(std::uint32_t cells, const ConnectionLimits& limits) {
  const std::size_t pairs = pairs_of(cells + 2);
  // A step makes at most one link, and rarely that; the or-rule makes few.
  most_links_ = 1 + std::min(pairs * (limits.fulls + limits.semis) + limits.edge_semis,
                             std::size_t{cells} * 16 + limits.steps);
  const std::size_t fulls = std::min(pairs * limits.fulls, most_links_);
  end_.reserve(cells);
  touch_.reserve(std::size_t{cells} + 2);
  cell_.reserve(std::size_t{cells} + 2);
  bit_.reserve(std::size_t{cells} + 2);
  pairs_.reserve(pairs);
  links_.reserve(most_links_);
  buckets_.reserve(std::size_t{cells} + 1);
  done_.reserve(2 * (std::size_t{cells} + 2));
  chunks_.reserve(2 * (std::size_t{cells} + 2) + 2 * fulls / DoneChunk::kRoom + 1);
  others_.reserve(std::max(limits.semis, limits.edge_semis));
}

template <std::size_t W>
bool Connections<W>::build(const HexBoard<W>& board, const Patterns<W>& patterns, Player player,
                           const Board& own, const Board& other, const ConnectionLimits& limits,
                           ConnectionGoal goal) {
  limits_ = limits;
  empty_ = board.all().without(own | other);
  steps_ = 0;
  reserve(board.cells(), limits);
  find_ends(board, player, own);
  pairs_.assign(pairs_of(ends_), Pair{});
  links_.resize(1);
  buckets_.assign(std::size_t{board.cells()} + 1, 0);
  lowest_ = 0;
  chunks_.resize(1);
  done_.assign(std::size_t{2} * ends_, DoneList{});
  add_known(board, patterns, player, own);
  return search(goal);
}

template class Connections<1>;
template class Connections<2>;
template class Connections<3>;
template class Connections<4>;
template class Connections<6>;

}  // namespace ludex::games::hex
