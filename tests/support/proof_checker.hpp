// Checks the text of a proof (agents/common/proof-number/proof_tree.hpp) with nothing but the rules of the
// game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "core/game/extensions.hpp"
#include "core/game/position.hpp"

namespace ludex::tests {

class ProofChecker {
 public:
  // What is wrong with the proof, or "".
  std::string check(const Position& start, const std::string& text, std::int32_t threshold, bool yes) {
    std::istringstream in(text);
    std::string word, question, answer, by, player;
    Player winner = kNobody;
    if (!(in >> word >> question >> answer >> by >> player >> winner) || word != "proof") return "no header";
    const std::string what = question.substr(0, question.find('>'));
    if (question != what + ">=" + std::to_string(threshold) || (answer == "yes") != yes)
      return "another question";
    if (winner != (yes ? start.to_move() : 1 - start.to_move())) return "another winner";
    by_score_ = what == "score";
    threshold_ = threshold;
    yes_ = yes;
    asked_by_ = start.to_move();
    winner_ = winner;
    nodes_.assign(1, {});
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
      std::istringstream fields(line);
      std::size_t number = 0, parent = 0;
      Node node;
      if (!(fields >> number >> parent >> node.move) || number != nodes_.size() || parent >= number)
        return "bad line " + line;
      if (std::string note; fields >> note) {
        node.end = note == "end";
        if (!node.end && (note != "=" || !(fields >> node.same_as) || node.same_as >= number))
          return "bad note " + line;
      }
      nodes_[parent].children.push_back(number);
      nodes_.push_back(node);
    }
    problem_.clear();
    visit(start, 0);
    return problem_;
  }
  [[nodiscard]] std::size_t moves() const { return nodes_.size() - 1; }

 private:
  struct Node {
    std::string move;
    bool end = false;
    std::size_t same_as = 0;
    std::string position;
    std::vector<std::size_t> children;
  };

  void fail(std::size_t number, const std::string& what) {
    if (problem_.empty()) problem_ = "move " + std::to_string(number) + ": " + what;
  }

  void visit(const Position& position, std::size_t number) {
    if (!problem_.empty()) return;
    Node& node = nodes_[number];
    node.position = position.text();
    if (node.end) return check_end(position, number);
    if (position.over()) return fail(number, "the game is over, and it is not said");
    if (node.same_as != 0) {
      if (!node.children.empty()) return fail(number, "moves below a reference");
      if (nodes_[node.same_as].position != node.position) return fail(number, "not the same position");
      return;
    }
    std::vector<std::string> moves;
    for (const std::size_t child : node.children) moves.push_back(nodes_[child].move);
    std::vector<std::string> legal;
    for (const Move move : position.legal_moves()) legal.push_back(position.move_text(move));
    std::sort(moves.begin(), moves.end());
    std::sort(legal.begin(), legal.end());
    if (position.to_move() == winner_) {
      if (moves.size() != 1 || !std::binary_search(legal.begin(), legal.end(), moves[0]))
        return fail(number, "not one legal move");
    } else if (moves != legal) {
      return fail(number, "not all legal moves");
    }
    for (const std::size_t child : node.children) {
      Position next = position;
      next.apply(*next.parse_move(nodes_[child].move));
      visit(next, child);
    }
  }

  void check_end(const Position& position, std::size_t number) {
    if (!position.over()) return fail(number, "the game is not over");
    if (!nodes_[number].children.empty()) return fail(number, "moves after the end");
    std::int32_t value = 0;
    if (by_score_) {
      const auto* const score = find<Score>(position.game());
      value = score->score(position.state(), asked_by_);
    } else {
      const Outcome outcome = outcome_for(position.status(), asked_by_);
      value = outcome == Outcome::kWin ? 1 : outcome == Outcome::kLoss ? -1 : 0;
    }
    if ((value >= threshold_) != yes_) fail(number, "the end does not answer as claimed");
  }

  bool by_score_ = false;
  std::int32_t threshold_ = 1;
  bool yes_ = true;
  Player asked_by_ = 0;
  Player winner_ = 0;
  std::vector<Node> nodes_;
  std::string problem_;
};

}  // namespace ludex::tests
