#include "agents/mtd/mtd.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ludex::agents::mtd {

std::span<const ParamSpec> Mtd::parameters() {
  static const std::array specs{
      params::choice("driver", "mtd-f", "mtd-f|mtd-bi|mtd-h|mtd-h-mean|alpha-beta|pvs",
                     "where the next test is put; alpha-beta and pvs: one search with an open window"),
      params::integer("step", "1", 1, 1000, "mtd-f: centi-units beyond the last value (thesis: 30)"),
      params::choice("window", "null", "null|three-way",
                     "null: asks for a bound; three-way: can also end on the value (thesis)"),
      params::choice("guess", "two-before", "two-before|previous", "depth whose value is tested first"),
      params::choice("contradiction", "full", "full|newest",
                     "bounds that exclude each other: search once with an open window, or trust the newest "
                     "(thesis)"),
      params::integer("buckets", "101", 3, 255, "conspiracy counters, an odd number", "thesis 4.2"),
      params::integer("width", "20", 1, 1000, "centi-units a bucket", "thesis 4.2"),
      params::boolean("counters", false, "count conspirators although the driver does not use them"),
      params::choice("parameters", "fitted", "fitted|thesis",
                     "of the distribution: ours, or the thesis's Table 1"),
      params::integer("tt_mib", "64", 1, 65536, "transposition table, rounded down to a power of two"),
      params::integer("max_depth", "0", 0, 1023, "plies of the last iteration; 0: no limit"),
      params::boolean("exact", true, "no forward pruning: depth d has the minimax value of depth d"),
      params::boolean("quiescence", true, "search captures beyond the horizon, where the game lists them"),
      params::boolean("evaluation", true, "use the game's evaluation; false: ends of games only"),
      params::boolean("shuffle", true, "order root moves at random, so that equal moves are played alike"),
      params::boolean("keep_table", false, "use table entries of earlier searches of the game"),
  };
  return specs;
}

Result<void> Mtd::supports(const Game& game) {
  const GameTraits& traits = game.traits();
  constexpr std::uint32_t kNeeded = kZeroSum | kPerfectInformation | kDeterministic;
  if (traits.players != 2 || (traits.flags & kNeeded) != kNeeded)
    return Error{"needs a deterministic two-player zero-sum game of perfect information"};
  return {};
}

Settings Mtd::read_settings(const ParamValues& values) {
  const std::string& driver = values.text("driver");
  Settings settings;
  settings.step = driver == "mtd-f"        ? Step::kFixed
                  : driver == "mtd-bi"     ? Step::kBisect
                  : driver == "mtd-h"      ? Step::kMedian
                  : driver == "mtd-h-mean" ? Step::kMean
                                           : Step::kFull;
  settings.size = static_cast<Score>(values.integer("step"));
  settings.three_way = values.text("window") == "three-way";
  settings.two_before = values.text("guess") == "two-before";
  settings.full_on_contradiction = values.text("contradiction") == "full";
  settings.buckets = static_cast<std::uint32_t>(values.integer("buckets")) | 1U;
  settings.width = static_cast<std::uint32_t>(values.integer("width"));
  settings.thesis_parameters = values.text("parameters") == "thesis";
  settings.table_mib = static_cast<std::size_t>(values.integer("tt_mib"));
  settings.depth_limit = static_cast<std::uint32_t>(values.integer("max_depth"));
  settings.shuffle = values.boolean("shuffle");
  settings.keep_table = values.boolean("keep_table");
  settings.search = {.evaluation = values.boolean("evaluation"),
                     .quiescence = values.boolean("quiescence"),
                     .exact = values.boolean("exact"),
                     .scout = driver == "pvs"};
  return settings;
}

Mtd::Mtd(const ParamValues& values) {
  const Settings settings = read_settings(values);
  if (settings.step == Step::kMedian || settings.step == Step::kMean || values.boolean("counters")) {
    engine_.emplace<Engine<minimax::BucketTally>>(settings);
  } else {
    engine_.emplace<Engine<minimax::NoTally>>(settings);
  }
}

}  // namespace ludex::agents::mtd
