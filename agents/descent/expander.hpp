// Expander: the positions from the root to where a thread of the search is, and the children of the last of
// them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/model/guided_game.hpp"
#include "agents/common/model/model.hpp"
#include "agents/common/moves/known_moves.hpp"
#include "agents/common/path/path.hpp"
#include "agents/descent/node.hpp"
#include "agents/descent/settings.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/position.hpp"

namespace ludex::agents::descent {

// The task of all threads of a search.
struct Task {
  const State* root = nullptr;
  Player player = 0;  // to move at the root
  Units units;
  bool solving = false;     // results that the game knows count as ends
  std::uint64_t order = 0;  // seed of the order of the root's moves
};

class Expander {
 public:
  // Evaluates by the model, if there is one, all children of a position in one batch.
  void new_game(const Game& game, const Config& config, const model::Model* model);
  void start(const Task& task, Node& root);

  [[nodiscard]] Node* node(std::uint32_t ply) const noexcept { return path_[ply].node; }
  // Positions below this ply cannot be searched.
  [[nodiscard]] std::uint32_t max_depth() const noexcept { return path_.max_depth() - 1; }

  // Goes to a child of the position at `ply`. Costs nothing where the last way led, too.
  void descend(std::uint32_t ply, Node& child) noexcept;

  // The children of the position at `ply`, which is not over, with their first numbers: at least one. Valid
  // until the next call.
  [[nodiscard]] std::span<const Node> expand(std::uint32_t ply);

 private:
  struct Step {
    Node* node = nullptr;
    std::uint64_t key = 0;
  };

  // A child without its value, if that is an estimate. Writes the position to `next`.
  [[nodiscard]] inline Node child_after(std::uint32_t ply, Move move, KnownMoves::Standing standing,
                                        State* next) const noexcept;
  void evaluate(std::uint32_t count) noexcept;
  inline void set_result(Node& child, Outcome for_player, std::uint32_t ply) const noexcept;
  inline void set_score(Node& child, std::int32_t for_player) const noexcept;
  [[nodiscard]] bool mover_is_player(const State* state) const noexcept {
    return game_->to_move(state) == task_.player;
  }

  // Set for each game.
  const Game* game_ = nullptr;
  Config config_;
  bool recur_ = false;  // a position that recurs is a draw
  KnownMoves known_moves_;
  const Evaluate* evaluate_ = nullptr;
  const Score* score_ = nullptr;
  Path<Step> path_;
  const model::Model* model_ = nullptr;
  StateBuffer scratch_;  // after each move
  std::vector<Move> moves_;
  std::vector<Node> children_;
  std::vector<model::Question> questions_;

  // Set for each search.
  Task task_;
  std::uint32_t known_ = 0;  // the last ply whose position is that of its node
};

}  // namespace ludex::agents::descent
