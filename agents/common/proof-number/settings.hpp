// Parameters in which the searches of this folder differ.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/abi/params.hpp"

namespace ludex::agents::proof_number {

// Source of the numbers of a new position.
enum class Init { kOne, kMobility, kEvaluation, kDeep };
enum class Verify { kAuto, kHash, kWide };

struct Settings {
  double memory_mib = 256;
  Verify verify = Verify::kAuto;
  bool shuffle = true;  // root moves in random order: equal ones are played equally often

  Init init = Init::kOne;
  std::uint32_t unit = 1;  // the number of one leaf: larger values refine thresholds and estimates
  // init=evaluation: B = exp(b0 + b1 e) and C = exp(c0 + c1 e), e = ludex.stage/1 (`stage` without it).
  double b0 = 0, b1 = 0, c0 = 0, c1 = 0;
  std::uint32_t stage = 0;
  // Replaces these: B and C by stage, with separate values for the numbers to prove and to disprove.
  struct Sigmoid {
    std::uint32_t stage;
    double b_phi, c_phi, b_delta, c_delta;
  };
  std::vector<Sigmoid> sigmoids;
  double mobility = 0;  // power of the replies by which the number to disprove grows
  double deep_e = 1;    // init=deep
  std::uint32_t deep_d = 0;

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

  std::uint64_t job = 500;  // several threads: MaxWorkPerJob, in visits

  // PN^2: a leaf is searched with y = min(x f(x), N - x) expansions, x the nodes of the first level, f(x) = 1
  // / (1 + exp((a - x) / b)); N = 0: no second level.
  std::uint64_t pn2 = 0;
  double pn2_a = 0, pn2_b = 1;

  [[nodiscard]] bool focused() const noexcept { return widen_base != 0 || widen_fraction != 0; }
};

// Schema of the parameters of a search; `fallback` is the default of a particular agent.
namespace schema {

ParamSpec memory(const char* fallback);
ParamSpec verify();
ParamSpec shuffle();
ParamSpec init(const char* fallback);
ParamSpec unit(const char* fallback);
ParamSpec epsilon(const char* fallback);
ParamSpec weak();
ParamSpec cost(const char* fallback);
ParamSpec low_memory();
ParamSpec fallback();
ParamSpec share();
ParamSpec job();
ParamSpec ties();
ParamSpec order();
ParamSpec widen_base();
ParamSpec widen_fraction();
ParamSpec widen_sum();
ParamSpec deep_e();
ParamSpec deep_d();
ParamSpec b0(const char* fallback);
ParamSpec b1(const char* fallback);
ParamSpec c0(const char* fallback);
ParamSpec c1(const char* fallback);
ParamSpec stage();
ParamSpec h_table();
ParamSpec h_mobility(const char* fallback);
ParamSpec pn2();
ParamSpec pn2_a();
ParamSpec pn2_b();

}  // namespace schema

// Reads the parameter h_table; skips malformed parts.
[[nodiscard]] std::vector<Settings::Sigmoid> read_sigmoids(const std::string& text);

// Reads the parameters in the agent's schema.
[[nodiscard]] Settings read_settings(const ParamValues& values, std::span<const ParamSpec> specs);

}  // namespace ludex::agents::proof_number
