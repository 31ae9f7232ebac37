// Knowledge<W>: static knowledge of a Hex position: circuits (network.hpp), virtual connections
// (connections.hpp), must-play regions and needless moves (inferior.hpp). Pure functions of the stones;
// preallocated workspaces avoid allocations and repeated work on one position. This class and its parts are
// compiled once, in the source files of this folder, for 1, 2, 3, 4 and 6 words.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/game/game.hpp"
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

// Use of the learned network: move scores, or also the evaluation.
enum class LearnedKind : std::uint32_t { kNone, kScores, kAll };

// Use of virtual connections: the region, or first the winning moves. At nodes within must-play regions the
// latter rarely finds anything: the opponent's region has covered it.
enum class MustPlayKind : std::uint32_t { kNone, kRegion, kAll };

struct KnowledgeOptions {
  CircuitKind circuit = CircuitKind::kNone;
  MustPlayKind must_play = MustPlayKind::kNone;
  ConnectionLimits limits;
  std::uint32_t template_rows = CellPatterns::kMostRows;  // edge templates of stones up to that row
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

  // One e-fold of resistance in centi-units, and the value where a connection decides.
  static constexpr double kScale = 500;
  static constexpr std::int32_t kDecided = 10'000;

  Knowledge(const HexBoard<W>& board, const KnowledgeOptions& options);
  ~Knowledge();

  [[nodiscard]] const KnowledgeOptions& options() const noexcept { return options_; }

  // One workspace exists from the start; false if more are useless.
  bool add_workspace() const;
  // Call it once for each that was added.
  void remove_workspace() const noexcept;

  // Adds `threads` workspaces until the result is destroyed. The knowledge may then outlive its other owners.
  [[nodiscard]] static std::shared_ptr<void> open_workspaces(
      const std::shared_ptr<const Knowledge>& knowledge, std::uint32_t threads);

  // In centi-units: the network's value v as kScale atanh(v), if it is enabled for evaluation or there are no
  // circuits; else ln(resistance of the opponent / of the mover), whoever moves.
  [[nodiscard]] std::int32_t evaluate(const Stones& stones, Player mover) const noexcept;

  // Writes a positive score for every cell in `cells` (empty ones): exponentials of the network's logits, or
  // the currents of both circuits. With both, powers of the former and of the opponent's currents: cells on
  // his best paths are good moves, and a search with must-play regions has already computed his connections.
  void score_cells(const Stones& stones, Player mover, const std::uint32_t* cells, std::uint32_t count,
                   float* out) const noexcept;

  // Cells with which the mover certainly wins; empty if none are known.
  [[nodiscard]] Board winning_cells(const Stones& stones, Player mover) const noexcept;

  // Cells among which the mover has a winning move if there is one; empty if the mover has lost.
  [[nodiscard]] Board must_play(const Stones& stones, Player mover) const noexcept;

  [[nodiscard]] const Patterns<W>& patterns() const noexcept { return patterns_; }
  [[nodiscard]] const Inferior<W>& inferior() const noexcept { return inferior_; }

 private:
  static constexpr float kLeast = 1e-6F;
  // Chosen by how well they predict moves of games (arena/papers/hex/RESULTS.md).
  static constexpr float kLogitPower = 0.7F;
  static constexpr float kCurrentPower = 1.5F;

  enum class Built : std::uint8_t { kNo, kForWin, kForRefutation, kAll };

  // The results for a position.
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

  // One thread's working memory, its results for the last position, and for recent ones: searches that go
  // back and forth ask again.
  struct Workspace {
    static constexpr std::size_t kFindings = 2048;

    Workspace(const HexBoard<W>& board, const KnowledgeOptions& options);

    Finding& finding(const Stones& of, Player mover);

    std::vector<Finding> findings;
    std::array<Network<W>, 2> network;
    std::array<Connections<W>, 2> connections;
    Stones stones;
    Stones filled;
    std::array<bool, 2> joined{};
    // Extent of the search for a player's connections.
    std::array<Built, 2> built{};
    bool known = false;

    // The network's result for its last position.
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

  void look_at(Workspace& w, const Stones& stones) const;
  void see(Workspace& w, const Stones& stones, Player mover) const noexcept;
  // A search that ends when the answer is known saves most of the work in decided positions; in all others it
  // finds everything.
  const Connections<W>& connect(Workspace& w, Player p, Built wanted) const;

  [[nodiscard]] Board wins(Workspace& w, Finding& found, const Stones& stones, Player mover) const;
  [[nodiscard]] Board find_wins(Workspace& w, const Stones& stones, Player mover) const;

  // Precondition: fill-in has not joined the mover's edges.
  [[nodiscard]] Board region(Workspace& w, Player mover) const;

  // The circuits of the requested players, unless the position is decided.
  [[nodiscard]] Pictures picture(Workspace& w, const Stones& stones, std::array<bool, 2> asked) const;
  // The basis of the mover's move scores: for each empty cell the sum of the requested currents.
  [[nodiscard]] const Finding& currents(Workspace& w, const Stones& stones, Player mover,
                                        std::array<bool, 2> asked) const;
  void wire(Network<W>& network, const Connections<W>& connections) const;

  const HexBoard<W> board_;
  const KnowledgeOptions options_;
  const Patterns<W> patterns_;
  const Inferior<W> inferior_;
  const QuantizedNet* const net_;  // null if the options do not use it
  mutable WorkspacePool<Workspace> workspaces_;
};

}  // namespace ludex::games::hex
