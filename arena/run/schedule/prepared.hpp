// A tournament that is ready to be played: its specification, with all that reading it had to make.
#pragma once

#include <memory>
#include <vector>

#include "arena/host/plugins/registry.hpp"
#include "arena/model/spec.hpp"
#include "arena/run/schedule/openings.hpp"
#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

// A game of a tournament and its openings. Copies share both, which are thread-safe.
struct PreparedGame {
  std::shared_ptr<const Game> game;
  std::shared_ptr<OpeningSource> openings;  // uses `game`
};

struct PreparedTournament {
  TournamentSpec spec;
  std::vector<PreparedGame> games;  // those of the specification, in order
};

// Prepares a specification that no file had: a test's, for example.
[[nodiscard]] Result<PreparedTournament> prepare(TournamentSpec spec, host::Registry& registry);

}  // namespace ludex::arena::run
