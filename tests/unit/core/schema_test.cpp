// A setting is declared once: the parameters that a host sees, and the struct that an agent reads.
#include "core/abi/schema.hpp"

#include <array>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace ludex {
namespace {

enum class Playout { kUniform, kMast };
[[nodiscard]] constexpr auto enum_texts(Playout) noexcept {
  return EnumTexts{"uniform", "mast"};
}

struct Margins {
  double razoring = 2.5;
};
struct Base {
  double c = 1.4142135623730951;
};
struct Config : Base {
  bool reuse = true;
  std::uint32_t visits = 7;
  double bias = 1e-5;
  Playout playout = Playout::kMast;
  bool first = false;
  std::string name = "x";
  std::string file;
  std::vector<std::string> words;
  Margins margins;
};

void declare(Schema<Config>& s) {
  s.real("c", &Config::c, 0, 10, "exploration", "a paper");
  s.boolean("reuse", &Config::reuse, "keep the tree");
  s.integer("visits", &Config::visits, 1, 1000, "before expansion");
  s.real("bias", &Config::bias, 0, 1, "bias");
  s.choice("playout", &Config::playout, "moves of playouts");
  s.choice("ties", &Config::first, {{"stay", false}, {"first", true}}, "of equal children");
  s.text("name", &Config::name, "any text");
  s.path("file", &Config::file, "a file");
  s.parsed(
      "words", "",
      [](Config& config, const std::string& text) {
        config.words = {text, text};
      },
      "twice");
  s.real("razoring", nested(&Config::margins, &Margins::razoring), 0, 5, "a margin");
}

Config read(const Schema<Config>& schema, std::vector<ParamText> given) {
  const auto values = ParamValues::resolve(schema.specs(), given);
  REQUIRE_MESSAGE(values, (values ? "" : values.error()));
  return schema.read(*values);
}

}  // namespace

TEST_CASE("a declaration is a parameter: name, type, default, range, texts, in this order") {
  const Schema<Config> schema(declare);
  std::string all;
  for (const ParamSpec& spec : schema.specs())
    all += std::string(spec.name) + "=" + spec.fallback + ": " + expected_text(spec) + "; ";
  CHECK(
      all ==
      "c=1.4142135623730951: a number in 0..10; reuse=true: true or false; visits=7: an integer in 1..1000; "
      "bias=1e-5: a number in 0..1; playout=mast: one of uniform|mast; ties=stay: one of stay|first; "
      "name=x: text; file=: text; words=: text; razoring=2.5: a number in 0..5; ");
  CHECK(std::string(schema.specs()[0].doc) == "exploration");
  CHECK(std::string(schema.specs()[0].source) == "a paper");
  CHECK(schema.specs()[7].reserved == kNamesPath);
}

TEST_CASE("values arrive in their members; what is not given is the default") {
  const Schema<Config> schema(declare);
  const Config defaults = read(schema, {});
  CHECK(defaults.c == 1.4142135623730951);
  CHECK(defaults.visits == 7);
  CHECK(defaults.bias == 1e-5);
  CHECK(defaults.playout == Playout::kMast);
  CHECK(defaults.name == "x");
  CHECK(defaults.margins.razoring == 2.5);
  const Config given = read(schema, {{"c", "0.5"},
                                     {"reuse", "false"},
                                     {"visits", "12"},
                                     {"playout", "uniform"},
                                     {"ties", "first"},
                                     {"name", ""},
                                     {"file", "/a/b"},
                                     {"words", "w"},
                                     {"razoring", "4"}});
  CHECK(given.c == 0.5);
  CHECK_FALSE(given.reuse);
  CHECK(given.visits == 12);
  CHECK(given.playout == Playout::kUniform);
  CHECK(given.first);
  CHECK(given.name.empty());
  CHECK(given.file == "/a/b");
  CHECK(given.words == std::vector<std::string>{"w", "w"});
  CHECK(given.margins.razoring == 4);
}

TEST_CASE("an agent that shares settings with others has defaults of its own") {
  Config defaults;
  defaults.visits = 3;
  defaults.playout = Playout::kUniform;
  const Schema<Config> schema(declare, defaults);
  CHECK(std::string(schema.specs()[2].fallback) == "3");
  CHECK(std::string(schema.specs()[4].fallback) == "uniform");
  CHECK(read(schema, {}).visits == 3);
}

TEST_CASE("values may come from a larger schema, as those of an experiment on an agent") {
  const Schema<Config> schema(declare);
  std::vector<ParamSpec> specs{params::integer("depth", "7", 1, 12, "of the experiment")};
  specs.insert(specs.end(), schema.specs().begin(), schema.specs().end());
  const std::array<ParamText, 2> given{{{"visits", "9"}, {"depth", "5"}}};
  CHECK(schema.read(*ParamValues::resolve(specs, given)).visits == 9);
}

}  // namespace ludex
