// Settings in which the searches of this folder differ.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/abi/enum_text.hpp"
#include "core/abi/schema.hpp"

namespace ludex::agents::proof_number {

// Source of the numbers of a new position.
enum class Init { kOne, kMobility, kEvaluation, kDeep };
[[nodiscard]] constexpr auto enum_texts(Init) noexcept {
  return EnumTexts{"one", "mobility", "evaluation", "deep"};
}
enum class Verify { kAuto, kHash, kWide };
[[nodiscard]] constexpr auto enum_texts(Verify) noexcept {
  return EnumTexts{"auto", "hash", "wide"};
}

struct Settings {
  double memory_mib = 256;
  Verify verify = Verify::kAuto;
  bool shuffle = true;    // root moves in random order: equal ones are played equally often
  bool knowledge = true;  // use must-play moves and known outcomes; a written proof does without

  Init init = Init::kOne;
  std::uint32_t unit = 1;  // the number of one leaf: larger values refine thresholds and estimates
  // init=evaluation: B = exp(b0 + b1 e) and C = exp(c0 + c1 e), e = ludex.stage/1 (`stage` without it).
  double b0 = 0, b1 = 0, c0 = 0, c1 = 0;
  std::uint32_t stage = 12;
  // Replaces these: B and C by stage, with separate values for the numbers to prove and to disprove.
  struct Sigmoid {
    std::uint32_t stage;
    double b_phi, c_phi, b_delta, c_delta;
  };
  std::vector<Sigmoid> sigmoids = {};
  double mobility = 0;  // power of the replies by which the number to disprove grows
  double deep_e = 2;    // init=deep
  std::uint32_t deep_d = 4;

  std::int32_t cost = 0;         // cost_phi of every move, in leaves; cost_delta is 0
  double epsilon = 0;            // 1 + epsilon trick
  bool weak = false;             // max + (k - 1) instead of the sum
  bool low_memory = false;       // thresholds for tables that lose entries
  bool ties_first = false;       // of equal children always the first
  bool order = false;            // children by the evaluation
  std::uint32_t widen_base = 0;  // focused: the best base + ceil(fraction * n) children count; 0 and 0: all
  double widen_fraction = 0;
  bool widen_sum = false;  // the number to disprove counts the other children too

  // Players: the share of a budget for proofs; the rest is for uct, if nothing was proven.
  bool fallback = true;
  double share = 0.3;

  std::string model = {};  // a file: its evaluation takes the place of the game's

  std::uint64_t job = 500;  // several threads: MaxWorkPerJob, in visits

  // PN^2: a leaf is searched with y = min(x f(x), N - x) expansions, x the nodes of the first level, f(x) = 1
  // / (1 + exp((a - x) / b)); N = 0: no second level.
  std::uint64_t pn2 = 0;
  double pn2_a = 1'800'000, pn2_b = 240'000;

  [[nodiscard]] bool focused() const noexcept { return widen_base != 0 || widen_fraction != 0; }
};

// Each function declares one parameter of a search; an agent calls those it has, in the order of its
// documentation. The default is that of the agent's Settings.
namespace declare {

void memory(Schema<Settings>& s);
void verify(Schema<Settings>& s);
void shuffle(Schema<Settings>& s);
void init(Schema<Settings>& s);
void unit(Schema<Settings>& s);
void epsilon(Schema<Settings>& s);
void weak(Schema<Settings>& s);
void cost(Schema<Settings>& s);
void low_memory(Schema<Settings>& s);
// How the agent plays where nothing is proven: fallback, proof_share.
void fallback(Schema<Settings>& s);
void job(Schema<Settings>& s);
void model_file(Schema<Settings>& s);
void ties(Schema<Settings>& s);
void order(Schema<Settings>& s);
// Focused search: widen_base, widen_fraction.
void widening(Schema<Settings>& s);
void widen_sum(Schema<Settings>& s);
// init=deep: deep_e, deep_d.
void deep(Schema<Settings>& s);
// init=evaluation: h_b0, h_b1, h_c0, h_c1, h_stage, h_table, h_mobility.
void sigmoid(Schema<Settings>& s);
// pn2, pn2_a, pn2_b.
void second_level(Schema<Settings>& s);

}  // namespace declare

// Reads the parameter h_table; skips malformed parts.
[[nodiscard]] std::vector<Settings::Sigmoid> read_sigmoids(const std::string& text);

}  // namespace ludex::agents::proof_number
