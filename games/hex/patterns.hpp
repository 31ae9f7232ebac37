// Patterns<W>: relations between the cells of an empty board: neighbours, bridges and edge templates. Made
// once per game.
//
// A bridge joins two cells with two common neighbours, both empty: whichever the opponent takes, the other
// one joins them. The edge templates are the bridge from the second row and the ziggurat from the third, each
// with its carrier (C. Browne, "Hex Strategy", 2000). A search of all sets of cells found more from the third
// and fourth row: the minimal carriers in strips of 8 and 9 cells (hex_connections_test.cpp proves each of
// them). The one from the fifth row has 34 cells; a search that knows only the others proves it
// (hex_must_play_test.cpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/game/game.hpp"
#include "games/common/bits.hpp"
#include "games/hex/board.hpp"

namespace ludex::games::hex {

inline constexpr std::uint32_t kFirstEdge = 0;
inline constexpr std::uint32_t kLastEdge = 1;

// The part without sets of cells, independent of their width.
class CellPatterns {
 public:
  struct Bridge {
    std::uint16_t to;
    std::uint16_t left;  // the carrier
    std::uint16_t right;
  };

  static constexpr std::uint32_t kMostRows = 5;

  CellPatterns(std::uint32_t width, std::uint32_t height);

  [[nodiscard]] const std::vector<std::uint16_t>& near(std::uint32_t cell) const noexcept {
    return near_[cell];
  }
  [[nodiscard]] const std::vector<Bridge>& bridges(std::uint32_t cell) const noexcept {
    return bridges_[cell];
  }
  // All cells, line by line from the player's first edge to the last.
  [[nodiscard]] const std::vector<std::uint16_t>& order(Player p) const noexcept { return order_[p]; }
  // The index of each cell in that order.
  [[nodiscard]] const std::vector<std::uint16_t>& rank(Player p) const noexcept { return rank_[p]; }

 private:
  std::vector<std::vector<std::uint16_t>> near_;
  std::vector<std::vector<Bridge>> bridges_;
  std::array<std::vector<std::uint16_t>, 2> order_;
  std::array<std::vector<std::uint16_t>, 2> rank_;
};

template <std::size_t W>
class Patterns : public CellPatterns {
 public:
  using Board = Bits<W>;

  struct Template {
    std::uint16_t edge;
    Board carrier;
  };

  // Edge templates of stones up to row `rows`.
  explicit Patterns(const HexBoard<W>& board, std::uint32_t rows = kMostRows);

  // Templates from this cell to one of the player's edges.
  [[nodiscard]] const std::vector<Template>& templates(Player p, std::uint32_t cell) const noexcept {
    return templates_[p][cell];
  }
  // The templates too wide for a search from neighbours to find.
  [[nodiscard]] const std::vector<Template>& wide_templates(Player p, std::uint32_t cell) const noexcept {
    return wide_templates_[p][cell];
  }

 private:
  std::array<std::vector<std::vector<Template>>, 2> templates_;
  std::array<std::vector<std::vector<Template>>, 2> wide_templates_;
};

}  // namespace ludex::games::hex
