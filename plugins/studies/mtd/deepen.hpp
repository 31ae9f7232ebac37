// Common part of the studies on mtd.
#pragma once

#include <cstdint>
#include <vector>

#include "agents/mtd/engine.hpp"
#include "core/agent/budget.hpp"
#include "core/study/study_shell.hpp"

namespace ludex::agents::mtd {

// Searches one position at all depths with one set of settings.
template <class Tally>
std::vector<DepthResult> deepen(Engine<Tally>& engine, const StudyTask& task, const State* position,
                                std::uint32_t depth) {
  engine.new_game(*task.game, 1);
  Budget budget{};
  budget.depth = depth;
  budget.threads = 1;
  budget.stop = task.stop;
  BudgetMeter meter(budget);
  Move move = kNoMove;
  engine.deepen(position, budget, meter, move);
  return engine.results();
}

}  // namespace ludex::agents::mtd
