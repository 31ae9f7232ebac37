// The contract of games (core/game/game.hpp, core/game/extensions.hpp) as a list, the options that say how
// thoroughly it is checked, and types that the parts of the check share.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/abi/destroy.hpp"
#include "core/contract/guarded_game.hpp"
#include "core/contract/trail.hpp"
#include "core/contract/verdict.hpp"
#include "core/game/extensions.hpp"
#include "core/game/position.hpp"
#include "core/util/result.hpp"

namespace ludex::contract {

using OwnedGame = std::unique_ptr<Game, Destroy>;
// Makes the game under test; called more than once, all instances must agree.
using MakeGame = std::function<Result<OwnedGame>()>;

enum class GamePromise : std::uint8_t {
  kAnswers,
  kTraits,
  kDeterminism,
  kMemory,
  kStatus,
  kLegalMoves,
  kTurnOrder,
  kMoveClass,
  kMoveText,
  kPositionText,
  kHash,
  kCopy,
  kLength,
  kRepetition,
  kReturns,
  kPlayout,
  kCountMoves,
  kTactics,
  kMustPlay,
  kKnownOutcome,
  kCaptures,
  kMoveScores,
  kEvaluate,
  kSymmetry,
  kOccurrences,
  kWideHash,
  kStage,
  kScore,
  kSuccessors,
  kProtocols,
  kFeatures,
  kOutcomes,
  kPerft,
};

inline constexpr std::array kGamePromises{
    Promise{"answers", "every call returns: no crash, no exit, no hang"},
    Promise{"traits", "the numbers of players and moves, state size and alignment are in range"},
    Promise{"determinism",
            "the same calls return the same answers, also in another instance and another process"},
    Promise{
        "memory",
        "the game does not write beyond the ends of states, move lists and traces, or into const arguments"},
    Promise{"status", "apply returns the value of status after the move, and it names a player of the game"},
    Promise{
        "legal-moves",
        "legal moves are distinct, at most max_moves, and there are none if and only if the game is over"},
    Promise{"turn-order", "player 0 moves first; with kAlternating the players take turns"},
    Promise{"move-class", "move_class is below traits().move_classes"},
    Promise{"move-text", "the text of a move reads back as that move"},
    Promise{"position-text",
            "the text of a position reads back as that position, with the same play after it"},
    Promise{
        "hash",
        "equal positions have equal hashes whatever moves led to them, different positions different ones"},
    Promise{"copy", "a copy is an equal position, independent of the original"},
    Promise{"length", "a game ends within max_plies"},
    Promise{"repetition", "without kCyclic no position occurs twice in a game"},
    Promise{"returns", "returns lie in [-1, 1] and fit the status, kZeroSum and kDrawsPossible"},
    Promise{"playout",
            "a playout is legal, uniform, a function of position and rng, and its trace is correct"},
    Promise{
        "count-moves",
        "ludex.count-moves counts the legal moves, ludex.draft.count-replies the replies to each of them"},
    Promise{"tactics", "ludex.tactics lists the moves that win immediately"},
    Promise{"must-play", "ludex.must-play lists legal moves, in their order"},
    Promise{"known-outcome",
            "results claimed by ludex.draft.known-outcome are those of search to the end, where it is short"},
    Promise{"captures", "ludex.captures lists legal moves, each once"},
    Promise{"move-scores", "ludex.move-scores are positive"},
    Promise{"evaluate",
            "ludex.evaluate and ludex.draft.evaluate-all lie in [-30000, 30000] and are functions of the "
            "position"},
    Promise{"symmetry", "a symmetry maps legal moves to legal moves, and playing commutes with it"},
    Promise{"occurrences", "ludex.repetition predicts the result of occurrences"},
    Promise{"wide-hash", "equal positions have the same ludex.wide-hash"},
    Promise{"stage", "ludex.stage is below max_plies"},
    Promise{"score", "ludex.score is within its bound and fits the result"},
    Promise{"successors", "ludex.successors lists the positions that apply reaches"},
    Promise{"protocols", "moves and positions in UCI, USI and GTP notation read back"},
    Promise{
        "features",
        "codes of ludex.draft.features are in range, equal for equal positions, and permuted by symmetries"},
    Promise{"chance",
            "probabilities of outcomes sum to 1 and draws follow them; with kDeterministic there is none"},
    Promise{"perft", "perft counts are the expected ones"},
};
static_assert(kGamePromises.size() == static_cast<std::size_t>(GamePromise::kPerft) + 1);

// A known count: leaves of the game tree at exactly `depth` plies from the initial position.
struct PerftFact {
  std::uint32_t depth;
  std::uint64_t leaves;
};

// Extent of the check. All limits count steps, never time.
struct GameOptions {
  std::uint64_t seed = 1;
  std::uint32_t walks = 30;        // random games
  std::uint32_t steps = 4'000;     // plies of all these games together
  std::uint32_t sampled = 24;      // moves of a position whose texts are checked
  std::uint32_t tree_nodes = 400;  // positions of a small tree, searched for transpositions
  std::uint32_t trees = 12;        // such trees, most of them close to the ends of games
  std::uint32_t playouts = 600;    // 0: none
  std::uint32_t lockstep = 4'000;  // plies played on from each pair of positions that seem equal
  std::uint32_t draws = 100'000;   // by chance, in each position whose draws are counted
  std::uint32_t draw_tables = 12;  // such positions
  std::uint32_t exact = 4'000;     // positions of a game with chance up to which expectations are computed
  std::uint32_t solved = 100'000;  // positions searched to confirm the results that a game claims to know
  bool extensions = true;
  // True if ludex.tactics must list only moves that win at once; a game's parameters may allow more.
  bool exact_tactics = true;
  std::vector<PerftFact> perft;

  // For a check of every game before it is used: takes some milliseconds.
  [[nodiscard]] static GameOptions brief() {
    GameOptions options;
    options.walks = 3;
    options.steps = 120;
    options.sampled = 3;
    options.tree_nodes = 150;
    options.trees = 2;
    options.playouts = 0;
    options.lockstep = 200;
    options.draws = 2'000;
    options.draw_tables = 2;
    options.extensions = false;
    return options;
  }
  [[nodiscard]] static GameOptions thorough() {
    GameOptions options;
    options.walks = 400;
    options.steps = 60'000;
    options.tree_nodes = 3'000;
    options.trees = 40;
    options.playouts = 10'000;
    options.lockstep = 60'000;
    options.draw_tables = 100;
    options.exact = 100'000;
    options.solved = 2'000'000;
    return options;
  }
};

using Route = std::vector<Move>;

// A position and the moves that led to it from the initial one.
struct Place {
  Position position;
  Route route;
};

// State that all parts of the check share.
class Scene {
 public:
  Scene(const Game& game, const GameOptions& options, Report& report, Trail& trail)
      : options_(options),
        report_(report),
        trail_(trail),
        game_(game, trail),
        chance_(find<Chance>(game_)),
        rng_(Rng::seeded(options.seed)) {}

  [[nodiscard]] const GuardedGame& game() const noexcept { return game_; }
  [[nodiscard]] const GameTraits& traits() const noexcept { return game_.traits(); }
  [[nodiscard]] bool has(GameFlags flag) const noexcept { return (traits().flags & flag) != 0; }
  [[nodiscard]] const GameOptions& options() const noexcept { return options_; }
  [[nodiscard]] Report& report() noexcept { return report_; }
  [[nodiscard]] Trail& trail() noexcept { return trail_; }
  [[nodiscard]] Rng& rng() noexcept { return rng_; }
  // Null if the game does not offer it.
  [[nodiscard]] const Chance* chance() const noexcept { return chance_; }

  // The probabilities at a position where chance decides, and their number; kUnwritten where nothing is
  // written.
  static constexpr double kUnwritten = -12345.5;
  [[nodiscard]] std::vector<double> probabilities(const Position& position, std::uint32_t& count) const {
    constexpr std::size_t kGuard = 64;
    std::vector<double> values(traits().max_moves + kGuard, kUnwritten);
    const GuardedGame::Frozen frozen(game_, position.state(), "probabilities");
    count = chance_->probabilities(GuardedGame::inner(position.state()), values.data());
    return values;
  }
  // One of these legal moves: uniformly where a player decides, by the probabilities where chance does.
  [[nodiscard]] Move random_move(const Position& position, std::span<const Move> moves) {
    const auto all = static_cast<std::uint32_t>(moves.size());
    if (has(kDeterministic) || chance_ == nullptr || position.to_move() != kChance)
      return moves[rng_.below(all)];
    std::uint32_t count = 0;
    const std::vector<double> values = probabilities(position, count);
    double left = rng_.uniform();
    std::uint32_t i = 0;
    while (i + 1 < std::min(count, all) && (left -= values[i]) >= 0) ++i;
    return moves[i];
  }

  // Positions that may be kept at once: states may be large.
  [[nodiscard]] std::size_t room() const noexcept {
    constexpr std::size_t kBytes = std::size_t{128} << 20;
    return std::clamp<std::size_t>(kBytes / traits().state_size, 16, 8192);
  }

  // Names the promise that is broken if the next call does not return.
  void look_at(GamePromise promise) noexcept { trail_.checking(static_cast<std::size_t>(promise)); }

  // Records that a promise was checked, and a witness if it is broken; only then calls `words`.
  template <class F>
  bool require(GamePromise promise, bool holds, const Place& at, F&& words) {
    if (!memory_is_whole(at)) return false;
    ++report_[GamePromise::kAnswers].checks;
    if (holds) {
      ++report_[promise].checks;
      return true;
    }
    Words said = words();
    report_.set_broken(
        promise, {std::move(said.found), std::move(said.expected), at.position.text(), moves_text(at.route)});
    return false;
  }

  bool memory_is_whole(const Place& at) {
    if (const std::string damage = game_.take_damage(); !damage.empty()) {
      report_.set_broken(GamePromise::kMemory,
                         {damage, "no write there", at.position.text(), moves_text(at.route)});
      return false;
    }
    ++report_[GamePromise::kMemory].checks;
    return true;
  }

  [[nodiscard]] std::string moves_text(const Route& route) const {
    std::string text;
    Position position(game_);
    for (const Move move : route) {
      text.append(text.empty() ? "" : " ").append(position.move_text(move));
      position.apply(move);
    }
    return text;
  }
  [[nodiscard]] std::string after_text(const Route& route) const {
    return route.empty() ? "at the start" : "after the moves " + moves_text(route);
  }
  [[nodiscard]] static std::vector<Move> sorted(std::vector<Move> moves) {
    std::sort(moves.begin(), moves.end());
    return moves;
  }
  // "a1 b2 c3 ...", for messages.
  [[nodiscard]] static std::string list_text(const Position& position, const std::vector<Move>& moves) {
    std::string text;
    for (std::size_t i = 0; i < moves.size() && i < 12; ++i)
      text.append(text.empty() ? "" : " ").append(position.move_text(moves[i]));
    if (moves.size() > 12) text.append(" ... (").append(std::to_string(moves.size())).append(" moves)");
    return text.empty() ? "none" : text;
  }
  [[nodiscard]] static std::string status_text(GameStatus status) {
    if (status == GameStatus::kOngoing) return "the game is not over";
    if (status == GameStatus::kDraw) return "a draw";
    return "player " + std::to_string(winner_of(status)) + " has won";
  }
  [[nodiscard]] static std::string hash_text(std::uint64_t hash) {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text = "0x";
    for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[hash >> shift & 15U];
    return text;
  }

 private:
  const GameOptions& options_;
  Report& report_;
  Trail& trail_;
  GuardedGame game_;
  const Chance* chance_;
  Rng rng_;
};

}  // namespace ludex::contract
