#include "agents/common/proof-number/settings.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace ludex::agents::proof_number {

namespace declare {

void memory(Schema<Settings>& s) {
  s.real("memory_mib", &Settings::memory_mib, 1.0 / 1024, 131072,
         "memory for the table or tree; at least 1 KiB");
}

void verify(Schema<Settings>& s) {
  s.choice("verify", &Settings::verify,
           "key of a position in the table: 64 bits (hash) or 128 bits (wide: computed from the text if the "
           "game has no wide hash); auto: wide if the game has it");
}

void shuffle(Schema<Settings>& s) {
  s.boolean("shuffle", &Settings::shuffle,
            "shuffle the root moves, so that each of several equal moves is equally likely to be played");
}

void init(Schema<Settings>& s) {
  s.choice("init", &Settings::init,
           "proof and disproof numbers of a new position: 1, its number of moves, a sigmoid of its "
           "evaluation (mobility if the game has none), deep df-pn",
           "Allis 1994; Nagai & Imai, eq. 5-6; Song & Iida 2017");
}

void unit(Schema<Settings>& s) {
  s.integer("unit", &Settings::unit, 1, 1000, "proof number of one leaf; larger numbers are finer");
}

void epsilon(Schema<Settings>& s) {
  s.real("epsilon", &Settings::epsilon, 0, 100,
         "threshold: number of the second best child times 1 + epsilon", "Pawlewicz & Lew 2006: 0.25");
}

void weak(Schema<Settings>& s) {
  s.boolean("weak", &Settings::weak, "weak proof numbers: max + (k - 1) instead of the sum",
            "Ueda, Hashimoto, Hashimoto & Iida 2008");
}

void cost(Schema<Settings>& s) {
  s.integer("cost", &Settings::cost, -1000, 1000, "cost_phi of a move, in leaves", "Nagai & Imai: -1");
}

void low_memory(Schema<Settings>& s) {
  s.boolean("low_memory", &Settings::low_memory, "use the thresholds for tables that lose entries",
            "Nagai & Imai, section 2");
}

void fallback(Schema<Settings>& s) {
  s.choice("fallback", &Settings::fallback, {{"uct", true}, {"numbers", false}},
           "how to play if nothing is proven: by Monte-Carlo tree search with the rest of the budget, or by "
           "the proof and disproof numbers of the moves");
  s.real("proof_share", &Settings::share, 0.001, 1, "fallback=uct: share of the budget spent on the proof");
}

void job(Schema<Settings>& s) {
  s.integer("job", &Settings::job, 1, 1e9, "several threads: visits per job",
            "Pawlewicz & Hayward 2013, MaxWorkPerJob: 100 to 500");
}

void ties(Schema<Settings>& s) {
  s.choice("ties", &Settings::ties_first, {{"stay", false}, {"first", true}},
           "choice among children with equal numbers: keep the current one, or always take the first",
           "stay: Nagai & Imai, eq. 2");
}

void order(Schema<Settings>& s) {
  s.boolean("order", &Settings::order, "order children by the evaluation; false: by the move scores");
}

void widening(Schema<Settings>& s) {
  s.integer("widen_base", &Settings::widen_base, 0, 1000,
            "focused search: number of children that always count", "Henderson 2010; Benzene: 1");
  s.real("widen_fraction", &Settings::widen_fraction, 0, 1,
         "focused search: share of the children that count; 0 with widen_base=0: all",
         "Henderson 2010: 0.2; Benzene: 0.25");
}

void widen_sum(Schema<Settings>& s) {
  s.boolean("widen_sum", &Settings::widen_sum,
            "focused search: the number to disprove is the sum over all children that are not refuted, so "
            "narrow positions come first",
            "Pawlewicz & Hayward 2013; Benzene: true");
}

void deep(Schema<Settings>& s) {
  s.real("deep_e", &Settings::deep_e, 1, 16, "init=deep: numbers E^(D - depth)", "Song & Iida 2017");
  s.integer("deep_d", &Settings::deep_d, 0, 64, "init=deep: D", "Song & Iida 2017");
}

void sigmoid(Schema<Settings>& s) {
  s.real("h_b0", &Settings::b0, -100, 100, "B = exp(h_b0 + h_b1 e), e = plies left (ludex.stage/1)");
  s.real("h_b1", &Settings::b1, -10, 10, "see h_b0");
  s.real("h_c0", &Settings::c0, -100, 100, "C = exp(h_c0 + h_c1 e), in units of the evaluation");
  s.real("h_c1", &Settings::c1, -10, 10, "see h_c0");
  s.integer("h_stage", &Settings::stage, 0, 1000, "e for games without ludex.stage/1");
  s.parsed(
      "h_table", "",
      [](Settings& settings, const std::string& text) { settings.sigmoids = read_sigmoids(text); },
      "e:B_phi:C_phi:B_delta:C_delta for several stages e, separated by /, instead of h_b0...h_c1; a "
      "position uses the nearest stage");
  s.real("h_mobility", &Settings::mobility, 0, 4,
         "multiply h_delta by (replies / 3) to this power; 0: use the evaluation alone", "0: Nagai & Imai");
}

void model_file(Schema<Settings>& s) {
  s.text(
      "model", &Settings::model,
      "evaluate by the model in this file (ludex train), 10,000 centi-units for a certain win; empty: by the "
      "game (ludex.evaluate/1)");
}

void second_level(Schema<Settings>& s) {
  s.integer("pn2", &Settings::pn2, 0, 1e12,
            "PN^2: N; a second-level search makes min(x f(x), N - x) expansions, x: nodes in the tree; 0: no "
            "second level",
            "Allis 1994; Breuker 1998");
  s.real("pn2_a", &Settings::pn2_a, 0, 1e12, "PN^2: f(x) = 1 / (1 + exp((a - x) / b))",
         "Winands 2002: 1800K, 240K");
  s.real("pn2_b", &Settings::pn2_b, 1, 1e12, "see pn2_a");
}

}  // namespace declare

std::vector<Settings::Sigmoid> read_sigmoids(const std::string& text) {
  std::vector<Settings::Sigmoid> sigmoids;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('/', at), text.size());
    Settings::Sigmoid s{};
    if (std::sscanf(text.substr(at, end - at).c_str(), "%u:%lf:%lf:%lf:%lf", &s.stage, &s.b_phi, &s.c_phi,
                    &s.b_delta, &s.c_delta) == 5 &&
        s.c_phi > 0 && s.c_delta > 0)
      sigmoids.push_back(s);
    at = end + 1;
  }
  return sigmoids;
}

}  // namespace ludex::agents::proof_number
