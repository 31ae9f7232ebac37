// The chance nodes of StarSearch.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "agents/common/minimax/star_search.hpp"

namespace ludex::agents::minimax {

StarValue StarSearch::roll(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta) noexcept {
  const State* const state = path_.state(ply);
  const std::uint64_t hash = options_.table ? game_->hash(state) : 0;
  StarValue value;
  if (options_.table && use_entry(table_.find(hash), depth, alpha, beta, value) && !has_occurred(state))
    return value;
  Roll node{
      ply, depth, alpha, beta, static_cast<Branch*>(branch_pages_.data()) + std::size_t{ply} * max_outcomes_,
      0};
  list_branches(node);
  if (options_.cuts == ChanceCuts::kStar2) probe_branches(node);
  if (!stopped_) search_branches(node);
  if (stopped_) return {};
  value = value_of(node);
  if (options_.table) remember(hash, value, kNoMove, depth, alpha, beta);
  return value;
}

void StarSearch::list_branches(Roll& node) noexcept {
  const State* const state = path_.state(node.ply);
  const Move* const list = moves(node.ply);
  node.count = game_->legal_moves(state, moves(node.ply));
  chance_->probabilities(state, probabilities_.data());
  double sum = 0;
  for (std::uint32_t i = 0; i < node.count; ++i) sum += probabilities_[i];
  for (std::uint32_t i = 0; i < node.count; ++i)
    node.branches[i] = {list[i], -limit_, limit_, -1, 1, true, true, probabilities_[i] / sum};
  // The likeliest first: they narrow the windows of the others most.
  std::sort(node.branches, node.branches + node.count, [](const Branch& a, const Branch& b) {
    return a.probability != b.probability ? a.probability > b.probability : a.move < b.move;
  });
  node.low = -limit_;
  node.high = limit_;
}

void StarSearch::raise_low(Roll& node, Branch& branch, const StarValue& value) noexcept {
  node.low += branch.probability * (static_cast<double>(value.score) - branch.low);
  branch.low = value.score;
  branch.low_proven = value.at_least;
  branch.least = std::max(branch.least, value.least);
}

void StarSearch::lower_high(Roll& node, Branch& branch, const StarValue& value) noexcept {
  node.high += branch.probability * (static_cast<double>(value.score) - branch.high);
  branch.high = value.score;
  branch.high_proven = value.at_most;
  branch.most = std::min(branch.most, value.most);
}

auto StarSearch::window_of(const Roll& node, const Branch& branch) noexcept -> Window {
  const double p = branch.probability;
  // Bounds of the outcome hold the quotients within what a score can be.
  const double low = std::floor((node.alpha - (node.high - p * branch.high)) / p);
  const double high = std::ceil((node.beta - (node.low - p * branch.low)) / p);
  const auto least = static_cast<double>(branch.low) - 1;
  const auto most = static_cast<double>(branch.high) + 1;
  Window window{static_cast<Score>(std::clamp(low, least, most)),
                static_cast<Score>(std::clamp(high, least, most))};
  if (window.low >= window.high) window.low = window.high - 1;
  return window;
}

void StarSearch::probe_branch(Roll& node, Branch& branch) noexcept {
  GameStatus status{};
  if (!make(node.ply, branch.move, status)) return;
  const std::uint32_t next = node.ply + 1;
  if (is_over(status)) {
    const StarValue value = end_value(next, 0, status);
    raise_low(node, branch, value);
    lower_high(node, branch, value);
    return;
  }
  if (mover(next) == kChance || next >= max_depth()) return;
  const Window window = window_of(node, branch);
  if (mover(next) == 0) {
    // Even if all outcomes are as good as they can be, the node does not fail high.
    if (node.high < node.beta) return;
    const StarValue value = decide(next, node.depth, branch.low, std::max(window.high, branch.low + 1), true);
    if (!stopped_ && value.score > branch.low) raise_low(node, branch, value);
  } else {
    if (node.low > node.alpha) return;
    const StarValue value =
        -decide(next, node.depth, -branch.high, -std::min(window.low, branch.high - 1), true);
    if (!stopped_ && value.score < branch.high) lower_high(node, branch, value);
  }
}

void StarSearch::probe_branches(Roll& node) noexcept {
  // The best that probes can still do: a bound that a probe has not moved stays for the others to make up
  // for.
  double highest = node.high;
  double lowest = node.low;
  for (std::uint32_t i = 0; i < node.count && (highest >= node.beta || lowest <= node.alpha); ++i) {
    const Branch& branch = node.branches[i];
    highest -= branch.probability * branch.high;
    lowest -= branch.probability * branch.low;
    probe_branch(node, node.branches[i]);
    if (stopped_) return;
    if (fails_high(node) || fails_low(node)) {
      ++probe_cutoffs_;
      return;
    }
    highest += branch.probability * branch.low;
    lowest += branch.probability * branch.high;
  }
}

void StarSearch::search_branches(Roll& node) noexcept {
  const bool cuts = options_.cuts != ChanceCuts::kExpectiminimax;
  for (std::uint32_t i = 0; i < node.count; ++i) {
    if (cuts && (fails_high(node) || fails_low(node))) {
      chance_cutoffs_ += i != 0 ? 1U : 0U;
      return;
    }
    Branch& branch = node.branches[i];
    if (branch.low == branch.high) continue;
    const Window window = cuts ? window_of(node, branch) : Window{-kOpen, kOpen};
    GameStatus status{};
    if (!make(node.ply, branch.move, status)) return;
    const StarValue value = child(node.ply, node.depth, window.low, window.high, status);
    if (stopped_) return;
    // Outside the window only one bound is known, and it decides the node.
    const bool known_low = is_over(status) || value.score > window.low;
    const bool known_high = is_over(status) || value.score < window.high;
    if (known_low) raise_low(node, branch, value);
    if (known_high) lower_high(node, branch, value);
    if (!known_low && !fails_low(node)) raise_low(node, branch, value);
    if (!known_high && !fails_high(node)) lower_high(node, branch, value);
  }
}

StarValue StarSearch::value_of(const Roll& node) noexcept {
  StarValue value{{0, true, true}, 1, -1};
  double low = 0;
  double high = 0;
  for (std::uint32_t i = 0; i < node.count; ++i) {
    const Branch& branch = node.branches[i];
    low += branch.probability * branch.low;
    high += branch.probability * branch.high;
    value.at_least = value.at_least && branch.low_proven;
    value.at_most = value.at_most && branch.high_proven;
    value.least = std::min(value.least, branch.least);
    value.most = std::max(value.most, branch.most);
  }
  value.score = static_cast<Score>(std::lround(low));
  if (low == high) return value;
  if (fails_high(node)) {
    value.score = std::max(value.score, node.beta);
    value.at_most = false;
  } else {
    value.score = std::min(static_cast<Score>(std::lround(high)), node.alpha);
    value.at_least = false;
  }
  return value;
}

}  // namespace ludex::agents::minimax
