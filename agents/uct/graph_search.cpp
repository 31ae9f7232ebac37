#include "agents/uct/graph_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "agents/common/mcts/lanes.hpp"
#include "agents/common/path/identity.hpp"
#include "core/abi/host.hpp"
#include "core/util/hash.hpp"
#include "core/util/select_bit.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace ludex::agents::uct {

namespace lanes = mcts::lanes;

namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

// For player 0.
float reward_of(GameStatus result) noexcept {
  return result == GameStatus::kDraw ? 0.0F : winner_of(result) == 0 ? 1.0F : -1.0F;
}
float sign_of(const GraphNode& node) noexcept {
  return node.player == 0 ? 1.0F : -1.0F;
}

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

}  // namespace

void GraphSearch::new_game(const Game& game, std::uint64_t seed) {
  const GameTraits& traits = game.traits();
  const Identity identity = identity_of(traits);
  if (traits.players != 2 || (traits.flags & kZeroSum) == 0 || (traits.flags & kDeterministic) == 0)
    throw std::invalid_argument("uct: graph=true needs two players, a zero sum and no chance");
  if (identity == Identity::kPath)
    throw std::invalid_argument(
        "uct: graph=true does not work in this game: positions recur, and the moves before may decide more "
        "than draws");
  if (proves_ && identity != Identity::kPosition)
    throw std::invalid_argument(
        "uct: graph=true needs solver=false in this game: positions recur, so that a proof may hold on one "
        "path only");
  game_ = &game;
  cyclic_ = identity != Identity::kPosition;
  quick_ = config_.playout_cap == 0 ? find<QuickPlayout>(game) : nullptr;
  seed_ = seed;
  buffer_ = StateBuffer(traits, 2);
  moves_.resize(traits.max_moves + 1);
  open_.resize((traits.max_moves + 64) / 64);
  for (std::vector<float>* numbers : {&visits_, &child_visits_, &sums_, &scores_})
    numbers->assign(lanes::padded(traits.max_moves + 1), 1.0F);
  path_.resize(std::min(std::size_t{traits.max_plies} + 2, std::size_t{config_.max_depth} + 1));
  if (memory_mib_ != 0) forget();
}

void GraphSearch::observe(const State* before, Move move) {
  if (!config_.tree_reuse || root_ == Graph::kNone) return;
  if (game_->hash(before) != game_->hash(buffer_[0])) return forget();
  const auto edges = graph_.edges(root());
  const auto taken =
      std::find_if(edges.begin(), edges.end(), [move](const Edge& e) { return e.move == move; });
  if (taken == edges.end() || taken->leaf != 0) return forget();
  root_ = taken->child;
  ++base_;
  game_->apply(buffer_[0], move);
  follows_ = true;
}

void GraphSearch::prepare(const State* position, const Budget& budget) {
  const std::size_t mib = budget.memory_mib != 0 ? budget.memory_mib : config_.memory_mib;
  if (mib != memory_mib_) {
    graph_ = Graph(mib << 20);
    memory_mib_ = mib;
    forget();
  }
  if (!follows_ || graph_.half_full() || game_->hash(position) != game_->hash(buffer_[0])) forget();
  game_->copy(buffer_[0], position);
  if (root_ == Graph::kNone) {
    root_ = graph_.find_or_add(key_of(position, GameStatus::kOngoing, 0));
    graph_[root_].player = static_cast<std::uint8_t>(game_->to_move(position));
  }
  rng_ = Rng::seeded(hash_combine(seed_, game_->hash(position)));
  deepest_ = 0;
}

Move GraphSearch::choose(const State* position, const Budget& budget, SearchReport& report,
                         ProgressBoard* board) {
  if (abi::g_host != nullptr && std::min(budget.threads, host().threads) > 1)
    throw std::invalid_argument("uct: graph=true searches with one thread: give it no more");
  prepare(position, budget);
  const std::uint32_t inherited = root().visits;
  if (board != nullptr && !board->watched()) board = nullptr;
  BudgetMeter meter(budget, board);
  while (!(root().size != 0 && root().over()) && meter.next_iteration()) {
    meter.count_nodes(std::max<std::size_t>(simulate(), 1));
    if (board != nullptr && board->due()) show(*board, kMaxProgressPv);
  }
  const Edge& best = final_edge();
  fill(report, best);
  report.iterations = meter.iterations();
  report.nodes = meter.nodes();
  report.add_counter("inherited_visits", inherited);
  follows_ = false;
  return best.move;
}

std::size_t GraphSearch::simulate() noexcept {
  State* const state = buffer_[1];
  game_->copy(state, buffer_[0]);
  std::size_t depth = 0;
  std::uint32_t at = root_;
  bool sampled = false;  // the simulation has its value
  while (!sampled && !graph_[at].over() && depth + 1 < path_.size()) {
    Step& step = path_[depth];
    step.node = at;
    if (!choose_edge(graph_[at], step)) break;
    Edge& edge = graph_.edges(graph_[at])[step.edge];
    if (edge.leaf == 0) graph_.prefetch_edges(edge.child);
    const GameStatus status = game_->apply(state, edge.move);
    ++depth;
    if (edge.leaf != 0 && !connect(edge, status, depth)) {
      edge.add_to_leaf(play_out());
      sampled = true;
      break;
    }
    at = edge.child;
    // In games with cycles the past may have ended the game here, or, on the path that made the edge, there.
    sampled = edge.visits < graph_[at].visits || (cyclic_ && is_over(status) != graph_[at].over());
  }
  deepest_ = std::max(deepest_, depth);
  if (!sampled) add_sample(graph_[at]);
  back_up(depth);
  return depth;
}

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
  weigh_all(visits_.data(), child_visits_.data(), sums_.data(), scores_.data(), size, sign_of(node), k);
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
  std::uint32_t ties = 0;
  for (std::size_t i = 0; i < size; i += 64)
    ties += static_cast<std::uint32_t>(
        std::popcount(lanes::where_equal(&scores_[i], std::min<std::size_t>(size - i, 64), best)));
  std::uint32_t n = ties == 1 ? 0 : rng_.below(ties);
  for (std::size_t i = 0;; i += 64) {
    const std::uint64_t found = lanes::where_equal(&scores_[i], std::min<std::size_t>(size - i, 64), best);
    const auto here = static_cast<std::uint32_t>(std::popcount(found));
    if (n < here) {
      step.edge = static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(select_bit(found, n));
      break;
    }
    n -= here;
  }
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
      _mm256_setr_ps(a.sum, b.sum, c.sum, d.sum, e.sum, f.sum, g.sum, h.sum), sign_of(node), k);
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256 used = _mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_set1_epi32(node.size), lane));
  const __m256 scores = _mm256_blendv_ps(_mm256_set1_ps(kNever), all.scores, used);
  __m256 top = _mm256_max_ps(scores, _mm256_permute2f128_ps(scores, scores, 1));
  top = _mm256_max_ps(top, _mm256_permute_ps(top, 0b01'00'11'10));
  top = _mm256_max_ps(top, _mm256_permute_ps(top, 0b10'11'00'01));
  const auto best = static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_cmp_ps(scores, top, _CMP_EQ_OQ)));
  step.edge = (best & (best - 1)) == 0
                  ? static_cast<std::uint32_t>(std::countr_zero(best))
                  : select_bit(best, rng_.below(static_cast<std::uint32_t>(std::popcount(best))));
  _mm256_storeu_ps(sums_.data(), _mm256_and_ps(all.shares, used));
  const __m256d pairs = _mm256_add_pd(_mm256_cvtps_pd(_mm_loadu_ps(sums_.data())),
                                      _mm256_cvtps_pd(_mm_loadu_ps(sums_.data() + 4)));
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(pairs), _mm256_extractf128_pd(pairs, 1));
  step.rest = static_cast<double>(node.own) + _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two))) -
              static_cast<double>(sums_[step.edge]);
}
#endif

std::uint64_t GraphSearch::key_of(const State* state, GameStatus status, std::size_t depth) const noexcept {
  const std::uint64_t hash = mix64(game_->hash(state));
  if (!cyclic_) return hash;
  return hash_combine(hash, (base_ + depth) << 8 | static_cast<std::uint64_t>(status));
}

bool GraphSearch::connect(Edge& edge, GameStatus status, std::size_t depth) noexcept {
  if ((edge.visits == 0 && !is_over(status)) || !graph_.has_room()) return false;
  const std::uint32_t index = graph_.find_or_add(key_of(buffer_[1], status, depth));
  GraphNode& child = graph_[index];
  if (child.visits == 0) {
    child.proven = static_cast<std::uint8_t>(status);
    if (!child.over()) child.player = static_cast<std::uint8_t>(game_->to_move(buffer_[1]));
  }
  const float sum = edge.leaf_sum();
  child.visits += edge.visits;
  child.own += sum;
  child.sum += sum;
  if (child.over()) child.sum = reward_of(child.result()) * static_cast<float>(child.visits);
  edge.child = index;
  edge.leaf = 0;
  return true;
}

float GraphSearch::play_out() noexcept {
  State* const state = buffer_[1];
  if (quick_ != nullptr) return reward_of(quick_->quick_playout(state, &rng_));
  const PlayoutResult result = game_->playout(state, &rng_, nullptr);
  if (config_.playout_cap != 0 && result.plies > config_.playout_cap) return 0.0F;
  float rewards[kMaxPlayers];
  game_->returns(state, rewards);
  return rewards[0];
}

void GraphSearch::add_sample(GraphNode& leaf) noexcept {
  ++leaf.visits;
  if (leaf.over()) {
    leaf.sum = reward_of(leaf.result()) * static_cast<float>(leaf.visits);
    return;
  }
  const float reward = play_out();
  leaf.own += reward;
  leaf.sum += reward;
}

void GraphSearch::back_up(std::size_t depth) noexcept {
  for (std::size_t i = depth; i-- != 0;) {
    const Step& step = path_[i];
    GraphNode& node = graph_[step.node];
    Edge& edge = graph_.edges(node)[step.edge];
    ++node.visits;
    ++edge.visits;
    if (proves_) {
      refresh(node);
    } else {
      node.sum = static_cast<float>(step.rest + static_cast<double>(graph_.child(edge).share(edge.visits)));
    }
  }
}

void GraphSearch::refresh(GraphNode& node) noexcept {
  bool drawn = false;
  const GameStatus result = deduced(node, drawn);
  if (is_over(result)) {
    node.proven = static_cast<std::uint8_t>(result);
    node.sum = reward_of(result) * static_cast<float>(node.visits);
    return;
  }
  const float sign = sign_of(node);
  const auto floored = [&](float rewards) { return drawn && sign * rewards < 0 ? 0.0F : rewards; };
  double sum = static_cast<double>(floored(node.own));
  std::uint32_t counted = node.visits;
  for (const Edge& edge : graph_.edges(node)) {
    const Child child = graph_.child(edge);
    if (is_over(child.result) && child.result != GameStatus::kDraw) {
      counted -= edge.visits;
    } else {
      sum += static_cast<double>(floored(child.share(edge.visits)));
    }
  }
  const double mean = counted == 0 ? static_cast<double>(-sign) : sum / counted;
  node.sum = static_cast<float>(mean * node.visits);
}

// kOngoing if nothing follows; `drawn`: a move is a proven draw.
GameStatus GraphSearch::deduced(const GraphNode& node, bool& drawn) const noexcept {
  const GameStatus win = win_for(node.player);
  bool all = node.complete();
  for (const Edge& edge : graph_.edges(node)) {
    const GameStatus result = graph_.child(edge).result;
    if (result == win) return win;
    if (result == GameStatus::kOngoing) all = false;
    if (result == GameStatus::kDraw) drawn = true;
  }
  if (!all) return GameStatus::kOngoing;
  return drawn ? GameStatus::kDraw : win_for(1 - node.player);
}

}  // namespace ludex::agents::uct
