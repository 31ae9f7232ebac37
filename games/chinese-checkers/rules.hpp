// Chinese Checkers for 2, 3, 4 or 6 players on stars of 13 to 121 holes: rules.md. A set of holes per player;
// all endings of a man's jumps by one flood fill.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/rules.hpp"
#include "core/game/side.hpp"
#include "core/util/hash.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"
#include "games/chinese-checkers/board.hpp"

namespace ludex::games::chinese_checkers {

// When the game ends (rules.md, paragraph 7).
enum class Places { kFirst, kAll };

inline constexpr unsigned kMaxSeats = 6;

// A move is from << 7 | to in numbers of holes. No man moves to where it stands, so 0 is the pass.
inline constexpr Move kPass{0};
[[nodiscard]] constexpr unsigned from_of(Move move) noexcept {
  return static_cast<unsigned>(move) >> 7;
}
[[nodiscard]] constexpr unsigned to_of(Move move) noexcept {
  return static_cast<unsigned>(move) & 0x7F;
}
[[nodiscard]] constexpr Move make_move(unsigned from, unsigned to) noexcept {
  return Move{from << 7 | to};
}

struct State {
  std::array<Holes, kMaxSeats> men;  // by player
  std::uint64_t hash;
  GameStatus status;
  std::uint16_t ply;
  std::uint8_t mover;
  std::uint8_t finished;                      // players who have filled their corner
  std::array<std::uint8_t, kMaxSeats> place;  // 1: filled its corner first; 0: has not filled it
};

class ChineseCheckersRules {
 public:
  using Offers = Extensions<Evaluate, EvaluateAll, CountMoves, MoveScores, Tactics, Symmetry, Features, Sides,
                            Svg, SvgCells, Skip, OwnPlayout, OwnReturns>;
  using State = chinese_checkers::State;

  // `size`: 1..kMaxSize; `players`: 2, 3, 4 or 6; `max_turns` of each player.
  ChineseCheckersRules(unsigned players, unsigned size, Places places, unsigned max_turns);

  [[nodiscard]] const Board& board() const noexcept { return board_; }
  // The corner from which the player starts, and the one that it must fill.
  [[nodiscard]] unsigned home(Player p) const noexcept { return home_[p]; }
  [[nodiscard]] unsigned goal(Player p) const noexcept { return (home_[p] + 3U) % kCorners; }

  [[nodiscard]] GameTraits traits() const;
  [[nodiscard]] State initial() const;
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.mover; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return s.status; }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return s.hash; }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept;
  [[nodiscard]] std::uint32_t count_moves(const State& s) const noexcept;
  GameStatus apply(State& s, Move move) const noexcept;
  // ludex.draft.skip/1: as the pass of a player without a move.
  bool skip_turn(State& s) const noexcept {
    State after = s;
    if (is_over(apply(after, kPass))) return false;
    s = after;
    return true;
  }
  // A class per from and to; the pass shares that of the impossible move from hole 0 to itself.
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return from_of(move) * board_.holes + to_of(move);
  }
  // By places; players who share places have the mean of these.
  void returns(const State& s, float* out) const noexcept;
  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept;

  // Steps that the player's men are short of its corner (rules.md, "Evaluation").
  [[nodiscard]] std::int32_t steps_left(const State& s, Player p) const noexcept;
  // Hundredths of a step by which each player is ahead of the mean of the others.
  void evaluate_all(const State& s, std::int32_t* out) const noexcept;
  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept;
  // Twice as much for each step nearer to the tip of the corner, half as much for each step away.
  void move_scores(const State& s, const Move* moves, std::uint32_t count, float* out) const noexcept;
  std::uint32_t winning_moves(const State& s, Move* out) const noexcept;

  // With two players left and right can be exchanged; with more that changes the order of turns.
  [[nodiscard]] std::uint32_t symmetries() const noexcept { return players_ == 2 ? 2 : 1; }
  [[nodiscard]] State map_state(const State& s, std::uint32_t symmetry) const noexcept;
  [[nodiscard]] Move map_move(const State&, Move move, std::uint32_t symmetry) const noexcept {
    if (symmetry == 0 || move == kPass) return move;
    return make_move(board_.mirror[from_of(move)], board_.mirror[to_of(move)]);
  }

  // Sites: holes. A code says how many players after this one a man's owner moves.
  [[nodiscard]] FeaturePlan feature_plan() const;
  void observe(const State& s, Player player, std::uint8_t* codes, float* numbers) const noexcept;
  [[nodiscard]] static MoveSites move_sites(const State&, Move move) noexcept {
    return move == kPass ? MoveSites{} : MoveSites{from_of(move), to_of(move)};
  }
  [[nodiscard]] std::uint32_t map_site(std::uint32_t site, std::uint32_t symmetry) const noexcept {
    return symmetry == 0 ? site : board_.mirror[site];
  }

  // Text and drawing (notation.cpp, drawing.cpp).
  [[nodiscard]] std::string hole_text(unsigned hole) const;
  [[nodiscard]] std::string move_text(const State&, Move move) const;
  [[nodiscard]] std::string position_text(const State& s) const;
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;
  [[nodiscard]] std::string board_text(const State& s) const;
  [[nodiscard]] Side side(const State&, Player p) const noexcept;
  [[nodiscard]] std::string svg(const State& s, Move last) const;
  [[nodiscard]] std::string svg_cells(const State&) const;
  [[nodiscard]] std::string svg_move_cells(const State&, Move move) const;

 private:
  [[nodiscard]] Holes target(Player p) const noexcept { return board_.corner[goal(p)]; }
  [[nodiscard]] Holes occupied(const State& s) const noexcept {
    Holes all = 0;
    for (const Holes men : s.men) all |= men;
    return all;
  }
  [[nodiscard]] bool fills(const State& s, Player p) const noexcept {
    return (target(p) & s.men[p]) != 0 && (target(p) & ~occupied(s)) == 0;
  }
  // Where the man on `from` can move.
  [[nodiscard]] Holes endings(Holes occupied, Holes target, unsigned from) const noexcept;
  [[nodiscard]] Player next_after(const State& s, Player p) const noexcept;
  // Sets status and hash from what else there is.
  void settle(State& s) const noexcept;
  [[nodiscard]] GameStatus result_of(const State& s) const noexcept;
  // Text (notation.cpp).
  [[nodiscard]] char letter(Player p) const noexcept;
  // players_ where nobody has that letter, or no man stands.
  [[nodiscard]] Player player_of(char wanted) const noexcept;
  [[nodiscard]] Player owner(const State& s, unsigned hole) const noexcept;
  [[nodiscard]] Result<void> place_row(std::string_view text, unsigned row, State& s) const;
  [[nodiscard]] Result<void> place_men(std::string_view text, State& s) const;
  [[nodiscard]] Result<void> read_finished(std::string_view text, State& s) const;
  [[nodiscard]] Result<void> check(const State& s) const;

  const Board& board_;
  unsigned players_;
  unsigned max_plies_;
  Places places_;
  std::array<std::uint8_t, kMaxSeats> home_{};
};

}  // namespace ludex::games::chinese_checkers
