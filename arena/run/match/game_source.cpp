#include "arena/run/match/game_source.hpp"

namespace ludex::arena::run {

GameRecord record_head(const TournamentSpec& spec, const GameTask& task, const std::string& spec_hash) {
  GameRecord record;
  record.id = task.id;
  record.game = spec.games[task.game].label;
  record.agents = {spec.agents[task.first].name, spec.agents[task.second].name};
  record.round = task.round;
  record.seed = task.seed;
  record.params = task.params;
  record.spec_hash = spec_hash;
  return record;
}

}  // namespace ludex::arena::run
