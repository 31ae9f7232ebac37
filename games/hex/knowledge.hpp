// Knowledge<W>: what can be said of a Hex position without search: circuits (network.hpp), virtual
// connections (connections.hpp), must-play regions and needless moves (inferior.hpp). Pure functions of the
// stones; the workspaces, made before, spare allocations and a second look at the same position.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/game/game.hpp"
#include "core/util/rng.hpp"
#include "games/common/bits.hpp"
#include "games/hex/board.hpp"
#include "games/hex/connections.hpp"
#include "games/hex/inferior.hpp"
#include "games/hex/network.hpp"
#include "games/hex/patterns.hpp"
#include "games/hex/quantized_net.hpp"
#include "games/hex/workspace_pool.hpp"

namespace ludex::games::hex {

enum class CircuitKind : std::uint32_t { kNone, kAdjacent, kBridges, kConnections };

// What the learned network is asked for: move scores, or also the evaluation.
enum class LearnedKind : std::uint32_t { kNone, kScores, kAll };

// What virtual connections are asked for: the region, or first the moves that win. Between moves that matter
// of a search the latter hardly ever find anything: the opponent's region has seen to it.
enum class MustPlayKind : std::uint32_t { kNone, kRegion, kAll };

struct KnowledgeOptions {
  CircuitKind circuit = CircuitKind::kNone;
  MustPlayKind must_play = MustPlayKind::kNone;
  ConnectionLimits limits;
  std::uint32_t template_rows = Patterns<1>::kMostRows;  // edge templates of stones up to that row
  LearnedKind learned = LearnedKind::kNone;
  [[nodiscard]] bool evaluates() const noexcept {
    return circuit != CircuitKind::kNone || learned == LearnedKind::kAll;
  }
  [[nodiscard]] bool scores_moves() const noexcept {
    return circuit != CircuitKind::kNone || learned != LearnedKind::kNone;
  }
  [[nodiscard]] bool prunes() const noexcept { return must_play != MustPlayKind::kNone; }
  [[nodiscard]] bool finds_wins() const noexcept { return must_play == MustPlayKind::kAll; }
  [[nodiscard]] bool any() const noexcept { return scores_moves() || prunes(); }
};

template <std::size_t W>
class Knowledge {
 public:
  using Board = Bits<W>;
  using Stones = std::array<Board, 2>;

  // One e-fold of resistance in centi-units, and what is said where a connection decides.
  static constexpr double kScale = 500;
  static constexpr std::int32_t kDecided = 10'000;

  Knowledge(const HexBoard<W>& board, const KnowledgeOptions& options)
      : board_(board),
        options_(options),
        patterns_(board_, options.template_rows),
        inferior_(board_, patterns_),
        net_(options.learned == LearnedKind::kNone ? nullptr : &QuantizedNet::learned()) {
    static_cast<void>(add_workspace());
  }

  [[nodiscard]] const KnowledgeOptions& options() const noexcept { return options_; }

  // One thread works with what there is from the start; false if there is no use for more.
  bool add_workspace() const { return workspaces_.add(std::make_unique<Workspace>(board_, options_)); }
  // Once for each that was added.
  void remove_workspace() const noexcept { workspaces_.remove(); }

  // In centi-units: the network's value v as kScale atanh(v), if it is asked for all or there are no
  // circuits; else ln(resistance of the opponent / of the mover), whoever moves.
  [[nodiscard]] std::int32_t evaluate(const Stones& stones, Player mover) const noexcept {
    const Lease work(workspaces_);
    if (options_.learned == LearnedKind::kAll || options_.circuit == CircuitKind::kNone) {
      see(*work, stones, mover);
      const double value = std::clamp(static_cast<double>(work->value), -0.9999, 0.9999);
      return static_cast<std::int32_t>(std::lround(std::atanh(value) * kScale));
    }
    const Pictures p = picture(*work, stones, {true, true});
    if (p.decided) return p.winner == mover ? kDecided : -kDecided;
    const double ratio = p.resistance[1 - mover] / p.resistance[mover];
    return static_cast<std::int32_t>(std::lround(std::clamp(std::log(ratio), -10.0, 10.0) * kScale));
  }

  // Writes a positive score of every cell in `cells` (empty ones): the exponentials of the network's logits,
  // or the currents of both circuits. With both, powers of the former and of the opponent's currents: where
  // he must pass is where to play, and a search that asks for must-play regions has his connections already.
  void score_cells(const Stones& stones, Player mover, const std::uint32_t* cells, std::uint32_t count,
                   float* out) const noexcept {
    const Lease work(workspaces_);
    if (options_.learned == LearnedKind::kNone) {
      const Finding& found = currents(*work, stones, mover, {true, true});
      for (std::uint32_t i = 0; i < count; ++i) out[i] = found.scores[cells[i]];
      return;
    }
    see(*work, stones, mover);
    float top = -1e30F;
    for (std::uint32_t i = 0; i < count; ++i) top = std::max(top, out[i] = work->logits[cells[i]]);
    if (options_.circuit == CircuitKind::kNone) {
      for (std::uint32_t i = 0; i < count; ++i) out[i] = std::exp(out[i] - top) + kLeast;
      return;
    }
    const Finding& found = currents(*work, stones, mover, {mover == 1, mover == 0});
    for (std::uint32_t i = 0; i < count; ++i)
      out[i] =
          std::exp(kLogitPower * (out[i] - top)) * std::pow(found.scores[cells[i]], kCurrentPower) + kLeast;
  }

  // Cells with which the mover wins for certain; empty if there are none or none are known.
  [[nodiscard]] Board winning_cells(const Stones& stones, Player mover) const noexcept {
    const Lease work(workspaces_);
    return wins(*work, work->finding(stones, mover), stones, mover);
  }

  // Cells among which the mover has a winning move if there is one; empty if the mover has lost.
  [[nodiscard]] Board must_play(const Stones& stones, Player mover) const noexcept {
    const Lease work(workspaces_);
    Finding& found = work->finding(stones, mover);
    if (options_.finds_wins()) {
      const Board winning = wins(*work, found, stones, mover);
      if (winning.any()) return winning;
    }
    if (!found.has_region) {
      look_at(*work, stones);
      found.region = work->joined[mover] ? wins(*work, found, stones, mover) : region(*work, mover);
      found.has_region = true;
    }
    return found.region;
  }

  [[nodiscard]] const Patterns<W>& patterns() const noexcept { return patterns_; }
  [[nodiscard]] const Inferior<W>& inferior() const noexcept { return inferior_; }

 private:
  static constexpr float kLeast = 1e-6F;
  // By how well they foretell moves of games (arena/experiments/hex/RESULTS.md).
  static constexpr float kLogitPower = 0.7F;
  static constexpr float kCurrentPower = 1.5F;

  enum class Built : std::uint8_t { kNo, kForWin, kForRefutation, kAll };

  // What was said of a position.
  struct Finding {
    Stones stones;
    Player mover = kNobody;
    bool has_wins = false;
    bool has_region = false;
    bool scored = false;
    Board wins;
    Board region;
    std::array<float, Board::kCapacity> scores;
  };

  // What one thread needs, what it found out about the last position it looked at, and what it said of others
  // lately: searches that go back and forth ask again.
  struct Workspace {
    static constexpr std::size_t kFindings = 2048;

    Workspace(const HexBoard<W>& board, const KnowledgeOptions& options) : findings(kFindings) {
      const bool connected = options.circuit == CircuitKind::kConnections;
      for (Player p = 0; p < 2; ++p) {
        if (options.circuit != CircuitKind::kNone) network[p].reserve(board.cells(), connected);
        if (connected || options.prunes()) connections[p].reserve(board.cells(), options.limits);
      }
    }

    Finding& finding(const Stones& of, Player mover) {
      std::uint64_t key = mover;
      for (const Board& board : of) {
        for (const std::uint64_t word : board.word) key = mix64(key ^ word);
      }
      Finding& found = findings[key % kFindings];
      if (found.mover == mover && found.stones == of) return found;
      found.stones = of;
      found.mover = mover;
      found.has_wins = found.has_region = found.scored = false;
      return found;
    }

    std::vector<Finding> findings;
    std::array<Network<W>, 2> network;
    std::array<Connections<W>, 2> connections;
    Stones stones;
    Stones filled;
    std::array<bool, 2> joined{};
    // How far the connections of a player have been searched for.
    std::array<Built, 2> built{};
    bool known = false;

    // What the network made of the last position it was shown.
    Stones seen;
    Player seen_by = kNobody;
    float value = 0;
    std::array<float, Board::kCapacity> logits;
  };

  using Lease = typename WorkspacePool<Workspace>::Lease;

  struct Pictures {
    bool decided = false;
    Player winner = 0;
    std::array<bool, 2> solved{};
    std::array<double, 2> resistance{1, 1};
  };

  void look_at(Workspace& w, const Stones& stones) const {
    if (w.known && w.stones == stones) return;
    w.known = true;
    w.stones = w.filled = stones;
    w.built = {};
    inferior_.fill_in(w.filled);
    for (Player p = 0; p < 2; ++p)
      w.joined[p] = board_.reached(p, w.filled[p]).intersects(board_.last_edge(p));
  }
  void see(Workspace& w, const Stones& stones, Player mover) const noexcept {
    if (w.seen_by == mover && w.seen == stones) return;
    w.seen = stones;
    w.seen_by = mover;
    w.value = hex::look_at(*net_, stones, board_.width(), board_.height(), mover, w.logits.data());
  }
  // A search that ends when the answer is known spares most of the work in decided positions; in all others
  // it finds everything.
  const Connections<W>& connect(Workspace& w, Player p, Built wanted) const {
    if (w.built[p] == wanted || w.built[p] == Built::kAll) return w.connections[p];
    const bool ended =
        w.connections[p].build(board_, patterns_, p, w.filled[p], w.filled[1 - p], options_.limits,
                               wanted == Built::kForWin          ? ConnectionGoal::kWin
                               : wanted == Built::kForRefutation ? ConnectionGoal::kRefuted
                                                                 : ConnectionGoal::kNone);
    w.built[p] = ended ? wanted : Built::kAll;
    return w.connections[p];
  }

  [[nodiscard]] Board wins(Workspace& w, Finding& found, const Stones& stones, Player mover) const {
    if (!found.has_wins) found.wins = find_wins(w, stones, mover);
    found.has_wins = true;
    return found.wins;
  }
  [[nodiscard]] Board find_wins(Workspace& w, const Stones& stones, Player mover) const {
    look_at(w, stones);
    const Board empty = board_.all().without(stones[0] | stones[1]);
    if (w.joined[1 - mover]) return {};
    // Cells filled in that complete the connection: one that matters first, but any move will do.
    if (w.joined[mover]) {
      const Board filled = empty & w.filled[mover];
      return filled.any() ? filled : empty;
    }
    const Connections<W>& own = connect(w, mover, Built::kForWin);
    const std::uint32_t a = own.edge(kFirstEdge);
    const std::uint32_t b = own.edge(kLastEdge);
    Board wins;
    own.for_each_semi(a, b, [&](const auto& semi) { wins.set(semi.key); });
    if (wins.any() || !own.has_full(a, b)) return wins;
    std::uint32_t fewest = Board::kCapacity + 1;
    own.for_each_full(a, b, [&](const auto& full) {
      const std::uint32_t size = full.carrier.count();
      if (size == 0 || size >= fewest) return;
      fewest = size;
      wins = full.carrier;
    });
    return wins;
  }

  // Precondition: fill-in has not joined the mover's edges.
  [[nodiscard]] Board region(Workspace& w, Player mover) const {
    if (w.joined[1 - mover]) return {};
    const Connections<W>& other = connect(w, 1 - mover, Built::kForRefutation);
    const std::uint32_t a = other.edge(kFirstEdge);
    const std::uint32_t b = other.edge(kLastEdge);
    if (other.has_full(a, b)) return {};
    Board cells = board_.all().without(w.filled[0] | w.filled[1]);
    other.for_each_semi(a, b, [&](const auto& semi) { cells &= semi.carrier; });
    return cells.any() ? cells.without(inferior_.needless(w.filled, mover)) : cells;
  }

  // The circuits of the players asked for, unless the position is decided.
  [[nodiscard]] Pictures picture(Workspace& w, const Stones& stones, std::array<bool, 2> asked) const {
    Pictures out;
    const bool connected = options_.circuit == CircuitKind::kConnections;
    const Stones* seen = &stones;
    if (connected) {
      look_at(w, stones);
      seen = &w.filled;
    }
    for (Player p = 0; p < 2; ++p) {
      if (!asked[p]) continue;
      Network<W>& network = w.network[p];
      const auto ends = network.begin(board_, patterns_, p, (*seen)[p], (*seen)[1 - p]);
      if (ends != Network<W>::Ends::kOpen) {
        out.decided = true;
        out.winner = ends == Network<W>::Ends::kJoined ? p : 1 - p;
        continue;
      }
      if (connected) {
        wire(network, connect(w, p, Built::kAll));
      } else {
        network.wire_patterns(options_.circuit == CircuitKind::kBridges);
      }
      network.solve();
      out.solved[p] = true;
      out.resistance[p] = network.resistance();
      const Connections<W>& found = w.connections[p];
      if (connected && found.has_full(found.edge(kFirstEdge), found.edge(kLastEdge))) {
        out.decided = true;
        out.winner = p;
      }
    }
    return out;
  }
  // What the mover's move scores are made of: for each empty cell the sum of the currents asked for.
  [[nodiscard]] const Finding& currents(Workspace& w, const Stones& stones, Player mover,
                                        std::array<bool, 2> asked) const {
    Finding& found = w.finding(stones, mover);
    if (found.scored) return found;
    const Pictures p = picture(w, stones, asked);
    board_.all().without(stones[0] | stones[1]).for_each([&](std::uint32_t cell) {
      double sum = 0;
      for (Player q = 0; q < 2; ++q) {
        if (p.solved[q]) sum += w.network[q].score(cell);
      }
      found.scores[cell] = static_cast<float>(sum) + kLeast;
    });
    found.scored = true;
    return found;
  }
  void wire(Network<W>& network, const Connections<W>& connections) const {
    connections.for_each_connected([&](std::uint32_t x, std::uint32_t y, const Board& common) {
      const auto node = [&](std::uint32_t end) {
        return connections.is_edge(end) ? end - connections.edge(kFirstEdge)
                                        : network.node(connections.cell_of(end));
      };
      const std::uint32_t a = node(x);
      const std::uint32_t b = node(y);
      const bool groups = !Network<W>::is_cell(a) && !Network<W>::is_cell(b);
      if (!groups && Network<W>::is_node(a) && Network<W>::is_node(b)) network.wire(a, b, 1 + common.count());
    });
  }

  const HexBoard<W> board_;
  const KnowledgeOptions options_;
  const Patterns<W> patterns_;
  const Inferior<W> inferior_;
  const QuantizedNet* const net_;  // if it is asked for
  mutable WorkspacePool<Workspace> workspaces_;
};

}  // namespace ludex::games::hex
