// Optional abilities of a game, obtained by id through Game::extension. They follow the same rules as Game:
// immutable, thread-safe, noexcept, valid as long as the game; none blocks or allocates except those that
// write text and open(). A changed interface gets a new id ("/2"), never a new method; an unstable one is a
// draft (core/README.md, "The boundary").
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/abi/types.hpp"
#include "core/util/rng.hpp"

namespace ludex {

// Static evaluation of a position that is not over.
class Evaluate {
 public:
  static constexpr const char* kId = "ludex.evaluate/1";
  // In centi-units (hundredths of the game's natural unit: a pawn, a disc, a man), from the mover's point of
  // view, in [-30000, 30000]. A pure function of the position.
  [[nodiscard]] virtual std::int32_t evaluate(const State* state) const noexcept = 0;

 protected:
  ~Evaluate() = default;
};

// Local heuristic: a positive score for every legal move, comparable only among the moves of one position.
class MoveScores {
 public:
  static constexpr const char* kId = "ludex.move-scores/1";
  // `moves` are the legal moves of `state` as written by legal_moves or by must_play; out[i] > 0 is the score
  // of moves[i].
  virtual void move_scores(const State* state, const Move* moves, std::uint32_t count,
                           float* out) const noexcept = 0;

 protected:
  ~MoveScores() = default;
};

// Moves that win at once, found without applying each.
class Tactics {
 public:
  static constexpr const char* kId = "ludex.tactics/1";
  // Writes every legal move after which the mover has won; returns their number (room as for legal_moves). A
  // game whose parameters say so may instead write moves after which the win is certain, if it knows any.
  virtual std::uint32_t winning_moves(const State* state, Move* out) const noexcept = 0;

 protected:
  ~Tactics() = default;
};

// Moves that suffice to search, known without search.
class MustPlay {
 public:
  static constexpr const char* kId = "ludex.must-play/1";
  // Writes legal moves, in the order of legal_moves, and returns their number (room as for legal_moves). A
  // move left out is no better than the best one written; 0: every move loses.
  virtual std::uint32_t must_play(const State* state, Move* out) const noexcept = 0;

 protected:
  ~MustPlay() = default;
};

// The number of legal moves without writing them: bulk counting in perft, mobility.
class CountMoves {
 public:
  static constexpr const char* kId = "ludex.count-moves/1";
  // Equals legal_moves(state, ...). Cheaper.
  [[nodiscard]] virtual std::uint32_t count_moves(const State* state) const noexcept = 0;

 protected:
  ~CountMoves() = default;
};

// Symmetries of the rules. Symmetry 0 is the identity; the set is closed under composition.
class Symmetry {
 public:
  static constexpr const char* kId = "ludex.symmetry/1";
  [[nodiscard]] virtual std::uint32_t count() const noexcept = 0;
  // Writes the image of the position (`to` is uninitialised, not `from`). Same value for the same mover.
  virtual void map_state(const State* from, std::uint32_t symmetry, State* to) const noexcept = 0;
  // The image of a legal move of `state`: legal in the image of `state`.
  [[nodiscard]] virtual Move map_move(const State* state, Move move,
                                      std::uint32_t symmetry) const noexcept = 0;

 protected:
  ~Symmetry() = default;
};

// Moves for quiescence search: captures and promotions, a subset of the legal moves.
class Captures {
 public:
  static constexpr const char* kId = "ludex.captures/1";
  virtual std::uint32_t captures(const State* state, Move* out) const noexcept = 0;

 protected:
  ~Captures() = default;
};

// Repetition, for cyclic games whose state keeps the history it needs.
class Repetition {
 public:
  static constexpr const char* kId = "ludex.repetition/1";
  // Earlier occurrences of the present position in the game (0: none).
  [[nodiscard]] virtual std::uint32_t occurrences(const State* state) const noexcept = 0;
  // True if the position after this legal move has occurred before. Cheaper than applying the move.
  [[nodiscard]] virtual bool repeats(const State* state, Move move) const noexcept = 0;

 protected:
  ~Repetition() = default;
};

// Properties of positions and moves that selective search needs besides the rules.
class Selective {
 public:
  static constexpr const char* kId = "ludex.draft.selective/2";
  // Value of gains() for a move that neither captures nor promotes.
  static constexpr std::int32_t kQuiet = -0x7FFFFFFF - 1;
  // True if the mover faces a threat that static evaluation misses and few moves answer: it is in check, or
  // must capture. The search then tries all moves, and the mover may not pass.
  [[nodiscard]] virtual bool tense(const State* state) const noexcept = 0;
  // Writes for each legal move a quick estimate of its gain in centi-units: about the value of the captured
  // piece or the promotion; negative if the exchange that follows loses material; kQuiet for other moves.
  // gain| < 100000.
  virtual void gains(const State* state, const Move* moves, std::uint32_t count,
                     std::int32_t* out) const noexcept = 0;
  // False: after this legal move the opponent is certainly not tense. Must be cheaper than making the move;
  // returns true where finding out would not be.
  [[nodiscard]] virtual bool may_threaten(const State* state, Move move) const noexcept = 0;
  // Makes a null move (the rules have no pass). False where that would mislead the search: when tense, or
  // when zugzwang is likely; `state` is then undefined.
  virtual bool pass(State* state) const noexcept = 0;
  // True if a search may score the position as a draw although the game goes on, as after a first repetition
  // where later ones draw.
  [[nodiscard]] virtual bool drawish(const State* state) const noexcept = 0;

 protected:
  ~Selective() = default;
};

// A hash of 128 bits, for solvers: in a long search, 64-bit hashes of two positions may well collide.
class WideHash {
 public:
  static constexpr const char* kId = "ludex.wide-hash/1";
  // Equal positions (in the sense of Game::hash) have equal values. Both words are well mixed.
  virtual void wide_hash(const State* state, std::uint64_t out[2]) const noexcept = 0;
  // True if different positions always have different values.
  [[nodiscard]] virtual bool injective() const noexcept = 0;

 protected:
  ~WideHash() = default;
};

// Distance to the end of the game, by which statistics and evaluation parameters are indexed.
class Stage {
 public:
  static constexpr const char* kId = "ludex.stage/1";
  // An estimate of the plies that remain, exact or not (Othello: empty squares); below traits().max_plies.
  [[nodiscard]] virtual std::uint32_t stage(const State* state) const noexcept = 0;

 protected:
  ~Stage() = default;
};

// The margin of a result, for games that are won by more or less.
class Score {
 public:
  static constexpr const char* kId = "ludex.score/1";
  // Scores lie in [-bound, bound]; a win has a positive score, a draw 0.
  [[nodiscard]] virtual std::int32_t bound() const noexcept = 0;
  // Score of a finished game for `player`.
  [[nodiscard]] virtual std::int32_t score(const State* state, Player player) const noexcept = 0;

 protected:
  ~Score() = default;
};

// Exact values close to the end of a game with scores, found faster than by single moves: a full-depth search
// calls it instead of searching on.
class ExactScore {
 public:
  static constexpr const char* kId = "ludex.draft.exact-score/1";
  // True if the position is so close to its end that solve() takes about a hundred microseconds at most.
  [[nodiscard]] virtual bool near_end(const State* state) const noexcept = 0;
  // The score under perfect play (ludex.score/1) for the mover of a position that is near its end and not
  // over, by a window search: a result v <= alpha is an upper bound, v >= beta a lower bound, any other v is
  // exact. Adds the visited positions to *nodes.
  virtual std::int32_t solve(const State* state, std::int32_t alpha, std::int32_t beta,
                             std::uint64_t* nodes) const noexcept = 0;
  // A quick upper bound of the mover's score, for any position.
  [[nodiscard]] virtual std::int32_t at_most(const State* state) const noexcept = 0;

 protected:
  ~ExactScore() = default;
};

// The position after a move: the data that a search needs before it makes the move.
struct Successor {
  Move move;
  GameStatus status;       // after the move
  std::uint32_t stage;     // its ludex.stage/1; 0 if the game has no stages
  std::uint32_t replies;   // its legal moves (ludex.count-moves/1); 0 if it is over
  std::uint64_t key[2];    // its wide hash (ludex.wide-hash/1)
  std::uint64_t board[2];  // private to the game, for evaluate_successors
};

// All positions after one move at once, without copies and applied moves: the hot path of solvers.
class Successors {
 public:
  static constexpr const char* kId = "ludex.draft.successors/1";
  // Writes the successor by each legal move, in the order of legal_moves, and returns their number.
  virtual std::uint32_t successors(const State* state, Successor* out) const noexcept = 0;
  // out[i]: ludex.evaluate/1 of the position after list[which[i]], i < count, from the point of view of its
  // mover. `list` was written by successors() for `state`; no position asked about is over.
  virtual void evaluate_successors(const State* state, const Successor* list, const std::uint32_t* which,
                                   std::uint32_t count, std::int32_t* out) const noexcept = 0;

 protected:
  ~Successors() = default;
};

// The number of leaves two plies on, without making the moves: bulk counting for the last two plies.
class CountReplies {
 public:
  static constexpr const char* kId = "ludex.draft.count-replies/1";
  // The sum of legal_moves() over all legal moves; 0 for a finished game.
  [[nodiscard]] virtual std::uint64_t count_replies(const State* state) const noexcept = 0;

 protected:
  ~CountReplies() = default;
};

// Random games of which only the result is needed. Where the result depends only on the filled board, the
// game draws the moves of each side at once.
class QuickPlayout {
 public:
  static constexpr const char* kId = "ludex.draft.quick-playout/1";
  // The result of a uniformly random game from here, distributed as by Game::playout() but with other draws
  // of *rng. For games whose returns() follow from the status: 1 for the winner, -1 for the other.
  [[nodiscard]] virtual GameStatus quick_playout(const State* state, Rng* rng) const noexcept = 0;

 protected:
  ~QuickPlayout() = default;
};

// Memory reserved by Workspaces::open(). It may outlive the game.
class OpenWorkspaces {
 public:
  // Frees the memory. Only the owner calls it, once, with no call of the game running on its behalf.
  virtual void destroy() noexcept = 0;

 protected:
  ~OpenWorkspaces() = default;
};

// For games some of whose calls need more memory than fits on a stack: calls do not allocate, so the memory
// is reserved in advance. A game has room for one thread from the start; more threads in such calls than
// there is room for take turns. Results do not depend on it.
class Workspaces {
 public:
  static constexpr const char* kId = "ludex.draft.workspaces/1";
  // Reserves room for `threads` more threads, until the result is destroyed; nullptr and a message if memory
  // is short. May allocate. Call it once per search, not once per move.
  virtual OpenWorkspaces* open(std::uint32_t threads, TextSink& error) const noexcept = 0;

 protected:
  ~Workspaces() = default;
};

// The protocol: UCI and USI share these methods.
enum class UciDialect : std::uint32_t { kUci = 0, kUsi = 1 };

// Notation of UCI and USI engines, which differs from the game's own.
class Uci {
 public:
  static constexpr const char* kId = "ludex.uci/1";
  // True if the dialect is used for this game. Call the other methods for such dialects only.
  [[nodiscard]] virtual bool speaks(UciDialect dialect) const noexcept = 0;
  // The value of the engine option UCI_Variant; "" if engines need none. Valid as long as the game.
  [[nodiscard]] virtual const char* variant() const noexcept = 0;
  // "e2e4"; USI: "P*3c". `move` is legal in `state`.
  virtual void write_move(const State* state, Move move, UciDialect dialect,
                          TextSink& out) const noexcept = 0;
  // A legal move of `state`, or kInvalidArgument.
  virtual Status read_move(const State* state, UciDialect dialect, const char* text, std::size_t size,
                           Move* out, TextSink& error) const noexcept = 0;
  // The text after "position fen" or "position sfen"; read_position reads it.
  virtual void write_position(const State* state, UciDialect dialect, TextSink& out) const noexcept = 0;
  virtual Status read_position(const char* text, std::size_t size, UciDialect dialect, State* out,
                               TextSink& error) const noexcept = 0;

 protected:
  ~Uci() = default;
};

// Notation of GTP engines.
class Gtp {
 public:
  static constexpr const char* kId = "ludex.gtp/1";
  // The colour ('b' or 'w') by which the engine knows the side to move. A position may change it: after Hex's
  // swap-pieces the players have exchanged colours.
  [[nodiscard]] virtual char color(const State* state) const noexcept = 0;
  // The vertex of "play COLOR VERTEX": "d3", "pass". `move` is legal in `state`.
  virtual void write_move(const State* state, Move move, TextSink& out) const noexcept = 0;
  // A legal move of `state`, or kInvalidArgument.
  virtual Status read_move(const State* state, const char* text, std::size_t size, Move* out,
                           TextSink& error) const noexcept = 0;
  // Writes the commands, one per line, that set up this position in an engine in any state: boardsize,
  // clear_board and, for positions other than the initial one, plays. kUnsupported if GTP cannot express it.
  virtual Status write_setup(const State* state, TextSink& out, TextSink& error) const noexcept = 0;
  // The argument of "boardsize" for this game: "11", "11 9".
  virtual void write_board_size(TextSink& out) const noexcept = 0;

 protected:
  ~Gtp() = default;
};

// Standard algebraic notation, for games that have PGN files: the position text is then FEN.
class San {
 public:
  static constexpr const char* kId = "ludex.draft.san/1";
  // "Nbd7", "exd6", "e8=Q+". `move` is legal in `state`. move_from_text reads it.
  virtual void write_move(const State* state, Move move, TextSink& out) const noexcept = 0;

 protected:
  ~San() = default;
};

// The game in the Smart Game Format (FF[4], https://www.red-bean.com/sgf), for games that have a number
// there.
class Sgf {
 public:
  static constexpr const char* kId = "ludex.draft.sgf/1";
  // The value of GM: 11 is Hex.
  [[nodiscard]] virtual std::uint32_t game_number() const noexcept = 0;
  // The value of SZ: "11", "11:9".
  virtual void write_size(TextSink& out) const noexcept = 0;
  // The value of a move's property, which is B for the first player and W for the second: "d3". `move` is
  // legal in `state`.
  virtual void write_move(const State* state, Move move, TextSink& out) const noexcept = 0;
  // The properties that set up the board of this position and say who moves: "AB[a1][b2]AW[c3]PL[B]".
  virtual void write_setup(const State* state, TextSink& out) const noexcept = 0;

 protected:
  ~Sgf() = default;
};

// A drawing for papers: one complete <svg> element, no fonts or external resources needed for the pieces.
class Svg {
 public:
  static constexpr const char* kId = "ludex.svg/1";
  // `last` is the move that led here, or kNoMove; it is highlighted.
  virtual void draw_svg(const State* state, Move last, TextSink& out) const noexcept = 0;

 protected:
  ~Svg() = default;
};

// The sides as spectators know them: "White", "Black".
class Sides {
 public:
  static constexpr const char* kId = "ludex.draft.sides/1";
  // Name and colour of Side (side.hpp), valid as long as the game. They belong to the position: where the
  // rules let the players exchange sides, these change with them.
  [[nodiscard]] virtual const char* name(const State* state, Player player) const noexcept = 0;
  [[nodiscard]] virtual const char* colour(const State* state, Player player) const noexcept = 0;

 protected:
  ~Sides() = default;
};

// The clickable areas of the drawing of ludex.svg/1, and the moves that they make.
class SvgCells {
 public:
  static constexpr const char* kId = "ludex.draft.svg-cells/1";
  // The cells of this position's drawing, one per line: a unique name without blanks, then left, top, width
  // and height in units of the drawing's viewBox: "e4 4.62 4.12 1 1\n". Names are those of rules.md. A cell
  // may lie outside the board: pieces in hand, a pit.
  virtual void write_cells(const State* state, TextSink& out) const noexcept = 0;
  // The cells to click, in order, to make this legal move, separated by blanks: "e2 e4". Several moves may
  // share them (promotions). Empty for a move that has no place on the board: a pass.
  virtual void write_move_cells(const State* state, Move move, TextSink& out) const noexcept = 0;

 protected:
  ~SvgCells() = default;
};

}  // namespace ludex
