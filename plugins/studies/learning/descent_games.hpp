// Tree learning (Cohen-Solal, "Learning to play two-player perfect-information games without knowledge",
// arXiv:2008.01188, 2020): Descent with completion plays games, and every position in their trees that has
// children is a sample, with its minimax value. Finished games have a terminal evaluation instead of the
// model's.
//
// One tree for a game. A simulation goes from the position to the end of the game, by the best child by
// (completed value, value), of equal ones the least visited; all children of a new position are evaluated at
// once. Moves are drawn by the ordinal law: in order of their values, move i of n with the probability
// (e + (1 - e) / (n - i)) of those that are left, e = 1 - exploration.
//
// Departures: no transpositions; proven bounds of each position instead of completed value and resolution, as
// in agents/descent.
#pragma once

#include <cstdint>
#include <vector>

#include "agents/common/model/model.hpp"
#include "core/abi/params.hpp"
#include "core/game/draft/features.hpp"
#include "core/game/extensions/score.hpp"
#include "core/game/game.hpp"
#include "core/game/position.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"
#include "plugins/studies/learning/game_source.hpp"
#include "plugins/studies/learning/samples.hpp"

namespace ludex::studies::learning {

// The terminal evaluation: what a finished game is worth.
enum class Terminal { kResult, kDepth, kScore };

struct DescentOptions {
  std::uint32_t evaluations = 100;  // positions evaluated for each move, at least; simulations are completed
  double exploration = 0.1;
  std::uint32_t random_plies = 2;
  // Result: -1, 0 or 1. Depth: (P - p + 1) / P for a win after p plies of at most P. Score: that of
  // ludex.score/1 by its bound.
  Terminal terminal = Terminal::kResult;
};

// Parameters of methods with these targets.
[[nodiscard]] ParamSpec terminal_parameter();
[[nodiscard]] ParamSpec exploration_parameter();
// Error: the game has no scores.
[[nodiscard]] Result<Terminal> terminal_of(const ParamValues& values, const Game& game);

// Plays a game of two without chance with itself.
class DescentGames final : public GameSource {
 public:
  // Game and model outlive it; the model has values.
  DescentGames(const Game& game, const agents::model::Model& model, const DescentOptions& options);

  // The samples have no moves: a value is all that is learned.
  std::vector<Sample> play(Rng& rng) override;
  [[nodiscard]] std::uint32_t plies() const noexcept override { return plies_; }

  // Searches a position that is not over in a new tree. Its value for the mover, and the best move. For tests
  // and matches.
  [[nodiscard]] float search(const State* root);
  [[nodiscard]] Move best_move() const noexcept;
  // The result for the mover of the searched position, if that is proven: -1, 0 or 1.
  [[nodiscard]] bool proven() const noexcept { return nodes_[0].proven(); }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Node {
    Move move = kNoMove;
    std::uint32_t first = 0;  // child
    std::uint32_t count = 0;  // of children; 0: a leaf
    std::uint32_t visits = 0;
    std::uint32_t sample = kNone;
    float value = 0;  // for player 0, as all numbers
    Player mover = 0;
    std::int8_t low = -1;  // proven: low <= result <= high
    std::int8_t high = 1;
    bool over = false;

    [[nodiscard]] bool proven() const noexcept { return low == high; }
    // The pair (completed value, value) as one number.
    [[nodiscard]] float worth() const noexcept {
      return value + 4.0F * static_cast<float>((low > 0 ? 1 : 0) - (high < 0 ? 1 : 0));
    }
  };

  void begin(const State* root);
  void search_move(const State* position, std::uint32_t node, std::uint32_t ply);
  void simulate(const State* position, std::uint32_t node, std::uint32_t ply);
  void expand(const State* state, std::uint32_t node, std::uint32_t ply);
  void finish(const State* state, std::uint32_t ply, Node& child) const;
  void back_up(std::uint32_t node) noexcept;
  // kNone if all children are proven.
  [[nodiscard]] std::uint32_t pick(std::uint32_t node) const noexcept;
  [[nodiscard]] std::uint32_t draw(std::uint32_t node, Rng& rng);

  const Game& game_;
  const Features& features_;
  const Score* score_;
  const agents::model::Model& model_;
  DescentOptions options_;
  Position state_;
  StateBuffer after_;  // each move
  std::vector<Move> moves_;
  std::vector<agents::model::Question> questions_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
  std::vector<std::uint32_t> order_;
  std::vector<Sample> samples_;
  std::uint64_t evaluated_ = 0;
  std::uint32_t plies_ = 0;
};

}  // namespace ludex::studies::learning
