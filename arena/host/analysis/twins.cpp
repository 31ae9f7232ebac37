#include "arena/host/analysis/twins.hpp"

#include <algorithm>
#include <numeric>

#include "core/game/extensions.hpp"

namespace ludex::arena::host {

std::vector<std::size_t> first_twins(const Position& start, std::span<const Move> moves) {
  std::vector<std::size_t> twins(moves.size());
  std::iota(twins.begin(), twins.end(), std::size_t{0});
  const Game& game = start.game();
  const auto* const symmetry = find<Symmetry>(game);
  if (symmetry == nullptr || (game.traits().flags & kCyclic) != 0) return twins;
  Position image = start;
  for (std::uint32_t k = 1; k < symmetry->count(); ++k) {
    symmetry->map_state(start.state(), k, image.state());
    if (image.hash() != start.hash() || image.text() != start.text()) continue;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto twin = std::find(moves.begin(), moves.end(), symmetry->map_move(start.state(), moves[i], k));
      if (twin == moves.end()) continue;
      std::size_t& first = twins[static_cast<std::size_t>(twin - moves.begin())];
      first = std::min(first, i);
    }
  }
  return twins;
}

}  // namespace ludex::arena::host
