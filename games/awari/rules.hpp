// Awari (oware) in two rule sets; rules, notation and counts in rules.md.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/rules.hpp"
#include "core/game/side.hpp"
#include "core/util/hash.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"
#include "games/awari/evaluation.hpp"
#include "games/awari/notation.hpp"
#include "games/awari/sowing.hpp"
#include "games/awari/variants.hpp"
#include "games/common/grid_text.hpp"

namespace ludex::games::awari {

namespace detail {

// kNthBit[mask][i]: index of the set bit of `mask` that has i set bits below it.
inline constexpr auto kNthBit = [] {
  std::array<std::array<std::uint8_t, 8>, 1U << kPits> table{};
  for (std::size_t mask = 0; mask < table.size(); ++mask) {
    std::size_t n = 0;
    for (std::uint8_t bit = 0; bit < kPits; ++bit) {
      if ((mask >> bit & 1U) != 0) table[mask][n++] = bit;
    }
  }
  return table;
}();

}  // namespace detail

template <class V>
class AwariRules {
  static constexpr bool kRepeats = !std::is_same_v<typename V::History, NoHistory>;

 public:
  using Offers = Extensions<Evaluate, CountMoves, Tactics, ExtensionsIf<kRepeats, Repetition>, Features,
                            Sides, Svg, SvgCells, OwnCopy, OwnPlayout>;
  static constexpr std::uint32_t kMaxPlies = 2500;

  struct State {
    Board board;
    std::uint16_t ply;    // even: player 1 (south) is to move
    std::uint8_t passes;  // consecutive, up to now
    std::uint8_t status;
    [[no_unique_address]] typename V::History history;
  };

  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kDrawsPossible | kCyclic | kPerfectInformation | kDeterministic |
                     kAlternating | V::kFlags,
            .max_moves = kPits,
            .max_plies = kMaxPlies,
            .move_classes = notation::kMoveCount,
            .state_size = 0,
            .state_align = 0};
  }

  [[nodiscard]] State initial() const { return set_up({{kOnes * 4, kOnes * 4}, 0, 0}); }

  // Copies the part of the history that is in use.
  void copy(State& to, const State& from) const noexcept {
    to.board = from.board;
    to.ply = from.ply;
    to.passes = from.passes;
    to.status = from.status;
    to.history.copy_from(from.history);
  }

  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.ply & 1U; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return GameStatus{s.status}; }

  // Writes the moves in sowing order.
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (s.status != 0) return 0;
    std::uint32_t n = 0;
    for (unsigned pits = legal_pits(s.board, to_move(s)); pits != 0; pits &= pits - 1) {
      out[n++] = pit_move(to_move(s), static_cast<unsigned>(std::countr_zero(pits)));
    }
    if (V::kPass && n == 0) out[n++] = notation::kPass;
    return n;
  }
  [[nodiscard]] std::uint32_t count_moves(const State& s) const noexcept {
    if (s.status != 0) return 0;
    const auto n = static_cast<std::uint32_t>(std::popcount(legal_pits(s.board, to_move(s))));
    return V::kPass && n == 0 ? 1 : n;
  }
  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept {
    return evaluate_rows(s.board[to_move(s)], s.board[1 - to_move(s)]);
  }
  std::uint32_t winning_moves(const State& s, Move* out) const noexcept {
    std::array<Move, kPits> moves;
    const std::uint32_t n = legal_moves(s, moves.data());
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      Board board = s.board;
      std::uint32_t passes = s.passes;
      play(board, passes, to_move(s), moves[i]);
      const GameStatus status = judge(board, s.ply + 1U, passes, count_after(s, board, to_move(s)));
      if (status == win_for(to_move(s))) out[found++] = moves[i];
    }
    return found;
  }

  GameStatus apply(State& s, Move move) const noexcept {
    remember(s);
    const Board before = s.board;
    std::uint32_t passes = s.passes;
    play(s.board, passes, to_move(s), move);
    s.passes = static_cast<std::uint8_t>(passes);
    return conclude(s, before);
  }

  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    const std::uint32_t start = s.ply;
    while (s.status == 0) random_ply(s, rng, trace);
    return {GameStatus{s.status}, s.ply - start};
  }

  // Hash of the seeds, the side to move and the passes; mixing a few words afresh is as fast as updating keys
  // of the changed pits.
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    return hash_of(s.board, to_move(s), s.passes);
  }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }

  // Sites: the pits in sowing order, from the player's first.
  [[nodiscard]] static FeaturePlan feature_plan() {
    FeaturePlan plan{.grid = FeaturePlan::Grid::kNone,
                     .layers = {{"empty"}},
                     .numbers = {"own captured seeds", "other captured seeds"}};
    for (unsigned n = 1; n <= kSeeds; ++n) plan.layers[0].push_back(std::to_string(n) + " seeds");
    constexpr std::uint32_t kAll = 2 * kPits;
    for (std::uint32_t pit = 0; pit < kAll; ++pit)
      plan.graph.push_back({(pit + kAll - 1) % kAll, (pit + 1) % kAll});
    return plan;
  }
  void observe(const State& s, Player player, std::uint8_t* codes, float* numbers) const noexcept {
    for (std::uint32_t k = 0; k < 2; ++k) {
      const Row row = s.board[(player + k) % 2];
      for (unsigned pit = 0; pit < kPits; ++pit) *codes++ = static_cast<std::uint8_t>(pit_of(row, pit));
      numbers[k] = static_cast<float>(store_of(row)) / kSeeds;
    }
  }
  [[nodiscard]] MoveSites move_sites(const State& s, Move move) const noexcept {
    const auto pit = static_cast<std::uint32_t>(move) % kPits;
    const unsigned seeds = pit_of(s.board[to_move(s)], pit);
    if (seeds == 0) return {};
    return {.from = pit};
  }
  [[nodiscard]] static std::uint32_t map_site(std::uint32_t site, std::uint32_t) noexcept { return site; }

  [[nodiscard]] std::uint32_t occurrences(const State& s) const noexcept requires kRepeats {
    return s.history.count(hash(s), 0);
  }
  [[nodiscard]] bool repeats(const State& s, Move move) const noexcept requires kRepeats {
    Board board = s.board;
    std::uint32_t passes = 0;
    play(board, passes, to_move(s), move);
    return count_after(s, board, to_move(s)) != 0;
  }

  [[nodiscard]] std::string move_text(const State&, Move move) const { return notation::move_text(move); }
  [[nodiscard]] std::string position_text(const State& s) const {
    return notation::position_text({s.board, s.ply, s.passes});
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    const auto setup = notation::parse_position(text, kMaxPlies, V::kPass ? 2 : 0);
    if (!setup) return Error{setup.error()};
    // A pass changes no pit, so this can check whether it was forced.
    for (std::uint32_t i = 1; i <= setup->passes; ++i) {
      if (!some_pit_holds(setup->board[0] | setup->board[1], 2) ||
          legal_pits(setup->board, (setup->ply + i) & 1U) != 0) {
        return Error{"a pass although a legal move exists: '" + std::string(text) + "'"};
      }
    }
    return set_up(*setup);
  }
  [[nodiscard]] std::string board_text(const State& s) const {
    return notation::board_text(s.board) +
           status_line(status(s), to_move(s), "south (A to F)", "north (a to f)");
  }
  [[nodiscard]] static Side side(const State&, Player p) noexcept {
    return {p == 0 ? "South" : "North", "#8f6538"};
  }
  [[nodiscard]] std::string svg(const State& s, Move last) const {
    return notation::svg(s.board, last, is_over(status(s)) ? kNobody : to_move(s));
  }
  [[nodiscard]] std::string svg_cells(const State&) const { return notation::svg_cells(); }
  [[nodiscard]] std::string svg_move_cells(const State& s, Move move) const {
    return move == notation::kPass ? "" : move_text(s, move);
  }

 private:
  [[nodiscard]] static Move pit_move(Player player, unsigned pit) noexcept {
    return Move{player * kPits + pit};
  }
  [[nodiscard]] static std::uint64_t hash_of(const Board& board, Player mover,
                                             std::uint32_t passes) noexcept {
    return hash_combine(board[0], board[1] | std::uint64_t{mover << 2 | passes} << 56);
  }
  [[nodiscard]] State set_up(const notation::Setup& setup) const {
    State s{};
    s.board = setup.board;
    s.ply = static_cast<std::uint16_t>(setup.ply);
    s.passes = static_cast<std::uint8_t>(setup.passes);
    s.status = static_cast<std::uint8_t>(judge(s.board, s.ply, s.passes, 0));
    return s;
  }

  static bool sow_and_feed(Row& own, Row& other, unsigned pit) noexcept {
    sow<V::kBarrenReturn>(own, other, pit);
    return has_seeds(other);
  }
  // The pits that may be sown, as bits. A pit of four or more cannot be captured, so an opponent with one
  // keeps seeds after any move.
  [[nodiscard]] static unsigned legal_pits(const Board& board, Player mover) noexcept {
    const unsigned all = occupied(board[mover]);
    if (some_pit_holds(board[1 - mover] & kAllPits, 4)) return all;
    unsigned feeding = 0;
    for (unsigned pits = all; pits != 0; pits &= pits - 1) {
      Row own = board[mover], other = board[1 - mover];
      if (sow_and_feed(own, other, static_cast<unsigned>(std::countr_zero(pits))))
        feeding |= pits & (0U - pits);
    }
    return V::kPass || feeding != 0 ? feeding : all;
  }

  static void play(Board& board, std::uint32_t& passes, Player mover, Move move) noexcept {
    if (move == notation::kPass) {
      ++passes;
      return;
    }
    passes = 0;
    sow<V::kBarrenReturn>(board[mover], board[1 - mover], static_cast<unsigned>(move) - mover * kPits);
  }
  [[nodiscard]] static GameStatus judge(const Board& board, std::uint32_t ply, std::uint32_t passes,
                                        std::uint32_t earlier) noexcept {
    const GameStatus status = V::judge(board, ply & 1U, passes, earlier);
    return is_over(status) || ply < kMaxPlies ? status : GameStatus::kDraw;
  }

  static void remember(State& s) noexcept { s.history.push(hash_of(s.board, s.ply & 1U, s.passes)); }
  // Completes a move: clears the history at a capture, counts the ply, judges.
  static GameStatus conclude(State& s, const Board& before) noexcept {
    if (captured(before, s.board)) s.history.clear();
    ++s.ply;
    const std::uint32_t earlier = s.history.count(hash_of(s.board, s.ply & 1U, s.passes), 0);
    const GameStatus status = judge(s.board, s.ply, s.passes, earlier);
    s.status = static_cast<std::uint8_t>(status);
    return status;
  }
  [[nodiscard]] static bool captured(const Board& before, const Board& after) noexcept {
    return (((before[0] ^ after[0]) | (before[1] ^ after[1])) & ~kAllPits) != 0;
  }
  // Counts earlier occurrences of the position that the mover's move creates.
  [[nodiscard]] static std::uint32_t count_after(const State& s, const Board& after, Player mover) noexcept {
    if (captured(s.board, after)) return 0;
    return s.history.count(hash_of(after, 1 - mover, 0), 1);
  }

  // A uniformly random legal move: draws among the occupied pits without replacement until one is legal; by
  // symmetry every legal one is equally likely.
  static void random_ply(State& s, Rng& rng, PlayoutTrace* trace) noexcept {
    const Player mover = s.ply & 1U;
    remember(s);
    const Board before = s.board;
    const unsigned all = occupied(s.board[mover]);
    Move move = notation::kPass;
    for (unsigned left = all; left != 0;) {
      const unsigned pit = draw(left, rng);
      Row own = before[mover], other = before[1 - mover];
      if (sow_and_feed(own, other, pit)) {
        s.board[mover] = own;
        s.board[1 - mover] = other;
        move = pit_move(mover, pit);
        break;
      }
      left &= ~(1U << pit);
    }
    if (move == notation::kPass) {
      if (!V::kPass) move = pit_move(mover, draw(all, rng));
      std::uint32_t passes = s.passes;
      play(s.board, passes, mover, move);
      s.passes = static_cast<std::uint8_t>(passes);
    } else {
      s.passes = 0;
    }
    if (trace != nullptr) record(trace, move, static_cast<std::uint32_t>(move), mover);
    conclude(s, before);
  }
  [[nodiscard]] static unsigned draw(unsigned pits, Rng& rng) noexcept {
    return detail::kNthBit[pits][rng.below(static_cast<std::uint32_t>(std::popcount(pits)))];
  }
};

using LudiiRules = AwariRules<LudiiVariant>;
using AbapaRules = AwariRules<AbapaVariant>;

}  // namespace ludex::games::awari
