#include "agents/alpha-beta/alpha_beta.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

namespace ludex::agents::alpha_beta {

std::span<const ParamSpec> AlphaBeta::parameters() {
  static const std::array specs{
      params::integer("tt_mib", "64", 1, 65536, "transposition table, rounded down to a power of two"),
      params::integer("max_depth", "0", 0, 1023, "plies of the last iteration; 0: no limit"),
      params::boolean("evaluation", true, "use the game's evaluation; false: ends of games only"),
      params::boolean(
          "exact", false,
          "no forward pruning, extensions or early draws: depth d has the minimax value of depth d"),
      params::boolean("quiescence", true, "search captures beyond the horizon, where the game lists them"),
      params::boolean("pvs", true, "null windows for all moves but the first"),
      params::boolean("table", true, "use the transposition table"),
      params::integer("aspiration", "30", 0, 1000,
                      "half width of the first window, centi-units; 0: infinite"),
      params::boolean("shuffle", true, "order root moves at random, so that equal moves are played alike"),
      params::boolean("keep_table", true,
                      "use table entries and move statistics of earlier searches of the game"),
      params::boolean("table_standing", false,
                      "selective searches: forward pruning takes the table's value for the evaluation"),
      params::boolean("reduce_root", false,
                      "selective searches: late root moves less deeply, root moves by the work they took"),
      params::integer("width", "0", 0, 65535,
                      "moves searched in a node, the best by ludex.move-scores/1; 0: all"),
      params::integer("reverse_futility", "85", 0, 30000,
                      "a node so far above the window is cut off, centi-units a ply to the horizon"),
      params::integer("razoring", "220", 0, 30000, "a node so far below it is left to captures, the same"),
      params::integer("futility", "90", 0, 30000, "quiet moves so far (and 100 more) below it are left out"),
      params::integer("losses", "60", 0, 30000, "moves that lose more material are left out, the same"),
      params::integer("quiets", "5", 0, 1000,
                      "quiet moves searched up to 5 plies from the horizon: so many and depth^2"),
      params::real("late_base", "1", 0, 10,
                   "late moves are searched late_base + ln depth ln index / late_divisor plies less deeply"),
      params::real("late_divisor", "1.5", 0.1, 100, "see late_base"),
      params::integer("null_base", "3", 1, 100,
                      "null moves are searched null_base + depth / null_divisor plies less deeply"),
      params::integer("null_divisor", "4", 1, 1000, "see null_base"),
      params::choice("solve", "auto", "auto|deepening|direct",
                     "how solve() goes to the end: by iterations or at once; auto: at once unless cyclic"),
      params::integer("endgame", "0", 0, 64,
                      "play by exact scores from so many plies before the end on, where the game has them "
                      "and half of the budget suffices (Othello: empty squares; 16 take 10 ms); 0: never"),
      params::integer("scn", "0", 0, 30000,
                      "report the root's single conspiracy number of each depth for this threshold, "
                      "centi-units; 0: off",
                      "Song & Iida 2017"),
  };
  return specs;
}

Result<void> AlphaBeta::supports(const Game& game) {
  const GameTraits& traits = game.traits();
  constexpr std::uint32_t kNeeded = kZeroSum | kPerfectInformation | kDeterministic;
  if (traits.players != 2 || (traits.flags & kNeeded) != kNeeded)
    return Error{"needs a deterministic two-player zero-sum game of perfect information"};
  return {};
}

Settings AlphaBeta::read_settings(const ParamValues& values) {
  return {.table_mib = static_cast<std::size_t>(values.integer("tt_mib")),
          .depth_limit = static_cast<std::uint32_t>(values.integer("max_depth")),
          .search = {.evaluation = values.boolean("evaluation"),
                     .quiescence = values.boolean("quiescence"),
                     .exact = values.boolean("exact"),
                     .scout = values.boolean("pvs"),
                     .table = values.boolean("table"),
                     .table_standing = values.boolean("table_standing"),
                     .reduce_root = values.boolean("reduce_root"),
                     .keep_order = values.boolean("keep_table"),
                     .width = static_cast<std::uint32_t>(values.integer("width")),
                     .margins = {.reverse_futility = static_cast<Score>(values.integer("reverse_futility")),
                                 .razoring = static_cast<Score>(values.integer("razoring")),
                                 .futility = static_cast<Score>(values.integer("futility")),
                                 .losses = static_cast<Score>(values.integer("losses")),
                                 .quiets = static_cast<std::uint32_t>(values.integer("quiets")),
                                 .late_base = values.real("late_base"),
                                 .late_divisor = values.real("late_divisor"),
                                 .null_base = static_cast<std::uint32_t>(values.integer("null_base")),
                                 .null_divisor = static_cast<std::uint32_t>(values.integer("null_divisor"))}},
          .aspiration = static_cast<Score>(values.integer("aspiration")),
          .shuffle = values.boolean("shuffle"),
          .keep_table = values.boolean("keep_table"),
          .solve_mode = values.text("solve"),
          .endgame = static_cast<std::uint32_t>(values.integer("endgame")),
          .scn = static_cast<Score>(values.integer("scn"))};
}

AlphaBeta::AlphaBeta(const ParamValues& values) {
  const Settings settings = read_settings(values);
  if (settings.scn == 0) {
    engine_.emplace<Engine<NoTally>>(settings);
  } else {
    engine_.emplace<Engine<SingleTally>>(settings);
  }
}

void AlphaBeta::new_game(const Game& game, Player seat, std::uint64_t seed) {
  tree_.forget();
  std::visit([&](auto& engine) { engine.new_game(game, seat, seed); }, engine_);
}

Move AlphaBeta::choose(const State* position, const Budget& budget, SearchReport& report) {
  const Move move =
      std::visit([&](auto& engine) { return engine.choose(position, budget, report); }, engine_);
  tree_.keep(report);
  return move;
}

void AlphaBeta::solve(const State* position, Goal goal, const Budget& budget, SearchReport& report) {
  std::visit([&](auto& engine) { engine.solve(position, goal, budget, report); }, engine_);
  tree_.keep(report);
}

}  // namespace ludex::agents::alpha_beta
