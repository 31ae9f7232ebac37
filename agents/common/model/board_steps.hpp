// Directions on the grid of an observation, and what symmetries do to them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game/draft/features.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::model {

struct Step {
  int rows = 0;
  int columns = 0;

  friend bool operator==(const Step&, const Step&) = default;
  friend Step operator+(Step a, Step b) noexcept { return {a.rows + b.rows, a.columns + b.columns}; }
  friend Step operator*(int n, Step a) noexcept { return {n * a.rows, n * a.columns}; }
};

// A symmetry of the board as it maps steps: rows and columns of the image of a step down and of one right.
struct Turn {
  Step down{1, 0};
  Step right{0, 1};

  [[nodiscard]] Step operator()(Step a) const noexcept { return a.rows * down + a.columns * right; }
};

// A board whose sites are a grid.
class BoardSteps {
 public:
  explicit BoardSteps(const FeatureShape& shape) : rows_(shape.rows), columns_(shape.columns) {}
  // kNoSite beyond the edge.
  [[nodiscard]] std::uint32_t site(std::uint32_t from, Step step) const noexcept {
    const int row = static_cast<int>(from / columns_) + step.rows;
    const int column = static_cast<int>(from % columns_) + step.columns;
    if (row < 0 || column < 0 || row >= static_cast<int>(rows_) || column >= static_cast<int>(columns_))
      return kNoSite;
    return static_cast<std::uint32_t>(row) * columns_ + static_cast<std::uint32_t>(column);
  }
  [[nodiscard]] Step between(std::uint32_t from, std::uint32_t to) const noexcept {
    return {static_cast<int>(to / columns_) - static_cast<int>(from / columns_),
            static_cast<int>(to % columns_) - static_cast<int>(from % columns_)};
  }

 private:
  std::uint32_t rows_;
  std::uint32_t columns_;
};

// The steps to the neighbours on a grid, in the order of their angles: six where opposite corners of a square
// are no neighbours (hexagons, drawn as a rhombus), else eight.
[[nodiscard]] std::vector<Step> directions(const Features& features);

// The symmetries of the game that map steps to steps, the identity first, each once.
[[nodiscard]] std::vector<Turn> turns(const Game& game);

}  // namespace ludex::agents::model
