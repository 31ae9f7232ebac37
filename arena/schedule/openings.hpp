// Start positions of games: none, random plies, all first moves, or from a file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/model/opening.hpp"
#include "arena/model/spec.hpp"
#include "arena/text/diagnostic.hpp"
#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// The openings of one game of a tournament. opening(round) is a function of the arguments of make() and of
// the round. Thread-safe.
class OpeningSource {
 public:
  virtual ~OpeningSource() = default;
  [[nodiscard]] virtual Result<Opening> opening(std::uint32_t round) = 0;

  // `game` outlives the source. `label` is GameSpec::label, `seed` TournamentSpec::seed. nullptr if something
  // is wrong, and why in `problems`: a file without an opening, random plies that always end the game, ...
  // What of a file was left out is added to `left_out`, unless null.
  [[nodiscard]] static std::unique_ptr<OpeningSource> make(const Game& game, const OpeningSpec& spec,
                                                           std::string_view label, std::uint64_t seed,
                                                           std::vector<Diagnostic>& problems,
                                                           std::vector<Diagnostic>* left_out = nullptr);
};

}  // namespace ludex::arena
