// A compiled description as the rules of a Ludex game, for positions in any memory. Common part of the
// templates of rules.hpp, one per size of positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/draft/features.hpp"
#include "core/game/game.hpp"
#include "core/game/side.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"
#include "games/lud/game/compiled_game.hpp"
#include "games/lud/game/description.hpp"
#include "games/lud/game/site_names.hpp"
#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

class LudFeatures;

// True for a move of pieces, not a pass, swap or vote.
[[nodiscard]] constexpr bool is_piece_move(Move move) noexcept {
  return static_cast<std::uint32_t>(move) >> 20 != 4095;
}

// The interpreter for a position, which it reads and writes through one pointer; calls through a reader do
// not write.
[[nodiscard]] Eval reader(const Program& program, const std::byte* state);

// The move of a pair of sites, and its index among moves that share them.
[[nodiscard]] Move move_of(std::uint32_t pair, std::uint32_t which);

class LudGame {
 public:
  // `duplicates`: lists moves with the same effect as often as the description makes them, as Ludii does.
  LudGame(std::shared_ptr<const Description> description, bool duplicates);
  ~LudGame();
  LudGame(const LudGame&) = delete;
  LudGame& operator=(const LudGame&) = delete;

  // Replaces the interpreter by the generated library, which plays the same moves in the same order.
  void use(std::shared_ptr<const codegen::Library> library);
  [[nodiscard]] bool is_compiled() const { return compiled_ != nullptr; }

  [[nodiscard]] const Program& program() const { return *description_->program; }
  [[nodiscard]] std::size_t bytes() const { return description_->start.size(); }
  [[nodiscard]] GameTraits traits() const;

  void initial(std::byte* state) const;
  // The number of bytes of a position that must be copied.
  [[nodiscard]] std::size_t used(const std::byte* state) const noexcept;
  [[nodiscard]] Player to_move(const std::byte* state) const noexcept;
  [[nodiscard]] GameStatus status(const std::byte* state) const noexcept;
  std::uint32_t legal_moves(const std::byte* state, Move* out) const noexcept;
  GameStatus apply(std::byte* state, Move move) const noexcept;
  [[nodiscard]] std::uint64_t hash(const std::byte* state) const noexcept;
  [[nodiscard]] std::uint32_t move_class(const std::byte* state, Move move) const noexcept;
  PlayoutResult playout(std::byte* state, Rng& rng, PlayoutTrace* trace) const noexcept;

  // Chance (ludex.draft.chance/1): rolls, in the order of the numbers that the first, second, ... die shows.
  [[nodiscard]] bool is_chance(const std::byte* state) const noexcept;
  [[nodiscard]] std::uint32_t max_outcomes() const noexcept;
  std::uint32_t outcome_probabilities(const std::byte* state, double* out) const noexcept;
  [[nodiscard]] Move draw_outcome(const std::byte* state, Rng& rng) const noexcept;
  // The ranks of the players of a finished game, from 1; those who share ranks have their mean. The returns
  // fall evenly from 1 for the first rank to -1 for the last.
  void ranks(const std::byte* state, float* out) const noexcept;
  void returns(const std::byte* state, float* out) const noexcept;

  // apply() of a game that draws numbers at random: the ply waits until chance has said all of them.
  void apply_drawing(std::byte* state, Move move) const noexcept;
  // One random ply of a playout, as the interpreter plays it.
  void interpreted_ply(std::byte* state, Rng& rng, PlayoutTrace* trace) const noexcept;
  // Writes a move into a trace, by its pair of sites and its index among moves that share them.
  void record(PlayoutTrace& trace, const std::byte* state, std::uint32_t pair,
              std::uint32_t which) const noexcept;

  // "c2-c3", "d4" for a placement, "pass", "swap", by the names of SiteNames; if several moves of the list
  // share the text, a '/' and the changes of the move follow.
  [[nodiscard]] std::string move_text(const std::byte* state, Move move) const;
  // Its sites alone, numbered as in the reference program: "12-20", "27-27"; "?" for an illegal move.
  [[nodiscard]] std::string plain_text(const std::byte* state, Move move) const;
  // The same of all legal moves, in their order.
  [[nodiscard]] std::vector<std::string> plain_texts(const std::byte* state) const;
  // The legal move of that text. Accepts names or numbers of sites in upper or lower case; "40" means
  // "40-40".
  [[nodiscard]] Result<Move> parse_move(const std::byte* state, std::string_view text) const;
  [[nodiscard]] std::string position_text(const std::byte* state) const;
  Result<void> parse_position(std::string_view text, std::byte* state) const;
  [[nodiscard]] std::string board_text(const std::byte* state) const;
  [[nodiscard]] std::string svg(const std::byte* state, Move last) const;
  // The side as drawn: the first player's pieces are white, the second's black, until they swap.
  [[nodiscard]] Side side(const std::byte* state, Player player) const noexcept;
  // ludex.draft.svg-cells/1.
  [[nodiscard]] std::string svg_cells(const std::byte* state) const;
  [[nodiscard]] std::string svg_move_cells(const std::byte* state, Move move) const;
  [[nodiscard]] const SiteNames& names() const { return names_; }

  // ludex.draft.features/1. Made at the first request, which plays some games; thread-safe.
  [[nodiscard]] const LudFeatures& features() const;
  void observe(const std::byte* state, Player player, std::uint8_t* codes, float* numbers) const noexcept;
  [[nodiscard]] MoveSites move_sites(const std::byte* state, Move move) const noexcept;

 private:
  // The text of a move by names; `names` null: by numbers.
  [[nodiscard]] std::string whole_text(const std::byte* state, Move move, const SiteNames* names) const;
  [[nodiscard]] Player seat(int colour, const std::byte* state) const noexcept;
  [[nodiscard]] GameStatus seated(GameStatus status, const std::byte* state) const noexcept;
  [[nodiscard]] std::uint32_t class_of(Move move) const noexcept;
  // The calls of a search, where the facts do not answer them.
  [[nodiscard]] GameStatus shared_status(const std::byte* state) const noexcept;
  [[nodiscard]] bool waits_for_chance(const std::byte* state) const noexcept;
  void apply_with_chance(std::byte* state, Move move) const noexcept;
  void interpreted_move(std::byte* state, std::uint32_t pair, std::uint32_t which) const noexcept;
  PlayoutResult interpreted_playout(std::byte* state, Rng& rng, PlayoutTrace* trace) const noexcept;
  void returns_by_rank(const std::byte* state, float* out) const noexcept;
  // legal_moves() by the interpreter, which leaves its list in the thread's workspace.
  std::uint32_t interpreted_moves(const std::byte* state, Move* out) const noexcept;
  void ply(Eval& eval, Rng& rng, PlayoutTrace* trace) const noexcept;
  bool added_ply(Eval& eval, Rng& rng, PlayoutTrace* trace) const noexcept;
  bool drawn_ply(Eval& eval, Rng& rng, PlayoutTrace* trace) const noexcept;
  std::uint32_t list_additions(const std::byte* state, Move* out) const noexcept;
  // A word of the set of empty sites of the board.
  [[nodiscard]] std::uint64_t empty_sites(const std::byte* state, int word) const noexcept;
  [[nodiscard]] const More& more_of(const std::byte* state) const noexcept;
  [[nodiscard]] std::uint32_t rolls() const noexcept;  // outcomes of a roll
  std::uint32_t list_outcomes(const std::byte* state, Move* out) const noexcept;
  void roll(std::byte* state, Move move) const noexcept;
  void play_move(std::byte* state, Move move) const noexcept;
  [[nodiscard]] std::string roll_text(const std::byte* state, Move move) const;
  [[nodiscard]] Result<Move> parse_roll(const std::byte* state, std::string_view text) const;
  [[nodiscard]] std::size_t list(std::byte* state) const noexcept;  // the moves, in the thread's workspace

  // Facts of the program that every call asks.
  struct Facts {
    explicit Facts(const Program& program);
    std::uint32_t bytes;     // of all positions; 0: they differ
    bool chance;             // positions may wait for chance
    bool shares_wins;        // of teams
    bool swaps;              // two players may change seats
    bool by_status;          // two players: the result is the status
    bool adds;               // a phase has moves that add a piece to any empty site
    int swap_ply;            // before which the players may swap; -1: never
    std::uint32_t owned_at;  // the sets of the owners' sites of the board's own type
  };

  std::shared_ptr<const Description> description_;
  Facts facts_;
  SiteNames names_;
  std::unique_ptr<const CompiledGame> compiled_;  // null: the interpreter plays
  mutable std::once_flag features_once_;
  mutable std::unique_ptr<const LudFeatures> features_;
  bool duplicates_;
  std::uint32_t max_moves_ = 0;
  std::uint32_t move_classes_ = 0;
};

inline std::size_t LudGame::used(const std::byte* state) const noexcept {
  return facts_.bytes != 0 ? facts_.bytes : program().layout.used(*reinterpret_cast<const Head*>(state));
}
inline bool LudGame::is_chance(const std::byte* state) const noexcept {
  return facts_.chance && waits_for_chance(state);
}
inline Player LudGame::seat(int colour, const std::byte* state) const noexcept {
  const auto player = static_cast<Player>(colour - 1);
  return reinterpret_cast<const Head*>(state)->swapped != 0 && facts_.swaps ? 1 - player : player;
}
inline GameStatus LudGame::seated(GameStatus status, const std::byte* state) const noexcept {
  const Player winner = winner_of(status);
  return winner == kNobody ? status : win_for(seat(static_cast<int>(winner) + 1, state));
}
inline Player LudGame::to_move(const std::byte* state) const noexcept {
  return is_chance(state) ? kChance : seat(reinterpret_cast<const Head*>(state)->mover, state);
}
inline GameStatus LudGame::status(const std::byte* state) const noexcept {
  if (facts_.shares_wins) return shared_status(state);
  return seated(static_cast<GameStatus>(reinterpret_cast<const Head*>(state)->status), state);
}
inline GameStatus LudGame::apply(std::byte* state, Move move) const noexcept {
  const std::uint32_t pair = static_cast<std::uint32_t>(move) >> 8;
  const std::uint32_t which = static_cast<std::uint32_t>(move) & 0xFF;
  if (facts_.chance)
    apply_with_chance(state, move);
  else if (compiled_ == nullptr || compiled_->apply(state, pair, which, duplicates_) == 2)
    interpreted_move(state, pair, which);
  return status(state);
}
inline PlayoutResult LudGame::playout(std::byte* state, Rng& rng, PlayoutTrace* trace) const noexcept {
  if (compiled_ == nullptr) return interpreted_playout(state, rng, trace);
  const std::uint32_t plies = compiled_->playout(state, rng, trace, duplicates_);
  return {status(state), plies};
}
inline void LudGame::returns(const std::byte* state, float* out) const noexcept {
  if (!facts_.by_status) return returns_by_rank(state, out);
  const Player winner = winner_of(status(state));
  for (Player p = 0; p < 2; ++p) out[p] = winner == kNobody ? 0.0F : winner == p ? 1.0F : -1.0F;
}

// The changes of a move, in the notation of the reference traces: changed cells
// SITE=WHAT[cCOUNT][sSTATE][vVALUE],
// ";+" if the same player moves again, ";endW" if the game is over.
[[nodiscard]] std::string effect_text(const Program& program, const std::byte* before,
                                      const std::byte* after);

}  // namespace ludex::games::lud
