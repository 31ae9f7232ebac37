// `ludex check --engine` for the UCI family.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "core/study/study_shell.hpp"
#include "plugins/studies/bridges/conformance.hpp"

namespace ludex::agents::bridges {

// `by_time`: the protocol limits a search by time only.
template <class Bridge>
void check_uci_family(const StudyTask& task, bool by_time, TextSink& out) {
  Budget nodes{}, depth{}, time{};
  nodes.nodes = 1000;
  depth.depth = 2;
  depth.wall_ns = 2'000'000'000;  // for engines that do not search by depth
  time.wall_ns = 200'000'000;
  const std::array<NamedBudget, 3> budgets{
      {{"go nodes 1000", nodes}, {"go depth 2 movetime 1990", depth}, {"go movetime 190", time}}};
  Bridge bridge(task.values);
  check_conformance(bridge, task, std::span(budgets).subspan(by_time ? 2 : 0), "bestmove lines", out);
}

}  // namespace ludex::agents::bridges
