// Values of positions by a network of n-tuples (Lucas 2008): each tuple reads the codes of a few places of an
// observation (ludex.draft.features/1) and looks its weight up in a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/game/draft/features.hpp"
#include "core/game/game.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::model {

// The permutations of an observation's sites by the game's symmetries, the identity first. The game has
// ludex.draft.features/1.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> site_maps(const Game& game);

class TupleNetwork {
 public:
  // A tuple reads these places: layer * sites + site.
  using Places = std::vector<std::uint32_t>;

  // Symmetric images of a tuple share its table. Error: a place that is not there, or more than `most`
  // weights.
  [[nodiscard]] static Result<TupleNetwork> make(const FeatureShape& shape,
                                                 std::span<const std::vector<std::uint32_t>> maps,
                                                 std::vector<Places> tuples, std::size_t most = kMostWeights);
  static constexpr std::size_t kMostWeights = std::size_t{1} << 28;

  // The sum of the weights of this observation. Thread-safe, also while another thread learns.
  [[nodiscard]] float sum(const std::uint8_t* codes, const float* numbers) const noexcept;
  // The expected return of the player whose view it is, in (-1, 1): tanh of the sum.
  [[nodiscard]] float value(const std::uint8_t* codes, const float* numbers) const noexcept;

  // The weights that sum() adds for the codes, one for each image of each tuple: out has room for lookups().
  void look(const std::uint8_t* codes, std::uint32_t* out) const noexcept;
  [[nodiscard]] std::size_t lookups() const noexcept { return images_.size(); }
  // Tables of the tuples, then a weight for each number, then the bias.
  [[nodiscard]] std::span<float> weights() noexcept { return weights_; }
  [[nodiscard]] std::span<const float> weights() const noexcept { return weights_; }
  [[nodiscard]] std::size_t table_weights() const noexcept { return weights_.size() - numbers_ - 1; }
  [[nodiscard]] std::uint32_t numbers() const noexcept { return numbers_; }
  [[nodiscard]] const std::vector<Places>& tuples() const noexcept { return tuples_; }

 private:
  struct Step {
    std::uint32_t place;
    std::uint32_t codes;  // of the place's layer
  };
  struct Image {
    std::uint32_t table;  // the first weight
    std::uint32_t begin;  // in steps_
    std::uint32_t end;
  };
  [[nodiscard]] std::uint32_t index_of(const Image& image, const std::uint8_t* codes) const noexcept {
    std::uint32_t index = 0;
    for (std::uint32_t i = image.begin; i < image.end; ++i)
      index = index * steps_[i].codes + codes[steps_[i].place];
    return image.table + index;
  }

  std::vector<Places> tuples_;
  std::vector<Step> steps_;
  std::vector<Image> images_;
  std::vector<float> weights_;
  std::uint32_t numbers_ = 0;
};

// The most sites of the first layer, at most `length`, that `count` tuples can have if their tables together
// may have this number of weights; 0: not one.
[[nodiscard]] std::uint32_t longest_tuples(const FeatureShape& shape, std::uint32_t count,
                                           std::uint32_t length, double weights) noexcept;

// `count` tuples of `length` places each, fewer where the board has no more: random walks over neighbouring
// sites of the first layer (Lucas 2008); and one tuple of one place for each class of symmetric sites of the
// other layers.
[[nodiscard]] std::vector<TupleNetwork::Places> random_walks(const Features& features,
                                                             std::span<const std::vector<std::uint32_t>> maps,
                                                             std::uint32_t count, std::uint32_t length,
                                                             Rng& rng);

}  // namespace ludex::agents::model
