// The task of `ludex tune` as plain values: the `tune` section of a specification with every default filled
// in (docs/reference/tuning-notes.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/model/sprt_test.hpp"
#include "core/abi/enum_text.hpp"

namespace ludex::arena {

inline constexpr std::uint32_t kMaxTuned = 15;
inline constexpr std::uint32_t kMaxTuneGames = 10'000'000;
inline constexpr std::uint32_t kMaxAhead = 1024;
inline constexpr std::uint32_t kMaxLevels = 64;

enum class TuneKind { kReal, kInteger, kCategory };
[[nodiscard]] constexpr auto enum_texts(TuneKind) noexcept {
  return EnumTexts{"real", "integer", "category"};
}

struct TunedParameter {
  std::string name;  // the agent's; "options.Contempt": a setting inside its text parameter `options`
  TuneKind kind = TuneKind::kReal;
  double low = 0;  // kReal, kInteger: inclusive range
  double high = 1;
  bool log_scale = false;                // steps are factors; low > 0
  std::vector<std::string> values = {};  // kCategory: two or more
  std::string fallback;                  // the default, in the agent's format

  bool operator==(const TunedParameter&) const = default;
};

// sum of weights[i] * (value of parameter i) <= limit. Weights of categories are 0.
struct TuneConstraint {
  std::string text;  // as written
  std::vector<double> weights;
  double limit = 0;

  bool operator==(const TuneConstraint&) const = default;
};

enum class TuneMethod { kClop, kSpsa, kNtbea, kExternal };
[[nodiscard]] constexpr auto enum_texts(TuneMethod) noexcept {
  return EnumTexts{"clop", "spsa", "ntbea", "external"};
}
enum class ClopChoice { kMean, kMaximum };
[[nodiscard]] constexpr auto enum_texts(ClopChoice) noexcept {
  return EnumTexts{"mean", "maximum"};
}

struct TuneMethodSpec {
  TuneMethod type = TuneMethod::kClop;
  // kClop
  double confidence = 3;  // H
  ClopChoice recommend = ClopChoice::kMean;
  // kSpsa
  double c_end = 0.05;  // last step, as a fraction of the range
  double r_end = 0;     // last rate; 0: derived from the number of games
  // kNtbea
  double exploration = 0.3;  // k, in units of the score of a pair (0..1)
  std::uint32_t neighbours = 50;
  std::uint32_t restarts = 4;
  std::uint32_t levels = 9;  // of a numeric parameter
  double race = 0.25;        // fraction of the games for the race among the best of each run
  // kExternal
  std::string command = "";                 // empty: the program that started this one (--serve)
  std::string folder = "";                  // working directory; empty: this program's
  std::int64_t answer_ns = 60'000'000'000;  // time limit for one answer

  bool operator==(const TuneMethodSpec&) const = default;
};

struct TuneSpec {
  std::string agent;                   // name of the agent tuned, one of TournamentSpec::agents
  bool self = false;                   // the only opponent is a copy with the defaults
  std::vector<std::string> opponents;  // names
  std::vector<TunedParameter> parameters;
  std::vector<TuneConstraint> constraints;
  TuneMethodSpec method;
  std::uint32_t games = 1000;       // even: a trial is a pair of games from one opening, seats swapped
  std::uint32_t ahead = 16;         // trials requested before the oldest result is reported
  std::uint32_t control = 8;        // every `control` trials one plays the defaults; 0: never
  bool same = false;                // parameters are requested and logged, but the defaults are played
  std::uint32_t validation = 2000;  // maximum games of a validation match; 0: none
  std::uint32_t times = 4;          // budget factor of the second validation match; 0: none
  SprtTest sprt = {0, 10};

  bool operator==(const TuneSpec&) const = default;
};

}  // namespace ludex::arena
