// The game interface: what a rules plug-in offers to agents and to the arena.
//
// Rules for every abstract class that crosses the boundary: methods are noexcept; objects are freed by
// destroy() of the module that made them; only the types of core/abi/types.hpp and pointer + length cross. A
// class never gains a method: new abilities are extensions (core/game/extensions.hpp).
#pragma once

#include <cstdint>

#include "core/abi/params.hpp"
#include "core/abi/types.hpp"
#include "core/util/rng.hpp"

namespace ludex {

enum GameFlags : std::uint32_t {
  kZeroSum = 1U << 0,             // returns sum to zero
  kDrawsPossible = 1U << 1,       // GameStatus::kDraw can occur
  kCyclic = 1U << 2,              // a position (without its history) can occur twice in a game
  kPassPossible = 1U << 3,        // some positions have "pass" as their only move
  kPerfectInformation = 1U << 4,  // nothing is hidden
  kDeterministic = 1U << 5,       // to_move is never kChance
  kAlternating = 1U << 6,         // players strictly alternate (a pass is a move)
  kHistoryDraws = 1U << 7,  // cyclic games: the past (repetition, clocks, limits) decides nothing but draws
};

// Properties of a game that decide which algorithms can play it. Constant for a game instance.
struct GameTraits {
  std::uint32_t players;       // 2..kMaxPlayers
  std::uint32_t flags;         // GameFlags
  std::uint32_t max_moves;     // upper bound of legal moves (or outcomes) in any position
  std::uint32_t max_plies;     // upper bound of plies of any game from the initial position, with outcomes
  std::uint32_t move_classes;  // move_class() < move_classes
  std::uint32_t state_size;    // bytes
  std::uint32_t state_align;   // a power of two <= 64
};

// One ply of a playout, for AMAF, MAST and n-gram statistics.
struct TracedMove {
  Move move;
  std::uint32_t move_class;
  Player player;  // kChance for an outcome
};

// Filled by Game::playout in order of play. The caller owns the memory and sets capacity; further plies are
// not recorded. The callee sets `size`.
struct PlayoutTrace {
  TracedMove* moves;
  std::uint32_t capacity;
  std::uint32_t size;
};

struct PlayoutResult {
  GameStatus status;    // never kOngoing
  std::uint32_t plies;  // moves played by this playout
};

// One game with its parameters fixed (for example Hex 11x11). Immutable: any number of threads may call any
// method but destroy() at once; only the text functions block or allocate. `State*` always points to
// traits().state_size bytes aligned to traits().state_align that hold a position of this game.
class Game {
 public:
  // Frees the game. Only the owner calls it, once, when no agent uses the game any more.
  virtual void destroy() noexcept = 0;

  // Valid as long as the game.
  [[nodiscard]] virtual const GameTraits& traits() const noexcept = 0;

  // The extension with that id, or nullptr if the game lacks it. Valid as long as the game.
  [[nodiscard]] virtual const void* extension(const char* id) const noexcept = 0;

  // Writes the initial position into uninitialised memory.
  virtual void initial(State* state) const noexcept = 0;
  // Writes a copy into uninitialised memory. At most as costly as memcpy of state_size bytes.
  virtual void copy(State* to, const State* from) const noexcept = 0;

  // The player to move. kChance where chance decides, which only a game without kDeterministic may answer: it
  // then offers ludex.draft.chance/1, legal_moves lists the outcomes and apply plays one. Unspecified when
  // the game is over.
  [[nodiscard]] virtual Player to_move(const State* state) const noexcept = 0;
  [[nodiscard]] virtual GameStatus status(const State* state) const noexcept = 0;
  // Writes the legal moves, each once, in a fixed order, and returns their number: 0 if and only if the game
  // is over, at most traits().max_moves, which is the room `out` must have.
  virtual std::uint32_t legal_moves(const State* state, Move* out) const noexcept = 0;
  // Plays a legal move and returns the new status. Undefined for any other move.
  virtual GameStatus apply(State* state, Move move) const noexcept = 0;

  // The utility of a finished game for each player, in [-1, 1]: `out` has room for traits().players.
  virtual void returns(const State* state, float* out) const noexcept = 0;
  // Equal positions (with equal side to move) have equal hashes. Kept incrementally.
  [[nodiscard]] virtual std::uint64_t hash(const State* state) const noexcept = 0;
  // A dense index of the move for statistics tables, < traits().move_classes. `move` is legal in `state`.
  [[nodiscard]] virtual std::uint32_t move_class(const State* state, Move move) const noexcept = 0;

  // Plays uniformly random legal moves, and outcomes by their probabilities, in place until the game is over.
  // A pure function of state and rng.
  // `trace` may be nullptr. Leaves a finished position unchanged.
  virtual PlayoutResult playout(State* state, Rng* rng, PlayoutTrace* trace) const noexcept = 0;

  // Text. move_to_text and position_to_text are canonical: parsing them gives the same move, an equal
  // position. `move` is legal in `state`. Parsers accept the forms documented in the game's rules.md, write
  // nothing to `out` on failure, and explain in `error`. A parser that reads a position but had to skip part
  // of its text returns kOk with a warning in `error`.
  virtual void move_to_text(const State* state, Move move, TextSink& out) const noexcept = 0;
  // A legal move of `state`, or kInvalidArgument: only if the text matches no legal move or several.
  virtual Status move_from_text(const State* state, const char* text, std::size_t size, Move* out,
                                TextSink& error) const noexcept = 0;
  virtual void position_to_text(const State* state, TextSink& out) const noexcept = 0;
  virtual Status position_from_text(const char* text, std::size_t size, State* out,
                                    TextSink& error) const noexcept = 0;
  // A drawing of the board for people: several lines, each ended by '\n'.
  virtual void draw(const State* state, TextSink& out) const noexcept = 0;

 protected:
  ~Game() = default;
};

// The extension E of a game, or nullptr if the game lacks it. Valid as long as the game.
template <class E>
[[nodiscard]] const E* find(const Game& game) noexcept {
  return static_cast<const E*>(game.extension(E::kId));
}

// Makes games of one kind. One per plug-in, of static lifetime; thread-safe.
class GameFactory {
 public:
  static constexpr const char* kInterface = "ludex.game-factory/1";

  // The parameters in the order of documentation; static lifetime.
  [[nodiscard]] virtual const ParamSpec* parameters(std::uint32_t* count) const noexcept = 0;
  // A new game, to be freed with destroy(); parameters not named have their defaults. nullptr and a message
  // in `error` if a name is unknown, a value malformed or out of range, or values contradict each other.
  virtual Game* create(const ParamText* values, std::uint32_t count, TextSink& error) const noexcept = 0;

 protected:
  ~GameFactory() = default;
};

}  // namespace ludex
