#include "arena/results/log/same_game.hpp"

#include <algorithm>

namespace ludex::arena::log {
namespace {

SeatStats untimed(SeatStats stats) {
  stats.cpu_seconds = stats.wall_seconds = stats.engine_cpu_seconds = stats.hidden_cpu_seconds = 0;
  stats.overruns = stats.starved = 0;
  stats.series.cpu_us.clear();
  stats.series.wall_us.clear();
  stats.series.engine_cpu_us.clear();
  stats.series.clock_ms.clear();
  return stats;
}

// Ignores the notes.
bool same_faults(const std::vector<SeatFault>& a, const std::vector<SeatFault>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const SeatFault& x, const SeatFault& y) {
    return x.seat == y.seat && x.reason == y.reason && x.ply == y.ply;
  });
}

}  // namespace

std::string difference(const GameRecord& a, const GameRecord& b) {
  if (a.id != b.id) return "id";
  if (a.game != b.game) return "game";
  if (a.agents != b.agents) return "agents";
  if (a.round != b.round) return "round";
  if (a.position != b.position) return "position";
  if (a.opening != b.opening) return "opening";
  if (a.moves != b.moves) return "moves";
  if (a.outcome != b.outcome) return "outcome";
  if (a.returns != b.returns) return "returns";
  if (a.ranks != b.ranks) return "ranks";
  if (a.termination != b.termination) return "termination";
  if (a.seed != b.seed) return "seed";
  if (!same_faults(a.faults, b.faults)) return "faults";
  if (a.stats.size() != b.stats.size()) return "stats";
  for (std::size_t seat = 0; seat < a.stats.size(); ++seat) {
    if (untimed(a.stats[seat]) != untimed(b.stats[seat])) return "stats";
  }
  return a.spec_hash == b.spec_hash ? "" : "spec_hash";
}

}  // namespace ludex::arena::log
