#include "agents/common/model/board_steps.hpp"

#include <algorithm>

#include "agents/common/model/tuple_network.hpp"

namespace ludex::agents::model {
namespace {

// The images of the steps down and right if they are the same from every site.
std::optional<Turn> turn_of(const std::vector<std::uint32_t>& map, const BoardSteps& board) {
  Turn turn;
  for (std::uint32_t from = 0; from < map.size(); ++from) {
    for (Step* const image : {&turn.down, &turn.right}) {
      const std::uint32_t to = board.site(from, image == &turn.down ? Step{1, 0} : Step{0, 1});
      if (to == kNoSite) continue;
      const Step step = board.between(map[from], map[to]);
      if (from == 0) *image = step;
      if (*image != step) return std::nullopt;
    }
  }
  return turn;
}

}  // namespace

std::vector<Step> directions(const Features& features) {
  const BoardSteps board(features.shape());
  std::vector<Step> seen;
  for (std::uint32_t site = 0; site < features.shape().sites; ++site) {
    std::array<std::uint32_t, kMaxNeighbours> near{};
    const std::uint32_t n = features.neighbours(site, near.data());
    for (std::uint32_t i = 0; i < n; ++i) seen.push_back(board.between(site, near[i]));
  }
  const auto has = [&](Step step) { return std::find(seen.begin(), seen.end(), step) != seen.end(); };
  if (has({1, -1}) && !has({1, 1})) return {{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}};
  return {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
}

std::vector<Turn> turns(const Game& game) {
  const BoardSteps board(find<Features>(game)->shape());
  std::vector<Turn> all{Turn{}};
  for (const std::vector<std::uint32_t>& map : site_maps(game)) {
    const std::optional<Turn> turn = turn_of(map, board);
    if (turn && std::none_of(all.begin(), all.end(), [&](const Turn& other) {
          return other.down == turn->down && other.right == turn->right;
        }))
      all.push_back(*turn);
  }
  return all;
}

}  // namespace ludex::agents::model
