// Hex: connect your two edges (rules.md). Player 1 (black, 'b') joins top and bottom, player 2 (white, 'w')
// left and right.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/rules.hpp"
#include "core/game/side.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"
#include "games/common/bits.hpp"
#include "games/common/grid_text.hpp"
#include "games/common/gtp.hpp"
#include "games/common/placement.hpp"
#include "games/common/sgf.hpp"
#include "games/common/stones_observed.hpp"
#include "games/hex/board.hpp"
#include "games/hex/bridge_playout.hpp"
#include "games/hex/drawing.hpp"
#include "games/hex/knowledge.hpp"

namespace ludex::games::hex {

inline constexpr std::uint32_t kMaxSide = 19;

// The moves of random games: uniform, or with bridges restored (bridge_playout.hpp).
enum class PlayoutKind : std::uint8_t { kUniform, kBridges };

template <std::size_t W>
class HexRules {
 public:
  using Offers =
      Extensions<Evaluate, MoveScores, CountMoves, Tactics, MustPlay, Symmetry, Features, QuickPlayout,
                 Workspaces, Gtp, Sgf, Sides, Svg, SvgCells, OwnPlayout, OwnMoveReader, OffersByParameter>;
  using Board = Bits<W>;

  struct State {
    std::array<Board, 2> stones;
    // The stones connected to the player's first edge (top for black, left for white): they make the test
    // whether a stone has connected the edges take a few word operations.
    std::array<Board, 2> reached;
    std::uint64_t hash;
    std::uint32_t ply;
    GameStatus status;
  };

  // Precondition: width * height <= 64 * W; swap only on square boards.
  HexRules(std::uint32_t width, std::uint32_t height, bool swap, const KnowledgeOptions& knowledge = {},
           PlayoutKind playouts = PlayoutKind::kUniform)
      : board_(width, height),
        swap_(swap),
        bridges_(playouts == PlayoutKind::kBridges ? std::make_shared<const BridgePlayout<W>>(board_)
                                                   : nullptr),
        knowledge_(knowledge.any() ? std::make_shared<const Knowledge<W>>(board_, knowledge) : nullptr) {}

  [[nodiscard]] GameTraits traits() const {
    const std::uint32_t swap = swap_ ? 1 : 0;
    return {.players = 2,
            .flags = kZeroSum | kPerfectInformation | kDeterministic | kAlternating,
            .max_moves = board_.cells(),
            .max_plies = board_.cells() + swap,
            .move_classes = board_.cells() + swap,
            .state_size = 0,
            .state_align = 0};
  }

  [[nodiscard]] State initial() const { return State{}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.ply % 2; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return s.status; }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return s.hash; }

  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (is_over(s.status)) return 0;
    std::uint32_t n = 0;
    empty(s).for_each([&](std::uint32_t cell) { out[n++] = Move{cell}; });
    if (may_swap(s)) out[n++] = swap_move();
    return n;
  }
  [[nodiscard]] std::uint32_t count_moves(const State& s) const noexcept {
    return is_over(s.status) ? 0 : empty(s).count() + (may_swap(s) ? 1 : 0);
  }

  GameStatus apply(State& s, Move move) const noexcept {
    const Player mover = to_move(s);
    ++s.ply;
    s.hash ^= kSecondToMoveKey;
    if (move == swap_move()) {
      apply_swap(s);
    } else if (place(s, mover, static_cast<std::uint32_t>(move))) {
      s.status = win_for(mover);
    }
    return s.status;
  }

  // One class a cell, and one for the swap.
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }

  std::uint32_t winning_moves(const State& s, Move* out) const noexcept {
    if (is_over(s.status)) return 0;
    const Player p = to_move(s);
    const Board far = board_.flood(s.stones[p] & board_.last_edge(p), s.stones[p]);
    const Board at_once = empty(s) & (board_.neighbours(s.reached[p]) | board_.first_edge(p)) &
                          (board_.neighbours(far) | board_.last_edge(p));
    if (at_once.any() || !connects(s) || !knowledge_->options().finds_wins())
      return write_cells(at_once, out);
    return write_cells(knowledge_->winning_cells(s.stones, p), out);
  }

  // The knowledge that this game was configured with.
  [[nodiscard]] bool offers(std::string_view id) const noexcept {
    if (id == Evaluate::kId) return knowledge_ != nullptr && knowledge_->options().evaluates();
    if (id == MoveScores::kId) return knowledge_ != nullptr && knowledge_->options().scores_moves();
    if (id == QuickPlayout::kId) return bridges_ == nullptr;
    if (id == Workspaces::kId) return knowledge_ != nullptr;
    if (id == MustPlay::kId) return knowledge_ != nullptr && knowledge_->options().prunes();
    return true;
  }
  [[nodiscard]] const Knowledge<W>* knowledge() const noexcept { return knowledge_.get(); }
  // These four need the knowledge.
  [[nodiscard]] std::shared_ptr<void> open_workspaces(std::uint32_t threads) const {
    return Knowledge<W>::open_workspaces(knowledge_, threads);
  }
  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept {
    return knowledge_->evaluate(s.stones, to_move(s));
  }
  // A swap scores like the best cell if the first player is ahead, else like the worst; without circuits the
  // network tells who is ahead.
  void move_scores(const State& s, const Move* moves, std::uint32_t count, float* out) const noexcept {
    std::array<std::uint32_t, Board::kCapacity> cells{};
    std::uint32_t n = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (moves[i] != swap_move()) cells[n++] = static_cast<std::uint32_t>(moves[i]);
    }
    knowledge_->score_cells(s.stones, to_move(s), cells.data(), n, out);
    if (n == count) return;
    // The swap is the last of the legal moves.
    const auto [worst, best] = std::minmax_element(out, out + n);
    out[n] = n == 0 ? 1.0F : evaluate(s) < 0 ? *best : *worst;
  }
  std::uint32_t must_play(const State& s, Move* out) const noexcept {
    if (is_over(s.status)) return 0;
    if (!connects(s)) return legal_moves(s, out);
    std::uint32_t n = winning_moves(s, out);
    if (n == 0) n = write_cells(knowledge_->must_play(s.stones, to_move(s)), out);
    if (may_swap(s)) out[n++] = swap_move();
    return n;
  }

  // 0: identity, 1: half a turn. It commutes with the mirror in the long diagonal, so the swap maps to
  // itself.
  [[nodiscard]] std::uint32_t symmetries() const noexcept { return 2; }
  [[nodiscard]] State map_state(const State& s, std::uint32_t symmetry) const noexcept {
    if (symmetry == 0) return s;
    State image{};
    image.ply = s.ply;
    image.status = s.status;
    image.hash = s.ply % 2 == 0 ? 0 : kSecondToMoveKey;
    for (Player p = 0; p < 2; ++p) {
      s.stones[p].for_each([&](std::uint32_t cell) { add(image, p, board_.cells() - 1 - cell); });
      image.reached[p] = board_.reached(p, image.stones[p]);
    }
    return image;
  }
  [[nodiscard]] Move map_move(const State&, Move move, std::uint32_t symmetry) const noexcept {
    if (symmetry == 0 || move == swap_move()) return move;
    return Move{board_.cells() - 1 - static_cast<std::uint32_t>(move)};
  }

  // Sites: cells row by row from the top, so that the player connects top and bottom: on a square board the
  // second player sees rows and columns exchanged.
  [[nodiscard]] FeaturePlan feature_plan() const {
    FeaturePlan plan = stones_plan(board_.height(), board_.width(), FeaturePlan::Grid::kHex);
    plan.numbers = {"may swap", "connects left and right"};
    return plan;
  }
  void observe(const State& s, Player player, std::uint8_t* codes, float* numbers) const noexcept {
    for (std::uint32_t cell = 0; cell < board_.cells(); ++cell)
      codes[site_of(cell, player)] = stone_code(s.stones[0].test(cell)   ? 1
                                                : s.stones[1].test(cell) ? 2
                                                                         : 0,
                                                player);
    numbers[0] = may_swap(s) ? 1 : 0;
    numbers[1] = player == 1 && board_.width() != board_.height() ? 1 : 0;
  }
  [[nodiscard]] MoveSites move_sites(const State& s, Move move) const noexcept {
    if (move == swap_move()) return {};
    return {.to = site_of(static_cast<std::uint32_t>(move), to_move(s))};
  }
  [[nodiscard]] std::uint32_t map_site(std::uint32_t site, std::uint32_t symmetry) const noexcept {
    return symmetry == 0 ? site : board_.cells() - 1 - site;
  }

  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept;
  // On a full board exactly one player has connected, so the winner can be determined then: the mover gets
  // half of the empty cells, rounded up, each such half equally likely.
  [[nodiscard]] GameStatus quick_playout(const State& s, Rng& rng) const noexcept;

  [[nodiscard]] std::string move_text(const State&, Move move) const {
    if (move == swap_move()) return "swap";
    const auto cell = static_cast<std::uint32_t>(move);
    return cell_text(cell % board_.width(), cell / board_.width() + 1);
  }
  [[nodiscard]] Result<Move> parse_move(const State&, std::string_view text) const {
    if (swap_ && (text == "swap" || text == "swap-pieces")) return swap_move();
    const auto cell = parse_cell(text, board_.width(), board_.height());
    if (!cell) {
      return Error{std::string("'").append(text).append("' is not a cell: a1..") +
                   cell_text(board_.width() - 1, board_.height()) + (swap_ ? ", or swap" : "")};
    }
    return Move{(cell->row - 1) * board_.width() + cell->x};
  }

  [[nodiscard]] std::string position_text(const State& s) const {
    return grid_position_text(board_.width(), board_.height(), kStones, to_move(s), cells(s));
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;

  // GTP in Benzene's dialect. Its swap-pieces moves no stone but exchanges the players' colours, so after a
  // swap the engine's board is ours mirrored, with the colours exchanged.
  [[nodiscard]] char gtp_color(const State& s) const noexcept {
    return (to_move(s) == 0) != swapped(s) ? 'b' : 'w';
  }
  [[nodiscard]] std::string gtp_move(const State& s, Move move) const {
    if (move == swap_move()) return "swap-pieces";
    return move_text(s, Move{gtp_cell(s, static_cast<std::uint32_t>(move))});
  }
  [[nodiscard]] Result<Move> parse_gtp_move(const State& s, std::string_view text) const {
    const auto move = parse_move(s, text);
    if (!move || *move == swap_move()) return move;
    return Move{gtp_cell(s, static_cast<std::uint32_t>(*move))};
  }
  [[nodiscard]] Result<std::string> gtp_setup(const State& s) const {
    GtpSetup setup(gtp_board_size());
    for (Player p = 0; p < 2; ++p) {
      s.stones[p].for_each(
          [&](std::uint32_t cell) { setup.play((p == 0) != swapped(s), gtp_move(s, Move{cell})); });
    }
    return std::move(setup).text();
  }
  // One number for square boards, the only ones that all engines support.
  [[nodiscard]] std::string gtp_board_size() const {
    const std::string width = std::to_string(board_.width());
    return board_.width() == board_.height() ? width : width + " " + std::to_string(board_.height());
  }
  // https://www.red-bean.com/sgf/hex.html: cells as here, and its swap-pieces is our swap.
  static constexpr std::uint32_t kSgfGame = 11;
  [[nodiscard]] std::string sgf_move(const State& s, Move move) const {
    return move == swap_move() ? "swap-pieces" : move_text(s, move);
  }
  [[nodiscard]] std::string sgf_setup(const State& s) const {
    SgfSetup setup;
    for (Player p = 0; p < 2; ++p)
      s.stones[p].for_each([&](std::uint32_t cell) { setup.add(p, move_text(s, Move{cell})); });
    return setup.text(to_move(s));
  }
  [[nodiscard]] std::string sgf_size() const {
    const std::string width = std::to_string(board_.width());
    return board_.width() == board_.height() ? width : width + ":" + std::to_string(board_.height());
  }
  [[nodiscard]] std::string board_text(const State& s) const {
    return draw_text(board_.width(), board_.height(), cells(s)) +
           status_line(status(s), to_move(s), "black (b)",
                       may_swap(s) ? "white (w), who may also swap," : "white (w)");
  }
  [[nodiscard]] static Side side(const State&, Player p) noexcept {
    return p == 0 ? sides::kBlack : sides::kWhite;
  }
  [[nodiscard]] std::string svg(const State& s, Move last) const {
    return draw_svg(board_.width(), board_.height(), cells(s), last_cell(s, last));
  }
  [[nodiscard]] std::string svg_cells(const State&) const {
    return draw_svg_cells(board_.width(), board_.height());
  }
  [[nodiscard]] std::string svg_move_cells(const State& s, Move move) const {
    return move == swap_move() ? "" : move_text(s, move);
  }

 private:
  static constexpr const char* kStones = "bw";

  [[nodiscard]] std::uint32_t site_of(std::uint32_t cell, Player player) const noexcept {
    return player == 1 && board_.width() == board_.height() ? board_.mirrored(cell) : cell;
  }
  [[nodiscard]] Move swap_move() const noexcept { return Move{board_.cells()}; }
  [[nodiscard]] bool may_swap(const State& s) const noexcept { return swap_ && s.ply == 1; }
  // True if the game began with a swap: it has one ply more than stones.
  [[nodiscard]] bool swapped(const State& s) const noexcept {
    return swap_ && s.ply == (s.stones[0] | s.stones[1]).count() + 1;
  }
  [[nodiscard]] std::uint32_t gtp_cell(const State& s, std::uint32_t cell) const noexcept {
    return swapped(s) ? board_.mirrored(cell) : cell;
  }
  [[nodiscard]] Board empty(const State& s) const noexcept {
    return board_.all().without(s.stones[0] | s.stones[1]);
  }
  [[nodiscard]] Cells cells(const State& s) const {
    Cells out(board_.cells());
    for (Player p = 0; p < 2; ++p)
      s.stones[p].for_each([&](std::uint32_t cell) { out[cell] = static_cast<std::uint8_t>(p + 1); });
    return out;
  }
  // The cell to highlight: the swapped stone after a swap.
  [[nodiscard]] std::uint32_t last_cell(const State& s, Move last) const noexcept {
    if (last == kNoMove || last != swap_move()) return static_cast<std::uint32_t>(last);
    std::uint32_t cell = static_cast<std::uint32_t>(kNoMove);
    s.stones[1].for_each([&](std::uint32_t c) { cell = c; });
    return cell;
  }

  static std::uint32_t write_cells(const Board& cells, Move* out) noexcept {
    std::uint32_t n = 0;
    cells.for_each([&](std::uint32_t cell) { out[n++] = Move{cell}; });
    return n;
  }
  // True if virtual connections may be used: not while the opponent may still swap.
  [[nodiscard]] bool connects(const State& s) const noexcept {
    return knowledge_ != nullptr && knowledge_->options().prunes() && !(swap_ && s.ply == 0);
  }

  static void add(State& s, Player p, std::uint32_t cell) noexcept {
    s.stones[p].set(cell);
    s.hash ^= stone_key(p, cell);
  }
  // Adds a stone and returns true if it has connected the player's edges.
  bool place(State& s, Player p, std::uint32_t cell) const noexcept {
    add(s, p, cell);
    return board_.join(p, cell, s.stones[p], s.reached[p]);
  }
  void apply_swap(State& s) const noexcept {
    std::uint32_t cell = 0;
    s.stones[0].for_each([&](std::uint32_t c) { cell = c; });
    s.stones[0] = {};
    s.reached[0] = {};
    s.hash ^= stone_key(0, cell);
    place(s, 1, board_.mirrored(cell));
  }

  HexBoard<W> board_;
  bool swap_;
  std::shared_ptr<const BridgePlayout<W>> bridges_;
  std::shared_ptr<const Knowledge<W>> knowledge_;
};

template <std::size_t W>
PlayoutResult HexRules<W>::playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
  if (trace != nullptr) trace->size = 0;
  if (is_over(s.status)) return {s.status, 0};
  const std::uint32_t first_ply = s.ply;
  // The two plies at which the swap rule matters are drawn from the legal moves.
  while (swap_ && s.ply < 2) {
    Move moves[Board::kCapacity];
    const Move move = moves[rng.below(legal_moves(s, moves))];
    if (trace != nullptr) record(trace, move, move_class(s, move), to_move(s));
    if (is_over(apply(s, move))) return {s.status, s.ply - first_ply};
  }
  if (bridges_ != nullptr) {
    for (typename BridgePlayout<W>::Game game(*bridges_, s.stones, empty(s));;) {
      const std::uint32_t cell = game.next(to_move(s), rng);
      if (trace != nullptr) record(trace, Move{cell}, cell, to_move(s));
      if (is_over(apply(s, Move{cell}))) return {s.status, s.ply - first_ply};
    }
  }
  std::array<std::uint16_t, Board::kCapacity> cells;
  std::uint32_t n = 0;
  empty(s).for_each([&](std::uint32_t cell) { cells[n++] = static_cast<std::uint16_t>(cell); });
  for (;;) {
    const std::uint32_t i = rng.below(n);
    const std::uint32_t cell = cells[i];
    cells[i] = cells[--n];
    if (trace != nullptr) record(trace, Move{cell}, cell, to_move(s));
    if (is_over(apply(s, Move{cell}))) return {s.status, s.ply - first_ply};
  }
}

template <std::size_t W>
GameStatus HexRules<W>::quick_playout(const State& s, Rng& rng) const noexcept {
  if (is_over(s.status)) return s.status;
  if (swap_ && s.ply < 2) {
    State whole = s;
    return playout(whole, rng, nullptr).status;
  }
  const Board free = empty(s);
  const std::uint32_t count = free.count();
  const Board movers = random_subset(free, count, (count + 1) / 2, rng);
  const Board black = s.stones[0] | (to_move(s) == 0 ? movers : free.without(movers));
  return win_for(board_.reached(0, black).intersects(board_.last_edge(0)) ? 0 : 1);
}

template <std::size_t W>
auto HexRules<W>::parse_position(std::string_view text) const -> Result<State> {
  const Result<GridPosition> grid = parse_grid_position(text, board_.width(), board_.height(), kStones);
  if (!grid) return Error{grid.error()};
  // After a swap there is one ply more than stones, and white is one stone ahead of the usual count.
  const bool swapped = swap_ && grid->count[1] > 0 && grid->count[1] == grid->count[0] + 1 - grid->to_move;
  if (!swapped) {
    if (const auto turn = check_alternation(*grid, kStones); !turn) return Error{turn.error()};
  }
  State s{};
  s.ply = grid->count[0] + grid->count[1] + (swapped ? 1 : 0);
  s.hash = s.ply % 2 == 0 ? 0 : kSecondToMoveKey;
  for (std::uint32_t cell = 0; cell < board_.cells(); ++cell) {
    if (grid->cells[cell] != 0) add(s, grid->cells[cell] - 1U, cell);
  }
  for (Player p = 0; p < 2; ++p) {
    s.reached[p] = board_.reached(p, s.stones[p]);
    if (!s.reached[p].intersects(board_.last_edge(p))) continue;
    if (p == to_move(s))
      return Error{std::string("'") + kStones[p] + "' has connected the edges but is to move"};
    // The position before the winning stone, the last one, must not connect the edges.
    bool possible = false;
    s.stones[p].for_each([&](std::uint32_t cell) {
      Board before = s.stones[p];
      before.reset(cell);
      possible = possible || !board_.reached(p, before).intersects(board_.last_edge(p));
    });
    if (!possible) return Error{"the game was over before the last move"};
    s.status = win_for(p);
  }
  return s;
}

}  // namespace ludex::games::hex
