#include "arena/run/match/game_source.hpp"

namespace ludex::arena::run {

GameRecord record_head(const TournamentSpec& spec, const GameTask& task, const std::string& spec_hash) {
  GameRecord record;
  record.id = task.id;
  record.game = spec.games[task.game].label;
  set_players(record, task.agents.size());
  for (std::size_t seat = 0; seat < task.agents.size(); ++seat)
    record.agents[seat] = spec.agents[task.agents[seat]].name;
  record.round = task.round;
  record.seed = task.seed;
  if (!task.params.empty()) record.params = task.params;
  record.spec_hash = spec_hash;
  return record;
}

}  // namespace ludex::arena::run
