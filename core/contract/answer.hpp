// The answer of one search, checked against the rules and against exhaustive search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/agent/report.hpp"
#include "core/contract/exhaustive.hpp"
#include "core/contract/verdict.hpp"
#include "core/game/position.hpp"

namespace ludex::contract {

// Move and report of one search.
struct Answer {
  Move move = kNoMove;
  SearchReport report{};
  std::vector<RootMove> root;
};

[[nodiscard]] inline bool same_answer(const Answer& a, const Answer& b) {
  return a.move == b.move && a.report.value == b.report.value && a.report.outcome == b.report.outcome &&
         a.report.nodes == b.report.nodes && a.report.iterations == b.report.iterations &&
         a.report.depth == b.report.depth;
}

// The first contradiction between a report and the rules. The report passed check_report
// (core/contract/report_check.hpp) and has its root moves. `strict`: an empty principal variation is a fault.
[[nodiscard]] inline std::optional<Words> report_fault(const Position& position, Move move,
                                                       const SearchReport& report, bool strict) {
  const auto number = [](auto value) { return std::to_string(static_cast<std::uint32_t>(value)); };
  if (strict && report.pv_size == 0) return Words{"no principal variation", "the move at least"};
  if (report.pv_size > 0 && report.pv[0] != move)
    return Words{"the principal variation begins with a move other than the one played",
                 position.move_text(move)};
  Position line = position;
  for (std::uint32_t i = 0; i < report.pv_size; ++i) {
    if (line.over() || !line.is_legal(report.pv[i]))
      return Words{"move " + number(i + 1) + " of the principal variation is not legal", "legal moves"};
    line.apply(report.pv[i]);
  }
  std::vector<Move> seen;
  for (std::uint32_t i = 0; i < report.root_size; ++i) {
    const RootMove& root = report.root[i];
    if (!position.is_legal(root.move) || std::find(seen.begin(), seen.end(), root.move) != seen.end())
      return Words{"root move " + number(root.move) + " is illegal or occurs twice",
                   "legal moves, each once"};
    seen.push_back(root.move);
  }
  return std::nullopt;
}

[[nodiscard]] inline bool has_proof(const Answer& answer) {
  return answer.report.outcome != Outcome::kUnknown ||
         std::any_of(answer.root.begin(), answer.root.end(),
                     [](const RootMove& root) { return root.outcome != Outcome::kUnknown; });
}

struct ProofReading {
  int claims = 0;              // about the position or a root move whose true value is known
  std::optional<Words> fault;  // the first false claim
};

// Checks that no claimed proof contradicts exhaustive search, and that the move keeps a proven result.
[[nodiscard]] inline ProofReading read_proofs(const Position& position, const Answer& answer,
                                              Exhaustive& truth) {
  ProofReading reading;
  const auto read = [&](const std::string& what, Outcome said, Outcome is) {
    if (said == Outcome::kUnknown || is == Outcome::kUnknown) return;
    ++reading.claims;
    if (said != is && !reading.fault)
      reading.fault = Words{what + " is reported as a proven " + std::string(to_text(said)),
                            "it is a " + std::string(to_text(is))};
  };
  const Player mover = position.to_move();
  const Outcome said = answer.report.outcome;
  if (said != Outcome::kUnknown) {
    read("the position", said, truth.solve(position));
    read("the position, with the move " + position.move_text(answer.move) + ",", said,
         truth.after(position, answer.move, mover));
  }
  for (const RootMove& root : answer.root) {
    if (root.outcome == Outcome::kUnknown) continue;
    read("the move " + position.move_text(root.move), root.outcome, truth.after(position, root.move, mover));
  }
  return reading;
}

}  // namespace ludex::contract
