#include "arena/faces/export/dice_check.hpp"

#include <cstddef>

#include <fmt/format.h>

#include "arena/faces/export/replay.hpp"
#include "arena/run/schedule/dice.hpp"

namespace ludex::arena::exports {

Result<std::uint64_t> check_dice(const Game& game, const GameRecord& record, std::uint64_t seed) {
  const auto played = replay(game, record);
  if (!played) return Error{played.error()};
  run::Dice dice(run::dice_key(seed, record.game, record.round));
  Position position = played->start;
  std::uint64_t rolls = 0;
  for (std::size_t i = 0; i < played->plies.size(); ++i) {
    const Ply& ply = played->plies[i];
    if (ply.rolled() && !ply.opening) {
      ++rolls;
      const Move drawn = dice.roll(position);
      if (drawn != ply.move)
        return Error{fmt::format("game '{}': roll {} (ply {}) is {}, and by the seed of the dice {}",
                                 record.id, rolls, i + 1, position.move_text(ply.move),
                                 position.move_text(drawn))};
    }
    position.apply(ply.move);
  }
  return rolls;
}

}  // namespace ludex::arena::exports
