// ProofTree: walks the tree of a proof in a table, move by move with the game's own rules and the real past
// of the game, and searches again where the table has lost entries. It writes the tree as text, and checks a
// claim of a cyclic game before the agent makes it (question.hpp).
//
// Text, which the rules alone suffice to check: first a line
//     proof <question> <yes|no> by player <winner>
// then the moves in depth-first order, numbered from 1; the position of the question is 0:
//     <number> <number of the position before> <move> [end | = <number of an equal position above>]
// A position where the winner moves has one move below it, any other one all legal moves; `end` is an end of
// the game that answers the question as claimed. `=` does not occur in games with cycles.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "agents/common/proof-number/df_pn_search.hpp"
#include "core/abi/text.hpp"

namespace ludex::agents::proof_number {

class ProofTree {
 public:
  // `settings` must give positions the same keys as in the search that filled the table.
  void new_game(const Game& game, const Settings& settings);

  // True if the claim that the answer is `yes` holds with every move checked. `out` may be null. False also
  // if the budget of `meter` or the limit of moves does not suffice.
  bool walk(const State* root, const Question& question, bool yes, Identity identity, WideKey salt,
            ProofTable& table, BudgetMeter& meter, TextSink* out, std::uint64_t max_moves = 4'000'000);
  [[nodiscard]] std::uint64_t moves() const noexcept { return lines_; }

 private:
  bool walk_from(std::uint32_t ply, std::uint64_t path, std::uint64_t line);

  bool walk_all(std::uint32_t ply, std::uint64_t path, std::uint64_t line, const std::vector<Child>& known);

  bool step(std::uint32_t ply, std::uint64_t path, std::uint64_t line, const Child& child);

  void emit(std::uint64_t number, std::uint64_t line, std::uint32_t ply, Move move, const std::string& note);

  Expander walker_;
  DfPnSearch search_;  // for entries that the table has lost
  Question question_;
  Identity identity_ = Identity::kPosition;
  WideKey salt_;
  ProofTable* table_ = nullptr;
  BudgetMeter* meter_ = nullptr;
  TextSink* out_ = nullptr;
  std::uint64_t left_ = 0;
  std::uint64_t lines_ = 0;
  Player winner_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> seen_;
};

}  // namespace ludex::agents::proof_number
