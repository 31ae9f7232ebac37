#include "agents/scns/settings.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

namespace ludex::agents::scns {

std::span<const ParamSpec> Settings::parameters() {
  using namespace params;
  static const std::array specs{
      choice("preset", "clop-1", "clop-1|hand|clop-4|hex",
             "values of the parameters that are 'preset': tuned for one thread, by hand for long "
             "thought, tuned for four threads; for the scores of Hex's learned network",
             "Tables 1, 3 and 5; ours"),
      text("epsilon", "preset",
           "threshold from the second best child times 1 + epsilon; preset: 0.41, "
           "0.41, 0.42",
           "Tables 1, 5"),
      text("eta", "preset", "allowed relative error of heights; preset: 0.30, 0.30, 0.21", "Definition 4"),
      text("delta", "preset", "end of the first step of a leaf; preset: 103, 103, 132", "eq. 15"),
      text("P_max", "preset", "threshold for v_max; preset: 3, 6, 3", "eq. 8"),
      text("D_max", "preset", "threshold for v_min; preset: 4, 8, 4", "eq. 8"),
      text("delta_p", "preset", "v_max at least so far; preset: 8, 50, 8", "eq. 8"),
      text("delta_d", "preset", "v_min at least so far; preset: 7, 50, 4", "eq. 8"),
      text("R_shift", "preset", "how slowly RAVE takes over; preset: 211, 500, 297", "eq. 18"),
      text("R_impact", "preset", "weight of the RAVE error; preset: 782, 500, 1013", "eq. 17"),
      text("W_max", "preset", "work after which an error is forgotten; preset: 1824, 1824, 4334", "eq. 16"),
      text("sweep", "preset",
           "expansions of a position for each of its moves that is expanded once although the search has "
           "not chosen it, the likeliest first; 0: none; preset: 0, hex: 64",
           "ours"),
      text("probe", "preset",
           "share of the expansions of the root, and of the positions after its moves, divided evenly "
           "among their moves, each searched as if it were the root; preset: 0, hex: 0.25",
           "ours"),
      integer("interlude", "20", 1, 1e9, "expansions before the search returns to the root",
              "section 4.1: 20 at 30 s a move"),
      integer("MaxWorkPerJob", "1000", 1, 1e9,
              "several threads: visits after which a thread asks for new work", "section 3.6; Table 5: 11"),
      choice("virtual", "proven", "proven|target",
             "several threads: what others see of a position that is being searched: that it is won or lost; "
             "that its target is reached, and what they know beyond it",
             "section 3.6; ours"),
      choice("leaf", "multi-step", "multi-step|two-step|doubling|linear", "functions of leaves",
             "eq. 15; eq. 4; ours; ours"),
      integer("leaf_cap", "4096", 1, 1e6, "largest height of a leaf; the paper leaves it open"),
      integer("steps", "48", 4, 64, "most steps of a function; more are merged"),
      integer(
          "must_play", "0", 0, 1e9,
          "expansions below a position after which the game is asked which moves win (ludex.tactics/1) and "
          "which matter (ludex.must-play/1); the root at once; 0: all at once",
          "ours"),
      choice("rave", "preset", "preset|true|false", "all moves as first; preset: true, hex: false",
             "eq. 17-19"),
      boolean("forgetting", true, "gradual forgetting of errors", "eq. 16"),
      choice("scores", "auto", "auto|move-scores|evaluate|playouts|mast|none",
             "errors of moves from: ludex.move-scores/1, differences of ludex.evaluate/1, short "
             "playouts, MAST; auto: the first of move-scores, evaluate, mast that there is",
             "eq. 10-11"),
      text("score_scale", "preset", "units of an error of log 1 in scores; preset: 2500, hex: 50"),
      real("evaluate_scale", "10", 0, 1e4, "units of an error of one centi-unit"),
      text("leaf_scale", "preset",
           "units that a leaf is worth for one centi-unit of ludex.evaluate/1 at the position above it; 0: "
           "leaves are worth 0; preset: 0, hex: 2",
           "ours"),
      text("least_work", "preset",
           "share of the most work that a root move must have to be played for its value, if that is "
           "better by more than half of delta; 1: the move of most work is played; preset: 1, hex: 0.1",
           "section 2.7; ours"),
      integer("playouts", "8", 1, 1e5, "scores=playouts: playouts a move"),
      real("memory_mib", "128", 1.0 / 64, 131072, "memory for the table, from 16 KiB"),
      choice("keep_table", "preset", "preset|true|false",
             "keep the table from move to move; preset: false, hex: true"),
      boolean("shuffle", true, "root moves in random order, so that equal ones are played alike"),
  };
  return specs;
}

Settings::Settings(const ParamValues& values) {
  const std::string& preset = values.text("preset");
  if (preset == "hand") {
    p_max = 6, d_max = 8, delta_p = 50, delta_d = 50, r_shift = 500, r_impact = 500;
  } else if (preset == "clop-4") {
    epsilon = 0.42, eta = 0.21, delta = 132, delta_d = 4, r_shift = 297, r_impact = 1013, w_max = 4334;
  } else if (preset == "hex") {
    rave = false, score_scale = 50, leaf_scale = 2, least_work = 0.1, keep_table = true;
    sweep = 64, probe = 0.25;
  }
  const auto number = [&](const char* name, double low, double high, bool whole) {
    const std::string& given = values.text(name);
    const ParamSpec spec =
        whole ? params::integer(name, "0", low, high, "") : params::real(name, "0", low, high, "");
    const auto value = parse_param(spec, given);
    if (!value) throw std::invalid_argument(value.error() + " or preset");
    return value->real;
  };
  const auto real = [&](const char* name, double low, double high, double& out) {
    if (values.text(name) != "preset") out = number(name, low, high, false);
  };
  const auto count = [&](const char* name, double low, double high, std::uint32_t& out) {
    if (values.text(name) != "preset") out = static_cast<std::uint32_t>(number(name, low, high, true));
  };
  real("epsilon", 0, 100, epsilon), real("eta", 0, 10, eta), real("delta", 1, 1e5, delta);
  real("delta_p", 0, 1e6, delta_p), real("delta_d", 0, 1e6, delta_d);
  real("R_shift", 0, 1e9, r_shift), real("R_impact", 0, 1e5, r_impact), real("W_max", 1, 1e12, w_max);
  count("P_max", 0, 1e9, p_max), count("D_max", 0, 1e9, d_max);
  count("sweep", 0, 1e9, sweep);
  real("probe", 0, 1, probe);
  interlude = static_cast<std::uint32_t>(values.integer("interlude"));
  max_work_per_job = static_cast<std::uint32_t>(values.integer("MaxWorkPerJob"));
  virtual_functions = values.text("virtual") == "target" ? Virtual::kTarget : Virtual::kProven;
  leaf = staircase::leaf_form(values.text("leaf"));
  leaf_cap = static_cast<std::uint32_t>(values.integer("leaf_cap"));
  steps = static_cast<std::uint32_t>(values.integer("steps"));
  must_play = static_cast<std::uint32_t>(values.integer("must_play"));
  if (values.text("rave") != "preset") rave = values.text("rave") == "true";
  forgetting = values.boolean("forgetting");
  const std::string& source = values.text("scores");
  scores = source == "move-scores" ? Scores::kMoveScores
           : source == "evaluate"  ? Scores::kEvaluate
           : source == "playouts"  ? Scores::kPlayouts
           : source == "mast"      ? Scores::kMast
           : source == "none"      ? Scores::kNone
                                   : Scores::kAuto;
  real("score_scale", 0, 1e5, score_scale);
  evaluate_scale = values.real("evaluate_scale");
  real("leaf_scale", 0, 1e4, leaf_scale);
  real("least_work", 0, 1, least_work);
  playouts = static_cast<std::uint32_t>(values.integer("playouts"));
  memory_mib = values.real("memory_mib");
  if (values.text("keep_table") != "preset") keep_table = values.text("keep_table") == "true";
  shuffle = values.boolean("shuffle");
}

}  // namespace ludex::agents::scns
