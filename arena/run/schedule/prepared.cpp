#include "arena/run/schedule/prepared.hpp"

#include <utility>

namespace ludex::arena::run {

Result<PreparedTournament> prepare(TournamentSpec spec, host::Registry& registry) {
  PreparedTournament prepared;
  for (GameSpec& game : spec.games) {
    auto made = registry.make_game({game.id, game.params}, game.sandboxed);
    if (!made) return Error{made.error()};
    game.players = (*made)->traits().players;
    std::vector<Diagnostic> problems;
    auto openings = OpeningSource::make(**made, game.openings, game.label, spec.seed, problems);
    if (openings == nullptr) return Error{to_text(problems)};
    prepared.games.push_back({*std::move(made), std::move(openings)});
  }
  prepared.spec = std::move(spec);
  return prepared;
}

}  // namespace ludex::arena::run
