#include "agents/scns/settings.hpp"

namespace ludex::agents::scns {

// The defaults are those of Table 1; the presets have the other tables.
const Schema<Settings>& schema() {
  static const Schema<Settings> made([](auto& s) {
    s.real("epsilon", &Settings::epsilon, 0, 100,
           "threshold: number of the second best child times 1 + epsilon", "Tables 1, 5");
    s.real("eta", &Settings::eta, 0, 10, "allowed relative error of heights", "Definition 4");
    s.real("delta", &Settings::delta, 1, 1e5, "end of the first step of a leaf", "eq. 15");
    s.integer("P_max", &Settings::p_max, 0, 1e9, "threshold for v_max", "eq. 8");
    s.integer("D_max", &Settings::d_max, 0, 1e9, "threshold for v_min", "eq. 8");
    s.real("delta_p", &Settings::delta_p, 0, 1e6, "minimum distance of v_max from the root's value", "eq. 8");
    s.real("delta_d", &Settings::delta_d, 0, 1e6, "minimum distance of v_min from the root's value", "eq. 8");
    s.real("R_shift", &Settings::r_shift, 0, 1e9, "number of AMAF games at which the weight of RAVE is 1/2",
           "eq. 18");
    s.real("R_impact", &Settings::r_impact, 0, 1e5, "weight of the RAVE error", "eq. 17");
    s.real("W_max", &Settings::w_max, 1, 1e12, "work after which an error of a move is forgotten", "eq. 16");
    s.integer("sweep", &Settings::sweep, 0, 1e9,
              "for every N expansions of a position, one more of its moves is expanded although the search "
              "has not chosen it, the likeliest first; 0: never",
              "ours");
    s.real("probe", &Settings::probe, 0, 1,
           "share of the expansions at the root, and at each position after a root move, that is divided "
           "evenly among the moves, each searched as if it were the root; 0: none",
           "ours");
    s.integer("interlude", &Settings::interlude, 1, 1e9, "expansions before the search returns to the root",
              "section 4.1: 20 at 30 s a move");
    s.integer("MaxWorkPerJob", &Settings::max_work_per_job, 1, 1e9,
              "several threads: visits after which a thread asks for new work", "section 3.6; Table 5: 11");
    s.choice("virtual", &Settings::virtual_functions,
             "several threads: results that threads share about a position under search: that it is won or "
             "lost; also that its target is reached, and its values beyond the target",
             "section 3.6; ours");
    s.choice("leaf", &Settings::leaf, "functions of leaves", "eq. 15; eq. 4; ours; ours");
    s.integer("leaf_cap", &Settings::leaf_cap, 1, 1e6, "largest height of a leaf; the paper leaves it open");
    s.integer("steps", &Settings::steps, 4, 64,
              "maximum number of steps of a function; further steps are merged");
    s.integer("must_play", &Settings::must_play, 0, 1e9,
              "number of expansions below a position before the game is asked for its winning moves "
              "(ludex.tactics/1) and its must-play moves (ludex.must-play/1); the root is asked at once; 0: "
              "every position at once",
              "ours");
    s.boolean("rave", &Settings::rave, "all moves as first", "eq. 17-19");
    s.boolean("forgetting", &Settings::forgetting, "gradual forgetting of errors", "eq. 16");
    s.choice("scores", &Settings::scores,
             "source of the errors of moves: ludex.move-scores/1, differences of ludex.evaluate/1, short "
             "playouts, MAST; auto: the first available one of move-scores, evaluate, mast",
             "eq. 10-11");
    s.real("score_scale", &Settings::score_scale, 0, 1e5, "units per error of log 1 in scores");
    s.real("evaluate_scale", &Settings::evaluate_scale, 0, 1e4, "units per error of one centi-unit");
    s.real("leaf_scale", &Settings::leaf_scale, 0, 1e4,
           "units of a leaf's value per centi-unit of ludex.evaluate/1 at its parent; 0: leaves have the "
           "value 0",
           "ours");
    s.real("least_work", &Settings::least_work, 0, 1,
           "minimum work of a root move, as a share of the largest, to be played for a value better by more "
           "than half of delta; 1: always play the move with the most work",
           "section 2.7; ours");
    s.integer("playouts", &Settings::playouts, 1, 1e5, "scores=playouts: playouts per move");
    s.real("memory_mib", &Settings::memory_mib, 1.0 / 64, 131072, "memory for the table; at least 16 KiB");
    s.boolean("keep_table", &Settings::keep_table, "keep the table from move to move");
    s.boolean("shuffle", &Settings::shuffle,
              "shuffle the root moves, so that each of several equal moves is equally likely to be played");
    s.text(
        "model", &Settings::model,
        "games of two: the model in this file (ludex train) is ludex.evaluate/1, 10,000 for a certain win, "
        "and its policy, if it has one, ludex.move-scores/1; empty: the game's own");
  });
  return made;
}

}  // namespace ludex::agents::scns
