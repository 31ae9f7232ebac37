// Checks an engine's conformance to its protocol: start, budgets, whole games in both seats. Used by `ludex
// check --engine`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include "agents/bridges/bridge.hpp"
#include "core/agent/ending.hpp"
#include "core/game/position.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/clock.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::bridges {

struct NamedBudget {
  const char* name;
  Budget budget;
};

// Writes one line per check, "ok" or "FAULT" and the reason, and at the end "passed", "failed" or
// "interrupted". `stale` names unsolicited answers.
template <class Bridge>
void check_conformance(Bridge& agent, const StudyTask& task, std::span<const NamedBudget> budgets,
                       const char* stale, TextSink& out) {
  int faults = 0;
  const auto check = [&](const std::string& what, auto&& body) {
    const std::int64_t start = wall_clock_ns();
    try {
      const std::string note = body();
      out.write("ok     " + what + (note.empty() ? "" : ": " + note) + " (" +
                seconds_text(wall_clock_ns() - start) + " s)\n");
      return true;
    } catch (const std::exception& e) {
      out.write("FAULT  " + what + ": " + e.what() + "\n");
      ++faults;
      return false;
    }
  };
  const auto choose = [&](const Position& position, Budget budget, SearchReport& report) {
    budget.threads = 1;
    budget.stop = task.stop;
    return agent.choose(position.state(), budget, report);
  };

  const bool started = check("start and handshake", [&] {
    agent.new_game(*task.game, 0, 1);
    return agent.greeting();
  });
  for (std::size_t i = 0; started && i < budgets.size(); ++i) {
    check(budgets[i].name, [&] {
      agent.new_game(*task.game, 0, i);
      const Position position(*task.game);
      SearchReport report = SearchReport::empty(nullptr, 0);
      const std::string move = position.move_text(choose(position, budgets[i].budget, report));
      return move + ", depth " + std::to_string(report.depth) + ", nodes " + std::to_string(report.nodes) +
             (report.value_unit == ValueUnit::kNone ? ", no score" : "");
    });
  }
  for (Player seat = 0; started && seat < 2; ++seat) {
    check(seat == 0 ? "a game as first player against random moves" : "a game as second player", [&] {
      Rng rng = Rng::seeded(7 + seat);
      agent.new_game(*task.game, seat, 1);
      Position position(*task.game);
      int plies = 0;
      const Budget budget = budgets.front().budget;
      // If a second is the protocol's smallest unit, plays the opening only.
      const int most = budget.wall_ns >= 1'000'000'000 ? 16 : 1'000'000;
      for (; !position.over() && plies < most && !task.stopped(); ++plies) {
        SearchReport report = SearchReport::empty(nullptr, 0);
        const auto moves = position.legal_moves();
        Move move = kNoMove;
        if (position.to_move() != seat) {
          move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        } else {
          try {
            move = choose(position, budget, report);
          } catch (const AgentEnded& ended) {
            if (ended.end() != AgentEnd::kResigned) throw;
            return std::to_string(plies) + " plies, the engine resigned";
          }
        }
        agent.observe(position.state(), move);
        position.apply(move);
      }
      if (!position.over()) return "the first " + std::to_string(plies) + " plies";
      const Player winner = winner_of(position.status());
      return std::to_string(plies) + " plies, the engine " +
             (winner == seat      ? "won"
              : winner == kNobody ? "drew"
                                  : "lost");
    });
  }
  out.write(task.stopped() ? "interrupted\n" : faults == 0 ? "passed\n" : "failed\n");
  if (agent.stale_answers() != 0)
    out.write("note   " + std::to_string(agent.stale_answers()) + " " + stale + " without a command\n");
}

}  // namespace ludex::agents::bridges
