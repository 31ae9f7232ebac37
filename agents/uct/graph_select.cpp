// GraphSearch: the choice of a move at a node.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "agents/common/mcts/lanes.hpp"
#include "agents/uct/graph_search.hpp"
#include "core/util/instructions.hpp"
#include "core/util/vectors.hpp"

namespace ludex::agents::uct {

namespace lanes = mcts::lanes;
using vectors::Floats;

namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

// From the visits n of edges, and the visits and sums of their children: writes Child::share() over the sums,
// and the scores, as in agents/common/mcts/ucb1.hpp with q = 1 / sqrt(n): q * (share * q + k).
void weigh_all(const float* visits, const float* child_visits, float* sums, float* scores, std::size_t size,
               float sign, float k) noexcept {
  for (std::size_t i = 0; i < size; i += lanes::kWidth) {
    const Floats n = vectors::load(visits + i);
    const Floats share =
        vectors::product(vectors::load(sums + i), vectors::quotient(n, vectors::load(child_visits + i)));
    const Floats q = vectors::quotient(vectors::all(1), vectors::root(n));
    const Floats exploited = vectors::product(vectors::product(vectors::all(sign), share), q);
    vectors::store(sums + i, share);
    vectors::store(scores + i, vectors::product(q, vectors::sum(exploited, vectors::all(k))));
  }
}

// The index of one of the scores that equal `best`, chosen at random.
std::uint32_t pick(const float* scores, std::size_t size, float best, Rng& rng) noexcept {
  const auto equals = [&](std::size_t from) {
    return lanes::where_equal(scores + from, std::min<std::size_t>(size - from, 64), best);
  };
  std::uint32_t ties = 0;
  for (std::size_t i = 0; i < size; i += 64) ties += static_cast<std::uint32_t>(std::popcount(equals(i)));
  std::uint32_t n = ties == 1 ? 0 : rng.below(ties);
  for (std::size_t i = 0;; i += 64) {
    const auto here = static_cast<std::uint32_t>(std::popcount(equals(i)));
    if (n < here) return static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(select_bit(equals(i), n));
    n -= here;
  }
}

}  // namespace

bool GraphSearch::choose_edge(GraphNode& node, Step& step) noexcept {
  if (node.complete()) return select(node, step);
  if (expand(node, step)) return true;
  // Without memory an untried move keeps its chance of being chosen, but is played out from here.
  return node.size != 0 && rng_.below(node.legal) < node.size && select(node, step);
}

bool GraphSearch::expand(GraphNode& node, Step& step) noexcept {
  const std::uint32_t count = game_->legal_moves(buffer_[1], moves_.data());
  node.legal = static_cast<std::uint16_t>(count);
  if (!graph_.has_room() || !graph_.make_room(node)) return false;
  step.rest = static_cast<double>(node.own);
  if (!proves_) {
    for (const Edge& edge : graph_.edges(node))
      step.rest += static_cast<double>(graph_.child(edge).share(edge.visits));
  }
  const std::uint32_t slot = random_untried(node, count);
  step.edge = node.size++;
  graph_.edges(node)[step.edge] = Edge::untried(moves_[slot], slot);
  return true;
}

// As an index into the list of legal moves, whose order may depend on the path.
std::uint32_t GraphSearch::random_untried(const GraphNode& node, std::uint32_t count) noexcept {
  if (node.size == 0) return rng_.below(count);
  std::fill_n(open_.begin(), (count + 63) / 64, ~std::uint64_t{0});
  for (const Edge& edge : graph_.edges(node)) {
    std::size_t slot = edge.slot;
    if (slot >= count || moves_[slot] != edge.move)
      slot = static_cast<std::size_t>(std::find(moves_.begin(), moves_.begin() + count, edge.move) -
                                      moves_.begin());
    open_[slot / 64] &= ~(std::uint64_t{1} << (slot % 64));
  }
  const std::uint32_t left = count - node.size;
  std::uint32_t n = left == 1 && count <= 64 ? 0 : rng_.below(left);
  for (std::uint32_t word = 0;; ++word) {
    const auto here = static_cast<std::uint32_t>(std::popcount(open_[word]));
    if (n < here) return word * 64 + static_cast<std::uint32_t>(select_bit(open_[word], n));
    n -= here;
  }
}

bool GraphSearch::select(GraphNode& node, Step& step) noexcept {
  const auto edges = graph_.edges(node);
  const std::size_t size = edges.size();
  const float k = explore_(node.visits);
  bool news = false;
  for (std::size_t i = 0; i < size; ++i) {
    const Child child = graph_.child(edges[i]);
    visits_[i] = static_cast<float>(edges[i].visits);
    child_visits_[i] = static_cast<float>(child.visits);
    sums_[i] = child.sum;
  }
  weigh_all(visits_.data(), child_visits_.data(), sums_.data(), scores_.data(), size, node.sign(), k);
  std::fill(scores_.begin() + static_cast<std::ptrdiff_t>(size),
            scores_.begin() + static_cast<std::ptrdiff_t>(lanes::padded(size)), kNever);
  if (proves_) {
    for (std::size_t i = 0; i < size; ++i) {
      const GameStatus result = graph_.child(edges[i]).result;
      if (is_over(result)) scores_[i] = kNever;
      news |= result == win_for(node.player);
    }
  }
  const float best = lanes::largest(scores_.data(), size);
  if (proves_ && (news || best == kNever)) {
    refresh(node);
    return false;
  }
  step.edge = pick(scores_.data(), size, best, rng_);
  if (!proves_) {
    double rest = static_cast<double>(node.own);
    for (std::size_t i = 0; i < size; ++i) rest += static_cast<double>(sums_[i]);
    step.rest = rest - static_cast<double>(sums_[step.edge]);
  }
  return true;
}

}  // namespace ludex::agents::uct
