// ProofTree: walks the tree of a proof that a table holds, move by move with the game's own rules and the
// real past of the game, searching again what the table has lost. It writes the tree as text, and it is what
// checks a claim of a cyclic game before it is made (question.hpp).
//
// Text, for anyone to check with the rules alone: first a line
//     proof <question> <yes|no> by player <winner>
// then the moves in depth-first order, numbered from 1, the position asked about being 0:
//     <number> <number of the position before> <move> [end | = <number of an equal position above>]
// A position where the winner moves has one move below it, any other one all legal moves; `end` is an end of
// the game that answers the question as claimed. `=` is not used in games with cycles.
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
  // `settings` must name positions in the table as the search that filled it did.
  void new_game(const Game& game, const Settings& settings);

  // Whether the claim that the answer is `yes` holds with every move checked. `out` may be null. False also
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
  DfPnSearch search_;  // for what the table has lost
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
