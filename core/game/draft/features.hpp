// ludex.draft.features/1.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"
#include "core/game/module_text.hpp"

namespace ludex {

inline constexpr std::uint32_t kMaxFeatureLayers = 16;
inline constexpr std::uint32_t kMaxNeighbours = 16;
inline constexpr std::uint32_t kNoSite = 0xffffffff;

// Sizes of an observation. A position is `layers` codes a site, and `numbers` values that have no site.
struct FeatureShape {
  std::uint32_t sites;    // at least 1
  std::uint32_t rows;     // rows * columns == sites and site = row * columns + column: a grid.
  std::uint32_t columns;  // Both are 0 where the board is only a graph
  std::uint32_t layers;   // 1..kMaxFeatureLayers
  std::uint32_t codes[kMaxFeatureLayers];  // of each layer: 2..256
  std::uint32_t numbers;
};

// Where a move begins and ends. kNoSite where it does not: a stone is placed and so begins nowhere; a pass.
struct MoveSites {
  std::uint32_t from = kNoSite;
  std::uint32_t to = kNoSite;
};

// A position as learners see it, the same for all games: from one player's view, so that one function of the
// observation values positions of every player. In each layer a site has one code: 0 is the usual one
// (empty), and a channel is one other code of one layer. core/util/observation.hpp makes dense planes and
// sparse indices of codes. Equal positions have equal observations; map_site permutes the sites as
// ludex.symmetry/1 does positions.
class Features {
 public:
  static constexpr const char* kId = "ludex.draft.features/1";
  // Valid as long as the game.
  [[nodiscard]] virtual const FeatureShape& shape() const noexcept = 0;
  // The name of a code of a layer: "own man". Of a number: "captured".
  virtual void write_code_name(std::uint32_t layer, std::uint32_t code, TextSink& out) const noexcept = 0;
  virtual void write_number_name(std::uint32_t number, TextSink& out) const noexcept = 0;
  // The sites next to this one, at most kMaxNeighbours; returns their number. If b is next to a, a is next to
  // b.
  virtual std::uint32_t neighbours(std::uint32_t site, std::uint32_t* out) const noexcept = 0;
  // The position as `player` sees it: codes[layer * sites + site], and `numbers`, each about in [-1, 1].
  virtual void observe(const State* state, Player player, std::uint8_t* codes,
                       float* numbers) const noexcept = 0;
  // The sites of a legal move in its mover's view.
  [[nodiscard]] virtual MoveSites move_sites(const State* state, Move move) const noexcept = 0;
  // The image of a site. `symmetry` < count() of ludex.symmetry/1, 0 if the game has none.
  [[nodiscard]] virtual std::uint32_t map_site(std::uint32_t site, std::uint32_t symmetry) const noexcept = 0;

 protected:
  ~Features() = default;
};

// The description that rules give of their observations. The first name of a layer is that of code 0.
struct FeaturePlan {
  enum class Grid : std::uint8_t { kNone, kSquare, kSides, kHex };  // 8, 4 or 6 neighbours

  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  Grid grid = Grid::kSquare;
  std::vector<std::vector<std::string>> layers;
  std::vector<std::string> numbers = {};
  std::vector<std::vector<std::uint32_t>> graph = {};  // the neighbours of each site, for kNone
};

template <class Author, bool offered>
struct RulesMethods<Features, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Features, FeaturePlan, feature_plan, (), );
  LUDEX_RULES_METHOD(Features, void, observe, (state, player, codes, numbers), const State& state,
                     Player player, std::uint8_t* codes, float* numbers);
  LUDEX_RULES_METHOD(Features, MoveSites, move_sites, (state, move), const State& state, Move move);
  LUDEX_RULES_METHOD(Features, std::uint32_t, map_site, (site, symmetry), std::uint32_t site,
                     std::uint32_t symmetry);
};

namespace features {

// Calls visit(site) for each neighbour of a site of a grid.
template <class Visit>
void for_each_neighbour(const FeaturePlan& plan, std::uint32_t site, Visit&& visit) {
  const auto row = static_cast<int>(site / plan.columns);
  const auto column = static_cast<int>(site % plan.columns);
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const bool straight = dx == 0 || dy == 0;
      // On a board of hexagons, drawn as a rhombus, two corners of each cell's square are no neighbours.
      const bool next = plan.grid == FeaturePlan::Grid::kSquare || straight ||
                        (plan.grid == FeaturePlan::Grid::kHex && dx == -dy);
      const int y = row + dy;
      const int x = column + dx;
      if (next && (dx != 0 || dy != 0) && x >= 0 && y >= 0 && x < static_cast<int>(plan.columns) &&
          y < static_cast<int>(plan.rows))
        visit(static_cast<std::uint32_t>(y) * plan.columns + static_cast<std::uint32_t>(x));
    }
  }
}

}  // namespace features

template <class R>
class FromRules<Features, R> final : public WithRules<Features, R> {
 public:
  explicit FromRules(R& rules) : WithRules<Features, R>(rules), plan_(rules.feature_plan()) {
    const bool grid = plan_.grid != FeaturePlan::Grid::kNone;
    shape_.sites = grid ? plan_.rows * plan_.columns : static_cast<std::uint32_t>(plan_.graph.size());
    shape_.rows = plan_.rows;
    shape_.columns = plan_.columns;
    shape_.layers = static_cast<std::uint32_t>(plan_.layers.size());
    for (std::uint32_t i = 0; i < shape_.layers && i < kMaxFeatureLayers; ++i)
      shape_.codes[i] = static_cast<std::uint32_t>(plan_.layers[i].size());
    shape_.numbers = static_cast<std::uint32_t>(plan_.numbers.size());
  }
  [[nodiscard]] const FeatureShape& shape() const noexcept override { return shape_; }
  void write_code_name(std::uint32_t layer, std::uint32_t code, TextSink& out) const noexcept override {
    out.write(plan_.layers[layer][code]);
  }
  void write_number_name(std::uint32_t number, TextSink& out) const noexcept override {
    out.write(plan_.numbers[number]);
  }
  std::uint32_t neighbours(std::uint32_t site, std::uint32_t* out) const noexcept override {
    std::uint32_t n = 0;
    if (plan_.grid == FeaturePlan::Grid::kNone) {
      for (const std::uint32_t next : plan_.graph[site]) out[n++] = next;
    } else {
      features::for_each_neighbour(plan_, site, [&](std::uint32_t next) { out[n++] = next; });
    }
    return n;
  }
  void observe(const State* state, Player player, std::uint8_t* codes,
               float* numbers) const noexcept override {
    this->rules_.observe(this->view(state), player, codes, numbers);
  }
  [[nodiscard]] MoveSites move_sites(const State* state, Move move) const noexcept override {
    return this->rules_.move_sites(this->view(state), move);
  }
  [[nodiscard]] std::uint32_t map_site(std::uint32_t site, std::uint32_t symmetry) const noexcept override {
    return this->rules_.map_site(site, symmetry);
  }

 private:
  FeaturePlan plan_;
  FeatureShape shape_{};
};

}  // namespace ludex
