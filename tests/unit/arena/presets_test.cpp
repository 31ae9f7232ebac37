// Presets of agents: their files, what a specification makes of them, and that what is given wins.
#include "arena/host/plugins/presets.hpp"

#include <array>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/run/config/read_spec.hpp"
#include "arena/run/config/write_spec.hpp"
#include "tests/support/arena_fixture.hpp"

namespace ludex::arena {

using namespace host;
using namespace run;
namespace {

const std::array kSpecs{params::real("c", "1.41", 0, 10, "exploration"),
                        params::boolean("reuse", false, "keep the tree"),
                        params::integer("visits", "0", 0, 100, "before expansion")};

constexpr const char* kFast = "# For short thought,\n# tuned.\nc: 0\n\nreuse: true\n";
constexpr const char* kWide = "visits: 7\r\n# no description\n";

std::string refusal(std::vector<ParamText> files) {
  const auto presets = read_presets(files, kSpecs);
  return presets ? "" : presets.error();
}

// The fixture's catalogue, with presets of uct.
class PresetCatalogue final : public tests::FixtureCatalogue {
 public:
  PresetCatalogue() {
    presets_ =
        read_presets(std::array<ParamText, 2>{{{"fast", "c: 0.5\n"}, {"proven", "# P\nsolver: true\n"}}},
                     FixtureCatalogue::agent_parameters("uct"))
            .value();
    specs_ = {params::choice("preset", "none", "none|fast|proven", "values")};
    const auto own = FixtureCatalogue::agent_parameters("uct");
    specs_.insert(specs_.end(), own.begin(), own.end());
  }
  [[nodiscard]] std::span<const ParamSpec> agent_parameters(std::string_view id) const override {
    return id == "uct" ? std::span<const ParamSpec>(specs_) : std::span<const ParamSpec>();
  }
  [[nodiscard]] std::span<const Preset> agent_presets(std::string_view id) const override {
    return id == "uct" ? std::span<const Preset>(presets_) : std::span<const Preset>();
  }
  [[nodiscard]] Result<AgentTraits> check_agent(std::string_view, const Params&,
                                                const LimitsSpec&) const override {
    return AgentTraits{};
  }

 private:
  std::vector<Preset> presets_;
  std::vector<ParamSpec> specs_;
};

SpecReading read(const std::string& agents, const std::string& rest = "",
                 std::vector<std::string> overrides = {}) {
  static const PresetCatalogue catalogue;
  return read_spec(
      "t.yaml",
      "name: t\ngames: [{game: line}]\nbudget: {iterations: 10}\nagents:\n  - {agent: random}\n" + agents +
          rest,
      overrides, catalogue);
}
std::string problems(const std::string& agents, const std::string& rest = "") {
  return to_text(read(agents, rest).problems);
}

}  // namespace

TEST_CASE("a preset file: values line by line, described by the comments at its top") {
  const auto presets = read_presets(std::array<ParamText, 2>{{{"fast", kFast}, {"wide-2", kWide}}}, kSpecs);
  REQUIRE(presets);
  REQUIRE(presets->size() == 2);
  CHECK((*presets)[0].doc == "For short thought, tuned.");
  CHECK((*presets)[0].values == Settings{{"c", "0"}, {"reuse", "true"}});
  CHECK((*presets)[1].name == "wide-2");
  CHECK((*presets)[1].doc.empty());
  CHECK((*presets)[1].values == Settings{{"visits", "7"}});
}

TEST_CASE("what is wrong with a preset file is said with its line") {
  CHECK(refusal({{"a", "c: 1\nvisit: 3\n"}}) ==
        "preset 'a', line 2: there is no parameter 'visit' (did you mean 'visits'?)");
  CHECK(refusal({{"a", "c: 11"}}) == "preset 'a', line 1: parameter 'c' is '11', expected a number in 0..10");
  CHECK(refusal({{"a", "c: 1\nc: 2\n"}}) == "preset 'a', line 2: 'c' is given twice");
  CHECK(refusal({{"a", "c 1\n"}}) == "preset 'a', line 1: 'c 1' is not PARAMETER: VALUE");
  CHECK(refusal({{"none", ""}}).starts_with("preset 'none': expected a unique name"));
  CHECK(refusal({{"A b", ""}}).starts_with("preset 'A b': expected a unique name"));
  CHECK(refusal({{"a", ""}, {"a", ""}}).starts_with("preset 'a': expected a unique name"));
  const std::array own{params::choice("preset", "x", "x|y", "its own")};
  CHECK(read_presets(std::array<ParamText, 1>{{{"a", ""}}}, own).error() ==
        "has both presets and its own parameter 'preset'");
  CHECK(read_presets({}, own).ok());
}

TEST_CASE("what is given wins over the preset, also where it equals the default") {
  const auto presets =
      read_presets(std::array<ParamText, 2>{{{"fast", kFast}, {"wide", kWide}}}, kSpecs).value();
  CHECK(expand_preset(presets, {{"preset", "fast"}}) == Settings{{"c", "0"}, {"reuse", "true"}});
  CHECK(expand_preset(presets, {{"preset", "fast"}, {"c", "1.41"}}) ==
        Settings{{"c", "1.41"}, {"reuse", "true"}});
  CHECK(expand_preset(presets, {{"reuse", "false"}, {"preset", "fast"}}) ==
        Settings{{"reuse", "false"}, {"c", "0"}});
  CHECK(expand_preset(presets, {{"preset", "none"}, {"c", "2"}}) == Settings{{"c", "2"}});
  CHECK(expand_preset(presets, {}).empty());
  // An agent without presets may have a parameter of that name.
  CHECK(expand_preset({}, {{"preset", "mine"}}) == Settings{{"preset", "mine"}});
}

TEST_CASE("a specification fills in the preset's values and keeps its name") {
  for (const std::string agent :
       {"  - {name: u, agent: uct, preset: fast, params: {tag: a}}\n",
        "  - {name: u, agent: uct, params: {preset: fast, tag: a}}\n", "  - uct:preset=fast,tag=a\n"}) {
    CAPTURE(agent);
    const SpecReading reading = read(agent);
    REQUIRE_MESSAGE(reading.spec, to_text(reading.problems));
    CHECK(reading.spec->agents[1].params ==
          Params{{"preset", "fast"}, {"c", "0.5"}, {"solver", "false"}, {"tag", "a"}});
    // The normalised text means the same.
    const SpecReading again = read_spec("t.yaml", write_spec(*reading.spec), {}, PresetCatalogue());
    REQUIRE_MESSAGE(again.spec, to_text(again.problems));
    CHECK(again.spec->agents[1].params == reading.spec->agents[1].params);
  }
  CHECK(read("  - uct:preset=fast,tag=a\n").spec->agents[1].name == "uct:preset=fast,tag=a");
  // The default, given.
  CHECK(read("  - {agent: uct, preset: fast, params: {c: 1.41421356}}\n").spec->agents[1].params[1].second ==
        "1.41421356");
  // An override of the preset, and of a value of it; a sweep over one.
  const std::string named = "  - {name: u, agent: uct, preset: fast}\n";
  CHECK(read(named, "", {"agents.u.preset=proven"}).spec->agents[1].params ==
        Params{{"preset", "proven"}, {"c", "1.41421356"}, {"solver", "true"}, {"tag", ""}});
  CHECK(read(named, "", {"agents.u.params.c=2"}).spec->agents[1].params[1].second == "2");
  const SpecReading sweep =
      read("  - {name: u, agent: uct, preset: fast, sweep: {params.c: [1, 1.41421356]}}\n");
  REQUIRE_MESSAGE(sweep.spec, to_text(sweep.problems));
  CHECK(sweep.spec->agents[2].params ==
        Params{{"preset", "fast"}, {"c", "1.41421356"}, {"solver", "false"}, {"tag", ""}});
}

TEST_CASE("an unknown preset is an error at its place") {
  CHECK(problems("  - {agent: uct, preset: fst}\n") ==
        "t.yaml:6:26: error: parameter 'preset' is 'fst', expected one of none|fast|proven (did you mean "
        "'fast'?)\n");
  CHECK(problems("  - {agent: uct, params: {preset: provn}}\n") ==
        "t.yaml:6:35: error: parameter 'preset' is 'provn', expected one of none|fast|proven (did you mean "
        "'proven'?)\n");
  CHECK(problems("  - {agent: random, name: r, preset: fast}\n") ==
        "t.yaml:6:38: error: agent 'random' has no parameter 'preset' (it has none)\n");
  CHECK(problems("  - {agent: uct, preset: fast, params: {preset: fast}}\n") ==
        "t.yaml:6:49: error: 'preset' is given twice (next to 'agent' or in 'params')\n");
}

TEST_CASE("parameters of an agent with a preset are tuned, its preset is not") {
  const std::string agent = "  - {name: u, agent: uct, preset: fast}\n";
  const auto tune = [](const std::string& parameter) {
    return "openings: {random_plies: 2}\ntune:\n  agent: u\n  opponents: self\n  parameters: {" + parameter +
           "}\n";
  };
  const SpecReading reading = read(agent, tune("c: {range: [0, 3], default: 0.50}"));
  REQUIRE_MESSAGE(reading.spec, to_text(reading.problems));
  CHECK(reading.spec->tune->parameters[0].fallback == "0.5");
  CHECK(problems(agent, tune("preset: {}") + "  method: ntbea\n") ==
        "t.yaml:11:24: error: a preset cannot be tuned (tune parameters that it sets, or let agents with "
        "different presets play)\n");
}

}  // namespace ludex::arena
