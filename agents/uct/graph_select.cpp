// GraphSearch: the choice of a move at a node.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "agents/common/mcts/lanes.hpp"
#include "agents/uct/graph_search.hpp"
#include "core/util/instructions.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace ludex::agents::uct {

namespace lanes = mcts::lanes;

namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

// From the visits n of an edge, and the visits and sum of its child: Child::share().
// The score is as in agents/common/mcts/ucb1.hpp, with q = 1 / sqrt(n): q * (share * q + k).
#if defined(__AVX2__)
struct Weighed {
  __m256 shares;
  __m256 scores;
};
Weighed weigh(__m256 n, __m256 child_visits, __m256 sums, float sign, float k) noexcept {
  const __m256 share = _mm256_mul_ps(sums, _mm256_div_ps(n, child_visits));
  const __m256 q = _mm256_div_ps(_mm256_set1_ps(1.0F), _mm256_sqrt_ps(n));
  const __m256 exploited = _mm256_mul_ps(_mm256_mul_ps(_mm256_set1_ps(sign), share), q);
  return {share, _mm256_mul_ps(q, _mm256_add_ps(exploited, _mm256_set1_ps(k)))};
}
#endif

// The same for many: writes the shares over the sums, and the scores.
void weigh_all(const float* visits, const float* child_visits, float* sums, float* scores, std::size_t size,
               float sign, float k) noexcept {
#if defined(__AVX2__)
  for (std::size_t i = 0; i < size; i += lanes::kWidth) {
    const Weighed here = weigh(_mm256_loadu_ps(visits + i), _mm256_loadu_ps(child_visits + i),
                               _mm256_loadu_ps(sums + i), sign, k);
    _mm256_storeu_ps(sums + i, here.shares);
    _mm256_storeu_ps(scores + i, here.scores);
  }
#else
  for (std::size_t i = 0; i < size; ++i) {
    sums[i] *= visits[i] / child_visits[i];
    const float q = 1.0F / std::sqrt(visits[i]);
    scores[i] = q * (sign * sums[i] * q + k);
  }
#endif
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
#if defined(__AVX2__)
  if (size <= lanes::kWidth && !proves_) {
    choose_of_few(node, step, k);
    return true;
  }
#endif
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

#if defined(__AVX2__)
// The choice of select() without memory in between.
void GraphSearch::choose_of_few(const GraphNode& node, Step& step, float k) noexcept {
  const auto edges = graph_.edges(node);
  const auto at = [&](std::size_t i) { return graph_.child(edges[std::min(i, edges.size() - 1)]); };
  const Child a = at(0), b = at(1), c = at(2), d = at(3), e = at(4), f = at(5), g = at(6), h = at(7);
  const auto taken = [&](std::size_t i) {
    return static_cast<float>(edges[std::min(i, edges.size() - 1)].visits);
  };
  const auto number = [](const Child& child) { return static_cast<float>(child.visits); };
  const Weighed all = weigh(
      _mm256_setr_ps(taken(0), taken(1), taken(2), taken(3), taken(4), taken(5), taken(6), taken(7)),
      _mm256_setr_ps(number(a), number(b), number(c), number(d), number(e), number(f), number(g), number(h)),
      _mm256_setr_ps(a.sum, b.sum, c.sum, d.sum, e.sum, f.sum, g.sum, h.sum), node.sign(), k);
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256 used = _mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_set1_epi32(node.size), lane));
  const __m256 scores = _mm256_blendv_ps(_mm256_set1_ps(kNever), all.scores, used);
  __m256 top = _mm256_max_ps(scores, _mm256_permute2f128_ps(scores, scores, 1));
  top = _mm256_max_ps(top, _mm256_permute_ps(top, 0b01'00'11'10));
  top = _mm256_max_ps(top, _mm256_permute_ps(top, 0b10'11'00'01));
  const auto best = static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_cmp_ps(scores, top, _CMP_EQ_OQ)));
  const auto ties = static_cast<std::uint32_t>(std::popcount(best));
  step.edge = static_cast<std::uint32_t>(select_bit(best, ties == 1 ? 0 : rng_.below(ties)));
  _mm256_storeu_ps(sums_.data(), _mm256_and_ps(all.shares, used));
  const __m256d pairs = _mm256_add_pd(_mm256_cvtps_pd(_mm_loadu_ps(sums_.data())),
                                      _mm256_cvtps_pd(_mm_loadu_ps(sums_.data() + 4)));
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(pairs), _mm256_extractf128_pd(pairs, 1));
  step.rest = static_cast<double>(node.own) + _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two))) -
              static_cast<double>(sums_[step.edge]);
}
#endif

}  // namespace ludex::agents::uct
