#include "agents/mtd/mtd.hpp"

#include <span>
#include <string>

#include "core/abi/enum_text.hpp"
#include "core/abi/schema.hpp"
#include "core/agent/needs.hpp"

namespace ludex::agents::mtd {

namespace {

enum class Driver { kMtdF, kMtdBi, kMtdH, kMtdHMean, kAlphaBeta, kPvs };
[[nodiscard]] constexpr auto enum_texts(Driver) noexcept {
  return EnumTexts{"mtd-f", "mtd-bi", "mtd-h", "mtd-h-mean", "alpha-beta", "pvs"};
}

Step step_of(Driver driver) noexcept {
  switch (driver) {
    case Driver::kMtdF:
      return Step::kFixed;
    case Driver::kMtdBi:
      return Step::kBisect;
    case Driver::kMtdH:
      return Step::kMedian;
    case Driver::kMtdHMean:
      return Step::kMean;
    case Driver::kAlphaBeta:
    case Driver::kPvs:
      break;
  }
  return Step::kFull;
}

struct Config : Settings {
  Driver driver = Driver::kMtdF;
  bool counters = false;
  std::string model = {};
};

const Schema<Config>& schema() {
  static const Schema<Config> made([](auto& s) {
    const auto search = [](auto member) { return nested(&Config::search, member); };
    s.choice("driver", &Config::driver,
             "rule for the value to test next; alpha-beta and pvs: one search with an open window");
    s.integer("step", &Config::size, 1, 1000, "mtd-f: centi-units beyond the last value (thesis: 30)");
    s.choice("window", &Config::three_way, {{"null", false}, {"three-way", true}},
             "null: a test returns a bound; three-way: it can also return the exact value (thesis)");
    s.choice("guess", &Config::two_before, {{"two-before", true}, {"previous", false}},
             "depth whose value is tested first");
    s.choice(
        "contradiction", &Config::full_on_contradiction, {{"full", true}, {"newest", false}},
        "if bounds contradict each other: search once with an open window, or trust the newest (thesis)");
    s.integer("buckets", &Config::buckets, 3, 255, "conspiracy counters, an odd number", "thesis 4.2");
    s.integer("width", &Config::width, 1, 1000, "centi-units per bucket", "thesis 4.2");
    s.boolean("counters", &Config::counters, "count conspirators even if the driver does not use them");
    s.choice("parameters", &Config::thesis_parameters, {{"fitted", false}, {"thesis", true}},
             "parameters of the distribution: ours, or the thesis's Table 1");
    s.integer("tt_mib", &Config::table_mib, 1, 65536,
              "MiB of the transposition table, rounded down to a power of two");
    s.integer("max_depth", &Config::depth_limit, 0, 1023,
              "depth of the last iteration in plies; 0: no limit");
    s.boolean("exact", search(&minimax::Options::exact),
              "no forward pruning: depth d has the minimax value of depth d");
    s.boolean("quiescence", search(&minimax::Options::quiescence),
              "search captures beyond the horizon, where the game lists them");
    s.boolean("evaluation", search(&minimax::Options::evaluation),
              "use the game's evaluation; false: only finished games have a value");
    s.text("model", &Config::model,
           "evaluate by the model in this file (ludex train); empty: by the game (ludex.evaluate/1)");
    s.boolean("shuffle", &Config::shuffle,
              "shuffle the root moves, so that each of several equal moves is equally likely to be played");
    s.boolean("keep_table", &Config::keep_table, "use table entries of earlier searches of the game");
  });
  return made;
}

}  // namespace

std::span<const ParamSpec> Mtd::parameters() {
  return schema().specs();
}

Result<void> Mtd::supports(const Game& game) {
  return needs(game, kZeroSum | kPerfectInformation | kDeterministic, 2);
}

Settings Mtd::read_settings(const ParamValues& values) {
  Config config = schema().read(values);
  config.step = step_of(config.driver);
  config.search.scout = config.driver == Driver::kPvs;
  config.buckets |= 1U;
  return config;
}

Mtd::Mtd(const ParamValues& values) : model_(schema().read(values).model) {
  const Settings settings = read_settings(values);
  if (settings.step == Step::kMedian || settings.step == Step::kMean || schema().read(values).counters) {
    engine_.emplace<Engine<minimax::BucketTally>>(settings);
  } else {
    engine_.emplace<Engine<minimax::NoTally>>(settings);
  }
}

}  // namespace ludex::agents::mtd
