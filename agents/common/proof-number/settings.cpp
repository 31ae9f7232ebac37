#include "agents/common/proof-number/settings.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::agents::proof_number {

namespace schema {

ParamSpec memory(const char* fallback) {
  return params::real("memory_mib", fallback, 1.0 / 1024, 131072, "memory for table or tree, from 1 KiB");
}

ParamSpec verify() {
  return params::choice("verify", "auto", "auto|hash|wide",
                        "how positions are told apart in the table: 64 bits (hash), 128 (wide: from the text "
                        "where the game has no wide hash); auto: wide if the game has it");
}

ParamSpec shuffle() {
  return params::boolean("shuffle", true, "root moves in random order, so that equal moves are played alike");
}

ParamSpec init(const char* fallback) {
  return params::choice("init", fallback, "one|mobility|evaluation|deep",
                        "numbers of a new position: 1, its moves, a sigmoid of its evaluation (without one: "
                        "mobility), deep df-pn",
                        "Allis 1994; Nagai & Imai, eq. 5-6; Song & Iida 2017");
}

ParamSpec unit(const char* fallback) {
  return params::integer("unit", fallback, 1, 1000, "the number of one leaf; larger is finer");
}

ParamSpec epsilon(const char* fallback) {
  return params::real("epsilon", fallback, 0, 100, "threshold from the second best child times 1 + epsilon",
                      "Pawlewicz & Lew 2006: 0.25");
}

ParamSpec weak() {
  return params::boolean("weak", false, "weak numbers: max + (k - 1) instead of the sum",
                         "Ueda, Hashimoto, Hashimoto & Iida 2008");
}

ParamSpec cost(const char* fallback) {
  return params::integer("cost", fallback, -1000, 1000, "cost_phi of a move, in leaves", "Nagai & Imai: -1");
}

ParamSpec low_memory() {
  return params::boolean("low_memory", false, "the thresholds for tables that lose entries",
                         "Nagai & Imai, section 2");
}

ParamSpec fallback() {
  return params::choice(
      "fallback", "uct", "uct|numbers",
      "how to play where nothing is proven: by Monte-Carlo tree search with the rest of the "
      "budget, or by the (dis)proof numbers of the moves");
}

ParamSpec share() {
  return params::real("proof_share", "0.3", 0.001, 1, "fallback=uct: share of the budget for the proof");
}

ParamSpec job() {
  return params::integer("job", "500", 1, 1e9, "several threads: visits a job",
                         "Pawlewicz & Hayward 2013, MaxWorkPerJob: 100 to 500");
}

ParamSpec ties() {
  return params::choice("ties", "stay", "stay|first",
                        "of children with equal numbers: stay with the present one, or always the first",
                        "stay: Nagai & Imai, eq. 2");
}

ParamSpec order() {
  return params::boolean("order", false, "children in the order of the evaluation (else of the move scores)");
}

ParamSpec widen_base() {
  return params::integer("widen_base", "0", 0, 1000, "focused df-pn: children that always count",
                         "Henderson 2010; Benzene: 1");
}

ParamSpec widen_fraction() {
  return params::real("widen_fraction", "0", 0, 1,
                      "focused df-pn: share of the children that counts; 0 with "
                      "widen_base=0: all",
                      "Henderson 2010: 0.2; Benzene: 0.25");
}

ParamSpec widen_sum() {
  return params::boolean("widen_sum", false,
                         "focused df-pn: the number to disprove is the sum over all children that are not "
                         "refuted, so narrow positions come first",
                         "Pawlewicz & Hayward 2013; Benzene: true");
}

ParamSpec deep_e() {
  return params::real("deep_e", "2", 1, 16, "init=deep: numbers E^(D - depth)", "Song & Iida 2017");
}

ParamSpec deep_d() {
  return params::integer("deep_d", "4", 0, 64, "init=deep: D", "Song & Iida 2017");
}

ParamSpec b0(const char* fallback) {
  return params::real("h_b0", fallback, -100, 100, "B = exp(h_b0 + h_b1 e), e = plies left (ludex.stage/1)");
}

ParamSpec b1(const char* fallback) {
  return params::real("h_b1", fallback, -10, 10, "see h_b0");
}

ParamSpec c0(const char* fallback) {
  return params::real("h_c0", fallback, -100, 100, "C = exp(h_c0 + h_c1 e), in units of the evaluation");
}

ParamSpec c1(const char* fallback) {
  return params::real("h_c1", fallback, -10, 10, "see h_c0");
}

ParamSpec stage() {
  return params::integer("h_stage", "12", 0, 1000, "e of games without ludex.stage/1");
}

ParamSpec h_table() {
  return params::text(
      "h_table", "",
      "instead of h_b0...h_c1: e:B_phi:C_phi:B_delta:C_delta for stages e, separated by /; the "
      "nearest counts");
}

ParamSpec h_mobility(const char* fallback) {
  return params::real("h_mobility", fallback, 0, 4,
                      "h_delta times (replies / 3) to this power; 0: the evaluation alone",
                      "0: Nagai & Imai");
}

ParamSpec pn2() {
  return params::integer(
      "pn2", "0", 0, 1e12,
      "PN^2: N of the second-level searches of min(x f(x), N - x) expansions, x nodes in the "
      "tree; 0: no second level",
      "Allis 1994; Breuker 1998");
}

ParamSpec pn2_a() {
  return params::real("pn2_a", "1800000", 0, 1e12, "PN^2: f(x) = 1 / (1 + exp((a - x) / b))",
                      "Winands 2002: 1800K, 240K");
}

ParamSpec pn2_b() {
  return params::real("pn2_b", "240000", 1, 1e12, "see pn2_a");
}

}  // namespace schema

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

Settings read_settings(const ParamValues& values, std::span<const ParamSpec> specs) {
  const auto has = [&](const char* name) {
    return std::any_of(specs.begin(), specs.end(),
                       [&](const ParamSpec& s) { return std::string_view(s.name) == name; });
  };
  const auto real = [&](const char* name, double& out) {
    if (has(name)) out = values.real(name);
  };
  const auto count = [&](const char* name, std::uint32_t& out) {
    if (has(name)) out = static_cast<std::uint32_t>(values.integer(name));
  };
  const auto flag = [&](const char* name, bool& out) {
    if (has(name)) out = values.boolean(name);
  };
  Settings s;
  real("memory_mib", s.memory_mib);
  if (has("verify")) {
    const std::string& text = values.text("verify");
    s.verify = text == "hash" ? Verify::kHash : text == "wide" ? Verify::kWide : Verify::kAuto;
  }
  if (has("init")) {
    const std::string& text = values.text("init");
    s.init = text == "mobility"     ? Init::kMobility
             : text == "evaluation" ? Init::kEvaluation
             : text == "deep"       ? Init::kDeep
                                    : Init::kOne;
  }
  if (has("ties")) s.ties_first = values.text("ties") == "first";
  if (has("cost")) s.cost = static_cast<std::int32_t>(values.integer("cost"));
  flag("shuffle", s.shuffle), flag("weak", s.weak), flag("low_memory", s.low_memory), flag("order", s.order),
      flag("widen_sum", s.widen_sum);
  count("unit", s.unit), count("deep_d", s.deep_d);
  count("widen_base", s.widen_base), count("h_stage", s.stage);
  if (has("fallback")) s.fallback = values.text("fallback") == "uct";
  real("proof_share", s.share);
  if (has("job")) s.job = static_cast<std::uint64_t>(values.integer("job"));
  if (has("pn2")) s.pn2 = static_cast<std::uint64_t>(values.integer("pn2"));
  real("pn2_a", s.pn2_a), real("pn2_b", s.pn2_b);
  real("h_b0", s.b0), real("h_b1", s.b1), real("h_c0", s.c0), real("h_c1", s.c1);
  real("h_mobility", s.mobility);
  if (has("h_table")) s.sigmoids = read_sigmoids(values.text("h_table"));
  real("epsilon", s.epsilon), real("deep_e", s.deep_e), real("widen_fraction", s.widen_fraction);
  return s;
}

}  // namespace ludex::agents::proof_number
