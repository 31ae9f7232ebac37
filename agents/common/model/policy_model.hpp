// The model kind `policy`: a linear softmax policy over local patterns, no values of positions.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "agents/common/model/local_patterns.hpp"
#include "agents/common/model/model.hpp"
#include "agents/common/model/model_file.hpp"
#include "core/game/draft/features.hpp"
#include "core/game/game.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::model {

class PolicyModel final : public Model {
 public:
  // `weights`: one for each of the patterns' weights(). The game has ludex.draft.features/1, of a shape that
  // fits().
  PolicyModel(const Game& game, std::shared_ptr<const LocalPatterns> patterns,
              std::span<const float> weights);

  [[nodiscard]] const char* kind() const noexcept override { return kKind; }
  [[nodiscard]] bool has_values() const noexcept override { return false; }
  [[nodiscard]] bool has_scores() const noexcept override { return true; }
  void answer(std::span<Question> questions) const noexcept override;

  static constexpr const char* kKind = "policy";

  [[nodiscard]] const Game& game() const noexcept { return game_; }
  [[nodiscard]] const LocalPatterns& patterns() const noexcept { return *patterns_; }
  // Replaces all weights; no other call at the same time.
  void set_weights(std::span<const float> weights);
  // The part of the logit that the site where a move ends (kTo) or begins gives.
  [[nodiscard]] float at_site(LocalPatterns::Role role, std::uint32_t site,
                              const std::uint8_t* codes) const noexcept;
  [[nodiscard]] float rest(const MovePlace& place, const std::uint8_t* codes) const noexcept {
    return rest_[patterns_->rest(place, codes) - first_rest_];
  }

 private:
  const Game& game_;
  const Features& features_;
  std::shared_ptr<const LocalPatterns> patterns_;
  std::array<std::vector<float>, 2> entries_;  // weights by role and entry
  std::vector<float> rest_;                    // those of no single site
  std::uint32_t first_rest_;
};

// Plays by the policy. Between two positions of the same player it computes only what the moves between them
// changed: a playout costs little more than its moves. One thread at a time; methods do not allocate.
class PolicyPlayer {
 public:
  // The model outlives the player.
  explicit PolicyPlayer(const PolicyModel& model);

  // The logits of the legal moves of a position that is not over.
  void score(const State* state, std::span<const Move> moves, float* scores) noexcept;
  // A move drawn by the softmax of the logits. `moves` are the legal moves.
  [[nodiscard]] Move draw(const State* state, std::span<const Move> moves, Rng& rng) noexcept;
  // Plays until the game is over or `most_plies` were played. Chance is not supported.
  PlayoutResult playout(State* state, std::uint32_t most_plies, Rng& rng) noexcept;

 private:
  // All that is known of the positions of one player.
  struct View {
    std::vector<std::uint8_t> codes;
    std::array<std::vector<float>, 2> sums;          // at_site() by role
    std::array<std::vector<std::uint8_t>, 2> known;  // 0: `sums` is out of date
  };
  void look(View& view, const State* state, Player player) noexcept;
  [[nodiscard]] float sum(View& view, LocalPatterns::Role role, std::uint32_t site) noexcept;

  const PolicyModel& model_;
  const Features& features_;
  std::uint32_t sites_;
  std::uint32_t layers_;
  std::array<View, 2> views_;
  std::vector<std::uint8_t> codes_;
  std::vector<float> numbers_;
  std::vector<MovePlace> places_;
  std::vector<Move> moves_;
  std::vector<float> scores_;
};

// The file of a policy, without the texts `game` and `note`, and back.
[[nodiscard]] StoredModel stored_policy(std::span<const float> weights);
[[nodiscard]] Result<std::unique_ptr<const Model>> load_policy(const StoredModel& model, const Game& game);

}  // namespace ludex::agents::model
