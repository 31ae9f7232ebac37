// Openings of games: none, random plies, all first moves, or from a file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/base/text/diagnostic.hpp"
#include "arena/model/opening.hpp"
#include "arena/model/spec.hpp"
#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

// The openings of one game of a tournament. opening(round) depends only on the arguments of make() and on the
// round. Thread-safe.
class OpeningSource {
 public:
  virtual ~OpeningSource() = default;
  [[nodiscard]] virtual Result<Opening> opening(std::uint32_t round) = 0;
  // The number of openings, after which they return in the same order; no value if that is not known.
  [[nodiscard]] virtual std::optional<std::uint64_t> size() const noexcept = 0;

  // `game` must outlive the source. `label` is GameSpec::label, `seed` TournamentSpec::seed. nullptr on an
  // error, which is added to `problems`: a file without openings, random plies that always end the game, ...
  // Entries of a file that are left out are added to `left_out`, unless null.
  [[nodiscard]] static std::unique_ptr<OpeningSource> make(const Game& game, const OpeningSpec& spec,
                                                           std::string_view label, std::uint64_t seed,
                                                           std::vector<Diagnostic>& problems,
                                                           std::vector<Diagnostic>* left_out = nullptr);
};

}  // namespace ludex::arena::run
