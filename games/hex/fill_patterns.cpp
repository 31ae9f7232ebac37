#include "games/hex/fill_patterns.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game/game.hpp"
#include "games/hex/board.hpp"

namespace ludex::games::hex {

constexpr std::array<FillPattern, kFillPatternCount> kFillPatterns{{
    {"d2", "d2", "d1 e1 c2 e2", ""},
    {"d2", "d2", "d1 e1 c2", "d3"},
    {"d2", "d2", "d1 e1", "c3 d3"},
    {"d2", "d2", "d1", "e2 c3 d3"},
    {"d2", "d2", "", "d1 e1 c2 e2"},
    {"d2 e2", "d2 e2", "d1 e1 f1 c2 f2", ""},
    {"d2 e2", "d2 e2", "d1 e1 f1 c2", "e3"},
    {"d2 e2", "d2 e2", "d1 e1 f1", "c3 e3"},
    {"d2 e2", "d2 e2", "d1 e1 f1 d3", ""},
    {"d2 e2", "d2 e2", "d1 e1 c2", "f2 e3"},
    {"d2 e2", "d2 e2", "d1 e1", "f2 c3 e3"},
    {"d2 e2", "d2 e2", "d1 e1 d3", "f2"},
    {"d2 e2", "d2 e2", "d1 e1 d3 e3", ""},
    {"d2 e2", "d2 e2", "d1 c2 c3", "f1 f2 e3"},
    {"d2 e2", "d2 e2", "", "d1 f1 c2 f2 c3 e3"},
    {"d2 e2", "d2 e2", "d3", "d1 f1 c2 f2"},
    {"d2 e2", "d2 e2", "e1 d3", "c2 f2"},
    {"d2 e2 f2", "d2 e2 f2", "d1 e1 d3", "g1 g2 f3"},
    {"d2 e2 f2", "d2 e2 f2", "f1 e3", "d1 c2 g2 c3"},
    {"d2 e2 c3", "d2 e2 c3", "d1 e1 f1 f2", "b3 b4 c4"},
    {"d2 e2 c3", "d2 e2 c3", "d1 e1 f1", "b3 e3 b4 c4"},
    {"d2 e2 c3", "d2 e2 c3", "d1 e1", "f2 b3 e3 b4 c4"},
    {"d2 e2 d3", "d2 e2 d3", "d1 c2", "f1 f2 e3 c4 d4"},
    {"d2 e2 f2 g2", "d2 e2 f2 g2", "f1 e3", "d1 h1 c2 h2 c3 g3"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "d1 e1 f1 g1 c2 g2", "c4 d4"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "d1 e1 f1 g1 c2", "f3 c4 d4"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "d1 e1 f1 c2", "g2 f3 c4 d4"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "f1 g1 g2", "d1 c2 c3 c4 d4"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "f1 g1", "d1 c2 c3 f3 c4 d4"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "f1 g1 e3 c4 d4", "d1 c2"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "f1", "d1 c2 g2 c3 f3 c4 d4"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "f1 e3 c4 d4", "d1 c2 g2"},
    {"d2 e2 f2 d3", "d2 e2 f2 d3", "f1 e3 f3 c4 d4", "d1 c2"},
    {"d2 e2 c3 d3", "d2", "d1 e1 f1 c2 b3", ""},
    {"d2 e2 c3 d3", "d2", "d1 e1 f1 c2", "b4"},
    {"d2 e2 c3 d3", "d2", "d1 e1 f1 c2 c4", ""},
    {"d2 e2 c3 d3", "d2", "d1 e1 c2", "f2 b4"},
    {"d2 e2 c3 d3", "d2", "d1 e1 c2 c4", "f2"},
    {"d2 e2 c3 d3", "d2", "d1 e1 c2 e3 c4", ""},
    {"d2 e2 c3 d3", "d2 e2 c3 d3", "d1 e1 f1 c2 c4 d4", ""},
    {"d2 e2 c3 d3", "d2 e2 c3 d3", "d1 e1 c2 c4 d4", "f2"},
    {"d2 e2 c3 d3", "d2 e2 c3 d3", "d1 e1 c2 e3 c4 d4", ""},
    {"d2 e2 c3 d3", "d2 e2 c3 d3", "d1", "f1 f2 b3 e3 b4 c4 d4"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "d1 e1 f1", "b3 f3 b4 c4 d4 e4"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "d4", "d1 e1 f1 c2 f2 b3 f3 b4"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "", "d1 e1 f1 c2 f2 b3 f3 b4 e4"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "c4 d4", "d1 e1 f1 c2 f2 b3 f3"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "d4 e4", "d1 e1 f1 c2 f2 b3 b4"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "c4 d4 e4", "d1 e1 f1 c2 f2 b3"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "b4 c4 d4 e4", "d1 e1 f1 c2 f2"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "f3 d4 e4", "d1 e1 f1 c2 b3 b4"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "f3 c4 d4 e4", "d1 e1 f1 c2 b3"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "f3 b4 c4 d4 e4", "d1 e1 f1 c2"},
    {"d2 e2 c3 e3", "d2 e2 c3 e3", "b3 f3 b4 c4 d4 e4", "d1 e1 f1"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 e1 b2 c2 b4 b5", "d4"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 e1 b2 c2 b4", "d4 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 e1 b2 c2 b4 b5 c5", ""},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 e1 c2 b4 b5", "a3 d4"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 e1 c2 b4", "a3 d4 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 e1 c2 b4 b5 c5", "a3"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 e1 c2 a4 b4 b5", "d4"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 e1 c2 a4 b4", "d4 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 b2 c2 b4 b5", "e2 d4"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 b2 c2 b4", "e2 d4 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 b2 c2 d3 b4 d4", ""},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 b2 c2 d3 b4", "c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 c2 b4 b5", "e2 a3 d4"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 c2 b4", "e2 a3 d4 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 c2 a4 b4", "e2 d4 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 c2 d3", "a3 a4 b5 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 c2 d3 b4 d4", "a3"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 c2 d3 b4 b5", "a3"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 c2 d3 b4", "a3 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d1 c2 d3 a4 b4 d4", ""},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "d3 b4", "d1 e1 b2 a3 c5"},
    {"d2 b3 c3 c4", "d2 b3 c3 c4", "c2 d3 b4", "e1 a3 c5"},
}};

namespace {

[[nodiscard]] std::vector<FillPatternTree::Step> steps(std::string_view cells, std::uint32_t turn) {
  std::vector<FillPatternTree::Step> out;
  for (std::size_t i = 0; i < cells.size(); i += 3) {
    FillPatternTree::Step at{cells[i + 1] - '0', cells[i] - 'a'};
    for (std::uint32_t n = 0; n < turn % 6; ++n) at = {at.first + at.second, -at.first};
    if (turn >= 6) std::swap(at.first, at.second);
    out.push_back(at);
  }
  return out;
}

}  // namespace

FillPatternTree::FillPatternTree(std::uint32_t width) : width_(static_cast<int>(width)) {
  std::vector<Place> places;
  for (const FillPattern& pattern : kFillPatterns) {
    for (Player p = 0; p < 2; ++p) {
      for (std::uint32_t turn = 0; turn < 12; ++turn) places.push_back(place(pattern, p, turn));
    }
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  grow(places.data(), places.data() + places.size(), 0);
}

void FillPatternTree::grow(const Place* begin, const Place* end, std::size_t depth) {
  while (begin != end) {
    const std::uint8_t view = begin->conditions[depth];
    const Place* same = begin;
    while (same != end && same->conditions[depth] == view) ++same;
    const std::size_t at = nodes_.size();
    const auto first = static_cast<std::uint16_t>(sets_.size());
    for (; begin != same && begin->conditions.size() == depth + 1; ++begin) sets_.push_back(begin->set);
    nodes_.push_back(
        {view, static_cast<std::uint8_t>(depth), 0, first, static_cast<std::uint16_t>(sets_.size())});
    grow(begin, same, depth + 1);
    nodes_[at].next = static_cast<std::uint16_t>(nodes_.size());
    begin = same;
  }
}

auto FillPatternTree::place(const FillPattern& pattern, Player player, std::uint32_t turn) -> Place {
  const std::vector<Step> empty = steps(pattern.empty, turn);
  const std::vector<Step> filled = steps(pattern.filled, turn);
  const Step origin = *std::min_element(empty.begin(), empty.end());
  Place out{{}, {player, {}, {}}};
  const auto look = [&](const std::vector<Step>& cells, std::uint32_t kind) {
    for (const auto& [row, column] : cells) {
      const Step step{row - origin.first, column - origin.second};
      if (kind != kEmpty || step != Step{}) out.conditions.push_back(view(kind, step));
      for (const int away : {step.first, step.second, step.first + step.second})
        reach_ = std::max(reach_, static_cast<std::uint32_t>(std::abs(away)));
    }
  };
  const auto cells = [&](std::vector<Step> list, Cells& of) {
    std::sort(list.begin(), list.end());
    for (std::size_t i = 0; i < of.size(); ++i) {
      const auto& [row, column] = list[std::min(i, list.size() - 1)];
      of[i] = static_cast<std::int16_t>((row - origin.first) * width_ + column - origin.second);
    }
  };
  look(steps(pattern.own, turn), player);
  look(steps(pattern.other, turn), 1 - player);
  look(empty, kEmpty);
  if (out.conditions.size() > kMostConditions) throw std::length_error("a pattern with too many conditions");
  std::sort(out.conditions.begin(), out.conditions.end());
  cells(empty, out.set.empty);
  cells(filled, out.set.filled);
  return out;
}

std::uint8_t FillPatternTree::view(std::uint32_t kind, Step step) {
  const auto same = [&](const View& v) { return v.kind == kind && v.step == step; };
  const auto known = std::find_if(views_.begin(), views_.end(), same);
  if (known != views_.end()) return static_cast<std::uint8_t>(known - views_.begin());
  if (views_.size() == kMostViews) throw std::length_error("more kinds of conditions than there is room for");
  views_.push_back({kind, step});
  return static_cast<std::uint8_t>(views_.size() - 1);
}

template <std::size_t W>
FillPatterns<W>::FillPatterns(const HexBoard<W>& board) : board_(board), tree_(board.width()) {
  const auto width = static_cast<int>(board.width());
  const auto height = static_cast<int>(board.height());
  for (const Tree::View& seen : tree_.views()) {
    const int distance = seen.step.first * width + seen.step.second;
    View out{seen.kind, distance < 0, static_cast<std::uint32_t>(std::abs(distance)), {}, {}};
    for (std::uint32_t cell = 0; cell < board.cells(); ++cell) {
      const int row = static_cast<int>(cell) / width + seen.step.first;
      const int column = static_cast<int>(cell) % width + seen.step.second;
      const bool rows = row >= 0 && row < height;
      const bool columns = column >= 0 && column < width;
      if (rows && columns) out.inside.set(cell);
      // Black's lines lie beyond the rows, white's beyond the columns; nothing lies beyond both.
      if (seen.kind == 0 && columns && !rows) out.line.set(cell);
      if (seen.kind == 1 && rows && !columns) out.line.set(cell);
    }
    views_.push_back(out);
  }
}

template <std::size_t W>
bool FillPatterns<W>::fill(Stones& stones) const {
  const Board before = stones[0] | stones[1];
  Board fresh = before;
  Board near = board_.all();
  while (look(near, stones)) {
    // New matches can only lie near cells that were just filled.
    const Board now = stones[0] | stones[1];
    near = now.without(fresh);
    fresh = now;
    for (std::uint32_t i = 0; i < tree_.reach(); ++i) near |= board_.neighbours(near);
  }
  return !(fresh == before);
}

template <std::size_t W>
bool FillPatterns<W>::look(const Board& near, Stones& stones) const {
  std::array<Board, Tree::kMostViews> seen;
  Board empty = board_.all().without(stones[0] | stones[1]);
  for (std::size_t i = 0; i < views_.size(); ++i) {
    const View& view = views_[i];
    const Board& set = view.kind == Tree::kEmpty ? empty : stones[view.kind];
    seen[i] = ((view.back ? set.up(view.distance) : set.down(view.distance)) & view.inside) | view.line;
  }
  bool any = false;
  std::array<Board, Tree::kMostConditions + 1> places;  // where all conditions down to that depth hold
  places[0] = empty & near;
  for (std::size_t i = 0; i < tree_.nodes().size();) {
    const Tree::Node& node = tree_.nodes()[i];
    Board& here = places[node.depth + 1];
    here = places[node.depth] & seen[node.view];
    if (!here.any()) {
      i = node.next;
      continue;
    }
    for (std::uint32_t k = node.first; k < node.end; ++k) any |= fill(tree_.set(k), here, empty, stones);
    ++i;
  }
  return any;
}

template class FillPatterns<1>;
template class FillPatterns<2>;
template class FillPatterns<3>;
template class FillPatterns<4>;
template class FillPatterns<6>;

}  // namespace ludex::games::hex
