#include "games/hex/knowledge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/game/game.hpp"
#include "core/util/rng.hpp"
#include "games/hex/board.hpp"
#include "games/hex/connections.hpp"
#include "games/hex/network.hpp"
#include "games/hex/quantized_net.hpp"

namespace ludex::games::hex {

template <std::size_t W>
Knowledge<W>::Knowledge(const HexBoard<W>& board, const KnowledgeOptions& options)
    : board_(board),
      options_(options),
      patterns_(board_, options.template_rows),
      inferior_(board_, patterns_),
      net_(options.learned == LearnedKind::kNone ? nullptr : &QuantizedNet::learned()) {
  static_cast<void>(add_workspace());
}

template <std::size_t W>
Knowledge<W>::~Knowledge() = default;

template <std::size_t W>
Knowledge<W>::Workspace::Workspace(const HexBoard<W>& board, const KnowledgeOptions& options)
    : findings(kFindings) {
  const bool connected = options.circuit == CircuitKind::kConnections;
  for (Player p = 0; p < 2; ++p) {
    if (options.circuit != CircuitKind::kNone) network[p].reserve(board.cells(), connected);
    if (connected || options.prunes()) connections[p].reserve(board.cells(), options.limits);
  }
}

template <std::size_t W>
auto Knowledge<W>::Workspace::finding(const Stones& of, Player mover) -> Finding& {
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

template <std::size_t W>
bool Knowledge<W>::add_workspace() const {
  return workspaces_.add(std::make_unique<Workspace>(board_, options_));
}

template <std::size_t W>
void Knowledge<W>::remove_workspace() const noexcept {
  workspaces_.remove();
}

template <std::size_t W>
std::shared_ptr<void> Knowledge<W>::open_workspaces(const std::shared_ptr<const Knowledge>& knowledge,
                                                    std::uint32_t threads) {
  struct Opened {
    explicit Opened(std::shared_ptr<const Knowledge> k) : knowledge(std::move(k)) {}
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    ~Opened() {
      for (; count != 0; --count) knowledge->remove_workspace();
    }
    const std::shared_ptr<const Knowledge> knowledge;
    std::uint32_t count = 0;
  };
  const auto opened = std::make_shared<Opened>(knowledge);
  while (opened->count < threads && knowledge->add_workspace()) ++opened->count;
  return opened;
}

template <std::size_t W>
std::int32_t Knowledge<W>::evaluate(const Stones& stones, Player mover) const noexcept {
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

template <std::size_t W>
void Knowledge<W>::score_cells(const Stones& stones, Player mover, const std::uint32_t* cells,
                               std::uint32_t count, float* out) const noexcept {
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

template <std::size_t W>
auto Knowledge<W>::winning_cells(const Stones& stones, Player mover) const noexcept -> Board {
  const Lease work(workspaces_);
  return wins(*work, work->finding(stones, mover), stones, mover);
}

template <std::size_t W>
auto Knowledge<W>::must_play(const Stones& stones, Player mover) const noexcept -> Board {
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

template <std::size_t W>
void Knowledge<W>::look_at(Workspace& w, const Stones& stones) const {
  if (w.known && w.stones == stones) return;
  w.known = true;
  w.stones = w.filled = stones;
  w.built = {};
  inferior_.fill_in(w.filled);
  for (Player p = 0; p < 2; ++p) w.joined[p] = board_.reached(p, w.filled[p]).intersects(board_.last_edge(p));
}

template <std::size_t W>
void Knowledge<W>::see(Workspace& w, const Stones& stones, Player mover) const noexcept {
  if (w.seen_by == mover && w.seen == stones) return;
  w.seen = stones;
  w.seen_by = mover;
  w.value = hex::look_at(*net_, stones, board_.width(), board_.height(), mover, w.logits.data());
}

template <std::size_t W>
auto Knowledge<W>::connect(Workspace& w, Player p, Built wanted) const -> const Connections<W>& {
  if (w.built[p] == wanted || w.built[p] == Built::kAll) return w.connections[p];
  const bool ended =
      w.connections[p].build(board_, patterns_, p, w.filled[p], w.filled[1 - p], options_.limits,
                             wanted == Built::kForWin          ? ConnectionGoal::kWin
                             : wanted == Built::kForRefutation ? ConnectionGoal::kRefuted
                                                               : ConnectionGoal::kNone);
  w.built[p] = ended ? wanted : Built::kAll;
  return w.connections[p];
}

template <std::size_t W>
auto Knowledge<W>::wins(Workspace& w, Finding& found, const Stones& stones, Player mover) const -> Board {
  if (!found.has_wins) found.wins = find_wins(w, stones, mover);
  found.has_wins = true;
  return found.wins;
}

template <std::size_t W>
auto Knowledge<W>::find_wins(Workspace& w, const Stones& stones, Player mover) const -> Board {
  look_at(w, stones);
  const Board empty = board_.all().without(stones[0] | stones[1]);
  if (w.joined[1 - mover]) return {};
  // Filled-in cells complete the connection: prefers one of those, but any move wins.
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

template <std::size_t W>
auto Knowledge<W>::region(Workspace& w, Player mover) const -> Board {
  if (w.joined[1 - mover]) return {};
  const Connections<W>& other = connect(w, 1 - mover, Built::kForRefutation);
  const std::uint32_t a = other.edge(kFirstEdge);
  const std::uint32_t b = other.edge(kLastEdge);
  if (other.has_full(a, b)) return {};
  Board cells = board_.all().without(w.filled[0] | w.filled[1]);
  other.for_each_semi(a, b, [&](const auto& semi) { cells &= semi.carrier; });
  return cells.any() ? cells.without(inferior_.needless(w.filled, mover)) : cells;
}

template <std::size_t W>
auto Knowledge<W>::picture(Workspace& w, const Stones& stones, std::array<bool, 2> asked) const -> Pictures {
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

template <std::size_t W>
auto Knowledge<W>::currents(Workspace& w, const Stones& stones, Player mover, std::array<bool, 2> asked) const
    -> const Finding& {
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

template <std::size_t W>
void Knowledge<W>::wire(Network<W>& network, const Connections<W>& connections) const {
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

template class Knowledge<1>;
template class Knowledge<2>;
template class Knowledge<3>;
template class Knowledge<4>;
template class Knowledge<6>;

}  // namespace ludex::games::hex
