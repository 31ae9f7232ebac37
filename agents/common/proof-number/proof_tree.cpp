#include "agents/common/proof-number/proof_tree.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ludex::agents::proof_number {

void ProofTree::new_game(const Game& game, const Settings& settings) {
  Settings plain = settings;
  plain.shuffle = false;
  plain.knowledge = false;
  walker_.new_game(game, plain);
  search_.new_game(game, plain);
}

bool ProofTree::walk(const State* root, const Question& question, bool yes, Identity identity, WideKey salt,
                     ProofTable& table, BudgetMeter& meter, TextSink* out, std::uint64_t max_moves) {
  const Player winner = yes ? question.player : 1 - question.player;
  question_ = question;
  identity_ = identity;
  salt_ = salt;
  table_ = &table;
  meter_ = &meter;
  out_ = out;
  left_ = max_moves;
  lines_ = 0;
  winner_ = winner;
  seen_.clear();
  walker_.start(root, question, identity, salt, 0, 0);
  if (out != nullptr) {
    out->write("proof " + std::string(question.by_score ? "score" : "result") +
               ">=" + std::to_string(question.threshold) + (yes ? " yes" : " no") + " by player " +
               std::to_string(winner) + "\n");
  }
  return walk_from(0, 0, 0);
}

bool ProofTree::walk_from(std::uint32_t ply, std::uint64_t path, std::uint64_t line) {
  std::vector<Child> children(walker_.game().traits().max_moves);
  const TableMemory memory(*table_, identity_);
  const bool own = walker_.mover(ply) == winner_;
  children.resize(walker_.expand(ply, path, memory, children.data()));
  if (!own) return walk_all(ply, path, line, children);
  // Stored proofs may lead back in a circle; then another move is needed.
  for (const bool searched : {false, true}) {
    if (searched) {
      // Here the position is a root: recurrences of positions above do not matter, and it must not share
      // results with paths on which they did.
      const std::uint64_t origin = identity_ == Identity::kPath ? path : mix64(path + 0xE7037ED1A0B428DBULL);
      search_.start(walker_.state(ply), question_, identity_, salt_, 0, *table_, *meter_, origin);
      const auto result = search_.run();
      if (!(walker_.mover(ply) == winner_ ? result.value.is_proven() : result.value.is_disproven()))
        return false;
      children.assign(search_.root_children().begin(), search_.root_children().end());
    }
    for (const Child& child : children) {
      if (!child.value.is_proven() || child.dependence != kAnyPath) continue;
      return step(ply, path, line, child);
    }
  }
  return false;
}

bool ProofTree::walk_all(std::uint32_t ply, std::uint64_t path, std::uint64_t line,
                         const std::vector<Child>& known) {
  // expand() gives a single move if it refutes the claim.
  for (const Child& child : known) {
    if (child.value.is_proven()) return false;
  }
  for (const Child& child : known) {
    if (!step(ply, path, line, child)) return false;
  }
  return true;
}

bool ProofTree::step(std::uint32_t ply, std::uint64_t path, std::uint64_t line, const Child& child) {
  if (left_-- == 0 || meter_->out_of_time()) return false;
  const std::uint64_t number = ++lines_;
  const bool own = walker_.mover(ply) == winner_;
  if (child.final) {
    // A recurrence, or an end that depends on the past, may hold by the rules: the reacher's side cannot use
    // it, and the holding side is not checked here.
    const bool holds = (own ? child.value.is_proven() : child.value.is_disproven());
    emit(number, line, ply, child.move, " end");
    return holds && child.dependence == kAnyPath;
  }
  if (identity_ == Identity::kPosition) {
    const auto [known, is_new] = seen_.try_emplace(child.key.low ^ mix64(child.key.high), number);
    if (!is_new) {
      emit(number, line, ply, child.move, " = " + std::to_string(known->second));
      return true;
    }
  }
  emit(number, line, ply, child.move, "");
  walker_.descend(ply, child);
  if (ply + 2 >= walker_.max_depth()) return false;
  return walk_from(ply + 1, extend_path(path, child.move), number);
}

void ProofTree::emit(std::uint64_t number, std::uint64_t line, std::uint32_t ply, Move move,
                     const std::string& note) {
  if (out_ == nullptr) return;
  StringSink text;
  walker_.game().move_to_text(walker_.state(ply), move, text);
  out_->write(std::to_string(number) + " " + std::to_string(line) + " " + text.text() + note + "\n");
}

}  // namespace ludex::agents::proof_number
