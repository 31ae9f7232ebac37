#include "agents/alpha-beta/alpha_beta.hpp"

#include <span>
#include <string>
#include <variant>

#include "core/abi/schema.hpp"

namespace ludex::agents::alpha_beta {

namespace {

const Schema<Settings>& schema() {
  using minimax::Margins;
  using minimax::Options;
  static const Schema<Settings> made(
      [](auto& s) {
        const auto search = [](auto member) { return nested(&Settings::search, member); };
        const auto margin = [](auto member) {
          return nested(nested(&Settings::search, &Options::margins), member);
        };
        s.integer("tt_mib", &Settings::table_mib, 1, 65536,
                  "MiB of the transposition table, rounded down to a power of two");
        s.integer("max_depth", &Settings::depth_limit, 0, 1023,
                  "depth of the last iteration in plies; 0: no limit");
        s.boolean("evaluation", search(&Options::evaluation),
                  "use the game's evaluation; false: only finished games have a value");
        s.boolean("exact", search(&Options::exact),
                  "no forward pruning, extensions or early draws: depth d has the minimax value of depth d");
        s.boolean("quiescence", search(&Options::quiescence),
                  "search captures beyond the horizon, where the game lists them");
        s.boolean("pvs", search(&Options::scout), "null windows for all moves but the first");
        s.boolean("table", search(&Options::table), "use the transposition table");
        s.integer("aspiration", &Settings::aspiration, 0, 1000,
                  "half width of the first window, centi-units; 0: infinite");
        s.boolean(
            "shuffle", &Settings::shuffle,
            "shuffle the root moves, so that each of several equal moves is equally likely to be played");
        s.boolean("keep_table", &Settings::keep_table,
                  "use table entries and move statistics of earlier searches of the game");
        s.boolean("table_standing", search(&Options::table_standing),
                  "selective searches: forward pruning uses the table's value as the evaluation");
        s.boolean("reduce_root", search(&Options::reduce_root),
                  "selective searches: reduce late root moves, and order root moves by the nodes they took");
        s.integer("width", search(&Options::width), 0, 65535,
                  "number of moves searched at a node, the best by ludex.move-scores/1; 0: all");
        s.integer("reverse_futility", margin(&Margins::reverse_futility), 0, 30000,
                  "centi-units per ply to the horizon: a node whose evaluation is this far above the window "
                  "is cut off");
        s.integer(
            "razoring", margin(&Margins::razoring), 0, 30000,
            "centi-units per ply to the horizon: a node this far below the window searches captures only");
        s.integer("futility", margin(&Margins::futility), 0, 30000,
                  "centi-units per ply to the horizon: quiet moves are skipped this far (plus 100) below the "
                  "window");
        s.integer("losses", margin(&Margins::losses), 0, 30000,
                  "centi-units per ply to the horizon: moves that lose more material are skipped");
        s.integer("quiets", margin(&Margins::quiets), 0, 1000,
                  "number of quiet moves searched up to 5 plies from the horizon: this + depth^2");
        s.real("late_base", margin(&Margins::late_base), 0, 10,
               "late moves are reduced by late_base + ln depth ln index / late_divisor plies");
        s.real("late_divisor", margin(&Margins::late_divisor), 0.1, 100, "see late_base");
        s.integer("null_base", margin(&Margins::null_base), 1, 100,
                  "null moves are reduced by null_base + depth / null_divisor plies");
        s.integer("null_divisor", margin(&Margins::null_divisor), 1, 1000, "see null_base");
        s.choice("solve", &Settings::solve_mode,
                 "how solve() reaches the end of the game: by iterative deepening or in one search; auto: "
                 "one search unless positions can repeat");
        s.integer(
            "endgame", &Settings::endgame, 0, 64,
            "plies before the end of the game from which moves are chosen by exact scores, if the game has "
            "them and half of the budget suffices (Othello: empty squares; 16 take 10 ms); 0: never");
        s.choice(
            "players", &Settings::players,
            "games of three and more players: everybody for himself, all others against the mover, or one "
            "of them with the best reply",
            "Luckhardt & Irani 1986; Sturtevant & Korf 2000; Schadd & Winands 2011");
        s.choice("chance", &Settings::chance, "games with chance: how chance nodes are cut off",
                 "Ballard 1983; Hauk, Buro & Schaeffer 2004");
        s.integer(
            "win_value", &Settings::win_value, 1, 30000,
            "games with chance that have no ludex.score/1: centi-units that a won game counts; evaluations "
            "are cut to it");
        s.text("model", &Settings::model,
               "evaluate by the model in this file (ludex train); empty: by the game");
        s.integer("scn", &Settings::scn, 0, 30000,
                  "report the root's single conspiracy number of each depth for this threshold, centi-units; "
                  "0: off",
                  "Song & Iida 2017");
      },
      {.search = {.exact = false}, .aspiration = 30, .keep_table = true});
  return made;
}

}  // namespace

std::span<const ParamSpec> AlphaBeta::parameters() {
  return schema().specs();
}

Result<void> AlphaBeta::supports(const Game& game) {
  const GameTraits& traits = game.traits();
  const bool chance = (traits.flags & kDeterministic) == 0;
  if ((traits.flags & kPerfectInformation) == 0)
    return Error{"needs a game of perfect information; here something is hidden"};
  if (traits.players == 2 && (traits.flags & kZeroSum) == 0)
    return Error{"needs a zero-sum game if two play; the results of this one do not sum to zero"};
  if (chance && traits.players > 2)
    return Error{"plays games with chance if two play, and games of " + std::to_string(traits.players) +
                 " players without chance"};
  if (chance && find<Chance>(game) == nullptr)
    return Error{std::string("needs the probabilities of what chance does (") + Chance::kId +
                 "), which this game does not offer"};
  return {};
}

Settings AlphaBeta::read_settings(const ParamValues& values) {
  Settings settings = schema().read(values);
  settings.search.keep_order = settings.keep_table;
  return settings;
}

AlphaBeta::AlphaBeta(const ParamValues& values) : settings_(read_settings(values)) {
  if (settings_.scn == 0) {
    engine_.emplace<Engine<NoTally>>(settings_);
  } else {
    engine_.emplace<Engine<SingleTally>>(settings_);
  }
}

template <class E>
void AlphaBeta::use() {
  if (std::holds_alternative<E>(engine_)) return;
  const bool watched = progress().watched();
  engine_.emplace<E>(settings_);
  progress().watch(watched);
}

void AlphaBeta::new_game(const Game& played, Player seat, std::uint64_t seed) {
  tree_.forget();
  const Game& game = model::guided(guided_, settings_.model, played);
  const GameTraits& traits = game.traits();
  if (traits.players > 2) {
    use<Deepening<minimax::MultiplayerSearch>>();
  } else if ((traits.flags & kDeterministic) == 0) {
    use<Deepening<minimax::StarSearch>>();
  } else if (settings_.scn == 0) {
    use<Engine<NoTally>>();
  } else {
    use<Engine<SingleTally>>();
  }
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
