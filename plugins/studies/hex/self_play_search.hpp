// SelfPlaySearch<W>: the search that plays the games of hex-self-play.cpp. PUCT (Silver et al., "Mastering
// the game of Go without human knowledge", Nature 550, 2017) with the network's shares of the moves; the
// value of a position is the network's, mixed with random games (Nature 529, 2016). Nodes with enough visits
// get their must-play regions, and proven nodes are not searched.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game/game.hpp"
#include "core/util/rng.hpp"
#include "games/common/bits.hpp"
#include "games/hex/board.hpp"
#include "games/hex/bridge_playout.hpp"
#include "games/hex/knowledge.hpp"
#include "games/hex/quantized_net.hpp"

namespace ludex::games::hex {

struct SelfPlaySettings {
  double puct = 1.5;
  double first_play = -0.15;     // value of an unvisited move, relative to its parent's mean
  double playout_share = 0.5;    // of random games in the value of a position
  std::uint32_t playouts = 4;    // a position
  std::uint32_t must_play = 24;  // visits after which the must-play region of a node is computed
  double noise = 0.25;           // in the shares at the root
};

template <std::size_t W>
class SelfPlaySearch {
 public:
  using Board = Bits<W>;

  struct Node {
    std::uint32_t first = 0;  // child
    std::uint16_t count = 0;  // of children
    std::uint16_t cell = 0;   // that led here
    std::uint32_t visits = 0;
    float sum = 0;  // of values for whoever played `cell`
    float share = 0;
    std::int8_t proven = 0;  // 1: won for whoever played `cell`, -1: lost
    bool asked = false;
  };

  SelfPlaySearch(std::uint32_t width, std::uint32_t height, const QuantizedNet& net,
                 const SelfPlaySettings& settings, Rng& rng)
      : board_(width, height),
        settings_(settings),
        playout_(board_),
        knowledge_(board_, {.circuit = CircuitKind::kNone,
                            .must_play = MustPlayKind::kAll,
                            .limits = {},
                            .learned = LearnedKind::kNone}),
        net_(net),
        rng_(rng) {
    clear();
  }

  // Sets the empty board.
  void clear() {
    nodes_.assign(1, {});
    root_ = 0;
    stones_ = {};
    mover_ = 0;
  }
  [[nodiscard]] const HexBoard<W>& board() const noexcept { return board_; }
  [[nodiscard]] const Node& root() const noexcept { return nodes_[root_]; }
  [[nodiscard]] std::span<const Node> moves() const noexcept { return children(nodes_[root_]); }
  [[nodiscard]] Player mover() const noexcept { return mover_; }
  [[nodiscard]] Board empty() const noexcept { return board_.all().without(stones_[0] | stones_[1]); }
  [[nodiscard]] Board must_play() const noexcept { return knowledge_.must_play(stones_, mover_); }
  // 1: proven win for the mover, -1: loss.
  [[nodiscard]] int proven() const noexcept { return -nodes_[root_].proven; }

  void play(std::uint32_t cell) {
    const Node* next = nullptr;
    for (const Node& child : moves()) {
      if (child.cell == cell) next = &child;
    }
    if (next == nullptr || next->proven != 0) {
      nodes_.assign(1, {});
      root_ = 0;
    } else {
      root_ = static_cast<std::uint32_t>(next - nodes_.data());
    }
    stones_[mover_].set(cell);
    mover_ = 1 - mover_;
  }

  // Searches until the root has this many visits or is proven.
  void search(std::uint32_t visits, bool noisy) {
    ask(root_, stones_, mover_);
    if (nodes_[root_].count == 0 && nodes_[root_].proven == 0) simulate();
    noise_.clear();
    if (noisy) {
      float sum = 0;
      for (std::size_t i = 0; i < moves().size(); ++i) {
        const auto x = static_cast<float>(-std::log(1 - rng_.uniform()));
        noise_.push_back(x * x * x * x);
        sum += noise_.back();
      }
      for (float& x : noise_) x /= sum;
    }
    while (nodes_[root_].visits < visits && nodes_[root_].proven == 0) simulate();
  }

 private:
  [[nodiscard]] std::span<const Node> children(const Node& node) const noexcept {
    return {nodes_.data() + node.first, node.count};
  }

  void simulate() {
    std::array<Board, 2> stones = stones_;
    Player mover = mover_;
    path_.assign(1, root_);
    while (nodes_[path_.back()].count != 0) {
      const std::uint32_t at = path_.back();
      if (!nodes_[at].asked && nodes_[at].visits >= settings_.must_play) {
        ask(at, stones, mover);
        if (nodes_[at].proven != 0) return back_up(static_cast<float>(nodes_[at].proven));
      }
      const std::uint32_t next = select(at);
      stones[mover].set(nodes_[next].cell);
      mover = 1 - mover;
      path_.push_back(next);
    }
    const std::uint32_t leaf = path_.back();
    const Player last = 1 - mover;
    if (board_.reached(last, stones[last]).intersects(board_.last_edge(last))) {
      nodes_[leaf].proven = 1;
      return back_up(1);
    }
    back_up(-expand(leaf, stones, mover));
  }
  // Backs up the leaf's value for the player who moved to it.
  void back_up(float value) {
    for (std::size_t i = path_.size(); i-- > 0; value = -value) {
      Node& node = nodes_[path_[i]];
      if (i + 1 < path_.size() && node.proven == 0) {
        // A lost reply alone decides nothing; a won one does, and so do all lost ones.
        bool all = true;
        for (const Node& child : children(node)) {
          if (child.proven == 1) node.proven = -1;
          all = all && child.proven == -1;
        }
        if (node.proven == 0 && all) node.proven = 1;
      }
      if (node.proven != 0) value = node.proven;
      ++node.visits;
      node.sum += value;
    }
  }
  [[nodiscard]] std::uint32_t select(std::uint32_t at) const noexcept {
    const Node& node = nodes_[at];
    const float root = std::sqrt(static_cast<float>(std::max(node.visits, 1U)));
    const float mean = node.visits == 0 ? 0 : -node.sum / static_cast<float>(node.visits);
    const float first_play = mean + static_cast<float>(settings_.first_play);
    float best = -1e30F;
    std::uint32_t chosen = node.first;
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const Node& child = nodes_[node.first + i];
      if (child.proven == -1) continue;
      float share = child.share;
      if (at == root_ && !noise_.empty()) share += static_cast<float>(settings_.noise) * (noise_[i] - share);
      const auto visits = static_cast<float>(child.visits);
      const float value = (child.visits == 0 ? first_play : child.sum / visits) +
                          static_cast<float>(settings_.puct) * share * root / (1 + visits);
      if (value > best) best = value, chosen = node.first + i;
    }
    return chosen;
  }
  // Returns the value of the position for the mover.
  float expand(std::uint32_t at, const std::array<Board, 2>& stones, Player mover) {
    std::array<float, Board::kCapacity> logits;
    float value = look_at(net_, stones, board_.width(), board_.height(), mover, logits.data());
    const auto first = static_cast<std::uint32_t>(nodes_.size());
    float top = -1e30F;
    const Board empty = board_.all().without(stones[0] | stones[1]);
    empty.for_each([&](std::uint32_t cell) {
      Node child;
      child.cell = static_cast<std::uint16_t>(cell);
      child.share = logits[cell];
      top = std::max(top, child.share);
      nodes_.push_back(child);
    });
    nodes_[at].first = first;
    nodes_[at].count = static_cast<std::uint16_t>(nodes_.size() - first);
    float sum = 0;
    for (std::size_t i = first; i < nodes_.size(); ++i)
      sum += nodes_[i].share = std::exp(nodes_[i].share - top);
    for (std::size_t i = first; i < nodes_.size(); ++i) nodes_[i].share /= sum;
    if (settings_.playouts != 0) {
      float won = 0;
      for (std::uint32_t i = 0; i < settings_.playouts; ++i) won += play_out(stones, empty, mover);
      value += static_cast<float>(settings_.playout_share) *
               (won / static_cast<float>(settings_.playouts) - value);
    }
    return value;
  }
  // Plays a random game to a full board, on which exactly one player has connected.
  [[nodiscard]] float play_out(const std::array<Board, 2>& stones, const Board& empty, Player mover) {
    typename BridgePlayout<W>::Game game(playout_, stones, empty);
    std::array<Board, 2> all = stones;
    Player turn = mover;
    for (std::uint32_t left = empty.count(); left != 0; --left, turn = 1 - turn)
      all[turn].set(game.next(turn, rng_));
    return board_.reached(mover, all[mover]).intersects(board_.last_edge(mover)) ? 1.0F : -1.0F;
  }
  // Proves a node, or keeps only the children that matter.
  void ask(std::uint32_t at, const std::array<Board, 2>& stones, Player mover) {
    if (nodes_[at].asked) return;
    nodes_[at].asked = true;
    if (knowledge_.winning_cells(stones, mover).any()) {
      nodes_[at].proven = -1;
      return;
    }
    const Board cells = knowledge_.must_play(stones, mover);
    if (!cells.any()) {
      nodes_[at].proven = 1;
      return;
    }
    if (nodes_[at].count == 0) {
      if (at != root_) return;
      path_.assign(1, root_);
      back_up(-expand(at, stones, mover));
    }
    Node* const first = nodes_.data() + nodes_[at].first;
    Node* const end = std::remove_if(first, first + nodes_[at].count,
                                     [&](const Node& child) { return !cells.test(child.cell); });
    float sum = 0;
    for (Node* child = first; child != end; ++child) sum += child->share;
    for (Node* child = first; child != end; ++child) child->share /= sum;
    nodes_[at].count = static_cast<std::uint16_t>(end - first);
    bool all = true;
    for (Node* child = first; child != end; ++child) all = all && child->proven == -1;
    if (all) nodes_[at].proven = 1;
  }

  const HexBoard<W> board_;
  const SelfPlaySettings settings_;
  const BridgePlayout<W> playout_;
  const Knowledge<W> knowledge_;
  const QuantizedNet& net_;
  Rng& rng_;

  std::vector<Node> nodes_;
  std::uint32_t root_ = 0;
  std::array<Board, 2> stones_;
  Player mover_ = 0;
  std::vector<float> noise_;
  std::vector<std::uint32_t> path_;
};

}  // namespace ludex::games::hex
